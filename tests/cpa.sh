#!/bin/bash
# Engines cpa and value (docs/cpa.md): the paper's example, what --dump-reached prints, composition, merging, and the analysis of
# docs/adding-an-analysis.md, built into clew by its file and one line of the table. tests/cpa.sh BUILD
build=$(realpath "$1") || exit 1
clew=$build/clew
. "$(dirname "$0")/commands.sh"

# states LINE: the reached states at a source line, without their numbers.
states() {
  awk -v line=", line $1" '/^state/ { wanted = index($0, line ",") || $0 ~ line "$"; next } /^  / && wanted { print; next } { wanted = 0 }' out
}

# --- Lemberger, Symbolic Execution in CPAchecker: listing 1, figures 1 and 2 ------------------------------------------------
listing=$root/tests/cpa/listing1.c
# Figure 1: explicit values know nothing; states meet behind the branch, and the error is reached.
run 1 verify --engine value --no-check --no-cegar --dump-reached - "$listing"
check "a false alarm" [ "$(tail -n 1 out)" = "RESULT: false(unreach-call)" ]
check "the states meet" [ "$(states 16)" = "  value: 
  successors: 3
  value: 
  covered by: 1" ]
run 1 verify --engine value --no-check "$listing"
check "the same with CEGAR: values cannot refute it" [ "$(tail -n 1 out)" = "RESULT: false(unreach-call)" ]
run 2 verify --engine value "$listing"
check "the alarm is checked" [ "$(tail -n 1 out)" = "RESULT: unknown(unconfirmed)" ]
# Figure 2: at location 6 and 6' b is a + 1 for negative a, and a for others; neither goes on to the error.
run 0 verify --engine cpa --no-cegar --dump-reached - "$listing"
check "figure 2" [ "$(states 16)" = "  symbolic: b=a + 1
  constraints: {a < 0}
  successors: none
  symbolic: b=a
  constraints: {a > -1}
  successors: none" ]
check "the proof was checked" grep -q 'the proof was checked' out
# With CEGAR the two are one: all that matters is that a is not greater than b.
run 0 verify --engine cpa --dump-reached - "$listing"
check "one state covers the other" [ "$(states 16)" = "  symbolic: 
  constraints: {a <= b}
  successors: none
  symbolic: 
  constraints: {a <= b}
  covered by: 4" ]
run 0 verify --engine cpa --certificate listing.cert "$listing"
run 0 check "$listing" listing.cert

# --- section 2.1: "c only satisfying assignment" ------------------------------------------------------------------------------
# Of x there is one value, 0, behind the test: the text does not say so, the solver does. In the second program the test is on the edge that reads x.
cat >unique.c <<'END'
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 3, z = 0;
  if (__VERIFIER_nondet_uint()) z = 1;
  if ((x & 1023) + (x >> 10) < 1) y = x + 3;
  if (y != 3 || z > 1) reach_error();
  return 0;
}
END
grep -v 'z = 1' unique.c >unique-input.c
for file in unique.c unique-input.c; do
  run 1 verify --check assert --engine value --no-cegar --no-check $file
  for options in '--no-cegar --unique solver' --paper '--paper --no-compress'; do
    run 0 verify --check assert --engine value $options --stats $file
    check "a value was found" grep -Eq '^  unique_found  *[1-9]' out
  done
  run 0 verify --check assert --engine cpa --paper --stats $file
  check "a value was found" grep -Eq '^  unique_found  *[1-9]' out
  sed 's/y != 3/y == 3/' $file >two.c
  run 1 verify --check assert --engine value --paper two.c
  # Two values: none is taken.
  sed 's/< 1)/< 2)/' $file >two.c
  run 1 verify --check assert --engine value --paper two.c
done

# By hand: of n tests of inputs one after the other, depth first, one more state waits at each; breadth first all 2^n of the last level do.
cat >tests.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_int()) x += 1;
  if (__VERIFIER_nondet_int()) x += 2;
  if (__VERIFIER_nondet_int()) x += 4;
  if (x > 7) reach_error();
  return 0;
}
END
for search in dfs bfs; do
  run 0 verify --check assert --engine value --paper --search $search --stats tests.c
  sed -n 's/^  waitlist_most  *\([0-9]*\).*/\1/p' out >waited-$search
done
check "depth first fewer wait" [ "$(cat waited-dfs)" -lt "$(cat waited-bfs)" ]

