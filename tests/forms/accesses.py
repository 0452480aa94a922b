"""Ways to access an object, and places where an object may not be accessed: the cross product of both."""
from case import Form


class Type:
    """An object type: its spelling, what has to be declared for it, a value, and how an int is made of an lvalue."""

    def __init__(self, name, spelling, value="1", number="(int)({0})", decls="", align=True, bits=(32, 64), kind="integer"):
        self.name, self.spelling, self.value, self.number, self.decls = name, spelling, value, number, decls
        self.align, self.bits, self.kind = align, bits, kind


STRUCT = "struct S$ { int a; short b; char c[6]; };"
BIG = "struct B$ { int a; char c[68]; long long d; };"
TYPES = [
    Type("char", "char", align=False),
    Type("short", "short"),
    Type("int", "int"),
    Type("unsigned", "unsigned"),
    Type("long", "long"),
    Type("longlong", "long long"),
    Type("int128", "__int128", bits=(64,)),
    Type("bool", "_Bool", align=False, kind="bool"),
    Type("enum", "enum E$", "one$", decls="enum E$ { zero$, one$, two$, three$ };", kind="enum"),
    Type("bitint37", "_BitInt(37)", "(_BitInt(37))1"),
    Type("bitint100", "_BitInt(100)", "(_BitInt(100))1", bits=(64,)),
    Type("float", "float", "1.5f", kind="float"),
    Type("double", "double", "1.5", kind="float"),
    Type("longdouble", "long double", "1.5L", kind="float"),
    Type("pointer", "int *", "&target$", "(({0}) != 0)", "static int target$;", kind="pointer"),
    Type("function", "F$", "callee$", "(({0}) == callee$)", "typedef int (*F$)(void);\nstatic int callee$(void) { return 1; }", kind="other"),
    Type("complexfloat", "_Complex float", "1.5f", "(int)__real__({0}) + (int)__imag__({0})", kind="complex"),
    Type("complexdouble", "_Complex double", "1.5", "(int)__imag__({0})", kind="complex"),
    Type("complexint", "_Complex int", "3", "__imag__({0})", kind="complex"),
    Type("struct", "struct S$", "(struct S$){1, 2, {3}}", "({0}).b", STRUCT, kind="struct"),
    Type("bigstruct", "struct B$", "(struct B$){1}", "({0}).c[5]", BIG, kind="struct"),
    Type("floatstruct", "struct S$", "(struct S$){1, 2, 3}", "(int)({0}).y", "struct S$ { float x, y, z; };", kind="struct"),
    Type("longdoublestruct", "struct S$", "(struct S$){1, 2}", "(int)({0}).n", "struct S$ { long double x; int n; };", kind="struct"),
    Type("pairstruct", "struct S$", "(struct S$){1, 2}", "(int)({0}).d", "struct S$ { long n; double d; };", kind="struct"),
    Type("packedstruct", "struct S$", "(struct S$){1, 2}", "({0}).n", "struct __attribute__((packed)) S$ { char c; int n; };", align=False, kind="struct"),
    Type("arraystruct", "struct S$", "(struct S$){{1, 2, 3}}", "({0}).a[2]", "struct S$ { int a[3]; };", kind="struct"),
    Type("union", "union U$", "(union U$){1}", "({0}).n", "union U$ { int n; char c[7]; double d; };", kind="struct"),
    Type("vector", "V$", "(V$){1, 2, 3, 4}", "({0})[1]", "typedef int V$ __attribute__((vector_size(16)));", kind="vector"),
    Type("floatvector", "V$", "(V$){1, 2, 3, 4}", "(int)({0})[1]", "typedef float V$ __attribute__((vector_size(16)));", kind="vector"),
    Type("charvector", "V$", "(V$){1, 2, 3}", "({0})[1]", "typedef char V$ __attribute__((vector_size(8)));", kind="vector"),
    Type("atomicint", "_Atomic int", kind="atomic"),
    Type("atomiclonglong", "_Atomic long long", kind="atomic"),
    Type("atomicbool", "_Atomic _Bool", align=False, kind="atomicbool"),
    Type("atomicfloat", "_Atomic float", "1.5f", kind="atomicfloat"),
    Type("atomicpointer", "A$", "&target$", "(({0}) != 0)", "typedef int *_Atomic A$;\nstatic int target$;", kind="other"),
    Type("volatileint", "volatile int", kind="volatile"),
    Type("volatilestruct", "volatile struct S$", "(struct S$){1, 2, {3}}", "({0}).b", STRUCT, kind="struct"),
]
BY_NAME = {each.name: each for each in TYPES}


