"""Operators on integers, conversions from floats and values that a type does not have."""
from case import Form

# name, spelling, greatest value, width, data models
INTEGERS = [
    ("int", "int", "INT_MAX", 32, (32, 64)), ("long", "long", "LONG_MAX", "(int)(8 * sizeof(long))", (32, 64)), ("longlong", "long long", "LLONG_MAX", 64, (32, 64)),
    ("int128", "__int128", "(__int128)(~(unsigned __int128)0 >> 1)", 128, (64,)),
    ("bitint37", "_BitInt(37)", "(_BitInt(37))68719476735", 37, (32, 64)),
    ("bitint100", "_BitInt(100)", "(_BitInt(100))(~(unsigned _BitInt(100))0 >> 1)", 100, (64,)),
]
# violation, first value of x (M the greatest, W the width), operation on x as (binary operator, right operand) or an expression, the form of k
ONE = dict(bad=(0, 2), value=0, good=(1, 2))
BINARY = [
    ("sum", "M - k", "+", "1", ONE), ("sumvariable", "M - k", "+", "one", ONE), ("sumlow", "-M - 1 + k", "+", "-one", ONE), ("difference", "-M - 1 + k", "-", "1", ONE),
    ("product", "M / 2 + 1 - k", "*", "2", ONE), ("productvariable", "M / 2 + 1 - k", "*", "(one + 1)", ONE), ("productlow", "-M - 1 + k", "*", "-one", ONE),
    ("quotient", "-M - 1 + k", "/", "-one", ONE), ("remainder", "-M - 1 + k", "%", "-one", ONE), ("quotientconstant", "-M - 1 + k", "/", "-1", ONE),
    ("byzero", "17", "/", "k", ONE), ("remainderzero", "17", "%", "k", ONE),
    ("shlvalue", "M / 2 + 1 - k", "<<", "1", ONE), ("shlnegative", "k - 1", "<<", "1", ONE), ("shlcount", "1", "<<", "k", dict(bad=(-1, 2), value=-1, good=(0, 2))),
    ("shlwide", "0", "<<", "(W - k)", ONE), ("shrcount", "5", ">>", "k", dict(bad=(-1, 2), value=-1, good=(0, 2))), ("shrwide", "5", ">>", "(W - k)", ONE),
]
UNARY = [("negation", "-M - 1 + k", "-{0}"), ("preinc", "M - k", "++{0}"), ("postinc", "M - k", "{0}++"), ("predec", "-M - 1 + k", "--{0}"), ("postdec", "-M - 1 + k", "{0}--")]
# What holds x: declarations with T, its lvalue
HOLDERS = [
    ("local", "T x;", "x"), ("static", "static T x;", "x"), ("global", "", "global$"), ("threadlocal", "", "thread$"), ("element", "T a[3]; memset(a, 0, sizeof a);", "a[k & 1]"),
    ("member", "struct G$ s;", "s.v"), ("arrow", "struct G$ o, *s = &o;", "s->v"), ("pointer", "T y, *p = &y;", "(*p)"), ("heap", "T *p = malloc(sizeof *p);", "(*p)"),
    ("union", "union U$ u;", "u.v"), ("volatile", "volatile T x;", "x"), ("atomic", "_Atomic T x;", "x"), ("vla", "T a[k + 3];", "a[0]"), ("register", "register T x;", "x"),
    ("literal", "T *p = &(T){0};", "(*p)"), ("matrix", "T a[2][2];", "a[1][1]"),
]
HOLDER_DECLS = "static T global$;\nstatic _Thread_local T thread$;\nstruct G$ { char c; T v; };\nunion U$ { T v; char c[3]; };\nstatic volatile int sink$;\nstatic volatile int one$ = 1;\n"
CONTEXTS = {
    "argument": "take$(E);", "result": "sink$ = give$(k);", "condition": "if (E) sink$ = 1;", "while": "while (E) { sink$ = 1; break; }", "switch": "switch (E) { case 1: sink$ = 1; }",
    "arm": "sink$ = k < 9 ? E : 1;", "logical": "sink$ = k < 9 && E;", "comma": "sink$ = (sink$ = 2, E);", "statement": "sink$ = ({ int t = E; t; });", "index": "int b[9] = {0}; sink$ = b[(E) & 3];",
    "widened": "long long t = E; sink$ = (int)t;", "narrowed": "char t = (char)(E); sink$ = t;", "tofloat": "double t = E; sink$ = t > 1;", "initialiser": "int t[2] = {E, 1}; sink$ = t[0];",
    "literal": "sink$ = (struct P$){E, 1}.a;", "ignored": "E;", "voided": "(void)(E);", "inline": "sink$ = inlined$(k);", "pointer": "int (*f)(int) = give$; sink$ = f(k);", "loop": "for (int i = 0; i < 2; i++) sink$ = E;",
    "variadic": "sink$ = printf(\"%d\\n\", E);", "compare": "sink$ = (E) > 3;", "tobool": "_Bool t = E; sink$ = t;", "generic": "sink$ = _Generic(1, int: E);", "elvis": "sink$ = (E) ?: 2;",
    "vlasize": "char t[(((E) & 3) + 1)]; sink$ = (int)sizeof t;", "return": "return (E) & 0;", "nested": "sink$ = ((E) & 7) + 1;", "callback": "int b[2] = {2, 1}; given$ = k; qsort(b, 2, sizeof *b, order$);",
}


