#!/bin/bash
# A run that does not decide says why: what each engine got stuck on, what is certain nevertheless, what may help; as text and as JSON. A run that
# decides says who did, and more only with -v. tests/explain.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

run() { # ARGS...
  rm -f r.json
  "$clew" verify --json r.json "$@" >out 2>err </dev/null
}
says() { grep -qE -- "$1" out; }
silent() { ! grep -qE -- "$1" out; }
# json EXPRESSION: a property of the JSON r, of its engines a.
json() {
  python3 - "$1" <<'P'
import json, sys
r = json.load(open("r.json"))
if "files" not in r: # an emergency report: on a busy machine the limit passed before the engine ended (docs/json-format.md)
    sys.exit(0)
a = r["engines"]
known = {"stopped", "waited", "decided", "late", "ended", "died", "failed"}
for x in a:
    assert isinstance(x["engine"], str) and x["outcome"] in known and x["seconds"] >= 0 and x["turns"] >= 0, x
    assert isinstance(x["proved"], list) and isinstance(x["advice"], list), x
for e in r["timeline"]:
    assert e["seconds"] >= 0 and isinstance(e["what"], str) and (e["engine_index"] is None or a[e["engine_index"]]["engine"] == e["engine"]), e
if not eval(sys.argv[1]):
    print("   ", sys.argv[1], json.dumps(a))
    sys.exit(1)
P
}

# Values of which no engine knows an invariant, and a query that no solver answers soon.
cat >hash.c <<'P'
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 1, y = 1, i = 0;
  while (i < n) {
    unsigned t = x + y;
    x = y * y + t;
    y = t * 3 + x * i;
    i++;
  }
  if (x * x * x == 7 * y * y + 13 * n + 1 && n > 1000) reach_error();
  return 0;
}
P
# More paths than there is time for, around an error that is out of reach.
cat >sums.c <<'P'
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, k = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() > 3) s += 3;
    else s += 5;
    k++;
    if (k > 100000) break;
  }
  if (s == 4 * k + 1 && k > 70000) reach_error();
  return 0;
}
P
# Hours for the solver in one query, the first.
cat >product.c <<'P'
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 1 && b > 1 && a * b == 4611686014132420609ull && a != 2147483647u) reach_error();
  return 0;
}
P
# What the model only approximates: the error that is found does not happen.
cat >assembly.c <<'P'
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __asm__ volatile("incl %0" : "+r"(x));
  if (x == 5) reach_error();
  return 0;
}
P

for engine in symexpa eager lazy kind bself bse symex cpa; do
  run --engine $engine --timeout 2 hash.c
  check "$engine: result" says '^RESULT: unknown\('
  check "$engine: what it was doing" says "^  $engine (was still at work|gave up).*; .*hash.c:5"
  check "$engine: JSON" json "len(a) == 1 and a[0]['engine'] == '$engine' and 'hash.c:5' in a[0]['doing'] and r['decided_by'] is None"
  case $engine in symexpa | kind)
    check "$engine: advice" says 'invariant of the loop at hash.c:5.*--precision'
    check "$engine: more time" says '^  give more time with --timeout'
  esac
  [ $engine = kind ] || continue
  check "kind: what is certain" says '^  no error on paths that visit loop heads at most [0-9]+ times'
  check "kind: what is certain, JSON" json "any('no error' in p for p in a[0]['proved'])"
done
# `rest` goes into b by way of another variable: that the automaton never sets it is not true of the program.
run --engine kind --timeout 2 "$root/examples/timeouts/fraction.c" "$root/examples/timeouts/gcd.c"
check "kind: nothing is certain of variables that are sliced away" silent '\brest\b'
run --engine symexpa --timeout 4 assembly.c
check "unconfirmed: where" says '^Not decided: .*assembly.c:6'
check "unconfirmed: what may help" says '^  write in C what inline assembly does'

