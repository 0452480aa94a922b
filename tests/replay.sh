#!/bin/bash
# FALSE from end to end: the error is confirmed in a run, refuted where only the model allows it, and the harness that
# --harness writes makes the program itself run into the error. tests/replay.sh CLEW
clew=$(realpath "$1") || exit 1
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/tests/asserts.sh"
passed=0 failed=0
compiled=0
by_hand=1
widths=64
[ -e /lib/ld-linux.so.2 ] && widths="32 64"

result() { # NAME CONDITION...
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "FAILED: $name"
    tail -n 4 out err 2>/dev/null | sed 's/^/    /'
  fi
}

# confirms NAME [OPTION...]: the program on standard input is FALSE, and the harness shows it outside of clew too.
confirms() {
  local name=$1 bits
  shift
  cat >"$name.c"
  for bits in $widths; do
    timeout 300 "$clew" verify --$bits --timeout 240 --harness "$name.harness.c" --json "$name.json" "$@" "$name.c" >out 2>err
    result "$name ($bits): $(tail -n 1 out)" grep -q '^RESULT: false(unreach-call)$' out
    result "$name ($bits): the check is in the JSON" grep -q '"result": "confirmed"' "$name.json"
    result "$name ($bits): the harness is compiled only if it must be" grep -q "\"replays_compiled\": $compiled\b" "$name.json"
    # 32-bit programs need more than the C library to be linked by hand.
    [ $bits = 32 ] || [ $by_hand = 0 ] && continue
    clang-19 -m$bits -g -O0 -w -ftrivial-auto-var-init=zero "$name.c" "$name.harness.c" -lm -o failing >out 2>err
    result "$name: the harness compiles" test $? -eq 0
    timeout 60 ./failing >out 2>err
    result "$name: the harness shows the error" grep -q '^clew: the error is reached' err
  done
}

# copies NAME [OPTION...]: like confirms, where only a copy of the program asks for the values.
copies() {
  local name=$1 bits
  shift
  cat >"$name.c"
  for bits in $widths; do
    rm -f "$name.harness.bc"
    timeout 300 "$clew" verify --$bits --timeout 240 --harness "$name.harness.c" "$@" "$name.c" >out 2>err
    result "$name ($bits): $(tail -n 1 out)" grep -q '^RESULT: false(unreach-call)$' out
    result "$name ($bits): both files are named" grep -q "^The harness is in $name.harness.c, and the copy of .* in $name.harness.bc\.$" out
    [ $bits = 32 ] && continue
    command=$(sed -n 's|^//   \(clang.*\)|\1|p' "$name.harness.c" | head -n 1)
    result "$name: the command names the copy" grep -q "$name.harness.bc" <<<"$command"
    bash -c "$command" >out 2>err
    result "$name: the copy and the harness compile" test $? -eq 0
    timeout 60 ./failing >out 2>err
    result "$name: the harness shows the error" grep -q '^clew: the error is reached' err
  done
}

# refuses NAME [OPTION...]: an error of the model that no run shows. One engine: where there are several, the others go on.
refuses() {
  local name=$1
  shift
  cat >"$name.c"
  timeout 300 "$clew" verify --engine symexpa --timeout 240 --json "$name.json" "$@" "$name.c" >out 2>err
  result "$name: $(tail -n 1 out)" grep -q '^RESULT: unknown(unconfirmed)$' out
  result "$name: the refusal is in the JSON" grep -q '"result": "refused"' "$name.json"
}

