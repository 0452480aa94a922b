"""Random C programs in which nothing is undefined: for tests/run-second-opinion.

generate(number, bits) gives {file name: text}. The programs are about how C lies in memory: structures, packed ones,
bit-fields and unions, pointers to everything, arithmetic on them and casts to integers and back, copies of ranges,
structures passed and returned by value, variadic functions, tables of functions, initialisers, several files with names
in common, integers and floats of all widths.

Arithmetic wraps (-fwrapv), shifts and divisors are masked, conversions from floats are guarded, floats stay finite,
indices are masked. No value but null or not null, an equality or a difference of addresses is computed from addresses.
Padding is not read. A counter bounds the calls.
"""
from second.expressions import BOOL, EXTENDED, FLOATS, INTS, PLAIN, WIDE, Array, Scalar, declare, is_scalar
from second.memory import Memory

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


# In every file; what only the last file has is in LAST.
SHARED = """int common[4];
int tentative;
extern int open_array[];
extern _Thread_local int per_thread;
int maybe(int);
inline int twice(int x) { return 2 * x + tentative; }
extern int aliased(int);
static double old_style(a, b, c) char a; float b; unsigned short c; { return finite(a + b * c); }
"""
LAST = """int open_array[3] = {7, [2] = 9};
_Thread_local int per_thread = 5;
extern inline int twice(int x);
static int original(int x) { return x * 5 - common[1]; }
int aliased(int) __attribute__((alias("original")));
"""
WEAK = "__attribute__((weak)) int maybe(int x) { return x + 1; }\n"
STRONG = "int maybe(int x) { return x ^ 0x55; }\n"
NAMES = """static const struct { const char *name; int *p; function f; } names[4] = {
  {"ab", &common[1], F}, {"xyz" + 1, common + 2, F}, {.p = &tentative, .name = "q"}, {"uv", &open_array[1]}};
"""


