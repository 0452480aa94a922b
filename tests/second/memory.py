"""Statements about memory for random C programs: see generate.py."""
from second.expressions import BOOL, FLOATS, INTS, PLAIN, Array, Expressions, declare, is_scalar


class Memory(Expressions):
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
            self.add(f"union {{ {e} *p; uintptr_t i; unsigned char b[sizeof(void *)]; }} x{i} = "
                     f"{{&{name}[{self.index(t.n)}]}};")
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
            self.add(f"{self.r.choice(('memcpy', 'memmove'))}({'' if isinstance(t, Array) else '&'}{name}, "
                     f"{'' if isinstance(t, Array) else '&'}{other}, sizeof {name});")
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
            self.add(f"memmove({name} + (unsigned){self.expression(0)} % {half}, {name} + "
                     f"(unsigned){self.expression(0)} % {half}, {n});")
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
        self.add(f"_Complex {t.name} {z} = finite({self.floating(1)}), {w} = {z} + "
                 f"{self.r.choice(('2.0i', '1.5', '-0.25i'))};")
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
        self.add(f"struct {h} {{ char c; {t} *p; struct {h} *other; short n; }} {h}[2] = {{{{1, ({t} *)&{v[0]}, "
                 f"&{h}[1]}}, {{.p = ({t} *)&{w[0]}, .n = 3}}}};")
        self.add(f"{h}[1].other = &{h}[{self.r.randrange(2)}];")
        kind = self.r.randrange(3)
        if kind == 0:
            self.add(f"struct {h} {h}s = {h}[0]; {h}[0] = {h}[1]; {h}[1] = {h}s;")
        elif kind == 1:
            self.add(f"struct {h} {h}s; memcpy(&{h}s, {h} + ({self.expression(1)} != 0), sizeof {h}s); {h}s.other = "
                     f"{h}; {h}[0].other = &{h}s;")
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
            self.add(f"uintptr_t {b}[2] = {{0, (uintptr_t){p} | {0 if t.element.width == 8 else 1}}}; {p}c = ({e} "
                     f"*)({b}[1] & ~(uintptr_t){0 if t.element.width == 8 else 1});")
        else:
            self.add(f"void *{b}[3] = {{{name}, &{p}, 0}}; {p}c = *({e} **){b}[1]; if (!{b}[2]) {p}c = {b}[0];")
        self.add(f"*{p}c = {self.value(t.element)};")
        self.scopes[-1].append((f"(*{p}c)", t.element))

    def s_container(self):
        """From the address of a member to the structure around it."""
        t, x, p = self.r.choice(PLAIN), self.fresh("c"), self.fresh("p")
        self.add(f"struct {x} {{ short n; {t.name} m; unsigned char tail[3]; }} {x}v = {{5, {self.expression(1)}, "
                 f"{{1, 2, 3}}}}, *{x};")
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

    def s_pieces(self):
        """Parts of records set and copied as ranges, and whole ones in two pieces."""
        t, a, k = self.r.choice(self.records), self.fresh("a"), self.fresh("k")
        self.add(f"{t.name} {a} = {self.constant(t)}, {a}o = {self.constant(t)};")
        self.scopes[-1].append((a, t))
        whole = [f for f in t.fields if not f[2]]
        kind = self.r.randrange(4)
        if kind == 0:
            self.add(f"memset(&{a}o, 0, sizeof {a}o); {a}o = {a};")
        elif kind == 1 and whole:
            name = self.r.choice(whole)[0]
            self.add(f"memset(&{a}.{name}, 0, sizeof {a}.{name}); memcpy(&{a}o.{name}, &{a}.{name}, sizeof "
                     f"{a}.{name});")
        elif kind == 2:
            self.add(f"size_t {k} = (unsigned)({self.expression(1)}) % (sizeof {a} + 1);")
            self.add(f"memcpy(&{a}o, &{a}, {k}); memcpy((char *)&{a}o + {k}, (char *)&{a} + {k}, sizeof {a} - {k});")
        else:
            self.add(f"void *{k} = malloc(2 * sizeof {a}); memcpy({k}, &{a}, sizeof {a}); (({t.name} *){k})[1] = "
                     f"{a}o; memmove(&{a}o, {k}, sizeof {a});")
        self.scopes[-1].append((f"{a}o", t))
        self.s_assign()

    def s_aligned(self):
        a, t = self.fresh("a"), self.r.choice(PLAIN)
        n = self.r.choice((8, 16, 32, 64))
        self.add(f"struct {{ char c; _Alignas({n}) {t.name} x[2]; union {{ {t.name} u; unsigned char b; }}; }} "
                 f"{a}[2] = {{{{1, {{2, 3}}, {{4}}}}, [1].u = {self.expression(1)}}};")
        self.add(f"{a}[({self.expression(1)}) & 1].x[1] += {a}[1].u; {a}[0] = {a}[({self.expression(1)}) & 1];")
        self.scopes[-1].append((f"{a}[0].x[0]", t))
        self.scopes[-1].append((f"{a}[1].b", INTS[0]))

    def s_shared(self):
        """Names that several files define or declare in ways of their own: see SHARED."""
        x = self.fresh()
        self.add(f"int {x} = common[{self.index(4)}] + tentative + open_array[{self.r.randrange(3)}] + per_thread++ "
                 f"+ maybe({self.expression(1)}) + twice({self.expression(1)}) + aliased(3);")
        self.add(f"common[{self.index(4)}] ^= {x}; tentative += {x} & 3; open_array[{self.r.randrange(3)}]--;")
        self.add(f"{x} += *names[{self.index(4)}].p + names[{self.index(4)}].name[1]; *names[{self.index(4)}].p += "
                 f"names[1].f({x}, 2) != 0;")
        self.scopes[-1].append((x, INTS[6]))

    def s_old(self):
        x = self.fresh()
        self.add(f"double {x} = old_style({self.expression(1)}, (float)finite({self.floating(1)}), "
                 f"{self.expression(1)});")
        self.scopes[-1].append((x, FLOATS[1]))

    def s_atomic(self):
        x, y, t = self.fresh(), self.fresh(), self.r.choice([t for t in PLAIN if t.width >= 32])
        self.add(f"_Atomic {t.name} {x} = {self.expression(1)};")
        change = self.r.choice((f"__c11_atomic_fetch_add(&{x}, {self.expression(1)}, 5)",
                                f"__c11_atomic_exchange(&{x}, {self.expression(1)}, 5)", f"({x} += 3)", f"{x}++"))
        self.add(f"{t.name} {y} = {change};")
        self.add(f"{t.name} {y}e = {y}; {y} += __c11_atomic_compare_exchange_strong(&{x}, &{y}e, 7, 5, 5);")
        self.add(f"{y} ^= {x} + {y}e;")
        self.scopes[-1].append((y, t))

    def s_builtin(self):
        x, t = self.fresh(), self.r.choice(PLAIN)
        e = self.expression(1)
        f = self.r.choice((f"__builtin_bswap32({e})", f"__builtin_bswap64({e})", f"__builtin_popcountll({e})",
            f"__builtin_clz((unsigned)({e}) | 1)",
                           f"__builtin_ctzll((unsigned long long)({e}) | 0x8000000000000000ull)",
                           f"__builtin_parity({e})", f"__builtin_ffsll({e})",
                           f"__builtin_rotateleft32({e}, {self.expression(0)} & 31)", f"__builtin_bitreverse16({e})",
                           f"__builtin_abs((int)({e}) | 1)"))
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
        self.add(f"{v}t {v} = {{(int)({self.expression(1)}), 2, -3, (int)({self.expression(1)})}}; {v} = {v} * 3 + "
                 f"(({v}t){{1, 2, 3, 4}} ^ {v});")
        self.add(f"int {x} = {v}[{self.r.randrange(4)}] + ({v} > 0)[1];")
        self.scopes[-1].append((x, INTS[6]))

    def s_matrix(self):
        m, p, t = self.fresh("m"), self.fresh("p"), self.r.choice(PLAIN)
        self.add(f"{t.name} {m}[2][4] = {{{{1, 2}}, [1][2] = {self.number()}}}, (*{p})[4] = "
                 f"&{m}[({self.expression(1)}) & 1];")
        self.add(f"(*{p})[{self.index(4)}] = {self.expression(1)};")
        self.add(f"{m}[0][3] += (*({m} + 1))[2] - *(*{m} + 1);")
        self.scopes[-1].append((m, Array(Array(t, 4), 2)))

    def s_callback(self):
        """A function of the table through a structure, and through void *."""
        h, x = self.fresh("h"), self.fresh()
        self.add(f"struct {{ short tag; union {{ function f; void *p; }} u; }} {h} = {{2, "
                 f"{{table[{self.index(4)}]}}}};")
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
        size = f"sizeof *{p} + ({n} + 1) * sizeof *{p}->data"
        self.add(f"{p} = {self.r.choice(('malloc(', 'calloc(1, '))}{size});")
        self.add(f"{p}->n = {n};")
        self.add(f"for (unsigned {i} = 0; {i} <= {p}->n; {i}++) {p}->data[{i}] = {self.expression(1)};")
        self.scopes[-1].append((f"{p}->data[{n}]", t))

    def s_list(self):
        head, i, q, x = self.fresh("h"), self.fresh("i"), self.fresh("q"), self.fresh("x")
        self.add(f"struct node *{head} = 0;")
        self.add(f"for (int {i} = 0; {i} < {self.r.randrange(2, 5)}; {i}++) {{")
        self.add(f"  struct node *n = malloc(sizeof *n); n->next = {head}; n->key = {self.expression(1)}; n->tag = "
                 f"{i}; {head} = n;")
        self.add("}")
        self.add(f"int {x} = 0;")
        self.add(f"for (struct node **{q} = &{head}; *{q};) if ((*{q})->key & 1) *{q} = (*{q})->next; else {{ {x} "
                 f"+= (*{q})->tag; {q} = &(*{q})->next; }}")
        self.scopes[-1].append((x, INTS[6]))

    def s_input(self):
        x = self.fresh()
        name, t = self.r.choice((("int", INTS[6]), ("uchar", INTS[0]), ("short", INTS[4]), ("ulong", INTS[7]),
            ("longlong", INTS[10]), ("bool", BOOL)))
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
        self.add(self.r.choice((f'const char *{s} = "{text}";', f'char {s}[8] = "{text}";', f'char {s}[] = '
                 f'"{text[:3]}" "{text[3:]}";')))
        self.add(f"char {x} = {s}[{self.index(8)}];")
        self.scopes[-1].append((x, INTS[2]))