confirms integers <<'C'
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  long long l = __VERIFIER_nondet_longlong();
  if (x < -1000 && c > 200 && l / 3 == -3000000000000000000ll) reach_error();
  return 0;
}
C
confirms floats <<'C'
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  if (d + 1.0 == d && d > 0 && d * 2 != d && f != f) reach_error();
  return 0;
}
C
confirms assertion <<'C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x * 2 != 84);
  return 0;
}
C
confirms assumption <<'C'
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  __VERIFIER_assume(n < 20);
  for (unsigned i = 0; i < n; i++) sum += i;
  if (sum == 105) __VERIFIER_error();
  return 0;
}
C
confirms own --error-function=bad <<'C'
extern int __VERIFIER_nondet_int(void);
void bad(int code);
int main(void) {
  if (__VERIFIER_nondet_int() == 3) bad(1);
  return 0;
}
C
confirms heap <<'C'
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  int sum = 0;
  for (struct node *n = list; n; n = n->next) sum = sum * 3 + n->value;
  if (sum == 12345) reach_error();
  return 0;
}
C
confirms uninitialised <<'C'
#include <stdlib.h>
extern void reach_error(void);
struct pair { int a, b; };
int main(void) {
  struct pair *p = malloc(sizeof *p);
  if (p->a == 17 && p->b == p->a + 1) reach_error();
  return 0;
}
C
confirms memory <<'C'
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void reach_error(void);
struct packet { int length; char data[8]; };
int main(void) {
  struct packet p;
  __VERIFIER_nondet_memory(&p, sizeof p);
  if (p.length == 77 && p.data[3] == 'x') reach_error();
  return 0;
}
C
confirms undefined <<'C'
extern int sensor(int channel);
extern double scale(void);
extern void log_value(int, ...);
extern void reach_error(void);
int main(void) {
  int a = sensor(1), b = sensor(2);
  log_value(1, a);
  if (a == b + 5 && scale() == 2.5) reach_error();
  return 0;
}
C
confirms recursion <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 9 && fib(n) == 13) reach_error();
  return 0;
}
C
# sin may return anything in its range as far as the automaton knows; the machine knows better.
refuses sine <<'C'
#include <math.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0 && sin(x) > 0.5) reach_error();
  return 0;
}
C
# names NAME FUNCTION...: the refusal says which functions are only approximated.
names() {
  local name=$1 function
  shift
  for function in "$@"; do
    result "$name: $function is named" grep -q "without reaching the error;.*\b$function\b.* only approximated" out
  done
}
names sine sin
# So does what the C standard leaves open.
refuses zeros <<'C'
#include <math.h>
extern void reach_error(void);
int main(void) {
  volatile double minus = -0.0, plus = 0.0;
  if (signbit(fmax(minus, plus)) != signbit(fmax(plus, minus)) && signbit(fmax(plus, plus))) reach_error();
  if (signbit(fmax(minus, plus)) && signbit(fmax(plus, minus)) && !signbit(fmin(plus, minus))) reach_error();
  return 0;
}
C
result "zeros: it is said" grep -q 'the sign of a zero from fmin or fmax .*approximated' out
refuses quiet_nan <<'C'
#include <math.h>
extern void reach_error(void);
int main(void) {
  volatile double infinity = INFINITY;
  if (!signbit(infinity - infinity)) reach_error();
  return 0;
}
C
result "quiet_nan: it is said" grep -q 'the bit pattern of a NaN is only approximated' out
# Functions of the C library that are not modelled but known to change nothing are real; what was invented for them is not given.
refuses order <<'C'
#include <assert.h>
extern int wcwidth(int), ffsl(long);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(wcwidth('a') == 1 && ffsl(8) == 4);
  return x;
}
C
names order wcwidth
# Some functions are real, others are nobody's: the values stay in step, and the report says whose were invented.
confirms mixed <<'C'
extern int sensor(int), wcwidth(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = sensor(1), b = wcwidth('a'), x = __VERIFIER_nondet_int(), c = wcwidth(0), d = sensor(2);
  if (a == 17 && x == 18 && d == 19) reach_error();
  return b + c;
}
C
result "mixed: what was invented is in the JSON" grep -Pzq '"invented_functions": \[\s*"sensor"\s*\]' mixed.json
# A run that follows a pointer to where no memory would be shows nothing.
refuses beyond <<'C'
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *block = malloc(10);
  block[50000000] = 1;
  reach_error();
}
C
# The program's own function of that name is neither.
confirms defined <<'C'
extern void reach_error(void);
int ffsl(long x) { return 77; }
int main(void) {
  if (ffsl(1) == 77) reach_error();
  return 0;
}
C
# The harness has no part in functions of these names.
confirms renamed <<'C'
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int clew_take(int x) { return x + 1; }
int clew_next = 3;
int main(void) {
  if (clew_take(__VERIFIER_nondet_int()) == 5 && clew_next == 3) reach_error();
  return 0;
}
C
# What the run does of its own accord is not done by functions of the program: copies and zeroes are the C library's.
for bits in $widths; do
  refuses copies$bits --$bits <<'C'