# Accesses byte by byte: alignment is no matter.
BYTES = ("memcpy", "memset", "byte", "memmove", "mempcpy", "memcmp", "memchr", "bzero", "builtinmem", "qsort", "printf", "alignedread", "offsetof", "asm", "sscanf", "frexp")


class Way:
    """code(L) accesses the lvalue L once; reads, writes: what of the two it does."""

    def __init__(self, name, of, code, decls="", reads=True, writes=False):
        self.aligned = of.align and not name.startswith(BYTES)
        self.name, self.type, self.code, self.reads, self.writes = f"{of.name}.{name}", of, code, reads, writes
        self.decls = "static volatile int sink$;\n" + of.decls + "\n" + decls


def plain_of(of):
    """The type of a value of this type: without qualifiers."""
    spelling = of.spelling.replace("volatile ", "")
    return "int *" if of.name == "atomicpointer" else spelling.replace("_Atomic ", "")


def generic_ways(of):
    plain, number = plain_of(of), of.number.format
    yield Way("load", of, lambda L: f"sink$ = {number(L)};")
    yield Way("test", of, lambda L: f"if ({number(L)}) sink$ = 1;")
    if of.kind != "struct":
        yield Way("ignored", of, lambda L: f"{L};")
    yield Way("store", of, lambda L: f"{L} = {of.value};", reads=False, writes=True)
    yield Way("storestore", of, lambda L: f"{of.spelling} t; t = {L} = {of.value}; sink$ = {number('t')};", reads=False, writes=True)
    yield Way("copyfrom", of, lambda L: f"{plain} t; t = {L}; sink$ = {number('t')};")
    yield Way("initfrom", of, lambda L: f"{plain} t = {L}; sink$ = {number('t')};")
    yield Way("copyto", of, lambda L: f"{plain} t = {of.value}; {L} = t;", reads=False, writes=True)
    yield Way("copyself", of, lambda L: f"{L} = {L};", writes=True)
    yield Way("argument", of, lambda L: f"take$({L});", f"static void take$({plain} t) {{ sink$ = {number('t')}; }}")
    yield Way("variadic", of, lambda L: f"take$(1, {L});", "static void take$(int n, ...) { sink$ = n; }")
    yield Way("result", of, lambda L: f"{plain} t = give$(&{L}); sink$ = {number('t')};", f"static {plain} give$({of.spelling} *p) {{ return *p; }}")
    yield Way("resultto", of, lambda L: f"{L} = give$();", f"static {plain} give$(void) {{ {plain} t = {of.value}; return t; }}", False, True)
    yield Way("conditional", of, lambda L: f"{plain} o = {of.value}; {plain} t = k < 100000 ? {L} : o; sink$ = {number('t')};")
    yield Way("comma", of, lambda L: f"{plain} t = (sink$ = 1, {L}); sink$ = {number('t')};")
    value = "{plain} s = {0}; s" if of.name.startswith("atomic") else "{0}"  # clang gives the statement expression the atomic type
    yield Way("statement", of, lambda L: f"{plain} t = ({{ sink$ = 1; {value.format(L, plain=plain)}; }}); sink$ = {number('t')};")
    yield Way("inline", of, lambda L: f"set$(&{L});", f"static inline __attribute__((always_inline)) void set$({of.spelling} *p) {{ *p = {of.value}; }}",
              False, True)
    yield Way("memberof", of, lambda L: f"struct W$ w = {{1, {L}}}; sink$ = w.n;", f"struct W$ {{ int n; {plain} v; }};")
    yield Way("literal", of, lambda L: f"sink$ = (int)sizeof(({plain}[]){{{L}}}); {plain} *q = ({plain}[2]){{{L}, {L}}}; sink$ = {number('q[1]')};")
    yield Way("memcpyfrom", of, lambda L: f"{plain} t; memcpy(&t, (void *)&{L}, sizeof t); sink$ = {number('t')};")
    yield Way("memcpyto", of, lambda L: f"{plain} t = {of.value}; memcpy((void *)&{L}, &t, sizeof t);", reads=False, writes=True)
    yield Way("memset", of, lambda L: f"memset((void *)&{L}, 0, sizeof({of.spelling}));", reads=False, writes=True)
    yield Way("byte", of, lambda L: f"sink$ = ((char *)&{L})[sizeof({of.spelling}) - 1];")


