#!/bin/bash
# What `clew verify` checks where nobody says it: assertions, memory accesses and undefined behaviour in C files, the assertions first; what is said of
# each kind where not all is decided; a program without a question. tests/default.sh CLEW
clew=$(realpath "$1") || exit 1
given=$clew
. "$(dirname "$0")/commands.sh"
clew=$given # as it is, without --check assert
clang=${CLANG:-clang-19}

# result STATUS RESULT ARGS...: the last line of standard output and the status.
result() {
  local want=$1 wanted=$2
  shift 2
  run "$want" verify --timeout 60 "$@"
  check "clew verify $* says $(tail -n 1 out)" [ "$(tail -n 1 out)" = "RESULT: $wanted" ]
}
says() { check "says: $1" grep -qE -- "$1" out; }
silent() { check "does not say: $1" [ -z "$(grep -E -- "$1" out)" ]; }
# json EXPRESSION: a property of the JSON r; k has its kinds by name.
json() {
  check "JSON: $1" python3 -c '
import json, sys
r = json.load(open("r.json"))
k = {x["kind"]: x for x in r["kinds"]}
sys.exit(not eval(sys.argv[1]))' "$1"
}

cat >both.c <<'C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 5) return 0;
  for (int i = 0; i < n; i++) { a[i] = i; s++; }
#ifdef WRONG
  assert(s != 3);
#endif
  assert(s == n);
#ifdef BEHIND
  int *p = a + n;
  p[5]++;
#endif
#ifdef OVERFLOWS
  a[0] = __VERIFIER_nondet_int() + n;
#endif
  return a[0];
}
C

# --- what is checked -----------------------------------------------------------------------------------------------------------------------
result 0 true both.c
says '^No error, signed integer overflow, undefined behaviour, invalid memory access or invalid free can be reached(, if .*)?; the proof was checked\.$'
says '^Not checked: memory leak \(--check all\)\.$'
says '^Checks: [0-9]+ proved\.$'
result 1 'false(unreach-call)' -D WRONG -D BEHIND both.c
result 1 'false(valid-deref)' -D BEHIND both.c
result 1 'false(no-overflow)' -D OVERFLOWS both.c
result 0 true --check assert -D BEHIND -D OVERFLOWS both.c
says '^No error can be reached'
says '^Not checked: signed integer overflow, undefined behaviour, invalid memory access, memory leak \(--check all\)\.$'
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >unreach.prp
result 0 true --property unreach.prp -D BEHIND both.c
for engine in symex symexpa kind; do
  result 1 'false(valid-deref)' --engine $engine -D BEHIND both.c
done
result 0 true --engine symex both.c
result 1 'false(valid-deref)' --check all -D BEHIND both.c
# Others keep to assertions unless they are asked.
run 0 cfa -D BEHIND both.c
check 'an automaton has the assertion only' [ "$(grep -c '"valid-deref"\|valid-deref' out)" -eq 0 ]

# --- what cannot have all checks -----------------------------------------------------------------------------------------------------------
"$clang" -c -emit-llvm -g -O0 -D BEHIND both.c -o behind.bc
result 0 true behind.bc
says '^Not checked: signed integer overflow, undefined behaviour, invalid memory access, memory leak\.$'
"$clang" -c -emit-llvm -g -O0 -x c - -o helper.bc <<<'int helper(int x) { return x; }'
cat >mixed.c <<'C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int helper(int x), a[3];
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(helper(x) == x);
  return a[helper(3)];
}
C
result 0 true mixed.c helper.bc
says '^Not checked: signed integer overflow, undefined behaviour, invalid memory access, memory leak\.$'
"$clew" cfa -D BEHIND both.c >behind.cfa
result 0 true behind.cfa
says '^Only the errors of the automaton were checked, nothing else\.$'
cat >task.yml <<'Y'
format_version: '2.0'
input_files: 'behind.c'
properties:
  - property_file: unreach.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
Y
sed 's/^#ifdef BEHIND/#if 1/' both.c >behind.c
result 0 true task.yml

# --- kinds, where not all is decided -------------------------------------------------------------------------------------------------------
# The engine gives up at the loop's bound, which the assertion does not need.
cat >bound.c <<'C'
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[101];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), x = 1;
  assert(n % 2 < 2);
#ifdef WRONG
  assert(n != 12345);