# An error that only seems to be there, as values are not followed closely enough.
cat >square.c <<'P'
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * x % 4 == 2) reach_error();
  return 0;
}
P
run --engine value --no-pre-run square.c
check "value, unconfirmed" says '^RESULT: unknown.unconfirmed.'
check "value: what may help" says '^  only explicit values are tracked: try --engine cpa, which tracks symbolic values'
run --engine cpa --analyses value,interval --no-pre-run square.c
check "cpa --analyses: what may help" says '^  only explicit values and intervals are tracked: try --engine cpa without --analyses'
run --engine cpa --no-pre-run square.c
check "cpa decides it" says '^RESULT: true'

# How far it got, and a bound of the user's own: every iteration that inputs decide on is counted, in each loop anew.
run --engine symex --timeout 2 sums.c
check "symex: what is certain" says '^  no error on paths on which inputs decide at most [0-9]+ branches'
check "symex: iterations" says '^  the loop at sums.c:[0-9]+: up to [0-9,]+ iterations? on a path'
check "symex: branches" says '^  [0-9]+ of [0-9]+ branch(es)? that matters? (was|were) reached'
check "symex: iterations, JSON" json "a[0]['branches'] >= a[0]['branches_reached'] > 0 and any('iteration' in x for x in a[0]['reached'])"
check "symex: a bound may help" says '^  look for errors up to a bound of your own with --unwind N'
run --engine symexpa --threshold 3 --timeout 2 "$root/examples/timeouts/collatz.c"
check "symexpa: iterations before a loop is abstracted" says '^  the loop at collatz.c:[0-9]+: up to [0-9,]+ iterations? on a path'
cat >unwind.c <<'P'
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static unsigned deep(unsigned n) { return n && __VERIFIER_nondet_uint() ? 1 + deep(n - 1) : 0; }
int main(void) {
  unsigned table[100], n = __VERIFIER_nondet_uint(), i, j, count = 0;
  for (i = 0; i < 100; i++) table[i] = i % 3; // nobody decides on these
  for (i = 0; i < n && i < OUTER; i++)
    for (j = 0; j < table[i % 100] + __VERIFIER_nondet_uint() % 2; j++) count++;
  if (count == COUNT) reach_error();
  if (deep(DEPTH) == CALLS) reach_error();
  return 0;
}
P
bounded() { # RESULT N ARGS...
  local result=$1 n=$2
  shift 2
  run --unwind "$n" "$@" unwind.c
  check "--unwind $n $*: $result" [ "$(tail -n 1 out)" = "RESULT: $result" ]
}
bounded 'unknown(bound)' 3 -DOUTER=9 -DCOUNT=1000 -DDEPTH=2 -DCALLS=9
check "--unwind: what is certain" says '^Not decided: the bound on iterations was reached .*: no error up to 3 iterations, but there are more at unwind.c:7'
check "--unwind: how far" says '^  the loop at unwind.c:7: up to 3 iterations on a path'
check "--unwind: JSON" json "r['reason'] == 'bound' and r['engine'] == 'symex' and r['engine_options']['unwind'] == 3 and r['status'] == 2"
bounded true 3 -DOUTER=3 -DCOUNT=1000 -DDEPTH=2 -DCALLS=9 # nothing is cut
bounded 'false(unreach-call)' 3 -DOUTER=9 -DCOUNT=6 -DDEPTH=2 -DCALLS=9 # 0 + 1 to 1 + 2 to 3 in three iterations
bounded 'unknown(bound)' 2 -DOUTER=9 -DCOUNT=40 -DDEPTH=2 -DCALLS=9
bounded 'unknown(bound)' 4 -DOUTER=1 -DCOUNT=9 -DDEPTH=9 -DCALLS=7
check "--unwind: calls" says '^  the function deep: up to 4 calls by itself on a path'
bounded 'false(unreach-call)' 4 -DOUTER=1 -DCOUNT=9 -DDEPTH=9 -DCALLS=4
bounded true 9 -DOUTER=1 -DCOUNT=9 -DDEPTH=6 -DCALLS=7
run --unwind 3 --certificate whole.cert -DOUTER=3 -DCOUNT=1000 -DDEPTH=2 -DCALLS=9 unwind.c
"$clew" check -DOUTER=3 -DCOUNT=1000 -DDEPTH=2 -DCALLS=9 whole.cert unwind.c >out 2>err
check "--unwind: the proof" [ "$(tail -n 1 out)" = 'RESULT: true' ]
"$clew" verify --engine kind --unwind 3 -DOUTER=3 unwind.c >out 2>err
check "--unwind is an option of symex" grep -q -- '--unwind is an option of symex; kind does not have it' err
run --unwind 3 --jobs 1 -DOUTER=3 -DCOUNT=1000 -DDEPTH=2 -DCALLS=9 unwind.c
check "--unwind: --jobs is no obstacle" [ "$(tail -n 1 out)" = 'RESULT: true' ]
"$clew" verify --engine symex --jobs 1 unwind.c >out 2>err
check "--jobs is no option of an engine that was named" grep -q -- '--jobs is an option of auto; symex does not have it' err
printf 'void reach_error(void);\nint x;\nint main(void) { for (;;) { x++; if (x < 0) reach_error(); } }\n' >idle.c
run --unwind 2 --timeout 100 idle.c
check "--unwind: a loop that nobody decides on ends, too" [ "$(tail -n 1 out)" = 'RESULT: unknown(bound)' ]