ARITHMETIC = ("integer", "float", "enum", "atomic", "volatile", "bool", "atomicbool", "atomicfloat", "complex")


def compound_ways(of):
    if of.kind == "vector":
        yield Way("add", of, lambda L: f"{L} += {of.value};", writes=True)
        yield Way("element", of, lambda L: f"({L})[2] = 7;", reads=False, writes=True)
        yield Way("elementadd", of, lambda L: f"({L})[k & 1] += 7;", writes=True)
        yield Way("compare", of, lambda L: f"sink$ = ({L} == {of.value})[0];")
        yield Way("negate", of, lambda L: f"sink$ = (int)(-{L})[0];")
    if of.kind == "pointer":
        yield Way("addnothing", of, lambda L: f"{L} = &target$; {L} += 0;", reads=False, writes=True) # null + 0 is undefined
        yield Way("setinc", of, lambda L: f"{L} = &target$; {L}++;", reads=False, writes=True)
        yield Way("setdec", of, lambda L: f"{L} = &target$ + 1; sink$ = *--{L};", reads=False, writes=True)
    if of.kind not in ARITHMETIC:
        return
    yield Way("add", of, lambda L: f"{L} += 1;", writes=True)
    yield Way("preinc", of, lambda L: f"++{L};", writes=True)
    yield Way("postinc", of, lambda L: f"{L}++;", writes=True)
    if of.kind not in ("bool", "atomicbool"):
        yield Way("predec", of, lambda L: f"--{L};", writes=True)
        yield Way("postdec", of, lambda L: f"{plain_of(of)} t = {L}--; sink$ = {of.number.format('t')};", writes=True)
        yield Way("subtract", of, lambda L: f"{L} -= 1;", writes=True)
    if of.kind in ("integer", "float", "enum", "volatile", "complex") and of.name in ("int", "double", "bitint37", "complexfloat", "complexint", "longdouble"):
        yield Way("multiply", of, lambda L: f"{L} *= 3;", writes=True)
        yield Way("divide", of, lambda L: f"{L} /= 3;", writes=True)
        yield Way("minus", of, lambda L: f"{plain_of(of)} t = -{L}; sink$ = {of.number.format('t')};")
    if of.name in ("int", "bitint37", "atomicint", "volatileint", "longlong"):
        for name, operator in (("rem", "%"), ("and", "&"), ("or", "|"), ("xor", "^"), ("shl", "<<"), ("shr", ">>")):
            yield Way(name, of, lambda L, o=operator: f"{L} {o}= 3;", writes=True)