#endif
  for (unsigned i = 0; i < m; i++) x = x * 5 + n % 100;
  if (x % 65537 == 5) a[x % 101]++;
  if (x % 65537 == 6 && x > 1000000) a[x % 102]++;
  return 0;
}
C
result 2 'unknown(bound)' --engine symex --unwind 1 --json r.json bound.c
says '^Assertions: 1 proved\.$'
says '^Memory accesses: ([0-9]+ proved, )?[0-9]+ not decided \(the bound on iterations was reached \(--unwind\)\)\.$'
says '^Undefined behaviour: '
json 'k["assertions"]["proved"] == 1 and k["assertions"]["unknown"] == 0 and k["assertions"]["reason"] is None'
json 'k["memory"]["unknown"] > 0 and "bound" in k["memory"]["reason"] and set(k) == {"assertions", "memory", "undefined-behaviour"}'
json 'all(a["status"] == "proved" for a in r["assertions"] if a["property"] == "unreach-call")'
result 1 'false(unreach-call)' --engine symex --unwind 1 -D WRONG bound.c
# The other way round: the assertion is behind the loop, all accesses are before it.
cat >behind-bound.c <<'C'
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[101];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), x = 1;
  if (n < 101) a[n] = 1;
  for (unsigned i = 0; i < m; i++) x = x * 5 + 1;
  assert(x % 65537 != 3 || m < 5000);
  return 0;
}
C
result 2 'unknown(bound)' --engine symex --unwind 1 --json r.json behind-bound.c
says '^Assertions: 1 not decided \(the bound on iterations was reached \(--unwind\)\)\.$'
says '^Memory accesses: [0-9]+ proved\.$'
json 'k["assertions"]["unknown"] == 1 and k["memory"]["unknown"] == 0 and k["undefined-behaviour"]["unknown"] == 0'
# Time: half of it for the assertion, which cannot be decided, then the violation of the rest is found.
cat >late.c <<'C'
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[101];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint(), k = 0;
  if (n < MOST) a[n] = 1;
  for (; x > 1; k++) x = x % 2 ? 3 * x + 1 : x / 2;
  assert(k != 4000000000u);
  return 0;
}
C
check 'a violation of the second stage' [ "$("$clew" verify -q --engine symex --timeout 6 -D MOST=102 late.c)" = 'RESULT: false(undefined-behaviour)' ]

# --- outputs -------------------------------------------------------------------------------------------------------------------------------
result 0 true --certificate both.cert --witness both.yml --sarif both.sarif --report both.html --json r.json both.c
json 'r["verdict"] == "true" and all(x["unknown"] == 0 for x in k.values()) and r["check"]["result"] == "confirmed"'
run 0 check both.cert both.c
run 2 check --check assert both.cert both.c
run 0 check --check assert,overflow,memory both.yml both.c
result 0 true --witness two.yml both.c
run 0 check --check assert,overflow,memory two.yml both.c
result 1 'false(valid-deref)' --witness deref.yml --sarif deref.sarif --json r.json --harness harness.c -D BEHIND both.c
json 'k["memory"]["violated"] == 1 and k["assertions"]["proved"] == 1 and len(r["counterexamples"]) == 1'
check 'SARIF' python3 -c '
import json
results = json.load(open("deref.sarif"))["runs"][0]["results"]
assert sum(r.get("kind", "fail") == "fail" and "codeFlows" in r for r in results) == 1, results'
check 'a harness' [ -s harness.c ]
run 1 check --check memory -D BEHIND deref.yml both.c
result 1 'false(unreach-call)' --witness assert.yml -D WRONG both.c
run 1 check -D WRONG assert.yml both.c
run 1 verify --timeout 60 --all --witness all.yml -D BEHIND -D OVERFLOWS both.c
says '^Also violated: both\.c:'
check 'nothing is left behind' [ -z "$(ls tmp)" ]
timeout -s INT 3 "$clew" verify --engine symex -D MOST=101 late.c >out 2>err
check 'interrupted' [ "$(tail -n 1 out)" = 'RESULT: unknown(interrupted)' ]
check 'nothing is left behind by an interrupt' [ -z "$(sleep 0.5; ls tmp)" ]

# --- nothing to check ----------------------------------------------------------------------------------------------------------------------
printf 'int main(void) { return 0; }\n' >nothing.c
result 2 'unknown(nothing-to-check)' --check assert nothing.c
says '^Not decided: there is nothing to check: no assertion, no call of an error function; .*--error-function'
result 2 'unknown(nothing-to-check)' --check assert --all nothing.c
result 0 true nothing.c
result 0 true --property unreach.prp nothing.c
"$clang" -c -emit-llvm nothing.c -o nothing.bc
result 2 'unknown(nothing-to-check)' nothing.bc
# An error function of the program's own that nothing calls is none. An assertion in a function that nothing calls is one.
printf '#include <assert.h>\nvoid reach_error(void) { assert(0); }\nint main(void) { return 0; }\n' >uncalled.c
result 2 'unknown(nothing-to-check)' --check assert uncalled.c
printf '#include <assert.h>\nvoid other(int x) { assert(x); }\nint main(void) { return 0; }\n' >uncalled.c
result 0 true --check assert uncalled.c
# What the text of the program decides is proved, though the compiler leaves it out.
for body in 'assert(1);' 'assert(sizeof(int) == 4);' 'if (0) reach_error();' 'check("a string with reach_error( and {");' 'other();'; do
  cat >text.c <<C
#include <assert.h>
#include <stdio.h>
extern void reach_error(void);
static void check(const char *text) { while (0) reach_error(); puts(text); }
static void __attribute__((noinline)) other(void) { /* { */ assert('{' == 123); }
static void unused(int x) { assert(x); }
int main(void) { $body return 0; }
C
  result 0 true --check assert text.c
  silent 'nothing to check'
done
# Tables that only the checks have are no memory of the program: what a counterexample shows of an array are its values.
cat >shown.c <<'C'
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char packet[3];
  for (int i = 0; i < 3; i++) packet[i] = __VERIFIER_nondet_uchar();
  if (packet[0] == 7 && packet[2] == 9) return 1 / (packet[1] - 5);
  return 0;
}
C
result 1 'false(undefined-behaviour)' --engine symex shown.c
says 'packet\[0\] = 7'
silent 'packet\[.\] = 255'

finish