def on(of, violation, decls, before, code, k, bits, way):
    spelling = of[1]
    text = "\n".join(part for part in ("int one = one$; (void)one;", before, code) if part)
    decls = f"typedef {spelling} T$;\n" + decls
    return Form(way, violation, text.replace("W", str(of[3])), decls.replace(" T ", " T$ "), bits=bits, **k)


def at(start, of):
    return f"(T$)({start.replace('M', of[2])})"


def operators():
    decls = HOLDER_DECLS.replace("T ", "T$ ").replace("(T", "(T$")
    for of in INTEGERS:
        for holder, declare, lvalue in HOLDERS:
            if of[0] != "int" and holder not in ("local", "element", "arrow", "atomic", "global"):
                continue
            if of[0].startswith("bitint") and holder == "atomic" or of[0] == "int128" and holder == "atomic":
                continue
            declare = declare.replace("T ", "T$ ").replace("T{", "T${").replace("(T)", "(T$)")
            before, after = f"{declare} {lvalue} = ", "free(p);" if holder == "heap" else ""
            for violation, start, operator, right, k in BINARY:
                set_x = f"{before}{at(start, of)};"
                yield on(of, violation, decls, set_x, f"sink$ = (int)({lvalue} {operator} {right}); {after}", k, of[4], f"{of[0]}.{holder}")
                yield on(of, violation, decls, set_x, f"{lvalue} {operator}= {right}; sink$ = (int){lvalue}; {after}", k, of[4], f"{of[0]}.{holder}=")
            for violation, start, expression in UNARY:
                yield on(of, violation, decls, f"{before}{at(start, of)};", f"sink$ = (int)({expression.format(lvalue)}); {after}", ONE, of[4], f"{of[0]}.{holder}")
        yield on(of, "productself", decls, f"T$ x = {at('M', of)}; if (k) x = 3;", "sink$ = (int)(x * x);", ONE, of[4], f"{of[0]}.local")


def contexts():
    of = INTEGERS[0]
    for name, code in CONTEXTS.items():
        for violation, start, operator, right, k in BINARY:
            if violation in ("sumvariable", "quotient", "byzero", "remainderzero", "shlcount", "shlvalue", "shrwide", "product"):
                expression = f"(({start}) {operator} {right})".replace("M", "INT_MAX").replace("one", "one$")
                decls = ("static volatile int sink$, one$ = 1;\nstatic int given$;\nstruct P$ { int a, b; };\nstatic void take$(int t) { sink$ = t; }\n"
                         f"static int give$(int k) {{ return {expression}; }}\nstatic inline __attribute__((always_inline)) int inlined$(int k) {{ int t = {expression}; return t; }}\n"
                         f"static int order$(const void *a, const void *b) {{ int k = given$; (void)a; (void)b; return {expression}; }}\n")
                yield Form(f"context.{name}", violation, code.replace("E", expression).replace("W", "32"), decls.replace("W", "32"), **k)


