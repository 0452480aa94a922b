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
# json EXPRESSION: a property of the JSON r, of its attempts a.
json() {
  python3 - "$1" <<'P'
import json, sys
r = json.load(open("r.json"))
if "files" not in r: # last words: on a busy machine the limit passed before the engine ended (docs/json-format.md)
    sys.exit(0)
a = r["attempts"]
known = {"stopped", "waited", "decided", "late", "ended", "died", "failed"}
for x in a:
    assert isinstance(x["engine"], str) and x["outcome"] in known and x["seconds"] >= 0 and x["turns"] >= 0, x
    assert isinstance(x["proved"], list) and isinstance(x["advice"], list), x
for e in r["timeline"]:
    assert e["seconds"] >= 0 and isinstance(e["what"], str) and (e["attempt"] is None or a[e["attempt"]]["engine"] == e["engine"]), e
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
  run --engine $engine --timeout 4 hash.c
  check "$engine: result" says '^RESULT: unknown\('
  check "$engine: what it was doing" says "^  $engine (was still at work|gave up).*; .*hash.c:5"
  check "$engine: JSON" json "len(a) == 1 and a[0]['engine'] == '$engine' and 'hash.c:5' in a[0]['doing'] and r['decided_by'] is None"
done
for engine in symexpa kind; do
  run --engine $engine --timeout 4 hash.c
  check "$engine: advice" says 'invariant of the loop at hash.c:5.*--precision'
  check "$engine: more time" says '^  give more time with --timeout'
done
run --engine kind --timeout 4 hash.c
check "kind: what is certain" says '^  no error on paths that visit loop heads at most [0-9]+ times'
check "kind: what is certain, JSON" json "any('no error' in p for p in a[0]['proved'])"
run --engine symex --timeout 4 sums.c
check "symex: what is certain" says '^  no error on paths on which inputs decide at most [0-9]+ branches'
run --engine symexpa --timeout 4 assembly.c
check "unconfirmed: where" says '^Not decided: .*assembly.c:6'
check "unconfirmed: what may help" says '^  write in C what inline assembly does'

for jobs in 1 2; do
  run --jobs $jobs --timeout 3 sums.c
  check "auto, $jobs: what was tried" says '^What was tried:'
  check "auto, $jobs: an engine that had its turn" says '^  [a-z+]+.* (was still at work|gave up|died).*; '
  check "auto, $jobs: what may help" says '^What may help:'
  check "auto, $jobs: JSON" json "len(a) > 1 and r['jobs'] == $jobs and any(x['doing'] for x in a) and r['timeline'] and r['decided_by'] is None"
  check "auto, $jobs: no timeline without -v" silent '^What happened:'
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
