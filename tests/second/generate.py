"""Random C programs in which nothing is undefined: for tests/run-second-opinion.

generate(number, bits) gives {file name: text}. The programs are about how C lies in memory: structures, packed ones, bit-fields and unions,
pointers to everything, arithmetic on them and casts to integers and back, copies of ranges, structures passed and returned by value,
variadic functions, tables of functions, initialisers, several files with names in common, integers and floats of all widths.

Arithmetic wraps (-fwrapv), shifts and divisors are masked, conversions from floats are guarded, floats stay finite, indices are masked. No value but
null or not null, an equality or a difference of addresses is computed from addresses. Padding is not read. A counter bounds the calls.
"""
import random


class Scalar:
    def __init__(self, name, kind, width=0):
        self.name, self.kind, self.width = name, kind, width  # kind: int, bitint, bool, float


class Array:
    def __init__(self, element, n):
        self.element, self.n = element, n


class Record:
    def __init__(self, name, keyword, packed):
        self.name, self.keyword, self.packed, self.fields = f"{keyword} {name}", keyword, packed, []


def is_scalar(t):
    return isinstance(t, Scalar)


INTS = [Scalar(n, "int", w) for n, w in (
    ("unsigned char", 8), ("signed char", 8), ("char", 8), ("unsigned short", 16), ("short", 16), ("unsigned", 32), ("int", 32),
    ("unsigned long", 0), ("long", 0), ("unsigned long long", 64), ("long long", 64))]
PLAIN = [t for t in INTS if t.width]
BOOL = Scalar("_Bool", "bool", 1)
FLOATS = [Scalar("float", "float", 32), Scalar("double", "float", 64)]
EXTENDED = Scalar("long double", "float", 80)
WIDE = [Scalar("__int128", "int", 128), Scalar("unsigned __int128", "int", 128)]


def declare(t, name):
    while isinstance(t, Array):
        name, t = f"{name}[{t.n}]", t.element
    return f"{t.name} {name}"


HEADER = """#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int fuel;
static long long to_int(long double x) { return x > -1e9L && x < 1e9L ? (long long)x : 7; }
static double finite(long double x) { return x > -1e9L && x < 1e9L ? (double)x : 1.5; }
struct node { struct node *next; int key; unsigned char tag; };
typedef long long (*function)(int, unsigned long long);
"""