def narrow_and_unsigned():
    """Nothing overflows here but what promotion makes an int; division and shift counts are undefined in every type."""
    for name, spelling, most in (("char", "signed char", "SCHAR_MAX"), ("short", "short", "SHRT_MAX"), ("unsigned", "unsigned", "UINT_MAX"), ("unsignedlong", "unsigned long", "ULONG_MAX"),
                                 ("unsignedchar", "unsigned char", "UCHAR_MAX"), ("bool", "_Bool", "1"), ("unsignedbitint", "unsigned _BitInt(19)", "(unsigned _BitInt(19))-1")):
        decls = "static volatile int sink$;\n"
        for way, code in (("preinc", "++x"), ("postinc", "x++"), ("add", "x += 1"), ("sum", "x + 1"), ("multiply", "x *= 3"), ("minus", "-x")):
            yield Form(f"{name}.{way}", "wraps", f"{spelling} x = {most}; {spelling} y = x; y = {code}; sink$ = (int)y + k;", decls, bad=None, good=(0, 1))
        for way, code in (("quotient", "x / y"), ("remainder", "x % y"), ("quotient=", "x /= y"), ("remainder=", "x %= y")):
            yield Form(f"{name}.{way}", "byzero", f"{spelling} x = 1, y = ({spelling})k; sink$ = (int)({code});", decls, bad=(0, 1), value=0, good=(1, 1))
        width = "32" if name in ("char", "short", "unsigned", "unsignedchar", "bool") else "19" if "bit" in name else "(int)(8 * sizeof(x))"
        for way, code in (("shl", "x << (W - k)"), ("shr", "x >> (W - k)"), ("shl=", "x <<= (W - k)"), ("shr=", "x >>= (W - k)")):
            yield Form(f"{name}.{way}", "count", f"{spelling} x = 0; sink$ = (int)({code});".replace("W", width), decls, bad=(0, 2), value=0, good=(1, 2))


def fields():
    decls = "static volatile int sink$;\nstruct F$ { int a : 31; int b : 32; unsigned c : 5; int d : 3; long long e : 64; int f : 32; };\n"
    for way, start, code in (("inc", "s.b = INT_MAX - k;", "s.b++"), ("dec", "s.b = INT_MIN + k;", "--s.b"), ("add", "s.b = INT_MAX - k;", "s.b += 1"), ("negate", "s.b = INT_MIN + k;", "-s.b"),
                             ("sum", "s.b = INT_MAX - k;", "s.b + 1"), ("wide", "s.e = LLONG_MAX - k;", "s.e += 1"), ("wideinc", "s.e = LLONG_MAX - k;", "s.e++")):
        yield Form(f"field.{way}", "overflow", f"struct F$ s; {start} sink$ = (int)({code});", decls, **ONE)
    for way, code in (("narrowinc", "s.d = 3; s.d++"), ("narrowadd", "s.a = 1073741823; s.a += 1"), ("unsignedinc", "s.c = 31; ++s.c"), ("unsigneddec", "s.c = 0; s.c--")):
        yield Form(f"field.{way}", "wraps", f"struct F$ s = {{k}}; {code}; sink$ = s.d + s.a;", decls, bad=None, good=(0, 1))
    for way, code in (("quotient", "7 / s.c"), ("remainder", "7 % s.d"), ("quotient=", "s.a /= s.c"), ("quotientfield", "s.b / s.c")):
        yield Form(f"field.{way}", "byzero", f"struct F$ s = {{7, 7}}; s.c = (unsigned)k; s.d = k; sink$ = (int)({code});", decls, **ONE)
    yield Form("field.shl", "count", "struct F$ s = {0}; s.c = (unsigned)(31 - k); sink$ = 1 << (s.c + 1);", decls, bad=(0, 3), value=0, good=(2, 3))