def integer_ways():
    """Contexts in which an int is read or written, and built-ins and library functions that access one."""
    of = BY_NAME["int"]
    reading = {
        "not": "sink$ = !{0};", "complement": "sink$ = ~{0};", "plus": "sink$ = +{0};", "logicaland": "sink$ = {0} && sink$;", "logicalor": "sink$ = {0} || sink$;",
        "rightof": "sink$ = k < 100000 && {0};", "elvis": "sink$ = {0} ?: 3;", "choose": "sink$ = __builtin_choose_expr(1, {0}, 0);",
        "generic": "sink$ = _Generic(0, int: {0}, default: 0);", "switch": "switch ({0}) {{ case 5: sink$ = 1; break; default: sink$ = 2; }}",
        "range": "switch ({0}) {{ case 5 ... 9: sink$ = 1; break; default: sink$ = 2; }}",
        "while": "while ({0}) {{ sink$ = 1; break; }}", "dowhile": "do sink$ = 1; while ({0} == 9);", "for": "for (int i = {0}; i < 1; i++) sink$ = i;",
        "widen": "long long t = {0}; sink$ = (int)t;", "narrow": "char t = (char){0}; sink$ = t;", "tofloat": "double t = {0}; sink$ = (int)t;",
        "tobool": "_Bool t = {0}; sink$ = t;", "tocomplex": "_Complex double t = {0}; sink$ = (int)__real__ t;", "paren": "sink$ = ({0});",
        "address": "sink$ = *&{0};", "index": "int b[64] = {{0}}; sink$ = b[{0} & 3];", "reversed": "int b[64] = {{0}}; sink$ = ({0} & 3)[b];",
        "vlasize": "int b[({0} & 3) + 1]; sink$ = (int)sizeof b;", "expect": "if (__builtin_expect({0}, 1)) sink$ = 1;",
        "memcmp": "int t = 0; sink$ = memcmp(&t, &{0}, sizeof t);", "memchr": "sink$ = memchr(&{0}, 9, sizeof(int)) != 0;",
        "printf": "sink$ = printf(\"%d\\n\", {0});", "snprintf": "char t[40]; sink$ = snprintf(t, sizeof t, \"%d\", {0});",
        "atomicload": "sink$ = __atomic_load_n(&{0}, __ATOMIC_SEQ_CST);", "atomicloadto": "int t; __atomic_load(&{0}, &t, __ATOMIC_ACQUIRE); sink$ = t;",
        "qsortread": "int b[2] = {{2, 1}}; context$ = &{0}; qsort(b, 2, sizeof *b, order$); sink$ = b[0];",
        "callback": "sink$ = call$(read$, &{0});", "pointerto": "int *q = &{0}; int **qq = &q; sink$ = **qq;",
        "vararg": "sink$ = vararg$(1, &{0});", "structpointer": "struct Held$ h = {{&{0}}}; sink$ = *h.p;", "generator": "sink$ = (int){{{0}}};",
        "recursive": "sink$ = recurse$(3, &{0});", "typeof": "__typeof__({0}) t = {0}; sink$ = t;", "asm": "int t; __asm__(\"\" : \"=r\"(t) : \"0\"({0})); sink$ = t;",
        "computedgoto": "static void *l[] = {{&&one, &&two}}; goto *l[{0} & 1]; one: sink$ = 1; two: sink$ = 2;",
        "overflowbuiltin": "int t; sink$ = __builtin_add_overflow({0}, 1, &t); sink$ = t;", "popcount": "sink$ = __builtin_popcount((unsigned){0});",
        "alignedread": "int t; memcpy(&t, __builtin_assume_aligned(&{0}, 1), sizeof t); sink$ = t;",
    }
    writing = {
        "atomicstore": "__atomic_store_n(&{0}, 1, __ATOMIC_SEQ_CST);", "atomicstorefrom": "int t = 1; __atomic_store(&{0}, &t, __ATOMIC_RELEASE);",
        "memmove": "int t = 3; memmove(&{0}, &t, sizeof t);", "sscanf": "sscanf(\"12\", \"%d\", &{0});", "callbackwrite": "call$(write$, &{0});",
        "mempcpy": "int t = 3; mempcpy(&{0}, &t, sizeof t);", "builtinoverflow": "sink$ = __builtin_mul_overflow(k, 2, &{0});", "bzero": "bzero(&{0}, sizeof(int));",
        "chain": "int t; t = {0} = 3; sink$ = t;", "builtinmemcpy": "int t = 3; __builtin_memcpy(&{0}, &t, sizeof t);", "frexp": "sink$ = (int)frexp(3.5, &{0});",
        "builtinmemset": "__builtin_memset(&{0}, 1, sizeof(int));", "outer": "void *v = &{0}; *(int *)v = 4;", "setenum": "*(enum {{ a$, b$ }} *)&{0} = b$;",
        "asmoutput": "__asm__(\"\" : \"=m\"({0}));", "swap": "int t = 1; swap$(&t, &{0});",
    }
    both = {
        "fetchadd": "sink$ = __atomic_fetch_add(&{0}, 1, __ATOMIC_SEQ_CST);", "addfetch": "sink$ = __atomic_add_fetch(&{0}, 1, __ATOMIC_RELAXED);",
        "fetchsub": "sink$ = __atomic_fetch_sub(&{0}, 1, __ATOMIC_SEQ_CST);", "fetchand": "sink$ = __atomic_fetch_and(&{0}, 1, __ATOMIC_SEQ_CST);",
        "fetchor": "sink$ = __atomic_fetch_or(&{0}, 1, __ATOMIC_SEQ_CST);", "fetchxor": "sink$ = __atomic_xor_fetch(&{0}, 1, __ATOMIC_SEQ_CST);",
        "fetchnand": "sink$ = __atomic_fetch_nand(&{0}, 1, __ATOMIC_SEQ_CST);", "exchange": "sink$ = __atomic_exchange_n(&{0}, 1, __ATOMIC_SEQ_CST);",
        "compareexchange": "int t = 0; sink$ = __atomic_compare_exchange_n(&{0}, &t, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);",
        "expected": "int t = 3; sink$ = __atomic_compare_exchange_n(&t, &{0}, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);",
        "syncadd": "sink$ = __sync_fetch_and_add(&{0}, 1);", "syncsub": "sink$ = __sync_sub_and_fetch(&{0}, 1);",
        "syncbool": "sink$ = __sync_bool_compare_and_swap(&{0}, 0, 1);", "syncval": "sink$ = __sync_val_compare_and_swap(&{0}, 0, 1);",
        "synclock": "sink$ = __sync_lock_test_and_set(&{0}, 1);", "syncnand": "sink$ = __sync_fetch_and_nand(&{0}, 1);",
        "preincvalue": "sink$ = ++{0} + 1;", "indexinc": "int b[64] = {{0}}; sink$ = b[{0}++ & 3];", "floatadd": "{0} += 1.5;", "wideadd": "{0} += 1LL;",
        "qsort": "qsort(&{0}, 1, sizeof(int), order$); int t[2]; t[0] = {0}; {0} = t[0];", "asmboth": "__asm__(\"\" : \"+r\"({0}));",
    }
    decls = ("static int *context$;\nstruct Held$ { int *p; };\n"
             "static int order$(const void *a, const void *b) { int c = context$ ? *context$ : 0; return c + (*(const int *)a > *(const int *)b); }\n"
             "static int read$(int *p) { return *p; }\nstatic int write$(int *p) { return *p = 7; }\n"
             "static int call$(int (*f)(int *), int *p) { return f(p); }\n"
             "static int vararg$(int n, ...) { va_list a; va_start(a, n); int *p = va_arg(a, int *); va_end(a); return *p; }\n"
             "static int recurse$(int n, int *p) { return n ? recurse$(n - 1, p) : *p; }\n"
             "static void swap$(int *a, int *b) { int t = *a; *a = *b; *b = t; }\ndouble frexp(double, int *);\n")
    for name, code in reading.items():
        yield Way(name, of, code.format, decls)
    for name, code in writing.items():
        yield Way(name, of, code.format, decls, reads=False, writes=True)
    for name, code in both.items():
        yield Way(name, of, code.format, decls, writes=True)