# By hand: the beginning, two states behind the first test of an input, two from each of these behind the second one; x = 3 is reached twice, and the second is covered. With three
# tests that assign x, or leave it: x is 1, 0; 2, 1, 2, 0; 3, 2, 3, 1, 3, 0 from the three that are not covered. A loop that alternates: the beginning, (0, 0), (1, 1), the inner
# test, and (0, 0) again.
counts() {
  {
    echo 'extern int __VERIFIER_nondet_int(void); extern void reach_error(void);'
    echo "#define input __VERIFIER_nondet_int"
    echo "int main(void) { $3 return 0; }"
  } >counts.c
  for engine in value cpa; do
    run 0 verify --check assert --engine $engine --no-cegar --stats counts.c
    check "$1 reached" grep -Eq "^  reached  *$1 " out
    check "$2 covered" grep -Eq "^  covered  *$2 " out
  done
}
counts 7 1 'int a = input(), b = input(), x = 0; if (a > 0) x = 1; else x = 2; if (b > 0) x += 1; else x += 2; if (x > 4) reach_error();'
counts 13 3 'int x = 0; if (input()) x = 1; if (input()) x = 2; if (input()) x = 3; if (x < 0) reach_error();'
counts 5 1 'int a = 0, s = 0; while (input()) { if (s == 0) { a = 1; s = 1; } else { if (a == 0) reach_error(); a = 0; s = 0; } }'

# By hand: the head with i = 0 to 3000, and the beginning at it. CEGAR tracks more as states become many; as printed there is no precision that could grow.
cat >many.c <<'END'
extern void reach_error(void);
int main(void) {
  unsigned i = 0, s = 0;
  while (i != 3000) { s = 5 * s + 1; i++; }
  if (s == 0) reach_error();
  return 0;
}
END
for engine in value cpa; do
  for options in --paper '--no-cegar --unique solver' '--no-cegar --unique solver --merge-states'; do
    run 0 verify --check assert --engine $engine $options --stats many.c
    check "a state for each i" grep -Eq '^  reached  *300[0-9] ' out
  done
done

# A raw alarm is said, however hard its path is.
cat >hard.c <<'END'
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong(), y = __VERIFIER_nondet_ulonglong();
  if ((x * x * x + y * y * 3 + (x ^ y) * (x >> 7)) * (y * y + x) == 1234567890123456789u && ((x * y) ^ (x + y * y)) * (x % 1000003) == 987654321987654321u) reach_error();
  return 0;
}
END
for cegar in '' --no-cegar; do run 1 verify --check assert --engine value $cegar --no-check --timeout 100 hard.c; done

# A raw alarm of merged states stands, too. x - y stays between -2 and 2: no error. By hand: the beginning, the head with 0 <= x, y <= 2 and after one iteration with both
# two larger, where what differs becomes unknown; one more iteration is covered by that, and any x >= 4 with y = 0 reach the error. Kept apart instead, x and y grow without end.
cat >apart.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 2 || y < 0 || y > 2) return 0;
  while (__VERIFIER_nondet_int()) x += 2, y += 2;
  if (y == 0 && x >= 4) reach_error();
  return 0;
}
END
for engine in value cpa; do
  for options in --paper --no-cegar; do
    run 1 verify --check assert --engine $engine $options --merge-states --no-check --timeout 200 apart.c
    check "$engine $options --merge-states: a raw alarm stands" [ "$(tail -n 1 out)" = 'RESULT: false(unreach-call)' ]
  done
  run 2 verify --check assert --engine $engine --paper --merge-states --timeout 200 apart.c
  check "$engine --paper --merge-states: checked, it is none" grep -qx 'RESULT: unknown(unconfirmed)' out
done
run 1 verify --check assert --engine cpa --paper --merge-states --no-check --stats --timeout 200 apart.c
check "merged states by hand" [ "$(awk '$1 ~ /^(successors|reached|covered|merged)$/ { printf "%s ", $2 }' out)" = '4 5 1 1 ' ]

# --- the automaton as it is read, and what the certificate took ---------------------------------------------------------------
for form in --no-compress '--no-slice' ''; do
  run 0 verify --engine cpa --paper $form --json form.json --stats --certificate form.cert "$listing"
  check "the certificate is told apart" grep -q '^Of that, to make and check the certificate:' out
  check "in JSON, too" python3 -c 'import json; r = json.load(open("form.json")); s, c = r["statistics"], r["certificate_statistics"]
assert 0 < c["proof_nodes"] == s["proof_nodes"] and 0 < c["time_check"] <= s["time_check"] and "successors" not in c and "depth_max" not in c'
  run 0 check "$listing" form.cert
done
run 0 cfa --no-compress "$listing"
check "the edges of basic blocks" [ "$(grep -c ' -> ' out)" -gt "$("$clew" cfa --no-slice "$listing" | grep -c ' -> ')" ]
run 64 verify --merge --no-compress "$listing"
check "merged edges are compressed" grep -q -- '--merge and --no-compress exclude each other' err

