#!/bin/bash
# Counterexamples as people read them: the text itself is the test. tests/trace.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

# shows NAME FILE ARGS...: the counterexample that is printed for the file, which ends with the lines /*EXPECTED … */.
shows() {
  local name=$1 file=$2
  shift 2
  sed -n '/^\/\*EXPECTED$/,/^\*\/$/p' "$file" | sed '1d;$d' >expected
  "$clew" verify --timeout 60 "$@" "$file" >out 2>err </dev/null
  sed -n '/^Counterexample:$/,/^An error can be reached/p' out | sed '1d;$d' >got
  check "$name" cmp -s expected got
  cmp -s expected got || diff expected got | sed 's/^/    /'
}
silent() { ! grep -qE -- "$1" out; }

# Arrays by index, structures by field, strings, characters, bools, pointers by what they point to.
cat >values.c <<'P'
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct point { int x, y; };
struct node { struct node *next; int value; char name[8]; };
static int a[10];
static struct point mirror(struct point p) {
  struct point q = {p.y, p.x};
  return q;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 3 || k > 9) return 0;
  a[k] = 5;
  int *e = &a[k - 2];
  *e = 7;
  struct node *n = malloc(sizeof *n);
  n->value = k;
  strcpy(n->name, "abc");
  struct point p = {1, k};
  struct point q = mirror(p);
  char c = n->name[1];
  _Bool big = k > 5;
  if (q.x == 6 && big)
    assert(c != 'b' || a[4] + a[6] != 12);
  return 0;
}
/*EXPECTED
  Inputs:
    values.c:13  k = 6 (__VERIFIER_nondet_int())
  Run:
  values.c:13  int k = __VERIFIER_nondet_int();        // k = 6 (__VERIFIER_nondet_int())
  values.c:15  a[k] = 5;                               // a[4] = 7, a[6] = 5
  values.c:18  struct node *n = malloc(sizeof *n);     // n = new object of 24 bytes (malloc at values.c:18)
  values.c:19  n->value = k;                           // n->value = 6
  values.c:20  strcpy(n->name, "abc");                 // n->name = "abc"
  values.c:22  struct point q = mirror(p);
                 mirror(p = {.x = 1, .y = 6})
  values.c:10    return q;
               mirror returns {.x = 6, .y = 1}
  values.c:26  assert(c != 'b' || a[4] + a[6] != 12);  // error: assert
*/
P
shows 'values of all types' values.c

# Bit-fields have no bytes of their own: each is told by its name, only those that change.
cat >bits.c <<'P'
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct flags { unsigned ready : 1, mode : 3; signed level : 4; };
struct wide { long id; _Bool on : 1; unsigned low : 4, across : 10; };
static int same(int x) { return x; }
struct flags fl;
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 9) return 0;
  fl.ready = 1;
  fl.level = -2;
  if (same(k) != 3) return 0;
  fl.mode = k;
  struct wide *w = calloc(2, sizeof *w);
  if (!w) return 0;
  w[k & 1].on = 1;
  w[k & 1].across = 300;
  w[k & 1].low = 9;
  assert(!(fl.mode == same(3) && fl.ready && fl.level == -2 && w[1].across == 300 && w[1].on));
  return 0;
}
/*EXPECTED
  Inputs:
    bits.c:9   k = 3 (__VERIFIER_nondet_int())
  Run:
  bits.c:9   int k = __VERIFIER_nondet_int();        // k = 3 (__VERIFIER_nondet_int())
  bits.c:12  fl.level = -2;                          // fl.ready = 1, fl.mode = 0, fl.level = -2
  bits.c:13  if (same(k) != 3) return 0;
               same(x = 3)
             same returns 3
  bits.c:14  fl.mode = k;                            // fl.mode = 3
  bits.c:15  struct wide *w = calloc(2, sizeof *w);  // w = new object of 32 bytes (calloc at bits.c:15)
  bits.c:17  w[k & 1].on = 1;                        // w[1].on = true
  bits.c:18  w[k & 1].across = 300;                  // w[1].across = 300
  bits.c:19  w[k & 1].low = 9;                       // w[1].low = 9
  bits.c:20  assert(!(fl.mode == same(3) && fl.ready && fl.level == -2 && w[1].acro…
               same(x = 3)
             same returns 3
  bits.c:20  assert(!(fl.mode == same(3) && fl.ready && fl.level == -2 && w[1].acro…  // error: assert
*/
P
shows 'bit-fields' bits.c