class Generator:
    def __init__(self, number, bits):
        self.r = random.Random(number)
        self.bits = bits
        self.count = 0
        self.records, self.unions, self.functions, self.variadics = [], [], [], []
        self.lines, self.scopes, self.depth = [], [[]], 0
        self.scalars = INTS * 2 + [BOOL] + FLOATS * 2 + [EXTENDED]
        widths = [self.r.choice((3, 7, 13, 17, 24)), self.r.choice((33, 40, 63)), self.r.choice((65, 100, 128))]
        self.scalars += [Scalar(f"{s} _BitInt({w})", "bitint", w) for w in widths for s in ("signed", "unsigned")]
        if bits == 64:
            self.scalars += WIDE

    # --- small things ---------------------------------------------------------------------------------------------------

    def fresh(self, prefix="v"):
        self.count += 1
        return f"{prefix}{self.count}"

    def chance(self, p):
        return self.r.random() < p

    def add(self, line):
        self.lines.append("  " * (self.depth + 1) + line)

    def number(self):
        r = self.r
        return r.choice([str(r.randrange(10)), str(r.randrange(256)), str(-r.randrange(1, 200)), "0x7f", "0x80u", "0xffff", "0x80000000u", "0x7fffffff",
                         "0x8000000000000000ull", "0xffffffffffffffffull", hex(r.getrandbits(32)) + "u", hex(r.getrandbits(64)) + "ull"])

    # --- values: lvalues are (text, type, may its address be taken) -----------------------------------------------------------

    def leaf(self, text, t, addressable=True):
        """A scalar inside of an object, at random."""
        while not is_scalar(t):
            if isinstance(t, Array):
                text, t = f"{text}[{self.index(t.n)}]", t.element
            else:
                name, inner, width = self.r.choice(t.fields)
                addressable = addressable and not t.packed and not width
                text, t = f"{text}.{name}", inner
        return text, t, addressable

    def index(self, n):
        if self.chance(0.4) or n & (n - 1):
            return str(self.r.randrange(n))
        ints = [v for scope in self.scopes for v in scope if is_scalar(v[1]) and v[1].kind == "int"]
        return f"(unsigned){self.r.choice(ints)[0]} & {n - 1}" if ints else str(self.r.randrange(n))

    def variables(self, wanted=None):
        return [v for scope in self.scopes for v in scope if wanted is None or wanted(v[1])]

    def lvalue(self, wanted=None):
        for _ in range(20):
            found = self.variables()
            if not found:
                return None
            text, t = self.r.choice(found[-25:])
            leaf = self.leaf(text, t)
            if wanted is None or wanted(leaf):
                return leaf
        return None

    def int_leaf(self):
        v = self.lvalue(lambda v: v[1].kind != "float")
        return v[0] if v else self.number()

    def expression(self, depth=None):
        """Of some integer type."""
        depth = self.r.randrange(1, 4) if depth is None else depth
        if depth <= 0 or self.chance(0.15):
            return self.int_leaf() if self.chance(0.7) else self.number()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        kind = self.r.randrange(13)
        if kind < 4:
            return f"({a} {self.r.choice('+-*&|^')} {b})"
        if kind == 4:
            return f"({a} {self.r.choice('/%')} (((unsigned)({b}) & 15) + 1))"
        if kind == 5:
            t = self.r.choice(("unsigned", "int", "long long", "unsigned long long"))
            return f"(({t})({a}) {self.r.choice(('<<', '>>'))} ((unsigned)({b}) & {self.r.choice((7, 31))}))"
        if kind == 6:
            return f"({a} {self.r.choice(('<', '<=', '==', '!=', '>'))} {b})"
        if kind == 7:
            return f"(({self.r.choice([t for t in self.scalars if t.kind != 'float']).name})({a}))"
        if kind == 8:
            return f"({self.expression(depth - 1)} ? {a} : {b})"
        if kind == 9:
            return f"({a} {self.r.choice(('&&', '||'))} {b})"
        if kind == 10:
            return f"to_int({self.floating(depth - 1)})"
        if kind == 11:
            return f"({self.r.choice(('~', '-', '!'))}({self.expression(0)}))" if self.chance(0.7) else f"({a}, {b})"
        return f"({self.floating(depth - 1)} {self.r.choice(('<', '>=', '=='))} {self.floating(depth - 1)})"

    def floating(self, depth=1):
        v = self.lvalue(lambda v: v[1].kind == "float") if self.chance(0.6) else None
        if depth <= 0:
            return v[0] if v else self.r.choice(("0.5", "1.25f", "-3.0", "7.0L", "0.1"))
        a, b = self.floating(depth - 1), self.floating(depth - 1)
        return self.r.choice([f"({a} {self.r.choice('+-*')} {b})", f"({a} / {self.r.choice(('3', '0.25f', '-7.0L'))})", f"(double)(int)({self.expression(1)})",
                              f"(float)({a})", f"(-({a}))", f"(long double)(long long)({self.expression(1)})"])

    def value(self, t):
        """For a scalar of type t."""
        return f"finite({self.floating(2)})" if t.kind == "float" else self.expression()

    def constant(self, t):
        if is_scalar(t):
            return self.r.choice(("0.5", "-2.25", "3", "1e3f")) if t.kind == "float" else self.number()
        if isinstance(t, Array):
            chosen = sorted(self.r.sample(range(t.n), self.r.randrange(t.n + 1)))
            return "{" + ", ".join(f"[{i}] = {self.constant(t.element)}" if self.chance(0.5) else self.constant(t.element) for i in chosen) + "}" \
                if chosen and self.chance(0.8) else "{0}"
        if t.keyword == "union" or self.chance(0.15):
            name, inner, _ = self.r.choice(t.fields)
            return f"{{.{name} = {self.constant(inner)}}}"
        fields = t.fields if self.chance(0.5) else self.r.sample(t.fields, self.r.randrange(1, len(t.fields) + 1))
        return "{" + ", ".join(f".{name} = {self.constant(inner)}" for name, inner, _ in fields) + "}"

    # --- types ------------------------------------------------------------------------------------------------------------

    def record(self, small=False):
        t = Record(self.fresh("s"), "struct", self.chance(0.25))
        for i in range(self.r.randrange(1, 3 if small else 7)):
            kind, scalar, width = self.r.randrange(10), self.r.choice(self.scalars), None
            inner = scalar
            if kind < 2 and not small:
                inner = Array(self.r.choice(self.scalars), self.r.choice((2, 3, 4, 8)))
            elif kind == 2 and self.records and not small:
                inner = self.r.choice(self.records + self.unions)
            elif kind < 5:
                inner = self.r.choice(PLAIN)
                width = self.r.randrange(1, inner.width + 1)
            t.fields.append((f"f{i}", inner, width))
        text = "\n".join(f"  {declare(inner, name)}{f' : {width}' if width else ''};" + ("\n  unsigned : 0;" if width and self.chance(0.1) else "")
                         for name, inner, width in t.fields)
        self.types.append(f"{t.name} {{\n{text}\n}}{' __attribute__((packed))' if t.packed else ''};")
        self.records.append(t)

    def union(self):
        """All members have all their bits, and may be read whatever was written."""
        t = Record(self.fresh("u"), "union", False)
        size = self.r.choice((4, 8, 16))
        fitting = [s for s in PLAIN if s.width // 8 <= size]
        for i in range(self.r.randrange(2, 5)):
            scalar = self.r.choice(fitting)
            t.fields.append((f"m{i}", Array(scalar, size * 8 // scalar.width), None))
        text = "\n".join(f"  {declare(inner, name)};" for name, inner, _ in t.fields)
        extra = self.r.choice(("float x;", "double x;", "struct { unsigned a : 3, b : 13, c : 16; } x;", "unsigned char *x;")) if size >= 8 else "float x;"
        self.types.append(f"{t.name} {{\n{text}\n  {extra}\n}};")
        self.unions.append(t)

    def any_type(self):
        kind = self.r.randrange(8)
        if kind < 4:
            return self.r.choice(self.scalars)
        if kind == 4:
            return Array(self.r.choice(self.scalars), self.r.choice((2, 4, 8)))
        if kind == 5:
            return Array(self.r.choice(self.records), self.r.choice((2, 4)))
        return self.r.choice(self.records + self.unions)

    # --- statements --------------------------------------------------------------------------------------------------------

    def block(self, size, nest):
        self.scopes.append([])
        self.depth += 1
        for _ in range(size):
            self.statement(nest)
        self.depth -= 1
        self.scopes.pop()

    def statement(self, nest):
        kinds = [self.s_assign] * 5 + [self.s_declare] * 3 + [self.s_pointer, self.s_walk, self.s_integer_pointer, self.s_copy, self.s_misaligned,
                 self.s_move, self.s_record, self.s_call, self.s_call, self.s_table, self.s_variadic, self.s_vla, self.s_flexible, self.s_list, self.s_union,
                 self.s_input, self.s_static, self.s_string, self.s_bytes, self.s_complex, self.s_double_pointer, self.s_statement_expression,
                 self.s_holder, self.s_holder, self.s_atomic, self.s_builtin, self.s_computed, self.s_alloca, self.s_vector, self.s_matrix, self.s_callback,
                 self.s_pointer_bytes, self.s_record_array, self.s_container]
        if nest > 0:
            kinds += [self.s_if, self.s_loop, self.s_switch, self.s_goto] * 2
        chosen = self.r.choice(kinds)
        if chosen in (self.s_if, self.s_loop, self.s_switch, self.s_goto):
            chosen(nest - 1)
        else:
            chosen()

    def s_assign(self):
        v = self.lvalue()
        if not v:
            return
        text, t, _ = v
        kind = self.r.randrange(5)
        if t.kind == "float":
            self.add(f"{text} = {self.value(t)};" if kind else f"{text} = finite({text} + {self.floating(0)});")
        elif kind < 2:
            self.add(f"{text} = {self.expression()};")
        elif kind == 2 and t.kind in ("int", "bool"):
            self.add(self.r.choice((f"{text}++;", f"--{text};") if t.kind == "int" else (f"{text} = !{text};",)))
        else:
            self.add(f"{text} {self.r.choice(('+=', '-=', '*=', '&=', '|=', '^='))} {self.expression(1)};")

    def s_declare(self):
        t, name = self.any_type(), self.fresh()
        if is_scalar(t):
            self.add(f"{self.r.choice(('', '', '', 'volatile '))}{declare(t, name)} = {self.value(t)};")
        else:
            self.add(f"{declare(t, name)} = {self.constant(t)};")
        self.scopes[-1].append((name, t))

    def addressed(self, wanted=lambda v: True):
        return self.lvalue(lambda v: v[2] and wanted(v) and "volatile" not in v[0])

    def s_pointer(self):
        v = self.addressed()
        if not v:
            return
        name, other = self.fresh("p"), self.addressed(lambda w: w[1] is v[1])
        target = f"{self.expression(1)} ? &{v[0]} : &{other[0]}" if other and self.chance(0.5) else f"&{v[0]}"
        self.add(f"{v[1].name} *{name} = ({v[1].name} *)({target});")
        self.scopes[-1].append((f"(*{name})", v[1]))
        self.s_assign()

    def s_double_pointer(self):
        v = self.addressed()
        if not v:
            return
        p, pp = self.fresh("p"), self.fresh("pp")
        w = self.addressed(lambda w: w[1] is v[1]) or v
        t = v[1].name
        self.add(f"{t} *{p}[2] = {{({t} *)&{v[0]}, ({t} *)&{w[0]}}}, **{pp} = {p} + ({self.expression(1)} != 0);")
        self.add(f"**{pp} = {self.value(v[1])};")
        self.add(f"if ({p}[0] != {p}[1]) {{ *{pp} = {p}[0] == *{pp} ? {p}[1] : {p}[0]; }}")
        self.scopes[-1].append((f"(**{pp})", v[1]))

    def arrays(self, wanted=lambda t: True):
        return self.variables(lambda t: isinstance(t, Array) and is_scalar(t.element) and wanted(t))

    def array(self, wanted=lambda t: True, t=None):
        """An array variable with such elements; made if there is none."""
        found = self.arrays(wanted)
        if found and self.chance(0.8):
            return self.r.choice(found)
        t, name = t or Array(self.r.choice(PLAIN), self.r.choice((4, 8))), self.fresh("a")
        self.add(f"{declare(t, name)} = {self.constant(t)};")
        self.scopes[-1].append((name, t))
        return name, t

    def s_walk(self):
        name, t = self.array()
        q, e, n = self.fresh("q"), t.element.name, t.n
        value = f"finite(*{q} * 0.5 + 1)" if t.element.kind == "float" else f"*{q} * 3 + {self.expression(0)}"
        kind = self.r.randrange(3)
        if kind == 0:
            self.add(f"for ({e} *{q} = {name}; {q} < {name} + {n}; {q}++) *{q} = {value};")
        elif kind == 1:
            self.add(f"for ({e} *{q} = {name} + {n}; {q} != {name};) {{ --{q}; *{q} = {value}; }}")
        else:
            d = self.fresh()
            self.add(f"{e} *{q} = &{name}[{self.index(n)}];")
            self.add(f"ptrdiff_t {d} = &{name}[{n - 1}] - {q};")
            self.add(f"{q}[{d}] = {value};")
            self.add(f"if ({q} > {name}) {q}[-1] = *({q} - ({q} - {name}));")

    def s_integer_pointer(self):
        name, t = self.array(lambda t: t.n & (t.n - 1) == 0)
        i, p, e = self.fresh("i"), self.fresh("p"), t.element.name
        kind = self.r.randrange(3)
        if t.n & (t.n - 1):
            return
        if kind == 0:
            self.add(f"uintptr_t {i} = (uintptr_t){name} + ({self.index(t.n)}) * sizeof({e});")
        elif kind == 1:
            self.add(f"uintptr_t {i} = (uintptr_t)&{name}[{self.index(t.n)}] ^ 0x5a5a; {i} ^= 0x5a5a;")
        else:
            self.add(f"union {{ {e} *p; uintptr_t i; unsigned char b[sizeof(void *)]; }} x{i} = {{&{name}[{self.index(t.n)}]}};")
            self.add(f"uintptr_t {i} = x{i}.i; memcpy(&{i}, x{i}.b, sizeof {i});")
        self.add(f"{e} *{p} = ({e} *){i};")
        self.add(f"*{p} = {self.value(t.element)};")
        self.scopes[-1].append((f"(*{p})", t.element))

    def s_copy(self):
        """Copies of whole objects of one type."""
        found = [v for v in self.variables(lambda t: not is_scalar(t)) if not v[0].startswith("(")]
        if not found:
            return
        name, t = self.r.choice(found)
        same = [v for v in found if v[1] is t and v[0] != name]
        if same and self.chance(0.7):
            other = self.r.choice(same)[0]
        else:
            other = self.fresh()
            self.add(f"{declare(t, other)} = {self.constant(t)};")
            self.scopes[-1].append((other, t))
        if isinstance(t, Array) or self.chance(0.4):
            self.add(f"{self.r.choice(('memcpy', 'memmove'))}({'' if isinstance(t, Array) else '&'}{name}, {'' if isinstance(t, Array) else '&'}{other}, sizeof {name});")
        elif self.chance(0.3):
            self.add(f"*(&{name}) = *({t.name} *)(void *)&{other};")
        else:
            self.add(f"{name} = {other};")

    def bytes_of(self):
        return self.array(lambda t: t.element.width == 8 and t.n >= 8, Array(INTS[0], self.r.choice((16, 32))))

    def s_misaligned(self):
        name, t = self.bytes_of()
        if t.element.width != 8 or t.n < 8:
            return
        e, x = self.r.choice([s for s in PLAIN if s.width <= t.n * 4]), self.fresh()
        room = t.n - e.width // 8 + 1
        at = f"(unsigned){self.expression(0)} % {room}"
        kind = self.r.randrange(3)
        if kind == 0:
            self.add(f"{e.name} {x}; memcpy(&{x}, {name} + {at}, sizeof {x});")
            self.scopes[-1].append((x, e))
        elif kind == 1:
            self.add(f"{e.name} {x} = {self.expression()}; memcpy({name} + {at}, &{x}, sizeof {x});")
        else:
            self.add(f"struct __attribute__((packed)) {{ {e.name} v; }} *{x} = (void *)({name} + {at});")
            self.add(f"{x}->v {self.r.choice(('=', '+=', '^='))} {self.expression()};")
            self.scopes[-1].append((f"{x}->v", Scalar(e.name, "packed", 0)))
            self.scopes[-1].pop()

    def s_move(self):
        name, t = self.bytes_of()
        if t.element.width != 8 or t.n < 8:
            return
        half = t.n // 2
        n = self.r.choice((str(self.r.randrange(1, half)), f"(unsigned){self.expression(0)} % {half}"))
        kind = self.r.randrange(3)
        if kind == 0:
            self.add(f"memset({name} + (unsigned){self.expression(0)} % {half}, (int){self.expression(0)}, {n});")
        elif kind == 1:
            self.add(f"memmove({name} + (unsigned){self.expression(0)} % {half}, {name} + (unsigned){self.expression(0)} % {half}, {n});")
        else:
            self.add(f"memcpy({name} + {half}, {name}, {n});")

    def s_record(self):
        t, name = self.r.choice(self.records), self.fresh("r")
        inner = [f for f in t.fields if is_scalar(f[1])]
        if inner and self.chance(0.6):
            f, scalar, _ = self.r.choice(inner)
            self.add(f"{t.name} *{name} = &({t.name}){{.{f} = {self.value(scalar)}}};")
        else:
            self.add(f"{t.name} {name}o = {self.constant(t)}, *{name} = &{name}o;")
        self.scopes[-1].append((f"(*{name})", t))
        self.s_assign()

    def s_bytes(self):
        """The bytes of an object whose bytes are all its own."""
        name, t = self.array(lambda t: t.element in PLAIN)
        if t.element not in PLAIN:
            return
        i, x = self.fresh("i"), self.fresh("x")
        self.add(f"unsigned {x} = 0;")
        self.add(f"for (size_t {i} = 0; {i} < sizeof {name}; {i}++) {x} = {x} * 31 + ((unsigned char *){name})[{i}];")
        self.add(f"((char *){name})[{self.r.randrange(t.n * t.element.width // 8)}] ^= (char){x};")
        self.scopes[-1].append((x, INTS[5]))

    def s_union(self):
        t, name = self.r.choice(self.unions), self.fresh("u")
        self.add(f"{t.name} {name} = {self.constant(t)};")
        self.scopes[-1].append((name, t))
        self.s_assign()
        self.s_assign()
        if self.chance(0.5):
            x = self.fresh()
            self.add(f"unsigned char {x} = ((unsigned char *)&{name})[{self.r.randrange(4)}];")
            self.scopes[-1].append((x, INTS[0]))

    def s_complex(self):
        z, w, x = self.fresh("z"), self.fresh("w"), self.fresh()
        t = self.r.choice(FLOATS)
        self.add(f"_Complex {t.name} {z} = finite({self.floating(1)}), {w} = {z} + {self.r.choice(('2.0i', '1.5', '-0.25i'))};")
        self.add(f"__imag__ {z} = finite({self.floating(1)}); {w} = {w} - {z};")
        self.add(f"{t.name} {x} = __real__ {w} + __imag__ {w};")
        self.scopes[-1].append((x, t))

    def s_statement_expression(self):
        x, t = self.fresh(), self.r.choice(PLAIN)
        self.add(f"{t.name} {x} = ({{ {t.name} t = {self.expression(1)}; t * 2 + 1; }});")
        self.scopes[-1].append((x, t))

    def s_holder(self):
        """Pointers inside of structures that are copied, passed by value and walked through."""
        v = self.addressed()
        if not v:
            return
        w = self.addressed(lambda w: w[1] is v[1]) or v
        h, t = self.fresh("h"), v[1].name
        self.add(f"struct {h} {{ char c; {t} *p; struct {h} *other; short n; }} {h}[2] = {{{{1, ({t} *)&{v[0]}, &{h}[1]}}, {{.p = ({t} *)&{w[0]}, .n = 3}}}};")
        self.add(f"{h}[1].other = &{h}[{self.r.randrange(2)}];")
        kind = self.r.randrange(3)
        if kind == 0:
            self.add(f"struct {h} {h}s = {h}[0]; {h}[0] = {h}[1]; {h}[1] = {h}s;")
        elif kind == 1:
            self.add(f"struct {h} {h}s; memcpy(&{h}s, {h} + ({self.expression(1)} != 0), sizeof {h}s); {h}s.other = {h}; {h}[0].other = &{h}s;")
        else:
            self.add(f"struct {h} *{h}s = malloc(sizeof *{h}s); *{h}s = {h}[1]; {h}[0].other = {h}s;")
        self.add(f"*{h}->other->p = {self.value(v[1])};")
        self.scopes[-1].append((f"(*{h}->other->other->p)", v[1]))
        self.scopes[-1].append((f"{h}[0].other->n", INTS[4]))

    def s_pointer_bytes(self):
        """An address that travels as bytes or as a word of an array."""
        name, t = self.array()
        b, p, e = self.fresh("b"), self.fresh("p"), t.element.name
        self.add(f"{e} *{p} = {name} + {self.r.randrange(t.n)}, *{p}c;")
        kind = self.r.randrange(3)
        if kind == 0:
            at = self.r.randrange(4)  # copied as a whole: single bytes of addresses may be the same in both native runs
            self.add(f"unsigned char {b}[sizeof {p} + 3]; memcpy({b} + {at}, &{p}, sizeof {p});")
            self.add(f"memmove({b}, {b} + {at}, sizeof {p}); memcpy(&{p}c, {b}, sizeof {p});")
        elif kind == 1:
            self.add(f"uintptr_t {b}[2] = {{0, (uintptr_t){p} | {0 if t.element.width == 8 else 1}}}; {p}c = ({e} *)({b}[1] & ~(uintptr_t){0 if t.element.width == 8 else 1});")
        else:
            self.add(f"void *{b}[3] = {{{name}, &{p}, 0}}; {p}c = *({e} **){b}[1]; if (!{b}[2]) {p}c = {b}[0];")
        self.add(f"*{p}c = {self.value(t.element)};")
        self.scopes[-1].append((f"(*{p}c)", t.element))

    def s_container(self):
        """From the address of a member to the structure around it."""
        t, x, p = self.r.choice(PLAIN), self.fresh("c"), self.fresh("p")
        self.add(f"struct {x} {{ short n; {t.name} m; unsigned char tail[3]; }} {x}v = {{5, {self.expression(1)}, {{1, 2, 3}}}}, *{x};")
        self.add(f"{t.name} *{p} = &{x}v.m;")
        self.add(f"{x} = (struct {x} *)((char *){p} - offsetof(struct {x}, m));")
        self.add(f"{x}->tail[{self.r.randrange(3)}] += (unsigned char){x}->m; {x}->n -= *{p};")
        self.scopes[-1].append((f"{x}v.n", INTS[4]))
        self.scopes[-1].append((f"{x}v.tail[1]", INTS[0]))

    def s_record_array(self):
        t, a, i = self.r.choice(self.records), self.fresh("a"), self.fresh("i")
        self.add(f"{t.name} {a}[3] = {{[1] = {self.constant(t)}}}, *{a}p = {a} + 1;")
        self.add(f"for (int {i} = 0; {i} < 2; {i}++) {a}[{i} * 2] = *{a}p;")
        self.add(f"{a}p += ({self.expression(1)}) ? 1 : -1;")
        self.scopes[-1].append((f"(*{a}p)", t))
        self.scopes[-1].append((f"{a}p[0]", t))
        self.s_assign()

    def s_atomic(self):
        x, y, t = self.fresh(), self.fresh(), self.r.choice([t for t in PLAIN if t.width >= 32])
        self.add(f"_Atomic {t.name} {x} = {self.expression(1)};")
        self.add(f"{t.name} {y} = {self.r.choice((f'__c11_atomic_fetch_add(&{x}, {self.expression(1)}, 5)', f'__c11_atomic_exchange(&{x}, {self.expression(1)}, 5)', f'({x} += 3)', f'{x}++'))};")
        self.add(f"{t.name} {y}e = {y}; {y} += __c11_atomic_compare_exchange_strong(&{x}, &{y}e, 7, 5, 5);")
        self.add(f"{y} ^= {x} + {y}e;")
        self.scopes[-1].append((y, t))

    def s_builtin(self):
        x, t = self.fresh(), self.r.choice(PLAIN)
        e = self.expression(1)
        f = self.r.choice((f"__builtin_bswap32({e})", f"__builtin_bswap64({e})", f"__builtin_popcountll({e})", f"__builtin_clz((unsigned)({e}) | 1)",
                           f"__builtin_ctzll((unsigned long long)({e}) | 0x8000000000000000ull)", f"__builtin_parity({e})", f"__builtin_ffsll({e})",
                           f"__builtin_rotateleft32({e}, {self.expression(0)} & 31)", f"__builtin_bitreverse16({e})", f"__builtin_abs((int)({e}) | 1)"))
        self.add(f"{t.name} {x} = {f};")
        if self.chance(0.5):
            op = self.r.choice(("add", "sub", "mul"))
            self.add(f"if (__builtin_{op}_overflow({self.expression(1)}, {x}, &{x})) {x} ^= 5;")
        self.scopes[-1].append((x, t))

    def s_computed(self):
        a, b, c, x = self.fresh("l"), self.fresh("l"), self.fresh("l"), self.fresh("x")
        self.add("{")
        self.add(f"  static void *{x}t[2] = {{&&{a}, &&{b}}};")
        self.add(f"  goto *{x}t[({self.expression(1)}) != 0];")
        self.add(f"{a}: same += 3; goto {c};")
        self.add(f"{b}: same ^= 1;")
        self.add(f"{c}:;")
        self.add("}")

    def s_alloca(self):
        p, i, t = self.fresh("p"), self.fresh("i"), self.r.choice(PLAIN)
        self.add(f"{t.name} *{p} = __builtin_alloca((((unsigned)({self.expression(1)}) & 3) + 1) * sizeof *{p});")
        self.add(f"*{p} = {self.expression(1)};")
        self.scopes[-1].append((f"{p}[0]", t))

    def s_vector(self):
        if not self.chance(0.3):
            return
        v, x = self.fresh("v"), self.fresh()
        self.add(f"typedef int {v}t __attribute__((vector_size(16)));")
        self.add(f"{v}t {v} = {{(int)({self.expression(1)}), 2, -3, (int)({self.expression(1)})}}; {v} = {v} * 3 + (({v}t){{1, 2, 3, 4}} ^ {v});")
        self.add(f"int {x} = {v}[{self.r.randrange(4)}] + ({v} > 0)[1];")
        self.scopes[-1].append((x, INTS[6]))

    def s_matrix(self):
        m, p, t = self.fresh("m"), self.fresh("p"), self.r.choice(PLAIN)
        self.add(f"{t.name} {m}[2][4] = {{{{1, 2}}, [1][2] = {self.number()}}}, (*{p})[4] = &{m}[({self.expression(1)}) & 1];")
        self.add(f"(*{p})[{self.index(4)}] = {self.expression(1)};")
        self.add(f"{m}[0][3] += (*({m} + 1))[2] - *(*{m} + 1);")
        self.scopes[-1].append((m, Array(Array(t, 4), 2)))

    def s_callback(self):
        """A function of the table through a structure, and through void *."""
        h, x = self.fresh("h"), self.fresh()
        self.add(f"struct {{ short tag; union {{ function f; void *p; }} u; }} {h} = {{2, {{table[{self.index(4)}]}}}};")
        self.add(f"void *{h}p = (void *){h}.u.f; if ({h}.u.p == {h}p) {h}.tag++;")
        self.add(f"long long {x} = ((function){h}p)({h}.tag, {self.expression(1)});")
        self.scopes[-1].append((x, INTS[10]))

    def s_vla(self):
        n, a, i, t = self.fresh("n"), self.fresh("a"), self.fresh("i"), self.r.choice(PLAIN)
        self.add(f"unsigned {n} = ((unsigned){self.expression(1)} & 3) + 2;")
        if self.chance(0.5):
            self.add(f"{t.name} {a}[{n}];")
            self.add(f"for (unsigned {i} = 0; {i} < sizeof {a} / sizeof *{a}; {i}++) {a}[{i}] = {self.expression(1)};")
            self.scopes[-1].append((f"{a}[{n} - 1]", t))
        else:
            self.add(f"{t.name} {a}[2][{n}];")
            self.add(f"for (unsigned {i} = 0; {i} < 2 * {n}; {i}++) {a}[{i} & 1][{i} / 2] = {self.expression(1)};")
            self.scopes[-1].append((f"{a}[1][{n} - 2]", t))

    def s_flexible(self):
        p, n, i, t = self.fresh("p"), self.fresh("n"), self.fresh("i"), self.r.choice(PLAIN)
        self.add(f"struct {{ unsigned char n; {t.name} data[]; }} *{p};")
        self.add(f"unsigned {n} = (unsigned){self.expression(1)} & 3;")
        self.add(f"{p} = {self.r.choice(('malloc(sizeof *%s + (%s + 1) * sizeof *%s->data)', 'calloc(1, sizeof *%s + (%s + 1) * sizeof *%s->data)')) % (p, n, p)};")
        self.add(f"{p}->n = {n};")
        self.add(f"for (unsigned {i} = 0; {i} <= {p}->n; {i}++) {p}->data[{i}] = {self.expression(1)};")
        self.scopes[-1].append((f"{p}->data[{n}]", t))

    def s_list(self):
        head, i, q, x = self.fresh("h"), self.fresh("i"), self.fresh("q"), self.fresh("x")
        self.add(f"struct node *{head} = 0;")
        self.add(f"for (int {i} = 0; {i} < {self.r.randrange(2, 5)}; {i}++) {{")
        self.add(f"  struct node *n = malloc(sizeof *n); n->next = {head}; n->key = {self.expression(1)}; n->tag = {i}; {head} = n;")
        self.add("}")
        self.add(f"int {x} = 0;")
        self.add(f"for (struct node **{q} = &{head}; *{q};) if ((*{q})->key & 1) *{q} = (*{q})->next; else {{ {x} += (*{q})->tag; {q} = &(*{q})->next; }}")
        self.scopes[-1].append((x, INTS[6]))

    def s_input(self):
        x = self.fresh()
        name, t = self.r.choice((("int", INTS[6]), ("uchar", INTS[0]), ("short", INTS[4]), ("ulong", INTS[7]), ("longlong", INTS[10]), ("bool", BOOL)))
        if self.chance(0.2):
            t = self.r.choice(FLOATS)
            name = t.name
        self.add(f"{t.name} {x} = {'finite' if t.kind == 'float' else ''}(__VERIFIER_nondet_{name}());")
        self.scopes[-1].append((x, t))

    def s_static(self):
        t, x = self.any_type(), self.fresh("st")
        self.add(f"static {declare(t, x)} = {self.constant(t)};")
        self.scopes[-1].append((x, t))
        self.s_assign()

    def s_string(self):
        s, x = self.fresh("s"), self.fresh()
        text = "".join(self.r.choice("abcxyz0123 _-") for _ in range(7))
        self.add(self.r.choice((f'const char *{s} = "{text}";', f'char {s}[8] = "{text}";', f'char {s}[] = "{text[:3]}" "{text[3:]}";')))
        self.add(f"char {x} = {s}[{self.index(8)}];")
        self.scopes[-1].append((x, INTS[2]))

    # --- control flow ----------------------------------------------------------------------------------------------------------

    def s_if(self, nest):
        self.add(f"if ({self.expression()}) {{")
        self.block(self.r.randrange(1, 4), nest)
        if self.chance(0.6):
            self.add("} else {")
            self.block(self.r.randrange(1, 3), nest)
        self.add("}")

    def s_loop(self, nest):
        i, n = self.fresh("i"), self.r.randrange(1, 5)
        kind = self.r.randrange(3)
        if kind == 0:
            self.add(f"for (int {i} = 0; {i} < {n}; {i}++) {{")
        else:
            self.add(f"int {i} = {n};")
            self.add(f"while ({i}-- > 0) {{" if kind == 1 else "do {")
        if self.chance(0.3):
            self.add(f"  if ({self.expression(1)}) {self.r.choice(('break', 'continue')) if kind < 2 else 'break'};")
        self.block(self.r.randrange(1, 4), nest)
        self.add(f"}} while (--{i} > 0);" if kind == 2 else "}")

    def s_switch(self, nest):
        t = self.r.choice(("int", "unsigned char", "long long", "unsigned long long", "unsigned"))
        mask = self.r.choice((7, 15, 255))
        self.add(f"switch (({t})({self.expression()}) & {mask}) {{")
        used = 0
        for _ in range(self.r.randrange(1, 5)):
            if used > mask:
                break
            end = used + self.r.randrange(4)
            self.add(f"case {used} ... {end}:" if end > used and self.chance(0.5) else f"case {used}:")
            used = end + 1
            self.add("  {")
            self.block(self.r.randrange(1, 3), nest)
            self.add("  }")
            if self.chance(0.7):
                self.add("  break;")
        if self.chance(0.3) and "long" in t:
            self.add("case 0x123456789abcull:")
        if self.chance(0.7):
            self.add("default: {")
            self.block(1, nest)
            self.add("  }")
        self.add("}")

    def s_goto(self, nest):
        label, i = self.fresh("l"), self.fresh("i")
        if self.chance(0.5):
            self.add(f"int {i} = 0;")
            self.add(f"{label}:;")
            self.add("{")
            self.block(self.r.randrange(1, 3), nest)
            self.add("}")
            self.add(f"if (++{i} < {self.r.randrange(2, 4)}) goto {label};")
        else:
            self.add("{")
            self.depth += 1
            self.add(f"if ({self.expression(1)}) goto {label};")
            self.add("{")
            self.block(self.r.randrange(1, 3), 0)
            self.add("}")
            self.add(f"{label}:;")
            self.depth -= 1
            self.add("}")
        # A jump into the scope of a variable-length array would be an error: all of them are in blocks of their own.

    # --- calls ---------------------------------------------------------------------------------------------------------------

    def argument(self, t):
        """An expression of a type, or None."""
        if t == "pointer":
            return None
        if is_scalar(t):
            return self.value(t)
        found = self.variables(lambda u: u is t)
        if found and self.chance(0.7):
            return self.r.choice(found)[0]
        return f"({t.name}){self.constant(t)}"

    def s_call(self):
        if not self.callable:
            return
        name, result, parameters = self.r.choice(self.callable)
        arguments = []
        for t in parameters:
            if isinstance(t, tuple):
                found = [v for v in self.variables(lambda u: u is t[0]) if "volatile" not in v[0]]
                arguments.append(f"({t[0].name} *)&{self.r.choice(found)[0]}" if found and self.chance(0.8) else
                                 f"&({t[0].name}){self.constant(t[0]) if not is_scalar(t[0]) else '{' + self.constant(t[0]) + '}'}")
            else:
                arguments.append(self.argument(t))
        x = self.fresh()
        self.add(f"{declare(result, x)} = {name}({', '.join(arguments)});")
        self.scopes[-1].append((x, result))

    def s_table(self):
        x = self.fresh()
        self.add(f"long long {x} = table[{self.index(4)}](({self.expression(1)}), {self.expression(1)});")
        self.scopes[-1].append((x, INTS[10]))

    def s_variadic(self):
        if not self.variadics:
            return
        name, kinds = self.r.choice(self.variadics)
        chosen = [self.r.randrange(len(kinds)) for _ in range(self.r.randrange(0, 9))]
        arguments = []
        for k in chosen:
            t = kinds[k]
            if is_scalar(t):
                arguments.append(f"({t.name})({self.value(t)})")
            else:
                arguments.append(self.argument(t))
        x, text = self.fresh(), "".join(chr(ord("a") + k) for k in chosen)
        extra = ", 2.5f" if name.endswith("_f") else ""
        self.add(f'long long {x} = {name}("{text}"{extra}{"".join(", " + a for a in arguments)});')
        self.scopes[-1].append((x, INTS[10]))

    # --- functions ---------------------------------------------------------------------------------------------------------------

    def summary(self, text, t):
        """An integer expression that reads scalars of an object."""
        leaves = [self.leaf(text, t) for _ in range(1 if is_scalar(t) else 3)]
        return " + ".join(f"to_int({v[0]})" if v[1].kind == "float" else f"(long long)({v[0]})" for v in leaves)

    def variadic(self, static):
        name = self.fresh("va") + self.r.choice(("", "_f"))
        wide = [EXTENDED] + (WIDE if self.bits == 64 else [])
        kinds = [INTS[6], INTS[10], FLOATS[1], INTS[9]] + self.r.sample(wide, 1) + self.r.sample(self.records, min(3, len(self.records)))
        extra = ", float y" if name.endswith("_f") else ""
        self.lines.append(f"{static}long long {name}(const char *kinds{extra}, ...) {{")
        self.add("va_list ap, other;")
        self.add("long long x = 0, first = 1;")
        self.add(f"va_start(ap, {'y' if extra else 'kinds'});")
        self.add("va_copy(other, ap);")
        self.add(f"x = {name}_list(kinds, ap);")
        self.add("va_end(ap);")
        self.add(f"if (*kinds) first = {name}_list(kinds + {self.r.choice((0, 1))} * !kinds[1], other);" if self.chance(0.5) else f"first = {name}_list(kinds, other);")
        self.add("va_end(other);")
        self.add("return x * 3 + first;")
        self.lines.append("}")
        body, self.lines = self.lines, []
        self.lines.append(f"{static}long long {name}_list(const char *kinds, va_list ap) {{")
        self.add("long long x = 0;")
        self.add("for (; *kinds; kinds++)")
        self.add("  switch (*kinds) {")
        for k, t in enumerate(kinds):
            text = declare(t, "v")
            self.add(f"  case '{chr(ord('a') + k)}': {{ {text} = va_arg(ap, {t.name}); x = x * 5 + {self.summary('v', t)}; break; }}")
        self.add("  }")
        self.add("return x;")
        self.lines.append("}")
        self.lines += body
        self.variadics.append((name, kinds))
        return [f"{static}long long {name}_list(const char *kinds, va_list ap);", f"{static}long long {name}(const char *kinds{extra}, ...);"]

    def plain(self, static):
        name, result = self.fresh("f"), self.r.choice([self.r.choice(self.scalars), self.r.choice(self.records), self.r.choice(self.records + self.unions)])
        parameters, shown, scope = [], [], []
        for i in range(self.r.randrange(0, 7)):
            t = self.r.choice([self.r.choice(self.scalars), self.r.choice(self.scalars), self.r.choice(self.records + self.unions)])
            if self.chance(0.25):
                parameters.append((t,))
                shown.append(f"{t.name} *a{i}")
                scope.append((f"(*a{i})", t))
            else:
                parameters.append(t)
                shown.append(declare(t, f"a{i}"))
                scope.append((f"a{i}", t))
        self.scopes.append(scope)
        head = f"{static}{result.name} {name}({', '.join(shown) or 'void'})"
        self.lines.append(f"{head} {{")
        self.add(f"{declare(result, 'result')} = {self.constant(result)};")
        scope.append(("result", result))
        self.add("if (fuel-- <= 0) return result;")
        for _ in range(self.r.randrange(2, 6)):
            self.statement(2)
        self.add("return result;")
        self.lines.append("}")
        self.scopes.pop()
        self.functions.append((name, result, parameters))
        return [head + ";"]

    def recursive(self, static):
        name = self.fresh("rec")
        t = self.r.choice(self.records)
        head = f"{static}long long {name}(int n, {t.name} s)"
        self.lines.append(f"{head} {{")
        self.scopes.append([("n", INTS[6]), ("s", t)])
        self.add("int local[2] = {n, 1}, *p = &local[n & 1];")
        self.add("if (n <= 0 || fuel-- <= 0) return *p;")
        self.scopes[-1].append(("local", Array(INTS[6], 2)))
        self.s_assign()
        self.s_assign()
        self.add(f"long long x = {name}(n - {self.r.choice((1, 2))}, s) + *p;")
        self.add(f"return x + (n > 3 ? {name}(n - 2, s) : local[0]);")
        self.scopes.pop()
        self.lines.append("}")
        self.functions.append((name, INTS[10], [Scalar("int", "depth"), t]))
        return [head + ";"]

    def entry_of_table(self, static, name):
        head = f"{static}long long {name}(int a, unsigned long long b)"
        self.scopes.append([("a", INTS[6]), ("b", INTS[9])])
        self.lines.append(f"{head} {{")
        self.add("if (fuel-- <= 0) return a;")
        self.s_declare()
        self.s_assign()
        self.add(f"return {self.expression()};")
        self.lines.append("}")
        self.scopes.pop()
        return [head + ";"]

    # --- files ------------------------------------------------------------------------------------------------------------------------

    def globals(self, prefix):
        """Declarations for the header and definitions; variables that all files see."""
        shared, own, scope = [], [], []
        for _ in range(self.r.randrange(2, 5)):
            t, name = self.any_type(), self.fresh("g")
            kind = self.r.randrange(4)
            if kind == 0:
                own.append(f"static {declare(t, name)} = {self.constant(t)};")
                self.own.append((name, t))
                continue
            shared.append(f"extern {declare(t, name)};")
            own.append(f"{declare(t, name)}{'' if kind == 1 else ' = ' + self.constant(t)};")
            scope.append((name, t))
        for name, t in list(scope):
            if isinstance(t, Array) and is_scalar(t.element) and self.chance(0.7):
                p = self.fresh("gp")
                own.append(f"static {t.element.name} *{p} = {self.r.choice((f'&{name}[{t.n - 1}]', f'{name} + 1', f'({t.element.name} *)((char *){name} + sizeof *{name})'))};")
                self.own.append((f"(*{p})", t.element))
            elif is_scalar(t):
                p = self.fresh("gp")
                own.append(f"static {t.name} *const {p}[2] = {{[1] = &{name}, [0] = &{name}}};")
                self.own.append((f"(*{p}[{self.r.randrange(2)}])", t))
        t = self.r.choice(PLAIN)
        own.append(f"static {t.name} same = {self.number()};")  # one in each file
        self.own.append(("same", t))
        return shared, own, scope

    def file(self, number, n_files):
        self.lines, self.own = [], []
        shared, own, scope = self.globals(number)
        self.header += shared
        self.shared += scope
        self.scopes = [self.shared + self.own]
        names = [f"t{number}_{i}" for i in range(4)]
        self.callable = list(self.functions)
        prototypes = []
        for name in names:
            static = self.r.choice(("static ", ""))
            found = self.entry_of_table(static, name)
            (own if static else self.header).extend(found)
        own.append(f"static function table[4] = {{{', '.join(self.r.choice(names) for _ in range(3))}, {f't{number - 1}_x' if number else names[0]}}};")
        if number + 1 < n_files:
            self.entry_of_table("", f"t{number}_x")
            self.header.append(f"long long t{number}_x(int, unsigned long long);")
        first_own = len(self.functions)
        for _ in range(self.r.randrange(2, 5)):
            static = self.r.choice(("static ", "", "static inline "))
            make = self.r.choice((self.plain, self.plain, self.plain, self.variadic, self.recursive))
            before, variadics = len(self.functions), len(self.variadics)
            found = make(static)
            self.callable = list(self.functions)
            if static:
                own += found
                self.hidden_functions += self.functions[before:]
                self.hidden_variadics += self.variadics[variadics:]
            else:
                self.header += found
        return own, first_own

    def program(self):
        self.types, self.header, self.shared = [], [], []
        self.hidden_functions, self.hidden_variadics = [], []
        for _ in range(self.r.randrange(2, 4)):
            self.record(small=True)
        for _ in range(self.r.randrange(1, 3)):
            self.union()
        for _ in range(self.r.randrange(2, 4)):
            self.record()
        n_files = self.r.choice((1, 1, 2, 2, 3))
        files = {}
        for number in range(n_files):
            own, _ = self.file(number, n_files)
            if number + 1 == n_files:
                self.main()
            files[f"{'abc'[number]}.c"] = '#include "common.h"\n' + "\n".join(own) + "\n" + "\n".join(self.lines) + "\n"
            # What is static stays in its file.
            self.functions = [f for f in self.functions if f not in self.hidden_functions]
            self.variadics = [v for v in self.variadics if v not in self.hidden_variadics]
        files["common.h"] = HEADER + "\n".join(self.types + self.header) + "\n"
        return files

    def main(self):
        self.lines.append(f"int fuel = {self.r.randrange(15, 40)};")
        self.lines.append("int main(void) {")
        self.scopes.append([])
        for _ in range(self.r.randrange(8, 16)):
            self.statement(2)
        for _ in range(3):
            self.s_call()
            self.s_variadic()
        self.add("return (int)(fuel & 1);")
        self.lines.append("}")


def generate(number, bits):
    return (lambda g: g.program())(Generator(number, bits))