# --- loops, merging, widening -----------------------------------------------------------------------------------------------
cat >loop.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, n = 0;
  while (i < 1000000) {
    if (__VERIFIER_nondet_int()) n = 1;
    else n = 2;
    i++;
  }
  if (i > 1000000 || n > 2) reach_error();
  return 0;
}
END
run 0 verify --engine cpa --analyses interval --stats --invariants --timeout 60 loop.c
check "widened, not unrolled" grep -Eq '^  reached  *[0-9]{1,3} ' out
check "invariants" grep -q 'loop.c:5:10 (main): .*i < 1000001' out
for search in program dfs bfs; do run 0 verify --engine cpa --analyses interval --search $search --timeout 60 loop.c; done

# Values that differ become unknown where they meet, and are kept apart again where that loses too much.
cat >join.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x, y, z;
  if (__VERIFIER_nondet_int()) { x = 1; y = 5; }
  else { x = 2; y = 5; }
  if (__VERIFIER_nondet_int()) z = x;
  else z = y;
  if (y != 5 || (z == 1 && x == 2)) reach_error();
  return 0;
}
END
for cegar in '' --no-cegar; do
  run 0 verify --engine value $cegar --merge-states --stats --timeout 60 join.c
  check "states merge" grep -Eq '^  merged  *[1-9]' out
  run 0 verify --engine value $cegar --stats --timeout 60 join.c
  check "they stay apart" grep -Eq '^  merged  *0 ' out
done

# --- refinement: back to where something is lacking ----------------------------------------------------------------------------
cat >lock.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
int main(void) {
  int got, rounds = 0;
  while (__VERIFIER_nondet_int()) {
    got = 0;
    if (__VERIFIER_nondet_int()) { lock(); got = 1; }
    rounds += 2;
    if (got) unlock();
  }
  if (locked) reach_error();
  return 0;
}
END
for engine in value cpa; do
  for scope in location function; do
    run 0 verify --engine $engine --precision-scope $scope --stats --timeout 60 lock.c
    check "refined" grep -Eq '^  refinements  *[1-9].*of the precision' out
    check "rounds are not tracked" grep -Eq '^  reached  *[0-9]{1,3} ' out
  done
  sed 's/if (got) unlock/if (got == 2) unlock/' lock.c >unlocked.c
  run 1 verify --engine $engine --timeout 60 unlocked.c
done

# --- composition ------------------------------------------------------------------------------------------------------------
run 64 verify --engine cpa --analyses parity "$listing"
check "what there is" grep -q 'there is no analysis "parity"; there are value, symbolic, constraints, interval' err
run 64 verify --engine cpa --analyses constraints "$listing"
check "what it needs" grep -q 'constraints needs symbolic' err
run 64 verify --engine cpa --analyses value,interval,value "$listing"
check "what is there twice" grep -q -- '--analyses: value is listed twice' err
run 0 verify --engine value --analyses value,symbolic,constraints,interval "$listing"
cp "$listing" here.c
run 64 verify --engine cpa --dump-reached here.c here.c
check "not over an input" grep -q 'would write over an input file' err
run 64 verify --engine cpa --dump-reached - --json - here.c

# --- what makes TRUE impossible is named -----------------------------------------------------------------------------------
cat >frames.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int value(int *p) { return *p; }
int main(void) {
  int n = __VERIFIER_nondet_int(), *last = &n;
  for (int i = 0; i < n; i++) {
    last = __builtin_alloca(sizeof *last);
    *last = i;
  }
  int local = 1;
  if (value(&local) + value(last) == 77) reach_error();
  return 0;
}
END
run 2 verify --engine cpa frames.c
check "a frame without a size" grep -q 'does not model: a frame whose size is not the same on all paths at frames.c' out

# --- docs/adding-an-analysis.md ------------------------------------------------------------------------------------------------
clew=$build/clew-parity
. "$root/tests/asserts.sh"
cat >parity.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int y) { return y + y; }
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) {
    x += twice(__VERIFIER_nondet_int());
    if (__VERIFIER_nondet_int()) x += 3 * 2;
  }
  if (x % 2 == 1) reach_error();
  return 0;
}
END
lines=$(wc -l <"$root/examples/analysis/parity/parity.c")
check "$lines lines" [ "$lines" -le 200 ]
run 0 verify --engine cpa --analyses parity --dump-reached - --invariants --timeout 60 parity.c
check "it is even" grep -q '^  parity: {main::x is even' out
check "an invariant" grep -q 'parity.c:6:10 (main): .*x & 1) == 0' out
run 0 verify --engine cpa --analyses value,parity --timeout 60 parity.c
sed 's/3 \* 2/3/' parity.c >odd.c
run 1 verify --engine cpa --analyses symbolic,constraints,parity --timeout 60 odd.c
run 1 verify --engine cpa --analyses parity --timeout 60 odd.c

finish
