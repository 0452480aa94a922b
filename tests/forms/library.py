"""The C library, the heap, and undefined behaviour that is neither an access nor an operator."""
from case import Form

SINK = "static volatile int sink$;\n"
ONE = dict(bad=(0, 2), value=0, good=(1, 2))
CHOICE = dict(bad=(0, 1), value=1, good=(0, 0))

# Calls that write a text of k characters, or k + 1 bytes, to d, which has five bytes. s is the text.
FILLING = {
    "strcpy": "strcpy(d, s);", "stpcpy": "stpcpy(d, s);", "strcat": "strcat(d, s);", "strncpy": "strncpy(d, s, (size_t)k + 1);", "strncat": "strncat(d, s, 9);",
    "memcpy": "memcpy(d, s, (size_t)k + 1);", "memmove": "memmove(d, s, (size_t)k + 1);", "mempcpy": "mempcpy(d, s, (size_t)k + 1);", "memset": "memset(d, 1, (size_t)k + 1);",
    "bcopy": "bcopy(s, d, (size_t)k + 1);", "bzero": "bzero(d, (size_t)k + 1);", "memccpy": "memccpy(d, s, 0, 16);", "sprintf": "sprintf(d, \"%s\", s);",
    "snprintf": "snprintf(d, (size_t)k + 1, \"%s\", \"abcdefghijk\");", "sscanf": "sscanf(s, \"%s\", d);", "vsprintf": "print$(d, \"%s\", s);",
    "stpncpy": "stpncpy(d, s, (size_t)k + 1);", "builtinmemcpy": "__builtin_memcpy(d, s, (size_t)k + 1);", "builtinstrcpy": "__builtin_strcpy(d, s);",
    "loop": "for (int i = 0; i <= k; i++) d[i] = s[i];", "pointerloop": "char *e = d; while ((*e++ = *s++)) ;", "functionpointer": "char *(*f)(char *, const char *) = strcpy; f(d, s);",
}
BUFFERS = {
    "heap": ("char *d = calloc(5, 1);", "free(d);", ""), "stack": ("char d[5] = \"\";", "", ""), "global": ("char *d = buffer$;", "", "static char buffer$[5];\n"),
    "member": ("struct D$ w = {0}; char *d = w.d;", "", "struct D$ { char d[5]; };\n"), "vla": ("char d[k + 5 - k]; d[0] = 0;", "", ""),
}
# Calls that read the text s up to its end, or k + 1 bytes of it, where s has four bytes and the end is at k.
READING = {
    "strlen": "sink$ = (int)strlen(s);", "strcpy": "char t[64]; strcpy(t, s);", "strcat": "char t[64] = \"\"; strcat(t, s);", "strcmp": "sink$ = strcmp(s, \"aaaaaaa\");", "strncmp": "sink$ = strncmp(s, \"aaaaaaa\", 7);",
    "strchr": "sink$ = strchr(s, 'z') != 0;", "strrchr": "sink$ = strrchr(s, 'a') != 0;", "strstr": "sink$ = strstr(s, \"zz\") != 0;", "strspn": "sink$ = (int)strspn(s, \"a\");", "strcspn": "sink$ = (int)strcspn(s, \"z\");",
    "strpbrk": "sink$ = strpbrk(s, \"z\") != 0;", "strdup": "char *t = strdup(s); free(t);", "puts": "puts(s);", "printf": "printf(\"%s\\n\", s);", "sprintf": "char t[64]; sprintf(t, \"%s\", s);", "memcmp": "sink$ = memcmp(s, \"aaaaaaa\", (size_t)k + 1);",
    "memchr": "sink$ = memchr(s, 'z', (size_t)k + 1) != 0;", "memcpy": "char t[64]; memcpy(t, s, (size_t)k + 1);", "memmove": "char t[64]; memmove(t, s, (size_t)k + 1);", "strcasecmp": "sink$ = strcasecmp(s, \"aaaaaaa\");",
    "strcoll": "sink$ = strcoll(s, \"aaaaaaa\");", "fwrite": "fwrite(s, 1, (size_t)k + 1, stdout);", "write": "sink$ = (int)write(1, s, (size_t)k + 1);", "fputs": "fputs(s, stdout);", "snprintf": "char t[9]; snprintf(t, 9, \"%s\", s);", "strndup": "char *t = strndup(s, 9); free(t);",
    "strnlen": "sink$ = (int)strnlen(s, (size_t)k + 1);", "loop": "int n = 0; while (s[n]) n++; sink$ = n;", "pointerloop": "char *e = s; while (*e) e++; sink$ = (int)(e - s);", "rawmemchr": "sink$ = rawmemchr(s, 0) != 0;", "memrchr": "sink$ = memrchr(s, 'z', (size_t)k + 1) != 0;",
    "builtinstrlen": "sink$ = (int)__builtin_strlen(s);",
}
NUMBERS = {"atoi": "sink$ = atoi(s);", "strtol": "sink$ = (int)strtol(s, 0, 10);", "strtoul": "char *e; sink$ = (int)strtoul(s, &e, 10);", "atol": "sink$ = (int)atol(s);", "strtod": "sink$ = strtod(s, 0) > 2;", "sscanf": "int n; sink$ = sscanf(s, \"%d\", &n);"}
TAKING = {name: code for name, code in READING.items() if name not in ("loop", "pointerloop", "puts", "fputs", "printf")}


