#!/bin/bash
# `clew prune` and `clew paths`: the lock program of Aissat, Voisin, Wolff, counts that are known, the same draw for the same seed, tests that run. tests/paths.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

# json FILE EXPRESSION: a Python expression about the document d holds.
json() { python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); sys.exit(not eval(sys.argv[2]))' "$1" "$2"; }

cp "$root/tests/graph/lock.c" .
error_line=$(grep -n 'reach_error();' lock.c | cut -d: -f1)

# --- figure 3b: nothing is left of the program's own graph, and no path leads to the error -----------------------------------
run 0 prune lock.c --length 20 --timeout 200
check 'lock: finished' grep -q '^Finished' out
check 'lock: paths before' grep -qx 'Paths of length 20 before: 2046' out
check 'lock: paths after' grep -qx 'Paths of length 20 after:  10' out
check 'lock: a node is subsumed' grep -q 'subsumed by' out
check 'lock: edges are cut' grep -q -- '-> ⊥' out
check 'lock: no path to the error' [ "$(grep -cE "^$error_line[a-z]*#" out)" -eq 0 ]
run 0 prune lock.c --length 20 --timeout 200 --format json
cp out lock.json
check 'lock: JSON' json lock.json 'd["finished"] and d["plugged_places"] == 0 and d["paths_after"] == "10"'
check 'lock: no node at the error' json lock.json 'all(d["locations"][n["location"]]["kind"] != "error" for n in d["nodes"])'
check 'lock: every arc leads to a node' json lock.json 'all(a["node"] in {m["id"] for m in d["nodes"]} for n in d["nodes"] for a in n.get("arcs", []))'
run 0 prune lock.c --timeout 200 --format dot --output lock.dot
check 'lock: DOT' grep -q '^digraph' lock.dot
check 'lock: DOT with subsumption' grep -q 'style=dotted' lock.dot
check 'lock: the numbers are printed beside a file' grep -q '^Paths of length 100 after' out

run 0 paths lock.c --length 20 --draw 60 --seed 3 --timeout 200 --json one.json --tests tests
check 'lock: all paths of the pruned graph are feasible' grep -qE '^feasible share +[0-9.]+ % +100\.0 %$' out
run 0 paths lock.c --length 20 --draw 60 --seed 3 --timeout 200 --json two.json
check 'the same seed, the same draw' json one.json '[p["edges"] for p in d["pruned"]["paths"] + d["program"]["paths"]] == [
  p["edges"] for q in [json.load(open("two.json"))] for p in q["pruned"]["paths"] + q["program"]["paths"]]'
run 0 paths lock.c --length 20 --draw 60 --seed 4 --timeout 200 --json two.json
check 'another seed, another draw' json one.json '[p["edges"] for p in d["pruned"]["paths"]] != [p["edges"] for p in json.load(open("two.json"))["pruned"]["paths"]]'
check 'tests are written' json one.json 'sum("test" in p for p in d["pruned"]["paths"]) == len({tuple(p["edges"]) for p in d["pruned"]["paths"]}) >= 5'
# The program counts its iterations: as many as the path has.
sed 's/    lock = 1;/    rounds++; lock = 1;/; s/^int main/int rounds;\nint main/; s/  return 0;/  return rounds;/' lock.c >counted.c
rounds_agree() {
  python3 - one.json "$work" <<'P'
import json, subprocess, sys
bad = 0
for p in json.load(open(sys.argv[1]))["pruned"]["paths"]:
    if "test" not in p or len(p["edges"]) == 20:
        continue
    subprocess.check_call(["clang-19", "-w", "-O0", "-ftrivial-auto-var-init=zero", "counted.c", p["test"], "-o", "counted"])
    got = subprocess.run(["./counted"]).returncode
    bad += got != (len(p["edges"]) - 3) // 2
sys.exit(bad)
P
}
check 'tests take the path they are for' rounds_agree

# --- counts that are known, calls, recursion ----------------------------------------------------------------------------------
cat >calls.c <<'C'
extern int __VERIFIER_nondet_int(void);
int twice(int x) { if (x > 0) return 2 * x; return 0; }
int main(void) {
  int a = twice(__VERIFIER_nondet_int());
  if (a > 5) a = twice(a);
  if (a < 0) return 1;
  return 0;
}
C
# In the program every call goes both ways: (2 · 2 + 2) · 2. The second call goes one way in fact, and some results are never negative.
run 0 prune calls.c --format json --timeout 200
check 'calls: before and after' json out 'd["paths_before"] == "12" and int(d["paths_after"]) < 12'
run 0 paths calls.c --draw 400 --timeout 200 --json calls.json
check 'calls: no feasible path is lost' json calls.json '{tuple(p["edges"]) for p in d["program"]["paths"] if p["feasible"] == "yes"} == {
  tuple(p["edges"]) for p in d["pruned"]["paths"] if p["feasible"] == "yes"} and 3 <= len({tuple(p["edges"]) for p in d["pruned"]["paths"]}) < 12'
cat >fib.c <<'C'
extern int __VERIFIER_nondet_int(void);
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
int main(void) { int n = __VERIFIER_nondet_int(); return n >= 0 && n <= 4 ? fib(n) : 0; }
C
run 0 paths fib.c --length 300 --draw 20 --timeout 200 --json fib.json
check 'recursion: large numbers' json fib.json 'int(d["program"]["paths_of_length"]) > 10 ** 20'
check 'recursion: everything is decided' json fib.json 'd["pruned"]["not_decided"] == 0'

# --- limits, and what is refused ------------------------------------------------------------------------------------------------
cat >large.c <<'C'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 1, n = 0;
  while (__VERIFIER_nondet_int()) { x = x * 5 + n; if (x % 7 == 3) n += 3; else if (x % 11 == 4) n ^= x; else n++; }
  return n;
}
C
run 0 prune large.c --timeout 20 --length 40
check 'out of time: the numbers of the graph so far' grep -qE '^Paths of length 40 after: +[0-9]+$' out
check 'out of time: it says so' grep -qE 'Plugged into the program|^Finished' out
# With sanitizers counting is too slow to look at the clock in time.
if [ -z "$CLEW_REDUCED" ]; then
  # On a busy machine the watchdog may end it first: then it is tried again.
  for attempt in 1 2 3; do
    "$clew" prune large.c --timeout 3 --length 1000000 >out 2>err </dev/null
    status=$?
    ! grep -q 'were not counted' out || break
  done
  check 'no time to count' [ "$status" -eq 2 ]
  check 'no time to count: it says so' grep -q 'were not counted' out
fi
run 64 prune lock.c --format picture
run 64 prune lock.c --length 1.5
run 64 paths lock.c --draw -1
run 65 prune missing.c
run 65 prune lock.c --output missing/file
"$clew" cfa --no-slice lock.c >lock.cfa
run 64 paths lock.cfa --tests tests
run 0 paths lock.cfa --length 20 --draw 5 --timeout 200

finish