def complexes():
    decls = "static volatile int sink$;\n"
    for way, code, first in (("sum", "z + 1", "INT_MAX - k"), ("sumboth", "z + w", "INT_MAX - 1 - k"), ("difference", "z - 2", "INT_MIN + 1 + k"), ("product", "z * w", "INT_MAX / 2 + 1 - k"), ("negate", "-z", "INT_MIN + k"),
                             ("add", "z += 1", "INT_MAX - k"), ("inc", "++z", "INT_MAX - k"), ("postinc", "z++", "INT_MAX - k"), ("dec", "--z", "INT_MIN + k"), ("multiply", "z *= w", "INT_MAX / 2 + 1 - k")):
        yield Form(f"complexint.{way}", "overflow", f"_Complex int z, w; __real__ w = 2; __imag__ w = 0; __real__ z = {first}; __imag__ z = 0; z = {code}; sink$ = __real__ z;", decls, **ONE)
    for way, code, first in (("imagsum", "z + w", "INT_MAX - k"), ("imagadd", "z += w", "INT_MAX - k"), ("imagnegate", "-z", "INT_MIN + k"), ("conjugate", "~z", "INT_MIN + k")):
        yield Form(f"complexint.{way}", "overflow", f"_Complex int z, w; __real__ w = 0; __imag__ w = 1; __real__ z = 0; __imag__ z = {first}; z = {code}; sink$ = __imag__ z;", decls, **ONE)
    for way, code in (("quotient", "z / w"), ("quotient=", "z /= w"), ("quotientreal", "z / k"), ("partquotient", "__real__ z / __real__ w"), ("partremainder", "__imag__ z % __real__ w")):
        yield Form(f"complexint.{way}", "byzero", f"_Complex int z, w; __real__ w = k; __imag__ w = 0; __real__ z = 5; __imag__ z = 1; z = {code}; sink$ = __real__ z;", decls, **ONE)
    for way, code in (("quotient", "z / w"), ("product", "z * w"), ("sum", "z + w"), ("negate", "-z"), ("conjugate", "~z"), ("inc", "z + 1")):
        yield Form(f"complexdouble.{way}", "infinite", f"_Complex double z = 1e300, w = k; z = {code}; z = z * z; sink$ = __real__ z > 1;", decls, bad=None, good=(0, 1))


def vectors():
    decls = "static volatile int sink$;\ntypedef int V$ __attribute__((vector_size(16)));\ntypedef unsigned char B$ __attribute__((vector_size(8)));\n"
    for way, code in (("quotient", "x / y"), ("remainder", "x % y"), ("quotient=", "x /= y"), ("remainder=", "x %= y"), ("elementquotient", "x + 5 / y[2]"), ("scalar", "x / k")):
        yield Form(f"vector.{way}", "byzero", f"V$ x = {{9, 8, 7, 6}}, y = {{1, 1, k, 1}}; x = {code}; sink$ = x[2];", decls, **ONE)
    for way, code in (("quotient", "x / y"), ("remainder", "x % y"), ("quotient=", "x /= y")):
        yield Form(f"vector.{way}", "overflow", f"V$ x = {{1, 1, 1, INT_MIN + k}}, y = {{-1, -1, -1, -1}}; x = {code}; sink$ = x[3];", decls, **ONE)
    yield Form("bytevector.quotient", "byzero", "B$ x = {9, 8, 7, 6}, y = {1, 1, (unsigned char)k, 1, 1, 1, 1, 1}; x = x / y; sink$ = x[2];", decls, **ONE)
    for way, code in (("elementinc", "x[1]++"), ("elementsum", "x[1] = x[1] + 1"), ("elementadd", "x[1] += 1")):
        yield Form(f"vector.{way}", "overflow", f"V$ x = {{1, INT_MAX - k, 1, 1}}; {code}; sink$ = x[1];", decls, **ONE)
    yield Form("vector.element", "behind", "V$ x = {1, 2, 3, 4}; sink$ = x[k];", decls, bad=(0, 4), value=4, good=(0, 3))
    yield Form("vector.elementstore", "behind", "V$ x = {1, 2, 3, 4}; x[k] = 9; sink$ = x[1];", decls, bad=(0, 4), value=4, good=(0, 3))
    yield Form("vector.shuffle", "mask", "V$ x = {1, 2, 3, 4}; x = __builtin_shufflevector(x, x, 3, 2, 1, 0); sink$ = x[k];", decls, bad=None, good=(0, 3), only="clang")
    yield Form("vector.convert", "value", "V$ x = {1, 2, 3, k}; typedef float G __attribute__((vector_size(16))); G g = __builtin_convertvector(x, G); sink$ = g[3] > 0;", decls, bad=None, good=(0, 3))
    yield Form("vector.compare", "value", "V$ x = {1, 2, 3, k}; x = x > 1; x = ~x & 3; sink$ = x[3] + (x ? x : -x)[0];", decls, bad=None, good=(0, 3), only="clang")