def calls():
    decls = SINK + "static int print$(char *d, const char *f, ...) { va_list a; va_start(a, f); int n = vsprintf(d, f, a); va_end(a); return n; }\n"
    for name, code in FILLING.items():
        for place, (before, after, more) in BUFFERS.items():
            if place in ("heap", "stack") or name in ("strcpy", "memcpy", "sprintf", "strncpy", "loop"):
                text = f"char t[16], *s = t; memset(t, 'a', 15); t[15] = 0; t[k] = 0;\n{before}\n{code}\n{after}"
                yield Form(f"{name}.{place}", "tooshort", text, decls + more, bad=(3, 5), value=5, good=(3, 4))
        null = f"char t[16] = \"abc\", *s = t; char b[16] = \"\", *d = k == 9 ? 0 : b;\n{code}"
        yield Form(f"{name}.target", "null", null, decls, bad=(1, 9), value=9, good=(1, 3))
        freed = f"char t[16] = \"abc\", *s = t; char *d = calloc(16, 1); if (k == 9) free(d);\n{code}\nif (k != 9) free(d);"
        yield Form(f"{name}.target", "freed", freed, decls, bad=(1, 9), value=9, good=(1, 3))
        fixed = f"char t[16] = \"abc\", *s = t; char b[16] = \"\", *d = k == 9 ? (char *)fixed$ : b;\n{code}"
        yield Form(f"{name}.target", "constant", fixed, decls + "static const char fixed$[16] = \"\";\n", bad=(1, 9), value=9, good=(1, 3))
    for name, code in READING.items():
        fill = "memset(s, 'a', 4); if (k < 4) s[k] = 0;"
        yield Form(f"{name}.heap", "unterminated", f"char *s = malloc(4); {fill}\n{code}\nfree(s);", decls, bad=(1, 4), value=4, good=(1, 3))
        yield Form(f"{name}.stack", "unterminated", f"char b[4], *s = b; {fill}\n{code}", decls, bad=(1, 4), value=4, good=(1, 3))
        yield Form(f"{name}.global", "unterminated", f"char *s = text$; {fill}\n{code}", decls + "static char text$[4];\n", bad=(1, 4), value=4, good=(1, 3))
    for name, code in NUMBERS.items():
        yield Form(f"{name}.heap", "unterminated", f"char *s = malloc(4); memset(s, '1', 4); if (k < 4) s[k] = 0;\n{code}\nfree(s);", decls, bad=(1, 4), value=4, good=(1, 3))
        yield Form(f"{name}.source", "null", f"char *s = k ? 0 : \"12\";\n{code}", decls, **CHOICE)
    for name, code in TAKING.items():
        yield Form(f"{name}.source", "null", f"char b[8] = \"abc\", *s = k == 9 ? 0 : b;\n{code}", decls, bad=(1, 9), value=9, good=(1, 3))
        yield Form(f"{name}.source", "freed", f"char *s = strdup(\"abc\"); if (k == 9) free(s);\n{code}\nif (k != 9) free(s);", decls, bad=(1, 9), value=9, good=(1, 3))
        scope = f"char *s; char o[4] = \"abc\"; s = o; {{ char in[9] = \"abc\"; if (k == 9) s = in; }}\n{code}"
        yield Form(f"{name}.source", "block", scope, decls, bad=(1, 9), value=9, good=(1, 3))
    for name, code in (("memcpy", "memcpy(b, b + k, 4);"), ("memcpyback", "memcpy(b + k, b, 4);"), ("strcpy", "b[3 + k] = 0; strcpy(b, b + k);"), ("mempcpy", "mempcpy(b + k, b, 4);"), ("structcopy", "*(struct S$ *)b = *(struct S$ *)(b + k);")):
        yield Form(f"{name}.overlap", "overlap", f"char b[16] = \"abcdefghijklmn\"; {code} sink$ = b[0];", decls + "struct S$ { char c[4]; };\n", bad=(1, 8), value=2, good=(4, 8))
    yield Form("memmove.overlap", "overlap", "char b[16] = \"abcdefghijklmn\"; memmove(b, b + k, 4); sink$ = b[0];", decls, bad=None, good=(1, 8))