class Generator(Memory):
    # --- statements -----------------------------------------------------------------------------------------

    def block(self, size, nest):
        self.scopes.append([])
        self.depth += 1
        for _ in range(size):
            self.statement(nest)
        self.depth -= 1
        self.scopes.pop()

    def statement(self, nest):
        kinds = [self.s_assign] * 5 + [self.s_declare] * 3 + [self.s_pointer, self.s_walk, self.s_integer_pointer,
            self.s_copy, self.s_misaligned,
                 self.s_move, self.s_record, self.s_call, self.s_call, self.s_table, self.s_variadic, self.s_vla,
                     self.s_flexible, self.s_list, self.s_union,
                 self.s_input, self.s_static, self.s_string, self.s_bytes, self.s_complex, self.s_double_pointer,
                     self.s_statement_expression,
                 self.s_holder, self.s_holder, self.s_atomic, self.s_builtin, self.s_computed, self.s_alloca,
                     self.s_vector, self.s_matrix, self.s_callback,
                 self.s_pointer_bytes, self.s_record_array, self.s_container, self.s_pieces, self.s_pieces,
                     self.s_aligned, self.s_shared, self.s_old]
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

    # --- control flow ---------------------------------------------------------------------------------------

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

    # --- calls ----------------------------------------------------------------------------------------------

    def argument(self, t):
        """An expression of a type."""
        if is_scalar(t):
            return self.value(t)
        found = self.variables(lambda u: u is t)
        if found and self.chance(0.7):
            return self.r.choice(found)[0]
        return f"({t.name}){self.constant(t)}"

    def pointer_to(self, t):
        found = self.variables(lambda u: u is t)
        if found and self.chance(0.8):
            return f"({t.name} *)&{self.r.choice(found)[0]}"
        constant = self.constant(t)
        return f"&({t.name}){f'{{{constant}}}' if is_scalar(t) else constant}"

    def s_call(self):
        if not self.callable:
            return
        name, result, parameters = self.r.choice(self.callable)
        arguments = [self.pointer_to(t[0]) if isinstance(t, tuple) else self.argument(t) for t in parameters]
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
            if is_scalar(t) and t.kind == "pointer":
                v = self.addressed(lambda v: f"{v[1].name} *" == t.name)
                arguments.append(f"({t.name})&{v[0]}" if v else f"&({t.name[:-2]}){{{self.number()}}}")
            elif is_scalar(t):
                arguments.append(f"({t.name})({self.value(t)})")
            else:
                arguments.append(self.argument(t))
        x, text = self.fresh(), "".join(chr(ord("a") + k) for k in chosen)
        extra = ", 2.5f" if name.endswith("_f") else ""
        self.add(f'long long {x} = {name}("{text}"{extra}{"".join(", " + a for a in arguments)});')
        self.scopes[-1].append((x, INTS[10]))

    # --- functions ------------------------------------------------------------------------------------------

    def summary(self, text, t):
        """An integer expression that reads scalars of an object."""
        leaves = [self.leaf(text, t) for _ in range(1 if is_scalar(t) else 3)]
        return " + ".join(f"to_int({v[0]})" if v[1].kind == "float" else f"(long long)({v[0]})" for v in leaves)

    def variadic(self, static):
        name = self.fresh("va") + self.r.choice(("", "_f"))
        wide = [EXTENDED] + (WIDE if self.bits == 64 else [])
        pointed = self.r.choice(PLAIN)
        kinds = [INTS[6], INTS[10], FLOATS[1], INTS[9], Scalar(f"{pointed.name} *", "pointer")] + self.r.sample(wide,
            1) + self.r.sample(self.records, min(3, len(self.records)))
        extra = ", float y" if name.endswith("_f") else ""
        self.lines.append(f"{static}long long {name}(const char *kinds{extra}, ...) {{")
        self.add("va_list ap, other;")
        self.add("long long x = 0, first = 1;")
        self.add(f"va_start(ap, {'y' if extra else 'kinds'});")
        self.add("va_copy(other, ap);")
        self.add(f"x = {name}_list(kinds, ap);")
        self.add("va_end(ap);")
        self.add(f"if (*kinds) first = {name}_list(kinds + {self.r.choice((0, 1))} * !kinds[1], other);"
                 if self.chance(0.5) else f"first = {name}_list(kinds, other);")
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
            self.add(f"  case '{chr(ord('a') + k)}': {{ {text} = va_arg(ap, {t.name}); x = x * 5 + "
                     f"{self.summary('v', t) if not is_scalar(t) or t.kind != 'pointer' else '*v'}; break; }}")
        self.add("  }")
        self.add("return x;")
        self.lines.append("}")
        self.lines += body
        self.variadics.append((name, kinds))
        return [f"{static}long long {name}_list(const char *kinds, va_list ap);", f"{static}long long {name}(const "
            f"char *kinds{extra}, ...);"]

    def plain(self, static):
        name, result = self.fresh("f"), self.r.choice([self.r.choice(self.scalars), self.r.choice(self.records),
            self.r.choice(self.records + self.unions)])
        parameters, shown, scope = [], [], []
        for i in range(self.r.randrange(0, 7)):
            t = self.r.choice([self.r.choice(self.scalars), self.r.choice(self.scalars),
                self.r.choice(self.records + self.unions)])
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

    # --- files ----------------------------------------------------------------------------------------------

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
        for name, t in scope:
            p = self.fresh("gp")
            if isinstance(t, Array) and is_scalar(t.element) and self.chance(0.7):
                e = t.element.name
                place = self.r.choice((f"&{name}[{t.n - 1}]", f"{name} + 1", f"({e} *)((char *){name} + sizeof "
                    f"*{name})"))
                own.append(f"static {e} *{p} = {place};")
                self.own.append((f"(*{p})", t.element))
            elif is_scalar(t):
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
        own.append(f"static function table[4] = {{{', '.join(self.r.choice(names) for _ in range(3))}, "
            f"{f't{number - 1}_x' if number else names[0]}}};")
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
            # A weak definition wherever there is a strong one, too, or alone.
            own.append(NAMES.replace("F}",
                f"t{number}_0}}") + (WEAK if number == 0 else STRONG if number == 1 else "") + (LAST if number
                + 1 == n_files else ""))
            text = ['#include "common.h"', SHARED] + own + self.lines
            files[f"{'abc'[number]}.c"] = "\n".join(text) + "\n"
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
    return Generator(number, bits).program()
