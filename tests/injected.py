"""Random small C programs without undefined behaviour, and the same ones with one error in them (tests/run-injected).

A program is made of pieces: an array with an index, a list, a string, a block of the heap, … Each piece is good for every input. A piece also knows
errors that can be put into it; the error then changes as little as it can, and is often reached with one particular input only. A line that begins
with "@NAME|" is where the error NAME shows; NAME may be several, separated by commas. A piece draws the same random choices with and without an error.
"""
import random

# What a kind of error violates, and what clew is asked for.
PROPERTY = {"index": "valid-deref", "lifetime": "valid-deref", "free": "valid-free", "overflow": "no-overflow", "leak": "valid-memtrack"}
CHECK = {"index": "memory", "lifetime": "memory", "free": "memory", "overflow": "overflow", "leak": "leaks"}
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
static unsigned long total;
"""


class Piece:
    """One piece of a program: number makes its names unique, error is None or the name of the error in it."""

    def __init__(self, dice, number, error):
        self.dice, self.number, self.error = dice, number, error
        self.inputs = []  # the parameters
        self.needs = {}  # what the inputs have to be for the error to show
        self.globals, self.functions, self.body = [], [], []
        self.blind = error == "far"  # AddressSanitizer may not see it
        secret = self.input()
        value = dice.choice([0, 1, -1, 7, 42, 1000, -5000, 65537, 2147483647])
        self.condition = dice.choice([f"{secret} == {value}", f"{secret} == {value}", "1", f"{secret} > {value % 1000} && {secret} < {value % 1000 + 3}",
                                      f"({secret} & 255) == {value & 255}", f"{secret} % 100 == {value % 100}" if value >= 0 else f"{secret} < -4999",
                                      f"({secret} ^ {value & 65535}) == 0"])
        self.needs[secret] = {"=": value, ">": value % 1000 + 1, "&": value & 255, "%": value % 100, "<": -5000, "^": value & 65535,
                              "1": 0}[next(c for c in "><&^%=1" if c in self.condition)]
        self.secret = secret

    def name(self, word):
        return f"{word}{self.number}"

    def input(self):
        self.inputs.append(f"n{self.number}_{len(self.inputs)}")
        return self.inputs[-1]

    def has(self, *errors):
        return self.error in errors

    def unless(self, error, statement):
        """A statement that is left out where the error is in the program."""
        return f"if (!({self.condition})) {statement}" if self.has(error) else statement

    def only(self, error, statement):
        """A statement that is there only with the error, at the place where it shows."""
        return [f"@{error}|if ({self.condition}) {statement}"] if self.has(error) else []

    def storage(self, kind, name, length, where):
        """Declares an array; what to say at the end."""
        if where == "global":
            self.blind |= self.has("before")  # only behind a global there is always something poisoned
            self.globals.append(f"static {kind} {name}[{length}];")
        elif where == "local":
            self.body.append(f"{kind} {name}[{length}];")
            self.body.append(f"memset({name}, 0, sizeof {name});")
        elif where == "calloc":
            self.body.append(f"{kind} *{name} = calloc({length}, sizeof *{name});")
        else:
            self.body.append(f"{kind} *{name} = malloc({length} * sizeof({kind}));")
            self.body.append(f"memset({name}, 1, {length} * sizeof({kind}));")
        return [f"free({name});"] if where in ("calloc", "malloc") else []


WHERE = ["global", "local", "calloc", "malloc"]


def bounded(p, n, i, length):
    """Statements that give `i` a value from 0 to length - 1, and its guard if it has one; with an error, one outside."""
    style = p.dice.choice(["mask", "clamp", "guard", "modulo"] if length & (length - 1) == 0 else ["clamp", "guard", "modulo"])
    natural = p.dice.random() < 0.5
    far = p.dice.choice([length + p.dice.randint(2, 40), -p.dice.randint(2, 40), 1000, -100000])
    low, high, guard = 0, length - 1, None
    if natural and p.has("behind"):
        high = length
        p.needs[n] = length
    if natural and p.has("before") and style in ("clamp", "guard"):
        low = -1
        p.needs[n] = -1
    if style == "mask":
        lines = [f"int {i} = {n} & {2 * length - 1 if high == length else length - 1};"]
    elif style == "modulo":
        lines = [f"int {i} = (int)((unsigned){n} % {high + 1}u);"]
        if natural and p.has("before"):
            lines = [f"int {i} = {n} % {length};"]
            p.needs[n] = -1
    elif style == "clamp":
        lines = [f"int {i} = {n} < {low} ? {low} : {n} > {high} ? {high} : {n};"]
    else:
        lines = [f"int {i} = {n};"]
        guard = f"if ({i} >= {low} && {i} < {length})" if high < length else f"if ({i} >= {low} && {i} <= {length})"
        guard = p.dice.choice([guard, guard.replace("if (", "while (")])
        if p.has("far") or not natural and p.has("behind", "before"):
            guard = f"if (({guard[guard.index('(') + 1:-1]}) || ({p.condition}))"
    if p.has("far") or p.has("behind", "before") and (not natural or style == "mask" and p.has("before")):
        value = far if p.has("far") else length if p.has("behind") else -1
        lines.append(f"if ({p.condition}) {i} = {value};")
    return lines, guard


def access(p, array, i, kind, error, guard):
    """A read or write of array[i], in place or in a function."""
    where = "@" + error + "|"
    place = p.dice.choice(["{a}[{i}]", "{a}[{i}]", "*({a} + {i})", "(&{a}[1])[{i} - 1]"])
    writes, inside, loops = p.dice.random() < 0.5, p.dice.random() < 0.4, guard and guard.startswith("while")
    if inside:
        here, name = place.format(a="array", i="index"), p.name("put" if writes else "get")
        if writes:
            p.functions += [f"static void {name}({kind} *array, int index, {kind} value) {{", f"{where}  {here} = value;", "}"]
            action = [f"{name}({array}, {i}, ({kind}){i});"]
        else:
            p.functions += [f"static {kind} {name}(const {kind} *array, int index) {{", f"{where}  return {here};", "}"]
            action = [f"total += (unsigned long){name}({array}, {i});"]
    else:
        here = place.format(a=array, i=i)
        action = [f"{where}{here} = ({kind})({i} & 3);" if writes else f"{where}total += (unsigned long){here};"]
    if not guard:
        return action
    return [guard + " {", *("  " + a if not a.startswith("@") else a.replace("|", "|  ", 1) for a in action), *(["  break;"] if loops else []), "}"]


def piece_array(p):
    length, kind = p.dice.choice([2, 3, 4, 5, 8, 8, 16]), p.dice.choice(["char", "short", "int", "int", "long"])
    name, n, i = p.name("array"), p.input(), p.name("i")
    end = p.storage(kind, name, length, p.dice.choice(WHERE))
    if p.dice.random() < 0.5:
        p.body.append(f"for (int k = 0; k < {length}; k++) {name}[k] = ({kind})(k * 3);")
    lines, guard = bounded(p, n, i, length)
    p.body += lines + access(p, name, i, kind, "behind,before,far", guard) + end


def piece_table(p):
    """Rows of an array of two dimensions, or an array at the end of a structure: only the index of the row can leave the object."""
    length, n, i, name = p.dice.choice([2, 3, 4]), p.input(), p.name("i"), p.name("table")
    p.blind |= p.has("before")
    if p.dice.random() < 0.5:
        p.globals.append(f"static int {name}[{length}][3];")
        place = f"{name}[{i}][{p.secret} & 1]"
    else:
        p.globals.append(f"static struct {{ int used; int cells[{length}]; }} {name};")
        place = f"{name}.cells[{i}]"
        if p.has("before", "far"):
            p.error = "behind"
    lines, guard = bounded(p, n, i, length)
    write = p.dice.random() < 0.5
    guard = (guard or "if (1)").replace("while", "if")
    p.body += lines + [guard, f"@behind,before,far|  {place} = {i} & 7;" if write else f"@behind,before,far|  total += (unsigned long){place};"]


def piece_walk(p):
    length, kind, n, m, name = p.dice.randint(2, 6), p.dice.choice(["char", "int", "long"]), p.input(), p.name("m"), p.name("cells")
    end = p.storage(kind, name, length, p.dice.choice(WHERE))
    high = length + 1 if p.has("behind") else length
    if p.has("behind", "before"):
        p.needs[n] = high
    p.body.append(f"int {m} = {n} < 0 ? 0 : {n} > {high} ? {high} : {n};")
    shape = p.dice.randint(0, 3)
    if shape == 0:
        start = f"{name} - 1" if p.has("before") else name
        p.body += [f"for ({kind} *p = {name}; p < {name} + {m}; p++)", "@behind|  total += (unsigned long)*p;"]
        if p.has("before"):
            p.body += [f"if ({p.condition})", f"@before|  total += (unsigned long)*({start});"]
    elif shape == 1:
        p.body += [f"{kind} *{name}_p = {name};", f"while ({m}-- > 0)", f"@behind|  *{name}_p++ = 1;"]
        if p.has("before"):
            p.body += [f"if ({p.condition})", f"@before|  {name}[-1] = 2;"]
    elif shape == 2:
        p.body += [f"{kind} *{name}_p = {name} + {length};"]
        if p.has("before"):
            p.body += [f"for (int k = 0; k <= {m}; k++)", f"@before|  *--{name}_p = 3;"]
            p.needs[n] = length
        else:
            p.body += [f"for (int k = 0; k < {m}; k++)", f"@behind|  *--{name}_p = 3;"]  # one more: before the start, for any error
    else:
        walker = p.name("walk")
        p.functions += [f"static void {walker}({kind} *from, {kind} *to) {{", "  for (; from != to; from++)", "@behind,before|    *from = 5;", "}"]
        p.body.append(f"{walker}({name}{' - 1' if p.has('before') else ''}, {name} + {m});")
    p.body += end


def piece_copy(p):
    """memcpy and its like, of a length that inputs say."""
    length, n, m, name = p.dice.randint(3, 9), p.input(), p.name("m"), p.name("bytes")
    end = p.storage("char", name, length, p.dice.choice(WHERE))
    p.globals.append(f"static char {name}_from[16] = \"0123456789abcde\";")
    high = length + 1 if p.has("behind") else length
    if p.has("behind"):
        p.needs[n] = high
    p.body.append(f"size_t {m} = {n} < 0 ? 0 : {n} > {high} ? {high} : (size_t){n};")
    call = p.dice.choice([f"memcpy({name}, {name}_from, {m});", f"memset({name}, 'x', {m});", f"memcpy({name}_from, {name}, {m});",
                          f"memmove({name}, {name}_from, {m});", f"total += memcmp({name}, {name}_from, {m}) > 0;"])
    if "memcmp" in call:  # of what is the same: it reads all of it
        p.body.append(f"memcpy({name}, {name}_from, {length});")
    p.body.append("@behind|" + call)
    p.body += p.only("before", f"memcpy({name} - 1, {name}_from, 2);") + end


def piece_string(p):
    words = [p.dice.choice(["", "a", "no", "yes", "clew", "maybe"]) for _ in range(4)]
    n, name, word = p.input(), p.name("text"), p.name("word")
    size = max(map(len, words)) + 1
    p.needs[n] = p.dice.randint(0, 3)
    if p.has("behind"):
        words[p.needs[n]] = "k" * size
    p.globals.append(f"static const char *const {word}s[4] = {{{', '.join(chr(34) + w + chr(34) for w in words)}}};")
    end = p.storage("char", name, size, p.dice.choice(WHERE))
    p.body.append(f"const char *{word} = {word}s[{n} & 3];")
    shape = p.dice.randint(0, 6)
    if shape == 6:
        p.functions += [f"static void {p.name('copy')}(char *to, const char *from) {{", "@behind|  while ((*to++ = *from++)) {}", "}"]
        p.body.append(f"{p.name('copy')}({name}, {word});")
    elif shape == 5:
        p.body.append(f"memset({name}, 'z', {size - 1});")
        p.body.append(f"{name}[{size - 1}] = {0 if not p.has('behind') else chr(39) + 'z' + chr(39)};")
        p.body.append(f"@behind|total += strlen({name});")
    else:
        p.body.append("@behind|" + [f"strcpy({name}, {word});", f"memcpy({name}, {word}, strlen({word}) + 1);", f"sprintf({name}, \"%s\", {word});",
                                    f"snprintf({name}, {size + 3 if p.has('behind') else size}, \"%s\", {word});",
                                    f"strncpy({name}, {word}, {size + 1 if p.has('behind') else size});"][shape])
    p.body += [f"total += (unsigned long){name}[0];"]
    if p.has("before"):
        p.body += p.only("before", f"total += (unsigned long){name}[-1];")
    p.body += end


def piece_box(p):
    """A structure with a pointer and a length, and functions on it."""
    length, n, box, b = p.dice.randint(2, 5), p.input(), p.name("box"), p.name("b")
    heap = p.dice.random() < 0.5
    size = f"{length} + ({p.condition})" if p.has("behind") else str(length)
    if p.has("behind"):
        p.needs[n] = length
    p.globals += [f"struct {box} {{ int size; int *data; }};"]
    p.functions += [f"static void {box}_init(struct {box} *box, int size) {{", "  box->size = size;", f"  box->data = malloc({length} * sizeof(int));",
                    f"  for (int k = 0; k < {length}; k++) box->data[k] = k;", "}",
                    f"static int {box}_get(const struct {box} *box, int i) {{",
                    f"@behind,before,gone|  return {'i < box->size' if p.has('before') else 'i >= 0 && i < box->size'} ? box->data[i] : 0;", "}",
                    f"static void {box}_drop(struct {box} *box) {{", "@twice|  free(box->data);", "}"]
    if p.has("before"):
        p.needs[n] = -1
    p.body.append(f"struct {box} {b}_place, *{b} = &{b}_place;" if not heap else f"struct {box} *{b} = malloc(sizeof *{b});")
    p.body.append(f"{box}_init({b}, {size});")
    if p.has("gone"):
        p.body.append(f"if ({p.condition}) {box}_drop({b});")
        p.needs[n] = 0
    p.body.append(f"total += (unsigned long){box}_get({b}, {n});")
    p.body.append(p.unless("gone" if p.has("gone") else "forget", f"{box}_drop({b});"))
    if p.has("twice"):
        p.body.append(f"if ({p.condition}) {box}_drop({b});")
    if heap:
        p.body.append(f"free({b});")


def piece_list(p):
    n, node, head, count = p.input(), p.name("node"), p.name("head"), p.dice.randint(2, 4)
    by_pointer, variable, at_once, freed_by_function = (p.dice.random() < 0.5 for _ in range(4))
    p.globals += [f"struct {node} {{ int value; struct {node} *next; }};"]
    allocate = [f"  struct {node} *node = malloc(sizeof *node);", "  node->value = value;"]
    if by_pointer:
        p.functions += [f"static void {node}_push(struct {node} **head, int value) {{", *allocate, "  node->next = *head;", "  *head = node;", "}"]
        push = f"{node}_push(&{head}, {n});"
    else:
        p.functions += [f"static struct {node} *{node}_push(struct {node} *head, int value) {{", *allocate, "  node->next = head;", "  return node;", "}"]
        push = f"{head} = {node}_push({head}, {n});"
    p.body.append(f"struct {node} *{head} = NULL;")
    if variable:
        p.body.append(f"for (int k = 0; k < {count} && k <= ({n} & 3); k++) {push}")
    else:
        p.body += [push] * count if at_once else [f"for (int k = 0; k < {count}; k++) {push}"]
    p.body.append(f"for (struct {node} *p = {head}; p; p = p->next) total += (unsigned long)p->value;")
    if p.has("null"):
        p.body += [f"struct {node} *{head}_last = {head};", f"while ({head}_last) {head}_last = {head}_last->next;",
                   f"@null|if ({p.condition}) total += (unsigned long){head}_last->value;"]
    if p.has("overwritten"):
        p.body.append(f"if ({p.condition}) {head} = {head}->next;")
    p.body.append(f"struct {node} *{head}_first = {head};")
    if p.has("gone"):
        p.body += [f"while ({head}) {{", f"  struct {node} *old = {head};", f"  if (!({p.condition})) {head} = {head}->next;", "  free(old);",
                   f"@gone|  if ({p.condition}) {head} = {head}->next;", "}"]
    elif freed_by_function:
        p.functions += [f"static void {node}_free(struct {node} *list) {{", f"  struct {node} *rest;", "  for (; list; list = rest) {", "    rest = list->next;",
                        "    free(list);", "  }", "}"]
        p.body.append(p.unless("forget", f"{node}_free({head}_first);"))
    else:
        p.body += [f"while ({head}) {{", f"  struct {node} *next = {head}->next;", "  " + p.unless("forget", f"free({head});"), f"  {head} = next;", "}"]
    p.body += p.only("twice", f"free({head}_first);")


def piece_heap(p):
    """A block of the heap; its errors are those of its lifetime."""
    length, n, name = p.dice.randint(1, 4), p.input(), p.name("block")
    kind = p.dice.choice(["char", "int", "long"])
    new = p.dice.choice([f"malloc({length} * sizeof({kind}))", f"calloc({length}, sizeof({kind}))"])
    inside = p.dice.random() < 0.4
    p.body += [f"{kind} *{name} = {new};", f"{name}[0] = ({kind}){n};"]
    alias = p.dice.choice([name, f"{name}_alias"])
    if alias != name:
        p.body.append(f"{kind} *{alias} = {name};")
    if p.has("inner", "stack"):
        p.body += [f"{kind} {name}_local[2] = {{0, 0}};", f"total += (unsigned long){name}_local[{n} & 1];"]
    if p.has("overwritten"):
        p.body.append(f"if ({p.condition}) {name} = calloc(1, sizeof({kind}));")
        alias = name
    p.body.append(f"total += (unsigned long){alias}[0];")
    target = {"inner": f"{name} + 1", "stack": f"{name}_local"}.get(p.error)
    freed = f"({p.condition}) ? {target} : {name}" if target else name
    if inside:
        p.functions += [f"static void {name}_release(void *block) {{", "@inner,stack,twice|  free(block);", "}"]
        p.body.append(p.unless("forget", f"{name}_release({freed});"))
    else:
        p.body.append("@inner,stack|" + p.unless("forget", f"free({freed});"))
    if p.has("gone-read"):
        p.body.append(f"@gone-read|if ({p.condition}) total += (unsigned long){alias}[{length - 1}];")
    if p.has("gone-write"):
        p.body.append(f"@gone-write|if ({p.condition}) *{alias} = 1;")
    if p.has("twice") and inside:
        p.body.append(f"if ({p.condition}) {name}_release({alias});")
    elif p.has("twice"):
        p.body.append(f"@twice|if ({p.condition}) free({alias});")


def piece_early(p):
    """A function that returns early."""
    n, name, value = p.input(), p.name("early"), p.dice.choice([3, 17, -9])
    p.needs[n] = value
    p.functions += [f"static int {name}(int n) {{", "  int *a = malloc(2 * sizeof *a);", "  a[0] = n;", f"  if (n == {value}) {{",
                    *([] if p.has("forget") else ["    free(a);"]), *([] if p.has("twice") else ["    return 1;"]), "  }",
                    "@twice|  free(a);", "  return 0;", "}"]
    p.body.append(f"total += (unsigned long){name}({n});")


def piece_realloc(p):
    old, new, n, name, i = p.dice.randint(2, 4), p.dice.randint(2, 6), p.input(), p.name("grown"), p.name("i")
    p.body += [f"int *{name}_old = malloc({old} * sizeof(int));", f"for (int k = 0; k < {old}; k++) {name}_old[k] = k;",
               f"int *{name} = realloc({name}_old, {new} * sizeof(int));", f"for (int k = 0; k < {new}; k++) {name}[k] = k + 1;"]
    lines, guard = bounded(p, n, i, new)
    p.body += lines + access(p, name, i, "int", "behind,before,far", guard)
    if p.has("gone-read"):
        p.body.append(f"@gone-read|if ({p.condition}) total += (unsigned long){name}_old[0];")
    if p.has("gone-write"):
        p.body.append(f"@gone-write|if ({p.condition}) {name}_old[1] = 4;")
    if p.has("overwritten"):
        p.body.append(f"if ({p.condition}) {name} = NULL;")
    p.body += p.only("moved", f"free({name}_old);")
    p.body.append(f"free({name});")


def piece_keep(p):
    """A pointer in a global to what is gone when its function returns."""
    n, keep, f = p.input(), p.name("keep"), p.name("remember")
    p.globals += [f"static int {keep}_place[2];", f"static int *{keep};"]
    there = f"({p.condition.replace(p.secret, 'secret')}) ? local : {keep}_place" if p.has("return") else f"{keep}_place"
    deep = p.dice.random() < 0.4
    p.functions += [f"static void {f}(int n, int secret) {{", "  int local[2] = {n, secret};", f"  {keep} = {there};", "  total += (unsigned long)local[n & 1];", "}"]
    if deep:
        p.functions += [f"static void {f}_deep(int n, int secret) {{", f"  {f}(n, secret);", "}"]
    p.body.append(f"{f}{'_deep' if deep else ''}({n}, {p.secret});")
    p.body.append("@return|" + p.dice.choice([f"total += (unsigned long){keep}[{n} & 1];", f"{keep}[1] = 3;", f"*{keep} += 0;"]))
    if p.dice.random() < 0.5:
        p.body.append(f"{keep} = NULL;")


def piece_scope(p):
    """A pointer to a local whose block was left."""
    n, outer, q = p.input(), p.name("outer"), p.name("q")
    p.body += [f"int {outer} = {n};", f"int *{q} = &{outer};"]
    loop = p.dice.random() < 0.3
    p.body += ["{" if not loop else "for (int k = 0; k < 2; k++) {", "  int inner[2] = {1, 2};", f"  inner[{n} & 1] = {n};",
               f"  if ({p.condition}) {q} = {'inner' if p.has('scope') else '&' + outer};", f"  total += (unsigned long)*{q};", "}"]
    p.body.append("@scope|" + p.dice.choice([f"total += (unsigned long)*{q};", f"*{q} = 1;"]))


def piece_pointers(p):
    """Pointers to pointers: a table of blocks."""
    count, n, i, table = p.dice.randint(2, 3), p.input(), p.name("i"), p.name("blocks")
    global_table = p.dice.random() < 0.4
    if global_table:
        p.globals.append(f"static int *{table}[{count}];")
    else:
        p.body.append(f"int *{table}[{count}];")
    p.body += [f"for (int k = 0; k < {count}; k++) {{", f"  {table}[k] = malloc(2 * sizeof(int));", f"  {table}[k][0] = {table}[k][1] = k;", "}"]
    lines, guard = bounded(p, n, i, count)
    guard = (guard or "if (1)").replace("while", "if")
    if p.has("gone", "twice", "forget"):
        p.needs[n] = p.dice.randint(0, count - 1)
    p.body += lines
    q = p.name("pp")
    if p.has("gone"):
        p.body.append(f"if (({p.condition}) && {i} == {p.needs[n]}) free({table}[{i}]);")
    p.body += [f"{guard} {{", f"@behind,before,far|  int *element = {table}[{i}];", f"  int **{q} = &element;", f"@gone|  total += (unsigned long)(*{q})[1];", "}"]
    if p.has("twice"):
        p.body.append(f"if ({p.condition}) {table}[0] = {table}[1];")
    loop = [f"for (int **{q} = {table}; {q} < {table} + {count}; {q}++)", "@twice|  " + p.unless("forget", f"free(*{q});")]
    p.body += loop
    if global_table:
        p.body.append(f"memset({table}, 0, sizeof {table});")


def piece_arithmetic(p):
    n, m, x = p.input(), p.input(), p.name("x")
    big = p.dice.choice([100, 1000, 30000])
    shape = p.dice.randint(0, 9)
    bad = p.has("overflow")
    value = p.dice.choice([2147483647, -2147483648])
    if shape == 0:
        p.body += [f"int {x} = {n} % {big};", f"@overflow|{x} = {x if not bad else n} * {big if big < 30000 else 30001};"]
        p.needs[n] = value
    elif shape == 1:
        p.body += [f"int {x} = 0;", f"if ({n} {'>=' if bad else '>'} -2147483647 - 1)", f"@overflow|  {x} = -{n};"]
        p.needs[n] = -2147483648
    elif shape == 2:
        p.body += [f"int {x} = {n};", f"if ({x} {'<=' if bad else '<'} 2147483647)", f"@overflow|  {x}++;"]
        p.needs[n] = 2147483647
    elif shape == 3:
        p.body += [f"int {x} = 0;", f"if ({n} > 0 && {m} > 1 && {n} < 2147483647 - {m} + {2 if bad else 1})", f"@overflow|  {x} = {n} + {m};"]
        p.needs[n], p.needs[m] = 2147483640, 8
    elif shape == 4:
        limit = 46341 if bad else 46340
        p.body += [f"int {x} = {n} < -{limit} ? -{limit} : {n} > {limit} ? {limit} : {n};", f"@overflow|{x} = {x} * {x};"]
        p.needs[n] = value
    elif shape == 5:
        p.body += [f"int {x} = 0;", f"if ({n} != -2147483647 - 1 || {'1' if bad else '0'})", f"@overflow|  {x} = abs({n});"]
        p.needs[n] = -2147483648
    elif shape == 6:
        f = p.name("scale")
        p.functions += [f"static int {f}(int a, int b) {{", "@overflow|  return a - b;", "}"]
        p.body += [f"int {x} = {f}({n} / 2{'' if not bad else ' * 2'}, {m} / 2);"]
        p.needs[n], p.needs[m] = 2147483647, -2147483648
    elif shape == 7:
        p.body += [f"int {x} = 0;", f"for (int k = 0; k < 3; k++)", f"@overflow|  {x} += {n} / {2 if bad else 3};"]
        p.needs[n] = value
    elif shape == 8:
        p.body += [f"int {x} = {n} / 2;", f"@overflow|{x} += {m} / {2 if bad else 4} + 2;"]
        p.needs[n], p.needs[m] = 2147483647, 2147483647
    else:
        p.body += [f"long {x}_wide = (long){n} * 3;", f"int {x} = (int)({x}_wide % 1000);"]
        p.body += [f"@overflow|if ({p.condition}) {x} = {x} + {n if bad else 5};"]
        p.needs[n] = 2147483647
    p.body.append(f"total += (unsigned long){x};")


def piece_cursor(p):
    """A structure with pointers that move, copied and passed in several ways."""
    length, n, c, cursor = p.dice.randint(2, 6), p.input(), p.name("c"), p.name("cursor")
    kind, how = p.dice.choice(["char", "int"]), p.dice.randint(0, 3)
    name = p.name("tape")
    end = p.storage(kind, name, length, p.dice.choice(WHERE))
    p.globals += [f"struct {cursor} {{ {kind} *at; {kind} *end; }};"]
    argument, dot = (f"struct {cursor} c", "c.") if how == 1 else (f"struct {cursor} *c", "c->")
    last = f"{dot}at {'<=' if p.has('behind') else '<'} {dot}end"
    p.functions += [f"static int {cursor}_next({argument}) {{", f"  if (!({last})) return -1;",
                    f"@behind,before,gone|  return {'*c.at' if how == 1 else '*c->at++'} & 15;", "}"]
    p.body.append(f"struct {cursor} {c} = {{{name}{' - 1' if p.has('before') else ''}, {name} + {length}}};")
    if how == 2:
        p.body += [f"struct {cursor} {c}_copy = {c};", f"memcpy(&{c}, &{c}_copy, sizeof {c});"]
    if how == 3:
        p.body += [f"struct {cursor} *{c}_heap = malloc(sizeof *{c}_heap);", f"*{c}_heap = {c};"]
    here = f"{c}_heap" if how == 3 else f"&{c}"
    p.needs[n] = length if p.has("behind") else 0
    high = length if p.has("behind") else length - 1
    if how == 1:
        p.body += [f"int {c}_step = {n} < 0 ? 0 : {n} > {high} ? {high} : {n};", f"{c}.at += {c}_step;", f"total += (unsigned long){cursor}_next({c});"]
    else:
        p.body += [f"for (int k = 0; k <= {high}; k++) total += (unsigned long){cursor}_next({here});"]
    if how == 3:
        p.body.append(f"free({c}_heap);")
    p.body += end


def piece_tree(p):
    """A tree of three nodes and recursion."""
    n, node, t = p.input(), p.name("tree"), p.name("t")
    p.globals += [f"struct {node} {{ struct {node} *left, *right; int value; }};"]
    p.functions += [f"static struct {node} *{node}_new(struct {node} *left, struct {node} *right, int value) {{", f"  struct {node} *tree = malloc(sizeof *tree);",
                    f"  *tree = (struct {node}){{left, right, value}};", "  return tree;", "}",
                    f"static int {node}_sum(const struct {node} *tree) {{", *([] if p.has("null") else ["  if (!tree) return 0;"]),
                    f"@gone,null|  return (tree->value & 7) + {node}_sum(tree->left) + {node}_sum(tree->right);", "}",
                    f"static void {node}_free(struct {node} *tree) {{", "  if (!tree) return;", f"  {node}_free(tree->left);",
                    *([] if p.has("forget") else [f"  {node}_free(tree->right);"]), "  free(tree);", "}"]
    p.body.append(f"struct {node} *{t} = {node}_new({node}_new(NULL, NULL, {n}), {node}_new(NULL, NULL, 2), 3);")
    if p.has("gone"):
        p.body.append(f"if ({p.condition}) free({t}->left);")
    p.body.append(f"total += (unsigned long){node}_sum({t});")
    p.body += [f"{node}_free({t});", *p.only("twice", f"free({t});")]


def piece_duplicate(p):
    """strdup, and what is done with it."""
    n, d = p.input(), p.name("copy")
    word = p.dice.choice(["ab", "hello", "x"])
    p.body += [f"char *{d} = strdup(\"{word}\");", f"char *{d}_end = strchr({d}, '{word[-1]}');"]
    i = p.name("i")
    lines, guard = bounded(p, n, i, len(word) + 1)
    p.body += lines + access(p, d, i, "char", "behind,before,far", guard)
    if p.has("inner") and len(word) == 1:
        p.body.append(f"{d}_end++;")
    p.body.append("@inner|" + p.unless("forget", f"free({f'({p.condition}) ? {d}_end : {d}' if p.has('inner') else d});"))
    p.body += p.only("twice", f"free({d});")
    if p.has("gone-read"):
        p.body.append(f"@gone-read|if ({p.condition}) total += (unsigned long)*{d}_end;")


def piece_variable(p):
    """A variable-length array."""
    n, m, v, i = p.input(), p.input(), p.name("v"), p.name("i")
    size = p.name("size")
    p.body += [f"int {size} = 1 + ({n} & 3);", f"int {v}[{size}];", f"for (int k = 0; k < {size}; k++) {v}[k] = k;"]
    p.needs[n], p.needs[m] = 2, 3
    low = -1 if p.has("before") else 0
    if p.has("before"):
        p.needs[m] = -1
    p.body += [f"int {i} = {m};", f"if ({i} >= {low} && {i} {'<=' if p.has('behind') else '<'} {size})",
               "@behind,before|  " + p.dice.choice([f"total += (unsigned long){v}[{i}];", f"*({v} + {i}) = 1;"])]


# A piece, and the errors it may have.
PIECES = [(piece_array, {"index": ["behind", "before", "far"]}), (piece_table, {"index": ["behind", "before", "far"]}),
          (piece_walk, {"index": ["behind", "before"]}), (piece_copy, {"index": ["behind", "before"]}), (piece_string, {"index": ["behind", "before"]}),
          (piece_box, {"index": ["behind", "before"], "lifetime": ["gone"], "free": ["twice"], "leak": ["forget"]}),
          (piece_list, {"index": ["null"], "lifetime": ["gone"], "free": ["twice"], "leak": ["forget", "overwritten"]}),
          (piece_heap, {"lifetime": ["gone-read", "gone-write"], "free": ["twice", "inner", "stack"], "leak": ["forget", "overwritten"]}),
          (piece_early, {"free": ["twice"], "leak": ["forget"]}),
          (piece_realloc, {"index": ["behind", "before", "far"], "lifetime": ["gone-read", "gone-write"], "free": ["moved"], "leak": ["overwritten"]}),
          (piece_keep, {"lifetime": ["return"]}), (piece_scope, {"lifetime": ["scope"]}),
          (piece_pointers, {"index": ["behind", "before", "far"], "lifetime": ["gone"], "free": ["twice"], "leak": ["forget"]}),
          (piece_cursor, {"index": ["behind", "before"]}), (piece_variable, {"index": ["behind", "before"]}),
          (piece_tree, {"index": ["null"], "lifetime": ["gone"], "free": ["twice"], "leak": ["forget"]}),
          (piece_duplicate, {"index": ["behind", "before", "far"], "lifetime": ["gone-read"], "free": ["twice", "inner"], "leak": ["forget"]}),
          (piece_arithmetic, {"overflow": ["overflow"]})]


class Program:
    """text, and for one with an error: line (and end, if that is as good), the row of inputs that shows it, and whether AddressSanitizer may miss it."""

    def __init__(self, seed, kind, injected):
        dice = random.Random(f"{seed} {kind}")
        self.kind = kind
        count = dice.choice([1, 1, 2, 2, 3])
        at = dice.randrange(count)
        plan = []
        for k in range(count):
            make, errors = dice.choice([p for p in PIECES if k != at or kind in p[1]])
            plan.append((make, dice.choice(errors[kind]) if k == at else None, dice.random()))
        self.errors = f"{plan[at][0].__name__} {plan[at][1]}"
        tops, functions, reads, body = [], [], [], []
        self.needs, self.names = {}, []
        self.blind = False
        for k, (make, error, own) in enumerate(plan):
            p = Piece(random.Random(own), k, error if injected else None)
            make(p)
            if injected and k == at:
                self.blind = p.blind
                mark = p.error
            wrap = dice.choice(["block", "block", "function", "guard", "loop"])
            guarded = f"g{k}"
            lines = [l.replace("|", "|  ", 1) if l.startswith("@") else "  " + l for l in p.body]
            if wrap == "function":
                parameters = ", ".join("int " + i for i in p.inputs)
                p.functions += [f"static void piece{k}({parameters}) {{"] + lines + ["}"]
                lines = [f"piece{k}({', '.join(p.inputs)});"]
            elif wrap == "guard":
                lines = [f"if ({guarded} > 10) {{"] + lines + ["}"]
            elif wrap == "loop":
                lines = [f"for (int turn = 0; turn < 2; turn++) {{"] + lines + ["}"]
            else:
                lines = ["{"] + lines + ["}"]
            self.names += p.inputs + ([guarded] if wrap == "guard" else [])
            self.needs.update(p.needs, **{guarded: 11 + dice.randint(0, 9)})
            reads += [f"int {i} = __VERIFIER_nondet_int();" for i in self.names[len(reads):]]
            body += lines
            # Only the error's own piece has marks that count.
            strip = [p.globals, p.functions]
            if k != at or not injected:
                strip = [[l.split("|", 1)[1] if l.startswith("@") else l for l in part] for part in strip]
                body[-len(lines):] = [l.split("|", 1)[1] if l.startswith("@") else l for l in lines]
            tops += strip[0]
            functions += strip[1]
        body = [l.replace("|", "|  ", 1) if l.startswith("@") else "  " + l for l in body]
        lines = HEAD.splitlines() + tops + functions + ["int main(void) {"] + ["  " + r for r in reads] + body + ["@end|  return 0;", "}"]
        if kind == "leak":
            mark = "end"
        self.line, text = None, []
        for number, line in enumerate(lines, 1):
            if line.startswith("@"):
                marks, line = line[1:].split("|", 1)
                if injected and mark in marks.split(","):
                    assert self.line is None, f"two marks: seed {seed}, {self.errors}"
                    self.line = number
            text.append(line)
        assert self.line or not injected, f"no mark: seed {seed}, {kind}, {self.errors}"
        self.end = len(text) if kind == "leak" else None  # main's last brace is where the program ends, too
        self.text = "\n".join(text) + "\n"
        self.dice = random.Random(f"{seed} rows")

    def trigger(self):
        return [self.needs.get(i, 0) for i in self.names]

    def rows(self, count):
        """Rows of inputs, the one that shows the error first."""
        d, rows = self.dice, [self.trigger()]
        for _ in range(count):
            rows.append([self.needs.get(i, 0) if d.random() < 0.3 else d.randint(-3, 12) if d.random() < 0.6 else
                         d.choice([2**31 - 1, -2**31, 46341, 1000, -1000]) if d.random() < 0.5 else d.randint(-2**31, 2**31 - 1) for i in self.names])
        return rows