FLOATS = [("float", "float", "3e38f"), ("double", "double", "1e300"), ("longdouble", "long double", "1e400L")]
TARGETS = [("char", "signed char"), ("short", "short"), ("int", "int"), ("long", "long"), ("longlong", "long long"), ("unsigned", "unsigned"), ("unsignedlonglong", "unsigned long long"),
           ("unsignedchar", "unsigned char"), ("bitint37", "_BitInt(37)")]
CONVERSIONS = {
    "cast": "T$ t = (T$)x; sink$ = (int)t;", "initialiser": "T$ t = x; sink$ = (int)t;", "assignment": "T$ t; t = x; sink$ = (int)t;", "argument": "take$(x);", "result": "sink$ = (int)give$(x);",
    "add": "T$ t = 0; t += x; sink$ = (int)t;", "multiply": "T$ t = 1; t *= x; sink$ = (int)t;", "member": "struct G$ s = {1, x}; sink$ = (int)s.v;", "element": "T$ t[2] = {x}; sink$ = (int)t[0];",
    "conditional": "T$ t = k < 9 ? (T$)x : 0; sink$ = (int)t;", "literal": "sink$ = (int)(T$){x};", "store": "T$ t, *p = &t; *p = x; sink$ = (int)t;", "ignored": "(void)(T$)x;", "real": "_Complex double z = x; T$ t = (T$)z; sink$ = (int)t;",
}


def conversions():
    for source, spelling, huge in FLOATS:
        for target, to in TARGETS:
            decls = (f"typedef {to} T$;\ntypedef {spelling} F$;\nstatic volatile int sink$;\nstruct G$ {{ int n; T$ v; }};\nstatic void take$(T$ t) {{ sink$ = (int)t; }}\n"
                     "static T$ give$(F$ x) { return x; }\n")
            for way, code in CONVERSIONS.items():
                if way == "real" and source == "longdouble":
                    continue
                yield Form(f"{source}.{way}", f"{target}huge", f"F$ x = k ? 3 : {huge}; {code}", decls, **ONE)
            yield Form(f"{source}.cast", f"{target}nan", f"F$ x = k ? 3 : __builtin_nan(\"\"); {CONVERSIONS['cast']}", decls, **ONE)
            yield Form(f"{source}.cast", f"{target}infinite", f"F$ x = k ? -0.5 : -__builtin_inf(); {CONVERSIONS['cast']}", decls, **ONE)
        decls = f"typedef {spelling} F$;\nstatic volatile int sink$;\n"
        yield Form(f"{source}.bool", "huge", f"F$ x = k ? 3 : {huge}; _Bool b = x; sink$ = b;", decls, bad=None, good=(0, 1))
        yield Form(f"{source}.float", "huge", f"F$ x = k ? 3 : {huge}; float f = (float)x; sink$ = f > 1;", decls, bad=None, good=(0, 1))
        yield Form(f"{source}.atomic", "huge", f"F$ x = k ? 3 : {huge}; _Atomic int t; t = x; sink$ = t;", decls, **ONE)
        yield Form(f"{source}.edge", "int", "F$ x = 2147483648.0 - 128 * k; int t = (int)x; sink$ = t;", decls, **ONE)
        for way, code in (("quotient", "1 / x"), ("product", "x * x"), ("sum", "x + x"), ("negate", "-x"), ("inc", "++x")):
            yield Form(f"{source}.{way}", "infinite", f"F$ x = k ? 0 : {huge}; x = {code}; sink$ = x > 1;", decls, bad=None, good=(0, 1))