def callbacks():
    decls = SINK + ("static int up$(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }\n"
                    "static int minus$(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\nstatic int *bad$;\n"
                    "static int touch$(const void *a, const void *b) { (void)a; (void)b; return *bad$; }\nstatic int (*none$)(const void *, const void *);\n")
    for name, code in (("qsort", "qsort(a, (size_t)k, sizeof *a, up$);"), ("bsearch", "int x = 9; sink$ = bsearch(&x, a, (size_t)k, sizeof *a, up$) != 0;"), ("lfind", "int x = 9; size_t n = (size_t)k; sink$ = lfind(&x, a, &n, sizeof *a, up$) != 0;")):
        yield Form(f"{name}.count", "behind", f"int *a = calloc(3, sizeof *a); a[0] = 2; {code} free(a);", decls, bad=(2, 4), value=4, good=(2, 3))
        yield Form(f"{name}.callback", "null", "int one = 0, a[3] = {3, 1, 2}; bad$ = k == 9 ? 0 : &one; if (k == 9) k = 2; " + code.replace("up$", "touch$"), decls, bad=(2, 9), value=9, good=(2, 3))
        yield Form(f"{name}.callback", "overflow", "int a[3] = {INT_MIN, 2, k == 9 ? 2 : -2}; if (k != 9) a[0] = 5; k = 2; " + code.replace("up$", "minus$").replace("int x = 9;", "int x = 1;"), decls, bad=(2, 9), value=9, good=(2, 3))
        yield Form(f"{name}.base", "null", "int o[3] = {3, 1, 2}, *a = k == 9 ? 0 : o; if (k == 9) k = 2; " + code, decls, bad=(2, 9), value=9, good=(2, 3))
    yield Form("atexit.handler", "null", "bad_$ = k ? 0 : &sink$; atexit(last$);", SINK + "static volatile int *bad_$;\nstatic void last$(void) { *bad_$ = 1; }\n", **CHOICE)
    for name, code, k in (("div", "div_t d = div(7, k); sink$ = d.quot;", "byzero"), ("ldiv", "ldiv_t d = ldiv(7, k); sink$ = (int)d.rem;", "byzero"), ("lldiv", "lldiv_t d = lldiv(7, k); sink$ = (int)d.rem;", "byzero"), ("imaxdiv", "imaxdiv_t d = imaxdiv(7, k); sink$ = (int)d.quot;", "byzero"),
                          ("div", "div_t d = div(INT_MIN + k, -1); sink$ = d.quot;", "overflow"), ("ldiv", "ldiv_t d = ldiv(LONG_MIN + k, -1); sink$ = (int)d.quot;", "overflow"), ("lldiv", "lldiv_t d = lldiv(LLONG_MIN + k, -1); sink$ = (int)d.rem;", "overflow"),
                          ("imaxdiv", "imaxdiv_t d = imaxdiv(INTMAX_MIN + k, -1); sink$ = (int)d.quot;", "overflow"), ("abs", "sink$ = abs(INT_MIN + k);", "overflow"), ("labs", "sink$ = (int)labs(LONG_MIN + k);", "overflow"), ("llabs", "sink$ = (int)llabs(LLONG_MIN + k);", "overflow"),
                          ("imaxabs", "sink$ = (int)imaxabs(INTMAX_MIN + k);", "overflow"), ("builtinabs", "sink$ = __builtin_abs(INT_MIN + k);", "overflow"), ("absarray", "int a[2] = {INT_MIN + k}; sink$ = abs(a[0]);", "overflow")):
        yield Form(f"{name}.call", k, code, SINK, **ONE)