extern void reach_error(void);
extern int get_nprocs(void);
struct large { char bytes[3000]; };
void *memset(void *to, int c, __SIZE_TYPE__ n) { char *at = to; while (n--) *at++ = c; reach_error(); return to; }
void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) { reach_error(); return to; }
int main(void) {
  struct large a, b;
  a = b;
  if (get_nprocs() == -5) memset(&a, 1, sizeof a), memcpy(&a, &b, sizeof a);
  return 0;
}
C
done
# Compiled by hand, such a program has its own functions for copies and zeroes as well.
by_hand=0
confirms functions <<'C'
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int calls;
void *memset(void *to, int c, __SIZE_TYPE__ n) { char *at = to; calls++; while (n--) *at++ = c; return to; }
void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
  const char *source = from;
  calls += 10;
  for (char *at = to; n--;) *at++ = *source++;
  return to;
}
void *mmap(void *a, __SIZE_TYPE__ n, int p, int f, int d, long o) { calls += 100; return (void *)-1; }
int sigaction(int n, const void *a, void *b) { calls += 1000; return 0; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y, z;
  memset(&z, 1, sizeof z);
  memcpy(&y, &x, sizeof y);
  if (y == z && calls == 11) reach_error();
  return 0;
}
C
by_hand=1
# Assembly outside of functions.
confirms assembly <<'C'
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__asm__(".globl other\nother: ret");
int main(void) {
  if (__VERIFIER_nondet_int() == 3) reach_error();
  return 0;
}
C
# A name that is a number to a linker.
confirms number <<'C'
extern int add(int, int);
extern void reach_error(void);
int main(void) {
  if (add(1, 2) == 4) reach_error();
  return 0;
}
C
# Values of all types, small and signed ones through pointers to functions as well, whose callers trust their width.
confirms types <<'C'
extern signed char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
signed char (*chars)(void) = __VERIFIER_nondet_char;
short (*shorts)(void) = __VERIFIER_nondet_short;
_Bool (*bools)(void) = __VERIFIER_nondet_bool;
int main(void) {
  int c = chars(), s = shorts(), u = __VERIFIER_nondet_ushort(), b = bools();
  unsigned long l = __VERIFIER_nondet_ulong();
  double d = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  if (c == -3 && s == -300 && u == 65000 && b == 1 && l == 4000000000ul && d == -0x1.8p-1000 && 1 / f < -1e38f)
    reach_error();
  return 0;
}
C
# No compiler starts, unless the program does not start in main.
compiled=1
confirms entry --entry=begin <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int begin(void) {
  if (__VERIFIER_nondet_int() == 12) reach_error();
  return 0;
}
C
compiled=0
# Functions of the math library and of the compiler's are found though the first try has the C library alone.
confirms libraries <<'C'
#include <math.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong();
  if (a == 1000003ull * 1000 && a / 1000 == 1000003 && floor(2.5) == 2 && fmod(7, 4) == 3) reach_error();
  return 0;
}
C
# What the program does to files happens nowhere.
confirms files <<'C'
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  remove("precious");
  printf("%d\n", __VERIFIER_nondet_int());
  if (__VERIFIER_nondet_int() == 1) reach_error();
  return 0;
}
C
echo precious >precious
timeout 300 "$clew" verify --timeout 240 files.c >out 2>err
result "files stay" test -s precious