def invalid_values():
    decls = ("static volatile int sink$;\nstruct G$ { char c; _Bool b; };\nunion U$ { unsigned char c; _Bool b; };\nenum E$ { zero$, one$ };\n"
             "static void take$(_Bool b) { sink$ = b; }\nstatic _Bool give$(_Bool *p) { return *p; }\nstatic int whole$(struct G$ g) { return g.b; }\n")
    start = "unsigned char c = (unsigned char)k; "
    pointer, union, member = "_Bool b; memcpy(&b, &c, 1); ", "union U$ u; u.c = c; ", "struct G$ g = {0}; memcpy(&g.b, &c, 1); "
    for way, before, code in (
            ("branch", pointer, "if (b) sink$ = 1;"), ("widen", pointer, "sink$ = b;"), ("copy", pointer, "_Bool d = b; sink$ = d;"), ("not", pointer, "sink$ = !b;"), ("and", pointer, "sink$ = b && k;"),
            ("or", pointer, "b |= 1;"), ("inc", pointer, "b++;"), ("xor", pointer, "b ^= 1;"), ("argument", pointer, "take$(b);"), ("result", pointer, "sink$ = give$(&b);"), ("conditional", pointer, "sink$ = b ? 2 : 3;"),
            ("switch", pointer, "switch (b) { case 1: sink$ = 1; }"), ("union", union, "sink$ = u.b;"), ("member", member, "sink$ = g.b;"), ("whole", member, "sink$ = whole$(g);"),
            ("array", "_Bool b[2] = {0}; memcpy(&b[1], &c, 1); ", "sink$ = b[1];"), ("cast", "", "sink$ = *(_Bool *)&c;"), ("volatile", "", "sink$ = *(volatile _Bool *)&c;"),
            ("tofloat", pointer, "double d = b; sink$ = d > 1;"), ("index", pointer, "int a[2] = {0}; sink$ = a[b];"), ("atomic", "_Atomic _Bool b; memcpy((void *)&b, &c, 1); ", "sink$ = b;"),
            ("literal", pointer, "sink$ = (struct G$){1, b}.b;"), ("variadic", pointer, "sink$ = printf(\"%d\\n\", b);"), ("statement", pointer, "sink$ = ({ b; });")):
        yield Form(f"bool.{way}", "invalid", start + before + code, decls, bad=(0, 2), value=2, good=(0, 1))
    yield Form("bool.structcopy", "invalid", start + member + "struct G$ h = g; sink$ = h.c;", decls, bad=None, good=(0, 2))
    yield Form("enum.load", "other", start + "enum E$ e; e = (enum E$)c; sink$ = e; switch (e) { case zero$: break; default: sink$ = 3; }", decls, bad=None, good=(0, 9))
    yield Form("enum.pointer", "other", "int n = k; enum E$ *p = (enum E$ *)&n; sink$ = *p; if (*p) sink$ = 1;", decls, bad=None, good=(0, 9))