# A structure that a function returns is one variable of the automaton.
cat >pair.c <<'P'
#include <assert.h>
int __VERIFIER_nondet_int(void);
typedef struct { short lo; unsigned short hi; } pair;
static pair both(short a) {
  pair p = {a, (unsigned short)(a + 1)};
  return p;
}
static int same(int x) { return x; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 9) return 0;
  pair p = both(-k);
  assert(same(p.hi) != 65534 || p.lo != -3);
  return 0;
}
/*EXPECTED
  Inputs:
    pair.c:10  k = 3 (__VERIFIER_nondet_int())
  Run:
  pair.c:10  int k = __VERIFIER_nondet_int();        // k = 3 (__VERIFIER_nondet_int())
  pair.c:11  if (k < 0 || k > 9) return 0;
  pair.c:12  pair p = both(-k);
               both(a = -3)
  pair.c:6     return p;
             both returns {.lo = -3, .hi = 65534}
  pair.c:12  pair p = both(-k);                      // p.lo = -3, p.hi = 65534
  pair.c:13  assert(same(p.hi) != 65534 || p.lo != -3);
               same(x = 65534)
             same returns 65534
  pair.c:13  assert(same(p.hi) != 65534 || p.lo != -3);  // error: assert
*/
P
shows 'a structure in one variable' pair.c

# An input belongs to what it is stored to, also where something else on the line has the same value.
cat >stored.c <<'P'
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int same(int x) { return x; }
int main(void) {
  unsigned char in[3];
  for (unsigned i = 0; i < 3; i++) in[i] = __VERIFIER_nondet_uchar();
  int k = __VERIFIER_nondet_uchar();
  if (k != 7) return 0;
  int copy = k;
  assert(!(in[0] == 1 && in[1] == 2 && in[2] == same(3) && copy == 7));
  return 0;
}
/*EXPECTED
  Inputs:
    stored.c:6   __VERIFIER_nondet_uchar() = 1
    stored.c:6   __VERIFIER_nondet_uchar() = 2
    stored.c:6   __VERIFIER_nondet_uchar() = 3
    stored.c:7   __VERIFIER_nondet_uchar() = 7
  Run:
  stored.c:5   unsigned char in[3];
  stored.c:6   for (unsigned i = 0; i < 3; i++) in[i] = __VERIFIER_nondet_uchar();  // i = 0
  stored.c:6   for (unsigned i = 0; i < 3; i++) in[i] = __VERIFIER_nondet_uchar();  // i = 1, in[0] = 1 (__VERIFIER_nondet_uchar())
  stored.c:6   for (unsigned i = 0; i < 3; i++) in[i] = __VERIFIER_nondet_uchar();  // i = 2, in[1] = 2 (__VERIFIER_nondet_uchar())
  stored.c:6   for (unsigned i = 0; i < 3; i++) in[i] = __VERIFIER_nondet_uchar();  // i = 3, in[2] = 3 (__VERIFIER_nondet_uchar())
  stored.c:7   int k = __VERIFIER_nondet_uchar();      // __VERIFIER_nondet_uchar() = 7
  stored.c:9   int copy = k;                           // copy = 7
  stored.c:10  assert(!(in[0] == 1 && in[1] == 2 && in[2] == same(3) && copy == 7));
                 same(x = 3)
               same returns 3
  stored.c:10  assert(!(in[0] == 1 && in[1] == 2 && in[2] == same(3) && copy == 7));  // error: assert
*/
P
shows 'what an input is stored to' stored.c

