"""Types, values and expressions of random C programs: see generate.py."""
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
    ("unsigned char", 8), ("signed char", 8), ("char", 8), ("unsigned short", 16), ("short", 16), ("unsigned", 32),
        ("int", 32),
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


class Expressions:
    def __init__(self, number, bits):
        self.r = random.Random(number)
        self.bits = bits
        self.count = 0
        self.records, self.unions, self.functions, self.variadics = [], [], [], []
        self.lines, self.scopes, self.depth = [], [[]], 0
        self.scalars = INTS * 2 + [BOOL] + FLOATS * 2 + [EXTENDED]
        widths = [self.r.choice((3, 7, 13, 17, 24)), self.r.choice((33, 40, 63))]
        if bits == 64:  # clang 19 fills more than the object when it initialises wider ones for 32 bits
            widths.append(self.r.choice((65, 100, 128)))
        self.scalars += [Scalar(f"{s} _BitInt({w})", "bitint", w) for w in widths for s in ("signed", "unsigned")]
        if bits == 64:
            self.scalars += WIDE

    # --- small things ---------------------------------------------------------------------------------------

    def fresh(self, prefix="v"):
        self.count += 1
        return f"{prefix}{self.count}"

    def chance(self, p):
        return self.r.random() < p

    def add(self, line):
        self.lines.append("  " * (self.depth + 1) + line)

    def number(self):
        r = self.r
        return r.choice([str(r.randrange(10)), str(r.randrange(256)), str(-r.randrange(1, 200)), "0x7f", "0x80u",
            "0xffff", "0x80000000u", "0x7fffffff",
                         "0x8000000000000000ull", "0xffffffffffffffffull", hex(r.getrandbits(32)) + "u",
                         hex(r.getrandbits(64)) + "ull"])

    # --- values: lvalues are (text, type, may its address be taken) -----------------------------------------

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
        t = self.r.choice([t for t in self.scalars if t.kind != "float"])
        return self.r.choice([f"({a} {self.r.choice('+-*')} {b})", f"({a} / {self.r.choice(('3', '0.25f', '-7.0L'))})",
                              f"(double)(int)({self.expression(1)})", f"(float)({a})", f"(-({a}))",
                              f"(double)({t.name})({self.expression(1)})", f"(long double)(long "
                              f"long)({self.expression(1)})"])

    def value(self, t):
        """For a scalar of type t."""
        return f"finite({self.floating(2)})" if t.kind == "float" else self.expression()

    def constant(self, t):
        if is_scalar(t):
            return self.r.choice(("0.5", "-2.25", "3", "1e3f")) if t.kind == "float" else self.number()
        if isinstance(t, Array):
            chosen = sorted(self.r.sample(range(t.n), self.r.randrange(t.n + 1)))
            return "{" + ", ".join(f"[{i}] = {self.constant(t.element)}" if self.chance(0.5)
                else self.constant(t.element) for i in chosen) + "}" \
                if chosen and self.chance(0.8) else "{0}"
        if t.keyword == "union" or self.chance(0.15):
            name, inner, _ = self.r.choice(t.fields)
            return f"{{.{name} = {self.constant(inner)}}}"
        fields = t.fields if self.chance(0.5) else self.r.sample(t.fields, self.r.randrange(1, len(t.fields) + 1))
        return "{" + ", ".join(f".{name} = {self.constant(inner)}" for name, inner, _ in fields) + "}"

    # --- types ----------------------------------------------------------------------------------------------

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
        text = "\n".join(f"  {declare(inner, name)}{f' : {width}' if width else ''};" + ("\n  unsigned : 0;" if width
            and self.chance(0.1) else "")
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
        extra = self.r.choice(("float x;", "double x;", "struct { unsigned a : 3, b : 13, c : 16; } x;", "unsigned "
            "char *x;")) if size >= 8 else "float x;"
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