def member_ways():
    """Members, bit-fields and nested arrays of what is accessed; atomics of <stdatomic.h>."""
    bits = Type("bitfield", "struct F$", "(struct F$){1}", "({0}).b", "struct F$ { unsigned a : 5; int b : 9; unsigned c : 18; _Bool d : 1; long long e : 40; };",
                kind="struct")
    for name, code, reads, writes in (
            ("fieldload", "sink$ = ({0}).b;", 1, 0), ("fieldtest", "if (({0}).d) sink$ = 1;", 1, 0), ("fieldstore", "({0}).b = 3;", 0, 1),
            ("fieldadd", "({0}).c += 3;", 1, 1), ("fieldinc", "({0}).b++;", 1, 1), ("fielddec", "--({0}).a;", 1, 1), ("fieldwide", "({0}).e = 3;", 0, 1),
            ("fieldwideload", "sink$ = (int)({0}).e;", 1, 0), ("fieldbool", "({0}).d = 1;", 0, 1), ("fieldor", "({0}).a |= 3;", 1, 1)):
        yield Way(name, bits, code.format, "", bool(reads), bool(writes))
    nested = Type("nested", "struct N$", "(struct N$){1}", "({0}).in[1].m[1][1]",
                  "struct N$ { int n; struct { short s; int m[2][2]; union { int i; float f; } u; } in[2]; struct { int x; }; };", kind="struct")
    for name, code, reads, writes in (
            ("deepload", "sink$ = ({0}).in[1].m[1][1];", 1, 0), ("deepstore", "({0}).in[1].m[1][0] = 3;", 0, 1), ("deepadd", "({0}).in[0].m[k & 1][1] += 3;", 1, 1),
            ("deepinc", "({0}).in[k & 1].s++;", 1, 1), ("unionload", "sink$ = ({0}).in[0].u.i;", 1, 0), ("unionpun", "({0}).in[0].u.f = 1; sink$ = ({0}).in[0].u.i;", 0, 1),
            ("anonymous", "({0}).x = 3;", 0, 1), ("arrow", "struct N$ *q = &{0}; sink$ = q->in->s;", 1, 0), ("decay", "int *q = ({0}).in[1].m[0]; q[1] = 3;", 0, 1),
            ("innercopy", "({0}).in[0] = ({0}).in[1];", 1, 1), ("offsetof", "sink$ = *(int *)((char *)&{0} + offsetof(struct N$, x));", 1, 0)):
        yield Way(name, nested, code.format, "", bool(reads), bool(writes))
    atomic = BY_NAME["atomicint"]
    for name, code, writes in (
            ("stdload", "sink$ = atomic_load(&{0});", 0), ("stdadd", "sink$ = atomic_fetch_add(&{0}, 1);", 1), ("stdexchange", "sink$ = atomic_exchange(&{0}, 1);", 1),
            ("stdstrong", "int t = 0; sink$ = atomic_compare_exchange_strong(&{0}, &t, 1);", 1),
            ("stdweak", "int t = 0; sink$ = atomic_compare_exchange_weak(&{0}, &t, 1);", 1)):
        yield Way(name, atomic, code.format, "", True, bool(writes))
    yield Way("stdstore", atomic, "atomic_store(&{0}, 1);".format, "", False, True)
    yield Way("stdinit", atomic, "atomic_init(&{0}, 1);".format, "", False, True)
    flag = Type("flag", "atomic_flag", "(atomic_flag){0}", "0 * sizeof({0})", align=False, kind="struct")
    yield Way("testandset", flag, "sink$ = atomic_flag_test_and_set(&{0});".format, "", True, True)
    yield Way("clear", flag, "atomic_flag_clear(&{0});".format, "", False, True)
    called = BY_NAME["function"]
    yield Way("call", called, "if ({0}) sink$ = ({0})();".format)
    floats = BY_NAME["double"]
    yield Way("modf", floats, "sink$ = (int)modf$(2.5, &{0});".format, "static double modf$(double x, double *p) { *p = x; return x; }", False, True)
    texts = BY_NAME["char"]
    for name, code, writes in (("strnlen", "sink$ = (int)strnlen(&{0}, 1);", 0), ("strncmp", "sink$ = strncmp(&{0}, \"b\", 1);", 0),
                               ("memchr", "sink$ = memchr(&{0}, 7, 1) != 0;", 0), ("strncpy", "strncpy(&{0}, \"b\", 1);", 1)):
        yield Way(name, texts, code.format, "", not writes, bool(writes))