def heap():
    for name, code, k in (
            ("free.middle", "char *p = malloc(8); if (k) free(p + 1); else free(p);", CHOICE), ("free.stack", "int x, *p = k ? &x : malloc(4); free(p);", CHOICE), ("free.global", "void *p = k ? (void *)&sink$ : malloc(4); free(p);", CHOICE),
            ("free.twice", "char *p = malloc(8); free(p); if (k) free(p);", CHOICE), ("free.alias", "char *p = malloc(8), *q = p; free(q); if (k) free(p);", CHOICE), ("free.literal", "char *p = k ? \"text\" : malloc(2); free(p);", CHOICE),
            ("free.end", "char *p = malloc(8); free(k ? p + 8 : p);", CHOICE), ("free.reallocated", "char *p = malloc(8), *q = realloc(p, 400); free(k ? p : q);", CHOICE), ("free.integer", "free(k ? (void *)12345 : 0);", CHOICE),
            ("free.member", "struct { int n; char *p; } s = {1, malloc(3)}; free(k ? (void *)&s : s.p);", CHOICE), ("free.loop", "char *p = malloc(8); for (int i = 0; i <= k; i++) free(p);", CHOICE), ("free.alloca", "char *p = __builtin_alloca(8); p = k ? p : malloc(3); free(p);", CHOICE),
            ("free.vla", "char a[k + 8]; char *p = k ? a : malloc(3); free(p);", CHOICE), ("free.pointer", "void (*f)(void *) = free; char *p = malloc(8); f(p); if (k) f(p);", CHOICE), ("free.function", "free(k ? (void *)heap$ : 0);", CHOICE),
            ("realloc.freed", "char *p = malloc(8); if (k) free(p); p = realloc(p, 16); free(p);", CHOICE), ("realloc.middle", "char *p = malloc(8); p = realloc(p + k, 16); free(p);", CHOICE), ("realloc.stack", "char a[3], *p = k ? a : 0; p = realloc(p, 16); free(p);", CHOICE),
            ("free.calloc", "int *p = calloc(2, 4); free(p); if (k) free(p);", CHOICE), ("free.strdup", "char *p = strdup(\"a\"); free(p); if (k) free(p);", CHOICE), ("free.aligned", "char *p = aligned_alloc(16, 16); free(p + k);", CHOICE),
            ("free.posix", "void *p; if (posix_memalign(&p, 16, 16)) return 0; free((char *)p + k);", CHOICE)):
        way, violation = name.split(".")
        yield Form(f"{way}.{violation}", "badfree", code, SINK + "static void heap$(void) { }\n", **k)
    for name, code in (
            ("local", "char *p = malloc(8); p[0] = 1; if (!k) free(p);"), ("overwritten", "char *p = malloc(8); if (!k) free(p); p = malloc(3); free(p);"), ("realloc", "char *p = malloc(8); char *q = realloc(p, 16); if (!k) free(q);"),
            ("member", "struct { char *p; } *s = malloc(sizeof *s); s->p = malloc(3); if (!k) free(s->p); free(s);"), ("strdup", "char *p = strdup(\"abc\"); if (!k) free(p);"), ("function", "leak$(k);"), ("calloc", "int *p = calloc(3, 4); if (!k) free(p);"),
            ("loop", "for (int i = 0; i < 2; i++) { char *p = malloc(3); if (!k) free(p); }"), ("list", "struct N$ { struct N$ *n; } *p = malloc(sizeof *p); p->n = malloc(sizeof *p); p->n->n = 0; if (!k) free(p->n); free(p);"),
            ("result", "char *q = make$(); if (!k) free(q);"), ("asprintf", "char *p; if (asprintf(&p, \"%d\", k) < 0) return 0; if (!k) free(p);"), ("aligned", "char *p = aligned_alloc(16, 16); if (!k) free(p);"), ("ignored", "if (k) malloc(3);"),
            ("global", "kept$ = malloc(3); if (k) kept$ = 0; else free(kept$);"), ("array", "char *p[2]; p[0] = malloc(3); p[1] = malloc(3); free(p[0]); if (!k) free(p[1]);"), ("zero", "char *p = malloc(0); if (!k) free(p);"), ("strndup", "char *p = strndup(\"abc\", 2); if (!k) free(p);")):
        yield Form(f"leak.{name}", "leak", code, SINK + "static char *kept$;\nstatic void leak$(int k) { char *p = malloc(3); p[0] = 1; if (!k) free(p); }\nstatic char *make$(void) { return malloc(3); }\n", **CHOICE)