# What is read from the standard input comes first, as text.
cat >input.c <<'P'
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  assert(line[0] != 'a' || line[1] != '"' || line[2] != '\n');
  return 0;
}
/*EXPECTED
  Inputs:
    standard input: "a\"\n"
  Run:
  input.c:4  char line[8];
  input.c:5  if (!fgets(line, sizeof line, stdin)) return 0;  // line = "a\"\n"
  input.c:6  assert(line[0] != 'a' || line[1] != '"' || line[2] != '\n');  // error: assert
*/
P
shows 'the standard input' input.c
cat >characters.c <<'P'
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c, depth = 0;
  while ((c = getchar()) != EOF && c != '.') {
    if (c == '(') depth++;
    if (c == ')') depth--;
  }
  assert(c == EOF || depth != -1);
  return 0;
}
P
run 1 verify --timeout 60 --json r.json characters.c
check 'characters of the standard input' python3 -c '
import json
r = json.load(open("r.json"))
text = r["standard_input"]["text"]
assert r["standard_input"]["complete"] and text.endswith(".") and text.count(")") == text.count("(") + 1, text'

# Arguments as a shell takes them.
cat >arguments.c <<'P'
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "-x") == 0)
    assert(argv[2][0] != ' ');
  return 0;
}
P
run 1 verify --timeout 60 --json r.json arguments.c
check 'arguments' grep -qE "^    arguments \(argc = 3\): -x '? " out
check 'arguments in JSON' python3 -c '
import json
a = json.load(open("r.json"))["program_arguments"]
assert len(a) == 3 and a[1] == "-x" and a[2][0] == " ", a'

# Variables of the environment that the program asks for, until it changes them itself.
cat >environment.c <<'P'
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *mode = getenv("MODE"), *home = getenv("NO_SUCH_VARIABLE");
  if (!mode || home) return 0;
  setenv("LEVEL", "3", 1);
  assert(strcmp(mode, "fa st") != 0 || strcmp(getenv("LEVEL"), "3") != 0);
  return 0;
}
P
run 1 verify --timeout 60 --json r.json --harness h.c environment.c
check 'the environment' grep -qx "    environment: MODE='fa st'" out
check 'what is not set' grep -qx '    environment: NO_SUCH_VARIABLE is not set' out
check 'what the program sets' bash -c '! grep -q "environment: LEVEL" out'
check 'the environment in JSON' python3 -c '
import json
e = json.load(open("r.json"))["environment"]
assert e == {"MODE": "fa st", "NO_SUCH_VARIABLE": None}, e'
bash -c "$(sed -n 's|^//   \(clang-19 .*\)|\1|p' h.c)"
MODE=slow NO_SUCH_VARIABLE=1 ./failing 2>err
check 'a harness sets the environment' grep -q '^clew: the error is reached' err

# Floats are told as C writes them, also what has no digits.
cat >floats.c <<'P'
#include <assert.h>
float nondet_float(void);
double __VERIFIER_nondet_double(void);
int main(void) {
  float f = nondet_float(), g = nondet_float();
  double d = __VERIFIER_nondet_double();
  if (d * 2 == d && d > 1 && g != g)
    assert(f != 0.1f);
  return 0;
}
P
run 1 verify --timeout 60 --json r.json --harness floats-harness.c floats.c
check 'floats' grep -qE '^    floats.c:5 .* = 0\.1f' out
check 'NaN' grep -qE '^    floats.c:5 .* = NAN' out
check 'infinity' grep -qE '^    floats.c:6 .* = INFINITY' out
check 'no bits of floats' silent '1036831949|9218868437227405312'
check 'floats in JSON' grep -q '"value": "0.1f"' r.json
check 'floats in the harness' grep -qE '^  \{"nondet_float", .* = 0\.1f$' floats-harness.c

# Which bits a NaN has is nobody's input.
cat >union.c <<'P'
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
union word { double d; unsigned long bits; };
int main(void) {
  union word w;
  w.d = __VERIFIER_nondet_uint() * 0.5;
  unsigned long high = w.bits >> 52;
  assert(high != 0x402);
  return 0;
}
P
run 1 verify --timeout 60 union.c
check 'the input of a union' grep -qE '__VERIFIER_nondet_uint\(\) = [0-9]+' out
check 'no bits of a NaN' silent 'nan\('