# What the program does not initialise: scalars and structures, arrays of frames that come and go, blocks.
copies uninitialised <<'C'
#include <assert.h>
#include <stdlib.h>
struct s { char c; int n; double d; };
static int frames(int n) { int a[5], *p = a; return n ? p[2] == n && frames(n - 1) : p[3] == 4711; }
int main(void) {
  struct s v;
  int x, hits = 0, *h = malloc(8);
  for (int i = 0; i < 3; i++) { char b[4], *p = b + (i & 1); if (p[1] == 'a' + i) hits++; }
  h = realloc(h, 16);
  if (x == 1234 && v.c == 'q' && v.n == -5 && v.d == 0.5 && hits == 3 && frames(2) && h[3] == 9) assert(0);
  return 0;
}
C
# Values that assembly reads from the machine; the run with the instruction itself comes first.
copies time_stamp <<'C'
#include <assert.h>
static unsigned long long now(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}
int main(void) { unsigned long long a = now(), b = now(); if (b - a == 77 && a == 5) assert(0); return 0; }
C
timeout 300 "$clew" verify --json time_stamp.json time_stamp.c >out 2>err
result "time_stamp: it is said that values were made up" grep -q 'if the assembly (time_stamp.c:4) leaves' out
# Other assembly that stays: the copy is left to the compiler.
copies beside_assembly <<'C'
#include <assert.h>
int main(void) {
  unsigned char x;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("inb $0x60, %0" : "=a"(x));
  assert(x != 3);
  return 0;
}
C
refuses computed <<'C'
#include <assert.h>
int main(void) { int x, y = 5; __asm__ volatile("movl %1, %0" : "=r"(x) : "r"(y)); if (x == 77) assert(0); return 0; }
C
confirms real_instruction <<'C'
#include <assert.h>
int main(void) { int x = 3; __asm__ volatile("incl %0" : "+m"(x)); if (x == 4) assert(0); return 0; }
C
result "real_instruction: nothing was made up" grep -q '"invented_functions": \[\]' real_instruction.json
# A program that has functions of the harness's names: they are called where the program calls them.
copies own_names <<'C'
#include <assert.h>
void clew_begin(void *object, unsigned long size, unsigned site) { *(int *)object = 1; }
void clew_fill(void *object) { *(int *)object = 1; }
int clew_main(void) { return 0; }
int main(void) { int x, a[3], *p = a; if (x == 50 && p[1] == 60) assert(0); return 0; }
C
# A fill belongs to the object that begins there: the wrong time would show.
refuses written_objects <<'C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int __attribute__((noinline)) f(int n) { int a[2]; a[0] = n, a[1] = 0; __asm__ volatile("incl %0" : "+m"(a[1])); return a[1]; }
int main(void) { if (f(__VERIFIER_nondet_int()) == 2) assert(0); return 0; }
C
confirms arguments <<'C'
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[2], "a\\b\"?") && argv[3][1] == 'z' && !argv[4]) { argv[2][0] = 'x'; assert(argv[2][0] != 'x'); }
  return 0;
}
C
confirms no_arguments <<'C'
#include <assert.h>
int main(int argc, char **argv) { assert(argc != 1 || argv[1]); return 0; }
C
copies structures <<'C'
#include <assert.h>
struct small { int a; char b; };
struct large { int tag; long a[5]; };
extern struct small get_small(void);
extern struct large get_large(int);
int main(void) {
  struct small s = get_small();
  struct large l = get_large(1), m = get_large(2);
  if (s.a == 77 && s.b == 'x' && l.a[3] == 99 && m.a[3] == 98 && m.tag == 5) assert(0);
  return 0;
}
C
# The copy calls an entry function with the arguments, and has the variables that no file defines.
copies entry_arguments --entry=check <<'C'
#include <assert.h>
extern int flag, table[4];
int check(int x, unsigned char c, double d, int *p) {
  assert(!(x == 3 && c == 'a' && d == 2.5 && flag == 7 && table[x] == 9));
  return 0;
}
C
copies entry_sizes --entry='check(int a[n], unsigned n, char b[n + 2])' <<'C'
#include <assert.h>
int check(int *a, unsigned n, char *b) {
  assert(!(n == 3 && a[2] == 70000 && b[4] == 'z'));
  return 0;
}
C
copies entry_sizes_zero --entry='check(int a[n], unsigned n)' <<'C'
#include <assert.h>
int check(int *a, unsigned n) {
  assert(!a || n);
  return 0;
}
C
copies declared_variables <<'C'
#include <assert.h>
extern int flag, *counter;
int main(void) {
  if (counter && flag == 3 && *counter == 17) assert(0);
  return 0;
}
C
# outside NAME: what the program on standard input reads is in the text, and both the harness, without anything else, and
# the script of --inputs lead the program into the error. The lines of the text come in the file EXPECTED.
outside() {
  local name=$1 command
  cat >"$name.c"
  timeout 120 "$clew" verify --check assert,memory --timeout 100 --harness "$name.harness.c" --inputs "$name.in" --json "$name.json" "$name.c" >out 2>err
  result "$name: $(tail -n 1 out)" grep -q '^RESULT: false' out
  while read -r line; do result "$name: the text has $line" grep -qF -- "$line" out; done <expected
  command=$(sed -n 's|^//   \(clang.*\)|\1|p' "$name.harness.c")
  bash -c "$command" >out 2>err
  result "$name: the harness compiles" test $? -eq 0
  (cd / && timeout 60 "$work/failing" >"$work/out" 2>"$work/err" </dev/null)
  result "$name: the harness gives all of it" grep -qE '^clew: the error is reached|ERROR: AddressSanitizer' err
  clang-19 -g -O0 -w -fsanitize=address "$name.c" -o plain >out 2>err
  (cd / && sh "$work/$name.in/run.sh" "$work/plain" >"$work/out" 2>"$work/err" </dev/null)
  result "$name: and so does the script" grep -qE 'Assertion .* failed|ERROR: AddressSanitizer' err
}
printf '%s\n' 'standard input: "key' 'fgets() = NULL' >expected
outside outside_lines <<'C'
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[6];
  int lines = 0, keys = 0;
  while (lines < 3 && fgets(line, sizeof line, stdin)) {
    lines++;
    keys += line[0] == 'k' && line[1] == 'e' && line[2] == 'y' && line[3] == '\n';
  }
  if (fgets(line, sizeof line, stdin)) return 1;
  assert(keys != 3);
}
C
printf '%s\n' 'standard input: "-12 77 hi' 'scanf() = 3' >expected
outside outside_numbers <<'C'
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n, after;
  unsigned m;
  char word[9];
  if (scanf("%d %u %8s", &n, &m, word) != 3) return 1;
  after = getchar();
  assert(n != -12 || m != 77 || word[0] != 'h' || word[1] != 'i' || word[2] || after != '\n');
}
C
printf '%s\n' 'file size.bin: "P' 'file sub/other: "z' 'file absent does not exist' >expected
outside outside_files <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  FILE *f = fopen("size.bin", "rb");
  if (!f) return 1;
  fseek(f, 0, SEEK_END);
  long n = ftell(f);
  rewind(f);
  if (n < 3 || n > 20) return 2;
  char *p = malloc(n), c;
  if (fread(p, 1, n, f) != n) return 3;
  int other = open("sub/other", O_RDONLY);
  if (other < 0 || read(other, &c, 1) != 1 || c != 'z' || fopen("absent", "r")) return 4;
  if (p[0] == 'P' && p[2] == 'K') p[n] = 0;
}
C
python3 - <<'P'
import json, sys
files = json.load(open("outside_files.json"))["files_read"]
names = [(f["name"], f["exists"], f["complete"]) for f in files]
sys.exit(names != [("size.bin", True, True), ("sub/other", True, True), ("absent", False, True)])
P
result 'files in JSON' test $? -eq 0
printf '%s\n' 'environment: HOW=y' 'environment: NOT is not set' 'arguments (argc = 2)' >expected
outside outside_arguments <<'C'
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc != 2 || argv[1][0] != 'a' || argv[1][1] != '/' || argv[1][2] != 'b' || argv[1][3]) return 0;
  FILE *f = fopen(argv[1], "r");
  const char *how = getenv("HOW");
  if (!f || getenv("NOT") || !how || how[0] != 'y' || how[1]) return 1;
  int a = getc(f);
  if (a == EOF || ungetc(a, f) == EOF) return 2;
  assert(getc(f) != '#' || getc(f) != '!' || getc(f) != EOF);
}
C
# What neither can give is said; a folder of the user's own keeps its files, and the next run removes those of this one.
cat >outside_clock.c <<'C'
#include <assert.h>
#include <stdio.h>
#include <time.h>
int main(void) {
  FILE *f = fopen("/etc/clew", "r");
  assert(!f || getc(f) != 'x' || time(0) % 7 != 3);
}
C
mkdir mine
echo mine >mine/stdin
"$clew" verify --check assert --timeout 60 --inputs mine outside_clock.c >out 2>err
result 'outside_clock: the time is said' grep -q '^    from the system: what time() returns$' out
result 'outside_clock: the script says what it does not give' grep -q '^#   what time() returns$' mine/run.sh
result 'outside_clock: also of files with absolute names' grep -q '^#   the file /etc/clew, with the 1 bytes' mine/run.sh
sed -i 's/!= 3/!= 3 || 1/' outside_clock.c
"$clew" verify --check assert --timeout 60 --inputs mine outside_clock.c >out 2>err
result 'outside_clock: what an earlier run wrote is gone, and nothing else' test "$(ls mine; cat mine/stdin)" = "$(printf 'stdin\nmine')"
"$clew" verify --check assert --timeout 60 --inputs mine outside_lines.c >out 2>err
result 'no file is written over' test $? -ne 1 -a "$(cat mine/stdin)" = mine