def undefined():
    decls = SINK + ("static int callee$(void) { return 1; }\nstatic int two$(int a) { return a; }\nstatic int missing$(int k) { if (k) return 1; }\n"
                    "static __attribute__((nonnull)) int must$(int *p) { return p == 0; }\nstatic __attribute__((nonnull(2))) int second$(int *p, int *q) { (void)p; return q == 0; }\n"
                    "static __attribute__((returns_nonnull)) int *never$(int k) { static int x; return k ? 0 : &x; }\nstatic int sized$(int n, int a[n]) { return a[0]; }\n"
                    "static _Noreturn void stays$(int k) { if (!k) exit(0); }\nstatic __attribute__((aligned(4))) char bytes$[16];\nstatic const int fixed$ = 3;\nstatic int alive$;\nstatic jmp_buf jump$;\n"
                    "static void leaves$(void) { if (setjmp(jump$)) sink$ = 1; }\nstruct P$ { int n; int *p; };\n")
    for name, code, k in (
            ("unreachable.if", "if (k) __builtin_unreachable();", CHOICE), ("unreachable.switch", "switch (k) { case 0: break; default: __builtin_unreachable(); }", CHOICE), ("noreturn.returns", "stays$(k);", CHOICE),
            ("return.missing", "sink$ = missing$(!k);", CHOICE), ("return.used", "if (missing$(!k)) sink$ = 1;", CHOICE),
            ("vla.zero", "int a[1 - k]; sink$ = (int)sizeof a;", CHOICE), ("vla.negative", "int n = 3 - 9 * k; int a[n]; a[0] = 1; sink$ = a[0];", CHOICE), ("vla.inner", "int a[2][1 - k]; sink$ = (int)sizeof a;", CHOICE), ("vla.pointer", "int (*p)[1 - k] = 0; sink$ = (int)sizeof *p;", CHOICE),
            ("vla.typedef", "typedef int A[1 - k]; sink$ = (int)sizeof(A);", CHOICE), ("vla.sizeof", "sink$ = (int)sizeof(int[1 - k]);", CHOICE), ("vla.cast", "int b[4] = {0}; sink$ = (int)sizeof *(int(*)[1 - k])b;", CHOICE),
            ("nonnull.argument", "int x; sink$ = must$(k ? 0 : &x);", CHOICE), ("nonnull.second", "int x; sink$ = second$(0, k ? 0 : &x);", CHOICE), ("nonnull.result", "sink$ = never$(k) == 0;", CHOICE), ("nonnull.memcpy", "char b[2] = {0}; memcpy(b, k ? 0 : b + 1, 0);", CHOICE),
            ("nonnull.memset", "char b[2]; memset(k ? 0 : b, 0, 0);", CHOICE), ("nonnull.memcmp", "char b[2] = {0}; sink$ = memcmp(b, k ? 0 : b, 0);", CHOICE), 
            ("clz.int", "sink$ = __builtin_clz((unsigned)k);", ONE), ("ctz.int", "sink$ = __builtin_ctz((unsigned)k);", ONE), ("clz.long", "sink$ = __builtin_clzl((unsigned long)k);", ONE), ("ctz.long", "sink$ = __builtin_ctzl((unsigned long)k);", ONE),
            ("clz.longlong", "sink$ = __builtin_clzll((unsigned long long)k);", ONE), ("ctz.longlong", "sink$ = __builtin_ctzll((unsigned long long)k);", ONE), ("clz.member", "struct { unsigned n; } s = {(unsigned)k}; sink$ = __builtin_clz(s.n);", ONE),
            ("sum.wraps", "char *p = bytes$; size_t n = k ? (size_t)0 - 1 - (size_t)p : 3; p = p + n + k; sink$ = p != 0;", CHOICE), ("sum.null", "char *p = k ? 0 : bytes$; p = p + 4; sink$ = p != 0;", CHOICE), ("sum.nullinc", "int *p = k ? 0 : (int *)bytes$; p++; sink$ = p != 0;", CHOICE),
            ("sum.nullindex", "int *p = k ? 0 : (int *)bytes$; int *q = &p[2]; sink$ = q != 0;", CHOICE), ("sum.nulladd", "int *p = k ? 0 : (int *)bytes$; p += 2; sink$ = p != 0;", CHOICE),
            ("call.null", "int (*f)(void) = k ? 0 : callee$; sink$ = f();", CHOICE), ("call.nullmember", "struct { int (*f)(void); } s = {k ? 0 : callee$}; sink$ = s.f();", CHOICE), ("call.nullarray", "int (*f[2])(void) = {callee$, k ? 0 : callee$}; sink$ = f[1]();", CHOICE),
            ("call.type", "int (*f)(void) = k ? (int (*)(void))two$ : callee$; sink$ = f();", CHOICE), ("call.data", "int (*f)(void) = k ? (int (*)(void))(void *)bytes$ : callee$; sink$ = f();", CHOICE), ("call.behind", "static int (*f[2])(void) = {callee$, callee$}; int (**p)(void) = f; sink$ = p[1 + k]();", CHOICE),
            ("call.inside", "int (*f)(void) = (int (*)(void))((char *)callee$ + k); sink$ = f();", CHOICE), ("goto.null", "void *l = k ? 0 : &&here; goto *l; here: sink$ = 1;", CHOICE), ("goto.behind", "static void *l[2] = {&&one, &&two}; void **p = l; goto *p[1 + k]; one: sink$ = 1; two: sink$ = 2;", CHOICE),
            ("assume.aligned", "char *p = __builtin_assume_aligned(bytes$ + k, 4); sink$ = *p;", CHOICE), ("assume.false", "__builtin_assume(k == 0); sink$ = k;", CHOICE),
            ("constant.global", "int *p = k ? (int *)&fixed$ : &alive$; *p = 4;", CHOICE), ("constant.literal", "char b[4] = \"abc\", *p = k ? \"abc\" : b; p[0] = 'x';", CHOICE), ("constant.local", "const int c = 3; int *p = k ? (int *)&c : &alive$; *p = 4;", CHOICE), ("constant.static", "static const int c[2] = {3, 1}; int *p = k ? (int *)c : &alive$; p[0]++;", CHOICE),
            ("constant.member", "static const struct { int a; } c = {3}; int *p = k ? (int *)&c.a : &alive$; *p += 1;", CHOICE), ("constant.literalindex", "char *p = \"abc\"; if (k) p[1] = 'x'; sink$ = p[0];", CHOICE), ("constant.memcpy", "char b[4], *p = k ? \"abc\" : b; memcpy(p, \"xyz\", 3);", CHOICE),
            ("constant.compound", "const int *c = (const int[]){1, 2}; int *p = k ? (int *)c : &alive$; *p = 3;", CHOICE), ("constant.function", "char *p = k ? (char *)callee$ : bytes$; *p = 1;", CHOICE),
            ("longjmp.returned", "leaves$(); if (k) longjmp(jump$, 1);", CHOICE), ("longjmp.freed", "jmp_buf *b = malloc(sizeof *b); if (setjmp(*b)) return 0; free(b); if (k) longjmp(*b, 1);", CHOICE), ("setjmp.short", "void *b = malloc(k ? 8 : sizeof(jmp_buf)); if (setjmp(*(jmp_buf *)b)) return 0; free(b);", CHOICE),
            ("vararg.parameter", "int a[3] = {0}; sink$ = sized$(3, k ? 0 : a);", CHOICE), ("vla.parameter", "int a[3] = {0}; sink$ = sized$(3 - 9 * k, a);", CHOICE),
            ("compare.objects", "int a, b; int *p = k ? &b : &a; sink$ = p < &a;", CHOICE), ("subtract.objects", "int a[2], b[2]; int *p = k ? b : a; sink$ = (int)(p - a);", CHOICE), ("subtract.freed", "char *p = malloc(4), *q = p + 2; free(p); if (k) sink$ = (int)(q - p);", CHOICE),
            ("pointer.leaves", "int a[4]; int *p = a + 4 + k; sink$ = p != 0;", CHOICE), ("pointer.before", "int a[4]; int *p = a - k; sink$ = p != 0;", CHOICE),
            ("stream.closed", "FILE *f = fopen(\"/dev/null\", \"w\"); if (!f) return 0; if (k) { fclose(f); fputc('a', f); } else fclose(f);", CHOICE), ("stream.twice", "FILE *f = fopen(\"/dev/null\", \"w\"); if (!f) return 0; fclose(f); if (k) fclose(f);", CHOICE),
            ("stream.null", "FILE *f = k ? 0 : stdout; fputc('a', f);", CHOICE), ("format.string", "char *s = k ? (char *)1 : \"a\"; printf(\"%s\\n\", s);", CHOICE), ("fgets.short", "char b[4]; sink$ = fgets(b, k ? 4000 : 4, stdin) != 0;", dict(bad=None, good=(0, 0))),
            ("loop.scope", "int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (!p) p = &x; else if (k) sink$ = *p; }", CHOICE), ("literal.scope", "int *p; { p = (int[]){1, 2}; } if (k) sink$ = p[1];", CHOICE), ("parameter.returned", "int *p = address$(k); if (k) sink$ = *p;", CHOICE),
            ("temporary.returned", "int *p = made$(k).a; sink$ = k ? *p : 1;", CHOICE), ("switch.scope", "int *p = &alive$; switch (k) { case 1: { int x = 1; p = &x; } default: sink$ = *p; }", CHOICE), ("goto.scope", "int n = 0, *p = &alive$; again: { int x = 3; if (n++ == 0 && k) { p = &x; goto again; } } sink$ = *p;", CHOICE),
            ("alloca.returned", "char *p = room$(k); sink$ = k ? *p : 1;", CHOICE), ("static.returned", "int *p = kept$(); *p = k; sink$ = *p;", dict(bad=None, good=(0, 1))),
            ("variadic.missing", "sink$ = sum$(2 + k, 1, 2);", CHOICE), ("struct.partial", "struct P$ *p = malloc(k ? sizeof(int) : sizeof *p); p->n = 1; struct P$ q; q.p = 0; *p = q; sink$ = p->n; free(p);", CHOICE),
            ("shadow.comparison", "int *p, *q; { int x; p = &x; q = &x; } if (k && p == q) sink$ = *p;", CHOICE), ("overlap.assignment", "union { struct { int a, b; } s; struct { int c; struct { int a, b; } s; } t; } u = {{1, 2}}; sink$ = u.s.a + k;", dict(bad=None, good=(0, 1))),
            ("index.negativeconstant", "int a[4] = {0}; sink$ = a[k - 1];", dict(bad=(0, 1), value=0, good=(1, 1))), ("comma.value", "int i = k; i = (i++, i); sink$ = i;", dict(bad=None, good=(0, 1)))):
        way, violation = name.split(".")
        more = ("static int *address$(int n) { int *volatile r = &n; return r; }\nstruct M$ { int a[3]; };\nstatic struct M$ made$(int k) { struct M$ m = {{k, k, k}}; return m; }\n"
                "static char *room$(int k) { char *volatile p = __builtin_alloca(4); p[0] = (char)k; return p; }\nstatic int *kept$(void) { static int x; return &x; }\n"
                "static int sum$(int n, ...) { va_list a; va_start(a, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(a, int) & 1; va_end(a); return s; }\n")
        yield Form(f"{way}.{violation}", "undefined", code, decls + more, **k)


def all_library():
    for part in (calls, callbacks, heap, undefined):
        yield from part()