# Memory that is an input, by the name that it is given or that it has.
cat >memory.c <<'P'
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
void klee_make_symbolic(void *, size_t, const char *);
void __VERIFIER_nondet_memory(void *, size_t);
struct point { int x; char tag[4]; };
int main(void) {
  int k;
  struct point p;
  klee_make_symbolic(&k, sizeof k, "key");
  __VERIFIER_nondet_memory(&p, sizeof p);
  short *h = malloc(3 * sizeof *h);
  if (!h) return 0;
  klee_make_symbolic(h, 3 * sizeof *h, "table");
  if (k == 77 && p.x == -3 && p.tag[0] == 'o' && p.tag[1] == 'k' && p.tag[2] == 0 && p.tag[3] == 0)
    assert(h[0] != 5 || h[1] != -1 || h[2]);
  return 0;
}
P
run 1 verify --timeout 60 --json r.json memory.c
check 'a variable that is an input' grep -qxF '    memory.c:10  key = 77 (klee_make_symbolic())' out
check 'a structure that is an input' grep -qxF '    memory.c:11  p = {.x = -3, .tag = "ok"} (__VERIFIER_nondet_memory())' out
check 'an array that is an input' grep -qxF '    memory.c:14  table = {5, -1} (klee_make_symbolic())' out
check 'memory in JSON' python3 -c '
import json
r = json.load(open("r.json"))
assert {i["object"]: i["contents"] for i in r["inputs"] if "object" in i} == {"key": "77", "p": "{.x = -3, .tag = \"ok\"}", "table": "{5, -1}"}, r["inputs"]'

# Memory that is read and that nobody has written is an input; what was written is none, whatever the value.
cat >unwritten.c <<'P'
#include <assert.h>
#include <stdlib.h>
struct s { int a; char t[6]; short z; };
static int element(int k) {
  int loc[4];
  return loc[k];
}
int main(void) {
  struct s *h = malloc(sizeof *h), *w = malloc(sizeof *w), *c = calloc(1, sizeof *c);
  w->a = 0;
  short z = h->z;
  if (z != 12 || h->t[1] != 'x' || w->a || c->a) return 0;
  assert(element(2) != 7);
  return 0;
}
/*EXPECTED
  Inputs:
    unwritten.c:9   heap1.t[1] = 'x' (uninitialised)
    unwritten.c:9   heap1.z = 12 (uninitialised)
    unwritten.c:5   loc[2] = 7 (uninitialised)
  Run:
  unwritten.c:9   struct s *h = malloc(sizeof *h), *w = malloc(sizeof *w), *c = calloc(1…
  unwritten.c:12  if (z != 12 || h->t[1] != 'x' || w->a || c->a) return 0;
  unwritten.c:13  assert(element(2) != 7);
                    element(k = 2)
  unwritten.c:6     return loc[k];
                  element returns 7
  unwritten.c:13  assert(element(2) != 7);  // error: assert
*/
P
shows 'uninitialised memory' unwritten.c

# A variable that is not initialised is an input where it is declared, and only there; also fields of one variable.
cat >declared.c <<'P'
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct flags { unsigned ready : 1, mode : 3; };
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n && i < 3; i++) s += i;
  int un;
  struct flags fl;
  if (s == 3 && un == 77)
    assert(fl.mode != 5);
  return 0;
}
/*EXPECTED
  Inputs:
    declared.c:5   n = 3 (__VERIFIER_nondet_int())
    declared.c:7   un = 77 (uninitialised)
    declared.c:8   fl.ready = 0 (uninitialised)
    declared.c:8   fl.mode = 5 (uninitialised)
  Run:
  declared.c:5   int n = __VERIFIER_nondet_int(), s = 0; // n = 3 (__VERIFIER_nondet_int())
  declared.c:6   for (int i = 0; i < n && i < 3; i++) s += i;  // s = 0, i = 0
  declared.c:6   for (int i = 0; i < n && i < 3; i++) s += i;  // i = 1
  declared.c:6   for (int i = 0; i < n && i < 3; i++) s += i;  // s = 1, i = 2
  declared.c:6   for (int i = 0; i < n && i < 3; i++) s += i;  // s = 3, i = 3
  declared.c:7   int un;                                 // un = 77 (uninitialised)
  declared.c:10  assert(fl.mode != 5);  // error: assert
*/
P
shows 'an uninitialised variable' declared.c