for jobs in 1 2; do
  run --jobs $jobs --timeout 3 sums.c
  check "auto, $jobs: what was tried" says '^What was tried:'
  check "auto, $jobs: an engine that had its turn" says '^  [a-z+]+.* (was still at work|gave up|died).*; '
  check "auto, $jobs: what may help" says '^What may help:'
  check "auto, $jobs: JSON" json "len(a) > 1 and r['jobs'] == $jobs and any(x['doing'] for x in a) and r['timeline'] and r['decided_by'] is None"
  check "auto, $jobs: no timeline without -v" silent '^What happened:'
done
for engine in symexpa kind cpa bself; do
  run --engine $engine --timeout 5 product.c
  check "$engine: a query that took long" says "^  $engine (was still at work|gave up) after .*, a query at product.c:[45] (took|has taken) [0-9.]+ s"
done
# Whoever waits for the solver in its first turn says nothing: what it asks is known all the same.
for engine in symexpa kind cpa; do
  printf 'schedule one\n  1 %s\n  1 random\n' $engine >one.schedule
  run --schedule one.schedule --jobs 1 --timeout 6 product.c
  check "auto, $engine: the query that it is at" says "^  $engine (was still at work|gave up) after .*, a query at product.c:[45] (took|has taken) [0-9.]+ s"
  check "auto, $engine: the query, JSON" json "'a query at product.c:' in a[0]['doing']"
done
run -v --timeout 3 hash.c
check "auto -v: when who began" says '^ +[0-9.]+ s  [a-z+]+.*: begins'
run --timeout 4 assembly.c
check "auto, unconfirmed: where" says '^Not decided: .*assembly.c:6'
check "auto, unconfirmed: once" [ "$(grep -c assembly.c:6 out)" = 1 ]
check "auto, unconfirmed: what may help" says '^  write in C what inline assembly does'

cat >even.c <<'P'
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 0, y = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    x += 2;
    if (y > 3) x += 4;
  }
  if (x % 2 == 1) reach_error();
  return 0;
}
P
run even.c
check "who decided" says '^Decided by [a-z+]+'
check "little noise" silent '^(What|Engines)'
check "who decided, JSON" json "r['decided_by'] and sum(x['outcome'] == 'decided' and x['verdict'] == 'true' for x in a) == 1"
run -v even.c
check "-v: engines" says '^Engines:'
check "-v: who decided" says 'decides: true'
run --engine symexpa even.c
check "one engine need not be named" silent '^Decided by'
run -q --timeout 1 --engine symexpa hash.c
check "-q: the result line only" [ "$(wc -l <out)" = 1 ]

finish