# No run has a function that nobody knows.
refuses unknown_function <<'C'
#include <assert.h>
extern int (*callback)(int);
int main(void) { if (callback && callback(3) == 5) assert(0); return 0; }
C
result "unknown_function: it is said what to do" grep -q 'it needs an unknown function behind a pointer: let the pointer' out

# What the program writes where the harness reports is no report; tests/unit/test_forge.c has the other ways.
refuses forged_report <<'C'
extern void reach_error(void);
extern int get_nprocs(void);
extern long write(int, const void *, __SIZE_TYPE__);
int main(void) {
  if (get_nprocs() == -5) reach_error();
  write(198, " reach_error@0\n", 15);
  return 0;
}
C
# Nor is what it writes to the memory that a run of a test shares with clew.
cat >forged_test.c <<'C'
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *mmap(void *, __SIZE_TYPE__, int, int, int, long);
int main(void) {
  if (__VERIFIER_nondet_int() == 7) reach_error();
  ((unsigned *)mmap(0, 4096, 3, 1, 199, 0))[5] = 1;
  return 0;
}
C
printf '<?xml version="1.0"?>\n<testcase><input>3</input></testcase>\n' >forged_test.xml
"$clew" replay forged_test.xml forged_test.c >out 2>err
result "forged_test: no error is claimed" [ $? -eq 0 ]
result "forged_test: it is said" grep -q '^No error was reached' out
sed -i 's/3</7</' forged_test.xml
"$clew" replay forged_test.xml forged_test.c >out 2>err
result "forged_test: an error is one" grep -q '^the error was reached in line 5$' out