# What globals start with is no change; functions of one name in two files are called by it.
cat >second.c <<'P'
static int count = 3;
static int bump(int k) {
  static int calls;
  calls++;
  return count += k * calls;
}
int step(void) { return bump(2); }
P
cat >first.c <<'P'
#include <assert.h>
int step(void);
int __VERIFIER_nondet_int(void);
static int count, limit = 9;
static int bump(int k) { return count += k; }
int main(void) {
  static int calls;
  calls++;
  int x = __VERIFIER_nondet_int();
  limit++;
  bump(x);
  assert(count + step() + calls != limit);
  return 0;
}
/*EXPECTED
  Inputs:
    first.c:9   x = 4 (__VERIFIER_nondet_int())
  Run:
  first.c:8   calls++;                                // calls = 1
  first.c:9   int x = __VERIFIER_nondet_int();        // x = 4 (__VERIFIER_nondet_int())
  first.c:10  limit++;                                // limit = 10
  first.c:11  bump(x);
                bump(k = 4)
  first.c:5     static int bump(int k) { return count += k; }  // count = 4
              bump returns
  first.c:12  assert(count + step() + calls != limit);
                step()
                  bump(k = 2)
  second.c:4      calls++;                            // calls = 1
  second.c:5      return count += k * calls;          // count = 5
                bump returns 5
              step returns 5
  first.c:12  assert(count + step() + calls != limit);  // error: assert
*/
P
shows 'two files' first.c second.c

# What a stream is made of is the C library's own.
cat >stream.c <<'P'
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("config.txt", "r");
  if (!f) return 0;
  char b[8];
  if (fread(b, 1, 4, f) != 4) return 0;
  assert(b[1] != 'Z');
  return 0;
}
P
run 1 verify --timeout 60 stream.c
check 'a stream by its name' grep -q 'f = new object of .* (fopen at stream.c:4)' out
check 'no fields of a stream' silent 'f->|f\[[0-9]'

# Loops are shortened and say where they are.
cat >loop.c <<'P'
#include <assert.h>
int a[200];
int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = i;
  assert(a[50] != 50);
  return 0;
}
/*EXPECTED
  loop.c:4  for (int i = 0; i < 100; i++)           // i = 0
  loop.c:4  for (int i = 0; i < 100; i++)           // i = 1
  loop.c:5  a[i] = i;                               // a[1] = 1
  loop.c:4  for (int i = 0; i < 100; i++)           // i = 2
            … 97 more iterations of the loop at loop.c:4 …
  loop.c:5  a[i] = i;                               // a[99] = 99
  loop.c:4  for (int i = 0; i < 100; i++)           // i = 100
  loop.c:6  assert(a[50] != 50);  // error: assert
*/
P
shows 'a long loop' loop.c

# Sources are found in another folder, and through the line markers of a preprocessed file.
mkdir -p sub/deep
cat >sub/deep/part.h <<'P'
static int twice(int x) {
  int doubled = 2 * x;
  return doubled;
}
P
cat >sub/main.c <<'P'
#include <assert.h>
#include "part.h"
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(twice(x) != 10);
  return 0;
}
P
for file in sub/main.c "$PWD/sub/main.c" ./sub/../sub/main.c; do
  run 1 verify --timeout 60 -I sub/deep "$file"
  check "the source of $file" grep -q 'return doubled;' out
done
clang-19 -E -I sub/deep sub/main.c -o whole.i
run 1 verify --timeout 60 whole.i
check 'the source that markers name' grep -q 'part.h:3 .*return doubled;' out
mv sub gone
run 1 verify --timeout 60 whole.i
check 'the source within a preprocessed file' grep -q 'part.h:3 .*return doubled;' out
mv gone sub