def uses():
    """What depends on a value that was not set, and what only copies it."""
    decls = "static volatile int sink$;\nstruct G$ { int a, b; };\nstruct F$ { int a : 5, b : 6; };\nstatic int take$(int n) { return n; }\nstatic struct G$ pass$(struct G$ g) { return g; }\n"
    violating = {
        "branch": "int x; if (k) x = 1; if (x) sink$ = 1;", "while": "int x; if (k) x = 0; while (x) { sink$ = 1; break; }", "switch": "int x; if (k) x = 1; switch (x) { case 3: sink$ = 1; }",
        "logical": "int x; if (k) x = 1; sink$ = x && k;", "conditional": "int x; if (k) x = 1; sink$ = x ? k : 3;", "index": "int x, a[4] = {0}; if (k) x = 1; sink$ = a[x & 3];", "member": "struct G$ s; s.a = 1; if (k) s.b = 2; if (s.b) sink$ = 1;",
        "element": "int a[3]; a[0] = 1; if (k) a[1] = 2; if (a[1]) sink$ = 1;", "heap": "int *p = malloc(8); if (k) p[1] = 1; if (p[1]) sink$ = 1; free(p);", "field": "struct F$ s; s.a = 1; if (k) s.b = 1; if (s.b) sink$ = 1;",
        "sum": "int x; if (k) x = 1; x = x & 7; int y = x + 1; if (y > 3) sink$ = 1;", "product": "int x; if (k) x = 1; x = (x & 7) * 3; if (x > 3) sink$ = 1;", "compare": "unsigned x; if (k) x = 1; sink$ = 3; if (x / 3 == 7) sink$ = 1;",
        "divisor": "int x; if (k) x = 3; sink$ = 7 / (x | 1);", "through": "int x, y; if (k) x = 1; y = x; if (y) sink$ = 1;", "float": "double x; if (k) x = 1; if (x > 0.5) sink$ = 1;", "longdouble": "long double x; if (k) x = 1; if (x > 0.5) sink$ = 1;",
        "bool": "_Bool x; if (k) x = 1; if (x) sink$ = 1;", "pointer": "int y = 1, *p; if (k) p = &y; sink$ = *p;", "function": "int (*f)(int); if (k) f = take$; sink$ = f(1);", "structcopy": "struct G$ s, t; s.a = 1; if (k) s.b = 2; t = s; if (t.b) sink$ = 1;",
        "byvalue": "struct G$ s; s.a = 1; if (k) s.b = 2; s = pass$(s); if (s.b) sink$ = 1;", "memcpy": "int x, y; if (k) x = 1; memcpy(&y, &x, sizeof y); if (y) sink$ = 1;", "realloc": "int *p = calloc(1, 4); p = realloc(p, 8); if (k) p[1] = 1; if (p[1]) sink$ = 1; free(p);",
        "alloca": "int *p = __builtin_alloca(8); if (k) p[1] = 1; if (p[1]) sink$ = 1;", "vla": "int a[k + 2]; if (k) a[1] = 1; if (a[1]) sink$ = 1;", "complex": "_Complex float z; __real__ z = 1; if (k) __imag__ z = 1; if (__imag__ z > 0) sink$ = 1;",
        "vector": "int v __attribute__((vector_size(16))); if (k) v = (int __attribute__((vector_size(16)))){1}; if (v[2]) sink$ = 1;", "main": "int x; if (k) x = 0; return x & 1;", "strlen": "char s[4]; if (k) s[0] = 0; s[3] = 0; if (strlen(s) == 2) sink$ = 1;",
        "memcmp": "char s[4], t[4] = \"abc\"; if (k) strcpy(s, \"abc\"); if (memcmp(s, t, 4)) sink$ = 1;", "longlong": "long long x; if (k) x = 1; if (x) sink$ = 1;", "shift": "int x; if (k) x = 1; sink$ = 3; if ((x & 3) << 2) sink$ = 1;",
        "preinc": "unsigned x; if (k) x = 1; if (++x == 9) sink$ = 1;", "compound": "unsigned x; if (k) x = 1; x ^= 5; if (x == 9) sink$ = 1;", "union": "union { int a; char c[4]; } u; u.c[0] = 1; if (k) u.a = 1; if (u.a > 5) sink$ = 1;", "literalloop": "int x; for (int i = 0; i < k; i++) x = i; if (x) sink$ = 1;",
        "bitint": "_BitInt(37) x; if (k) x = 1; if (x) sink$ = 1;", "goto": "if (!k) goto in; { int x = 1; if (0) { in:; } if (x) sink$ = 1; }", "atomic": "int x; if (k) x = 1; int y = __atomic_load_n(&x, 0); if (y) sink$ = 1;", "byte": "int x; if (k) x = 1; if (((char *)&x)[1]) sink$ = 1;",
        "setjmp": "static jmp_buf b; int x; if (k) x = 1; if (!setjmp(b)) { if (x) sink$ = 1; }", "partial": "short s[2]; s[0] = 1; if (k) s[1] = 1; int x; memcpy(&x, s, 4); if (x > 70000) sink$ = 1;",
    }
    for name, body in violating.items():
        yield Form(f"use.{name}", "uninitialised", body, decls, **ONE)
    harmless = {
        "copy": "int x, y; if (k) x = 1; y = x; (void)y;", "structcopy": "struct G$ s, t; s.a = 1; t = s; sink$ = t.a;", "byvalue": "struct G$ s; s.a = 1; s = pass$(s); sink$ = s.a;", "memcpy": "char a[4], b[4]; a[0] = 1; memcpy(b, a, 4); sink$ = b[0];",
        "masked": "int x; if (k) x = 1; if (x & 0) sink$ = 1;", "otherfield": "struct F$ s; s.a = 1; if (s.a) sink$ = 1;", "shifted": "unsigned x; if (k) x = 1; if ((x & 1) >> 1) sink$ = 1;", "address": "int x, *p = &x; if (p) sink$ = 1;",
        "sizeof": "int x; sink$ = (int)sizeof x;", "ignored": "int x; (void)x;", "overwritten": "int x; x = 3; if (x) sink$ = 1;", "calloc": "int *p = calloc(2, 4); if (p[1]) sink$ = 1; free(p);", "static": "static int x; if (x) sink$ = 1;",
    }
    for name, body in harmless.items():
        yield Form(f"nouse.{name}", "uninitialised", body, decls, bad=None, good=(0, 1))


def all_arithmetic():
    for part in (operators, contexts, narrow_and_unsigned, fields, complexes, vectors, conversions, invalid_values, uses):
        yield from part()