# A program that names what is the harness's could say that the error was reached.
for declaration in 'extern const char token[] __asm__("clew.inputs");' 'extern void seen(const char *) __asm__("clew_seen");' \
  'void clew_seen(const char *);' '__asm__(".set stolen, clew.inputs");' 'int own; extern int table __asm__("clew.inputs") __attribute__((alias("own")));' \
  'void *__clew_malloc(unsigned long);' 'int take(void) { int x; __asm__("mov $clew.inputs, %0" : "=r"(x)); return x; }'; do
  case $declaration in
    *clew_seen*) use='clew_seen("reach_error");' ;;
    *__clew_malloc*) use='__clew_malloc(3);' ;;
    *"take("*) use='take();' ;;
    *) use= ;;
  esac
  case $declaration in *"seen(const char *) __asm__"*) use='seen("reach_error");' ;; *"token[]"*) use='if (token[0] == 1) return 1;' ;; esac
  printf '%s\nextern void reach_error(void);\nextern int rand(void);\nint main(void) {\n  if (rand() == 12345) reach_error();\n  %s\n  return 0;\n}\n' \
    "$declaration" "$use" >forged.c
  "$clew" verify --check assert --timeout 20 forged.c >out 2>err
  result "forged: $declaration" [ $? -eq 65 ]
  result "forged: it is said" grep -q "clew.*is a name of clew's own" err
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