# Objects with bitcode have no names of values, and name their sources from where they were compiled.
mkdir -p objects/elsewhere
cat >objects/pairs.c <<'P'
#include <assert.h>
struct pair { long a, b; };
int __VERIFIER_nondet_int(void);
static int sum(struct pair p, int c) {
  return (int)(p.a + p.b) + c;
}
int main(void) {
  struct pair p = {1, __VERIFIER_nondet_int()};
  assert(sum(p, 2) != 10);
  return 0;
}
P
(cd objects && clang-19 -flto -g -O0 -c pairs.c -o elsewhere/pairs.o)
(cd / && "$clew" verify --timeout 60 "$OLDPWD/objects/elsewhere/pairs.o") >out 2>err </dev/null
check 'parameters without names' grep -qF 'sum(p = {.a = 1, .b = 7}, c = 2)' out
check 'the source of an object' grep -q 'pairs.c:5 .*return (int)(p.a + p.b) + c;' out

# Names that no user wrote do not appear.
for file in values.c input.c characters.c arguments.c; do
  run 1 verify --timeout 60 "$file"
  check "no names of the compiler's in $file" silent 'coerce|retval|agg\.|\.addr|memory#|param|__clew|saved_stack|cleanup\.dest'
done

# The harness compiles with the command that it names, and stops where it says.
run 1 verify --timeout 60 -I sub/deep -D 'TEXT="a b"' --harness 'my harness.c' sub/main.c
command=$(sed -n 's,^//   \(clang.*\),\1,p' 'my harness.c')
check 'the command of the harness' sh -c "$command"
check 'the harness runs into the error' sh -c './failing 2>&1 | grep -q "the error is reached"'
# Words of the command are as the user gave them, and what the program reads is in the harness.
cat >quote.c <<'P'
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  assert(line[0] != '-' || line[1] != QUOTE || line[2] != '%' || line[3] != '\\' || line[4] != '\n');
  return 0;
}
P
run 1 verify --timeout 60 -D "QUOTE='\\''" --harness quoting.c quote.c
command=$(sed -n 's,^//   \(clang.*\),\1,p' quoting.c)
check 'the command with a backslash' sh -c "${command% -o failing} -o quoting"
check 'what it reads leads into the error' sh -c "./quoting 2>&1 </dev/null | grep -q 'the error is reached'"
if command -v gdb >/dev/null; then
  stop=$(sed -n 's,^//   \(gdb .*\),\1,p' 'my harness.c')
  sh -c "$stop -batch -ex bt" >out 2>err </dev/null
  check 'the debugger stops at the error' grep -q '^Breakpoint 1, clew_error' out
  check 'and shows the program' grep -q 'in main () at .*sub/main.c:6' out
fi

# Arguments that cannot matter are sliced away: the run does not compute them, and no value is told.
cat >sliced.c <<'P'
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static int add(int a, int limit, int b, struct pair p) {
  int c = __VERIFIER_nondet_int();
  assert(c != limit);
  return a + b + p.a;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct pair p = {x, x};
  return add(x, 17, 3 + x, p);
}
P
"$clew" verify --timeout 60 sliced.c --json sliced.json >out 2>err
check 'arguments that the run does not compute have no value' grep -qx ' *add(limit = 17, .*…)' out
check 'none of them' silent 'a = 0|b = 0|a = 3|p = \{0'
check 'in JSON, too' python3 -c 'import json
row = next(r for r in json.load(open("sliced.json"))["trace"]["rows"] if r["kind"] == "call")
assert row["values_more"] and [v["name"] for v in row["values"] if v["value"] != "{…}"] == ["limit"], row'
"$clew" verify --timeout 60 --no-slice sliced.c >out 2>err
check 'without slicing all have one' grep -qE '^ *add\(a = -?[0-9]+, limit = 17, b = -?[0-9]+' out

# The result of main is judged at its end, and told where it is returned.
cat >returns.c <<'P'
int __VERIFIER_nondet_int(void);
int main(void) {
  int x, n = __VERIFIER_nondet_int();
  if (n > 1)
    return 1;
  else if (n < 0)
    return x;
  return 0;
}
P
"$clew" verify --timeout 60 --check ub returns.c >out 2>err
check 'the return that gives what was not initialised' grep -q '^ *returns.c:7 .*// error: a result of the program' out
finish
