#!/bin/bash
# Contracts: preconditions and postconditions from the command line, files and comments; every function, calls as contracts. tests/contracts.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

# says TEXT: clew has said it last, on either stream.
says() { cat out err | tr -s ' \n' ' ' | grep -qF -- "$1"; }
# verify STATUS TEXT ARGS...: the status, and what is said.
verify() {
  local status=$1 text=$2
  shift 2
  case "$*" in *--check*) run "$status" verify --timeout 30 "$@" ;; *) run "$status" verify --timeout 30 --check assert,ub,memory "$@" ;; esac
  check "clew verify $* says: $text" says "$text"
}
# wrong PLACE-AND-MESSAGE ARGS...: a mistake in a contract.
wrong() { verify 65 "$@"; }

cat >one.c <<'E2'
#include <assert.h>
#include <stddef.h>
#define LIMIT 100
typedef struct { int count; int *seen; } table;
enum { FEW = 3 };
int g;

/*@ requires \valid(t) && t->count >= 0 && t->count < LIMIT;
  @ ensures t->count == \old(t->count) + 1 && \result >= 1;
  @*/
int add(table *t) { return ++t->count; }

//@ requires n > 0 && \valid_read(a + (0 .. n-1));
//@ ensures \result == a[0] || \result == a[n - 1];
static int ends(const int *a, unsigned n) { return a[0] > 2 ? a[0] : a[n - 1]; }

int parse(char *s, size_t n, int (*cb)(int)) {
  size_t i = 0;
  while (i < 3 && s[i]) i++;
  return cb(s[i + 1]);
}
int half(int x) { return x / 2; }
static int positive(int x) { return x > 0 && x < LIMIT; }
static int counting(int x) { return g += x; }
void set(int *p) { if (p) *p = 3; }
int tail(const char *s) { return s[0] && s[1] ? s[3] : 1; }
int middle(const table *t) { return t->count; }
E2
verify 0 'RESULT: true' --entry add one.c
verify 0 'RESULT: true' --entry ends one.c
verify 0 'RESULT: true' --entry 'half(int x) : x > 0 && x < LIMIT' --ensures '\result < x' one.c
verify 0 'RESULT: true' --entry half --requires 'positive(x)' --requires 'x > FEW' --ensures 'x > 50 ==> \result >= 25' one.c
verify 1 'y = 1 ' --entry 'half(int y) : y > 0 && y < 10' --ensures '\result > 0' one.c
verify 1 'RESULT: false(valid-deref)' --entry 'parse(char s[n], size_t n, cb) : n >= 1 && n <= 64 && s[n-1] == 0' one.c
verify 1 'RESULT: false(valid-deref)' --entry 'tail(string s)' one.c
verify 0 'RESULT: true' --entry 'middle(valid t)' one.c
# The harness is a program that shows it.
run 1 verify --timeout 20 --entry 'half(int y) : y > 0 && y < 10' --ensures '\result > 0' --harness h.c one.c
check 'the harness runs into the error' bash -c 'clang-19 -Wno-everything h.bc h.c -lm -o h && ! ./h 2>said && grep -q "the error is reached" said'
# No state satisfies it.
verify 0 'excludes everything' --entry 'half(x) : x > 3 && x < 2' one.c

# Mistakes, with their places.
wrong "--requires:1:5: error: use of undeclared identifier 'm'" --entry half --requires 'x > m' one.c
wrong '--entry:1:14: error: use of undeclared identifier' --entry 'half(int x): zz > 1' one.c
wrong '--requires:1:3: `=` changes something' --entry half --requires 'x = 3' one.c
wrong '--requires:1:8: a chain of comparisons' --entry half --requires '0 <= x <= 5' one.c
wrong 'one.c:24:39: an expression of a contract changes memory' --entry half --ensures 'counting(x) > 0' one.c
wrong '--ensures:1:12: an expression of a contract calls a function that has a contract itself: half' --entry half --ensures '\result == half(x)' one.c
wrong '--requires:1:1: \result has a meaning in `ensures` only' --entry half --requires '\result > 0' one.c
wrong '--requires:1:6: unexpected `)`' --entry half --requires 'x > 2) || (x' one.c
wrong 'a parameter that is a pointer is expected' --entry half --requires '\valid(x)' one.c
wrong '`\forall` is not known' --entry half --requires '\forall int i; i > 0' one.c
printf '//@ requires n > 0\nint f(int n) { return n; }\n' >two.c
wrong 'two.c:1:5: this clause has no' --entry f two.c
printf 'int a;\n/*@ requires n > 0;\n  @ ensures \\result > k; */\nint f(int n) { return n; }\n' >two.c
wrong "two.c:3:23: error: use of undeclared identifier 'k'" --entry f two.c
printf '//@ ensures \\result == 0;\nint half(int x);\n' >contracts
verify 1 'contracts:1' --entry half --contracts contracts one.c

# What has no meaning must not end the path that shows it.
verify 2 'RESULT: unknown' --check assert --entry set --ensures '*p == 3' one.c
verify 2 'RESULT: unknown' --check assert --entry set --ensures 'p == \null || \old(*p) == \old(*p)' one.c
verify 0 'RESULT: true' --check assert --entry set --ensures 'p == \null || *p == 3' one.c