def all_ways():
    for of in TYPES:
        yield from generic_ways(of)
        yield from compound_ways(of)
    yield from integer_ways()
    yield from member_ways()


class Place:
    """Where the accessed object lies: text before the access, the lvalue, text behind it. T stands for the object's type."""

    def __init__(self, name, before, lvalue, after="", decls="", bad=(0, 3), value=3, good=(0, 2), where=lambda way: True):
        self.name, self.before, self.lvalue, self.after, self.decls = name, before, lvalue, after, decls
        self.bad, self.value, self.good, self.where = bad, value, good, where


HEAP = "typedef T T$;\n"
COUNTED = dict(bad=(0, 3), value=3, good=(0, 2))
BEFORE = dict(bad=(-1, 2), value=-1, good=(0, 2))
FAR = dict(bad=(0, 5000), value=5000, good=(0, 2))
CHOICE = dict(bad=(0, 1), value=1, good=(0, 0))


def touches_all(way):
    """The last byte, too: a member alone need not lie there."""
    return way.type.kind != "struct" or way.name.split(".")[1] in ("store", "copyfrom", "initfrom", "copyto", "argument", "resultto", "memcpyfrom", "memcpyto", "memset", "byte")


def all_places():
    three, alive = "static T$ array$[3];", "static T$ alive$;"
    heap, release = "T$ *p = calloc(3, sizeof(T$)); T$ *at = p + k;", "free((void *)p);"
    stack = "T$ array[3]; memset((void *)array, 0, sizeof array);"
    yield Place("null", "T$ *p = k ? 0 : &alive$;", "(*p)", decls=alive, **CHOICE)
    yield Place("nullmember", "struct G$ *p = k ? 0 : &alive$;", "(p->v)", decls="struct G$ { int number; T$ v; }; static struct G$ alive$;", **CHOICE)
    yield Place("nullindex", "T$ *p = k ? 0 : array$;", "p[1]", decls=three, **CHOICE)
    yield Place("misaligned", "T$ *p = (T$ *)(bytes$ + k);", "(*p)", decls="static _Alignas(64) char bytes$[3 * sizeof(T$)];", where=lambda way: way.aligned, **CHOICE)
    yield Place("misalignedheap", "char *raw = calloc(2, sizeof(T$)); T$ *p = (T$ *)(raw + k);", "p[0]", "free(raw);", where=lambda way: way.aligned, **CHOICE)
    yield Place("misalignedmember", "struct G$ *p = (struct G$ *)(bytes$ + k);", "(p->v)", where=lambda way: way.aligned,
                decls="struct G$ { T$ u; T$ v; };\nstatic _Alignas(64) char bytes$[2 * sizeof(struct G$)];", **CHOICE)
    yield Place("globalend", "T$ *p = array$ + k;", "(*p)", decls=three, **COUNTED)
    yield Place("globalindex", "", "array$[k]", decls=three, **COUNTED)
    yield Place("globalsum", "", "(*(array$ + k))", decls=three, **COUNTED)
    yield Place("globalbefore", "T$ *p = array$ + 1; p--;", "p[k]", decls=three, **BEFORE)
    yield Place("globalfar", "T$ *p = array$ + k;", "(*p)", decls=three, **FAR)
    yield Place("heapend", heap, "(*at)", release, **COUNTED)
    yield Place("heapindex", heap, "p[k]", release, **COUNTED)
    yield Place("heapbefore", heap, "(*at)", release, **BEFORE)
    yield Place("heapshort", "T$ *p = calloc(1, sizeof(T$) - k);", "(*p)", release, where=touches_all, **CHOICE)
    yield Place("stackend", stack + " T$ *p = array + k;", "(*p)", **COUNTED)
    yield Place("stackindex", stack, "array[k]", **COUNTED)
    yield Place("stackbefore", stack + " T$ *p = array + k;", "p[0]", **BEFORE)
    yield Place("vlaend", "int number = 3 + (k > 90); T$ array[number]; memset((void *)array, 0, sizeof array);", "array[k]", **COUNTED)
    yield Place("allocaend", "T$ *p = __builtin_alloca(3 * sizeof(T$)); memset((void *)p, 0, 3 * sizeof(T$));", "p[k]", **COUNTED)
    yield Place("freed", "T$ *p = calloc(1, sizeof(T$)); if (k) free((void *)p);", "(*p)", "if (!k) free((void *)p);", **CHOICE)
    yield Place("reallocated", "T$ *p = calloc(1, sizeof(T$)), *old = p; p = realloc((void *)p, 40 * sizeof(T$)); if (k) p = old; else memset((void *)p, 0, sizeof *p);", "(*p)",
                "free((void *)p);", **CHOICE)
    yield Place("block", "T$ *p = &alive$; { T$ inner; memset((void *)&inner, 0, sizeof inner); if (k) p = &inner; }", "(*p)", decls=alive, **CHOICE)
    yield Place("returned", "T$ *p = &alive$, *gone = local$(); if (k) p = gone;", "(*p)",
                decls=alive + "\nstatic T$ *local$(void) { T$ inner; memset((void *)&inner, 0, sizeof inner); T$ *volatile r = &inner; return r; }", **CHOICE)
    yield Place("wild", "T$ *p; if (!k) p = &alive$;", "(*p)", decls=alive, **CHOICE)
    yield Place("trailing", "struct G$ whole; memset((void *)&whole, 0, sizeof whole);", "whole.a[k]", decls="struct G$ { int number; T$ a[3]; };", **COUNTED)
    yield Place("trailingpointer", "struct G$ *whole = calloc(1, sizeof *whole + 64);", "whole->a[k]", "free(whole);", decls="struct G$ { int number; T$ a[3]; };", **COUNTED)
    yield Place("inner", "", "pair$[0].a[k]", decls="static struct G$ { T$ a[3]; int number; } pair$[2];", **COUNTED)
    yield Place("nestedtrailing", "struct H$ *whole = calloc(2, sizeof *whole);", "whole->g.a[k]", "free(whole);", decls="struct H$ { int m; struct G$ { int number; T$ a[3]; } g; };", **COUNTED)
    yield Place("flexible", "struct G$ *whole = calloc(1, sizeof *whole + 3 * sizeof(T$));", "whole->a[k]", "free(whole);", decls="struct G$ { T$ number; T$ a[]; };", **COUNTED)
    yield Place("oneelement", "struct G$ *whole = calloc(1, sizeof *whole + 2 * sizeof(T$));", "whole->a[k]", "free(whole);", decls="struct G$ { T$ number; T$ a[1]; };", **COUNTED)
    yield Place("matrix", "", "matrix$[1][k]", decls="static T$ matrix$[3][3];", **COUNTED)
    yield Place("matrixfirst", "", "matrix$[k][0]", decls="static T$ matrix$[3][3];", **COUNTED)
    yield Place("rowpointer", "T$ (*row)[3] = matrix$ + k;", "(*row)[2]", decls="static T$ matrix$[3][3];", **COUNTED)
    yield Place("unionarray", "", "joint$.a[k]", decls="static union J$ { T$ a[3]; char c[200 + sizeof(T$)]; } joint$;", **COUNTED)
    yield Place("literal", "T$ *p = (T$[3]){0};", "p[k]", **COUNTED)
    yield Place("staticlocal", "static T$ array[3];", "array[k]", **COUNTED)
    yield Place("threadlocal", "", "array$[k]", decls="static _Thread_local T$ array$[3];", **COUNTED)
    yield Place("parameter", stack + " T$ *p = pass$(array, k);", "(*p)", decls="static T$ *pass$(T$ a[3], int k) { return a + k; }", **COUNTED)
    yield Place("unsignedindex", "T$ *p = array$; unsigned char index = (unsigned char)k;", "p[index]", decls="static T$ array$[4];", **BEFORE)
    yield Place("throughinteger", "uintptr_t number = (uintptr_t)array$ + (unsigned)k * sizeof(T$); T$ *p = (T$ *)number;", "(*p)", decls=three, **COUNTED)
    yield Place("throughmemory", "T$ *held[2] = {array$, array$ + k}; T$ **hold = held;", "(*hold[1])", decls=three, **COUNTED)
    yield Place("wrapped", "struct G$ held = make$(k);", "(*held.p)", decls=three + "\nstruct G$ { int number; T$ *p; };\n"
                "static struct G$ make$(int k) { struct G$ held = {1, array$ + k}; return held; }", **COUNTED)
    yield Place("constant", "T$ *p = k ? (T$ *)&fixed$ : &alive$;", "(*p)", decls=alive + "\nstatic const T$ fixed$;", where=lambda way: way.writes, **CHOICE)
    yield Place("loopend", stack + " T$ *p = array; for (int index = 0; index < k; index++) p++;", "(*p)", **COUNTED)
    yield Place("uninitialised", "T$ one; if (!k) memset((void *)&one, 0, sizeof one);", "one", where=lambda way: way.reads and way.name.endswith("test"), **CHOICE)
    yield Place("uninitialisedheap", "T$ *p = malloc(sizeof *p); if (!k) memset((void *)p, 0, sizeof *p);", "(*p)", "free((void *)p);",
                where=lambda way: way.reads and way.name.endswith("test"), **CHOICE)


def all_accesses():
    places = list(all_places())
    for way in all_ways():
        for place in places:
            if place.where(way):
                body = "\n".join(line for line in (place.before, way.code(place.lvalue), place.after) if line)
                decls = f"{way.type.decls}\ntypedef {way.type.spelling} T$;\n{place.decls}\n{way.decls.replace(way.type.decls, '', 1)}"
                yield Form(way.name, place.name, body, decls, place.bad, place.value, place.good, way.type.bits)
