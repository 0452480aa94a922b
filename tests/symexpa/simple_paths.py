"""The abstraction points of algorithm 2 (Jonáš, Strejček, Griggio), counted by enumeration: definitions 1 and 2 word by word, with sets of assignments.

A program is a list of statements over x and y, of which only the two low bits matter: ("set", variable, expression), ("if", condition, then, else) with None
for a condition that is open, ("loop", number, condition, body). Conditions and expressions are C and Python at the same time."""
import itertools

DOMAIN = [dict(x=x, y=y) for x, y in itertools.product(range(4), repeat=2)]


def value(text, memory):
    return eval(text, {}, memory)  # the texts are those of this folder


class Count:
    """The p-simple paths to abstraction points, for precision: number → (threshold, predicates)."""

    def __init__(self, precision, most):
        self.precision, self.most, self.points, self.ends = precision, most, 0, 0

    def abstract(self, loop, states):
        """Lines 7 to 10. A state is the abstract states met so far on the path, and the memory."""
        predicates = self.precision[loop][1]
        met = set()
        for history, memory in states:
            abstract = (loop, tuple(bool(value(p, dict(memory))) for p in predicates))
            if abstract not in history:
                met.add((history | {abstract}, abstract))
        self.points += bool(met)
        if self.points > self.most:
            raise OverflowError
        return {(history, tuple(m.items())) for history, abstract in met for m in DOMAIN
                if tuple(bool(value(p, m)) for p in predicates) == abstract[1]}

    def explore(self, program, states, visits):
        if not states:
            return
        if not program:
            self.ends += 1
            return
        (kind, *rest), after = program[0], program[1:]
        if kind == "set":
            variable, expression = rest
            new = {(h, tuple({**dict(m), variable: value(expression, dict(m)) % 4}.items())) for h, m in states}
            return self.explore(after, new, visits)
        if kind == "loop":
            number, condition, body = rest
            seen = visits.get(number, 0)
            if seen >= self.precision[number][0]:
                states = self.abstract(number, states)
            visits = {**visits, number: seen + 1}
            ways = [(condition, body + program), (f"not ({condition})", after)]
        else:
            condition, then, other = rest
            ways = [(condition, then + after), (condition and f"not ({condition})", other + after)]
        for condition, way in ways:
            self.explore(way, {(h, m) for h, m in states if condition is None or value(condition, dict(m))}, visits)


def count(program, precision, most=100000):
    """How many abstraction points are reached, or None if they are more than `most`."""
    c = Count(precision, most)
    try:
        c.explore(program, {(frozenset(), tuple(m.items())) for m in DOMAIN}, {})
    except OverflowError:
        return None
    return c.points


def c_text(program, indent="  "):
    out = ""
    for kind, *rest in program:
        if kind == "set":
            out += f"{indent}{rest[0]} = ({rest[1]}) & 3;\n"
        elif kind == "loop":
            out += f"{indent}while ({rest[1]}) {{\n{c_text(rest[2], indent + '  ')}{indent}}}\n"
        else:
            out += f"{indent}if ({rest[0] or '__VERIFIER_nondet_int()'}) {{\n{c_text(rest[1], indent + '  ')}{indent}}} else {{\n{c_text(rest[2], indent + '  ')}{indent}}}\n"
    return out


def c_program(program):
    """No square is 2 modulo 4: the error is not reached, and the text does not say so."""
    return ("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n"
            "  unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), k;\n  x = x & 3;\n  y = y & 3;\n" + c_text(program) +
            "  k = __VERIFIER_nondet_int();\n  if ((k * k & 3) == 2) reach_error();\n  return 0;\n}\n")


def precision_text(precision):
    return "".join(f"main:#{number} threshold {threshold}\n" + "".join(f"  {p}\n" for p in predicates) for number, (threshold, predicates) in precision.items())


CONDITIONS = ["(x & 3) < 2", "(x & 3) != 0", "(y & 3) < 3", "(x & 3) < (y & 3)", "((x ^ y) & 3) != 0", "(y & 3) == 1", "((x + y) & 3) < 3", "(x & 3) == 3"]
EXPRESSIONS = ["x + 1", "y + 1", "x + y", "y + 3", "2", "0", "x ^ y", "y"]


def random_program(draw, depth=0, loops=None):
    """With one to three loops, nested or one after the other."""
    loops = loops if loops is not None else []
    program = []
    for _ in range(draw.randint(1, 2)):
        kind = draw.choice(("set", "set", "if", "loop") if depth else ("loop", "loop", "if"))
        if kind == "loop" and len(loops) == 3:
            kind = "set"
        if kind == "set":
            program.append(("set", draw.choice("xy"), draw.choice(EXPRESSIONS)))
        elif kind == "if":
            program.append(("if", draw.choice([None] + CONDITIONS), [("set", "x", draw.choice(EXPRESSIONS))], [("set", "y", draw.choice(EXPRESSIONS))]))
        else:
            loops.append(len(loops) + 1)
            number, condition = loops[-1], draw.choice(CONDITIONS)
            program.append(("loop", number, condition, random_program(draw, depth + 1, loops)))
    return program if depth else (program, {n: (draw.choice((0, 0, 0, 1, 2)), draw.sample(CONDITIONS, draw.randint(0, 3))) for n in loops})


# Nested loops with three predicates each (counted by hand in docs/papers.md), and others.
NESTED = [("set", "x", "0"), ("loop", 1, "(x & 3) < 3", [("set", "y", "0"), ("loop", 2, "(y & 3) < 3", [("set", "y", "y + 1")]), ("set", "x", "x + 1")])]
FIXED = {
    "no predicate": ([("loop", 1, "(x & 3) < 3", [("set", "x", "x + 1")])], {1: (0, [])}),
    "counter with its values": ([("set", "x", "0"), ("loop", 1, "(x & 3) < 3", [("set", "x", "x + 1")])], {1: (0, ["(x & 3) == 0", "(x & 3) == 1", "(x & 3) == 2"])}),
    "counter with its condition": ([("set", "x", "0"), ("loop", 1, "(x & 3) < 3", [("set", "x", "x + 1")])], {1: (0, ["(x & 3) < 3"])}),
    "threshold": ([("set", "x", "0"), ("loop", 1, "(x & 3) < 3", [("set", "x", "x + 1")])], {1: (2, ["(x & 3) < 3"])}),
    "inner loop without predicates": (NESTED, {1: (0, ["(x & 3) == 0", "(x & 3) == 1", "(x & 3) == 2"]), 2: (0, [])}),
    "nested, three predicates each": (NESTED, {1: (0, ["(x & 3) == 0", "(x & 3) == 1", "(x & 3) == 2"]), 2: (0, ["(y & 3) == 0", "(y & 3) == 1", "(y & 3) == 2"])}),
    "nested, three predicates each that say less": (NESTED, {1: (0, ["(x & 3) < 1", "(x & 3) < 2", "(x & 3) < 3"]), 2: (0, ["(y & 3) < 1", "(y & 3) < 2", "(x & 3) == 1"])}),
}