# Calls as contracts.
cat >calls.c <<'E2'
#include <assert.h>
#include <stdlib.h>
static int hidden, other;
struct s { int count, left; };

//@ requires 0 <= n && n <= 100; ensures \result >= n && \result <= 2 * n; assigns \nothing;
int twice(int n) { return n + n; }
//@ requires \valid(p) && p->count < 1000; ensures p->count == \old(p->count) + 1; assigns p->count;
void bump(struct s *p) { p->count++; }
//@ ensures hidden >= 0;
int step(void) { return hidden = (hidden + 1) & 7; }
//@ requires n >= 0 && n < 20; ensures \result == n;
int rec(int n) { return n == 0 ? 0 : rec(n - 1) + 1; }
//@ requires \valid(a) && \valid(b); ensures *a == 1 && *b == 2; assigns *a, *b;
void both(int *a, int *b) { *a = 1; *b = 2; }
//@ ensures \result > 0;
int absent(int *p);
//@ assigns \nothing;
void drop(int *p) { free(p); }

//@ requires x >= 0 && x <= 50;
int user(int x) {
  struct s s = {1, 7};
  bump(&s);
  assert(s.count == 2 && s.left == 7);
  other = 1;
  step();
  assert(hidden >= 0 && other == 1);
  return twice(x);
}
int beyond(int x) { return twice(x & 127); }
void kept(void) { hidden = 5; step(); assert(hidden == 5); }
void same(void) { int x = 0; both(&x, &x); assert(x == 3); }
void none(void) { int x = 3; assert(absent(&x) > 0); assert(x == 3); }
int gone(void) { int *p = malloc(4); if (!p) return 0; *p = 1; drop(p); return *p; }
E2
verify 0 'bump keeps its contract' --use-contracts --entry user calls.c
verify 1 'contract of twice(n = ' --use-contracts --entry beyond calls.c
verify 1 'RESULT: false' --use-contracts --entry same calls.c
for entry in kept none; do verify 2 'RESULT: unknown' --use-contracts --entry "$entry" calls.c; done
verify 1 'it may free memory' --use-contracts --entry gone calls.c

# Every function: a table, one run of SARIF, and what git says has changed.
cat >every.c <<'E2'
//@ requires 0 <= n && n <= 100; ensures \result <= 2 * n; assigns \nothing;
int twice(int n) { return n + n; }
//@ requires n >= 0 && n <= 10; ensures \result >= 0;
int user(int n) { return twice(n) < 0 ? -1 : 1; }
//@ ensures \result > 0;
int bad(int n) { return n; }
//@ requires n > 3 && n < 2;
int never(int n) { return n; }
//@ ensures \result > 0;
int absent(int n);
//@ ensures \result > 0;
int trusting(int n) { return absent(n); }
//@ requires n >= 0 && n < 9; ensures \result == 0; assigns \nothing;
int down(int n) { return n ? down(n - 1) : 0; }
E2
run 1 verify --timeout 30 --check assert,ub,memory --each-function --use-contracts --json all.json --sarif all.sarif every.c
for line in 'twice true (' 'user true; with the bodies of what it calls' 'bad false(unreach-call) (every.c:5)' 'never true; no state satisfies its precondition' \
  'absent no body: its contract is assumed' 'trusting true; assumes the contracts of absent' 'down true; assumes that its recursion ends (every.c:13)' \
  'Functions with a contract: 4 true, 1 false, 1 unknown.' 'RESULT: false(unreach-call)'; do
  check "the table has: $line" says "$line"
done
check 'SARIF is one run' python3 - "$root" <<'E2'
import json, sys
sys.path.insert(0, sys.argv[1] + "/tests")
import sarif
log = json.load(open("all.sarif"))
assert not sarif.validate(log), sarif.validate(log)
assert len(log["runs"]) == 1 and sum(r["kind"] == "fail" for r in log["runs"][0]["results"]) == 1
assert [f["function"] for f in json.load(open("all.json"))["functions"]][:3] == ["twice", "user", "bad"]
E2
mkdir -p project/src && cp every.c project/src/a.c && printf '//@ ensures \\result == 1;\nint one(void) { return 1; }\n' >project/src/b.c
python3 -c 'import json, os
d = os.getcwd() + "/project"
json.dump([{"directory": d, "file": f"src/{n}.c", "command": f"cc -c src/{n}.c"} for n in "ab"], open(d + "/compile_commands.json", "w"))'
cd project || exit 1
git init -q && git add src && git -c user.name=a -c user.email=a@b commit -qm first
echo >>src/b.c
verify 0 'one true (src/b.c:1)' -p . --each-function --changed-since HEAD
check 'nothing else' says 'Functions with a contract: 1 true, 0 false, 0 unknown.'
verify 64 'git says' -p . --each-function --changed-since no-such-revision
cd ..
verify 64 'is of one function' --each-function --entry bad every.c
finish
