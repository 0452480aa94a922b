#!/bin/bash
# `clew prune`: exactly the feasible paths remain, as counted by hand or by running every input; the certificate of preservation; --paper. tests/prune.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

# program BODY: a program with the inputs a to e. BODY is the body of main, with x at hand.
program() {
  printf 'extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n'
  for v in a b c d e; do printf '  int %s = __VERIFIER_nondet_int();\n' $v; done
  printf '  int x = 0;\n  %s\n  return x;\n}\n' "$1"
}

# counts NAME BEFORE AFTER FEASIBLE BODY [OPTION...]: the graph was confirmed, and has these numbers.
counts() {
  local name=$1 before=$2 after=$3 feasible=$4
  program "$5" >program.c
  shift 5
  run 0 prune program.c --length 60 --timeout 200 --quiet "$@"
  check "$name: before" grep -qx "Paths of length 60 before: $before" out
  check "$name: after" grep -qx "Paths of length 60 after:  $after" out
  check "$name: feasible" grep -q "^Feasible: $feasible, infeasible: $((after - feasible)), not decided: 0\.$" out
  check "$name: nothing is lost" grep -qx 'Every feasible path is kept: confirmed.' out
}

# --- loop-free programs: exactly the feasible paths ---------------------------------------------------------------------------
# Three comparisons of three numbers: 2^3, of which a < b < c <= a and a >= b >= c > a contradict themselves.
counts three 8 6 6 'if (a < b) x++; if (a < c) x++; if (b < c) x++;'
# All ten comparisons of five numbers: as many as there are orders, 5!.
five=$(for i in 'a b' 'a c' 'a d' 'a e' 'b c' 'b d' 'b e' 'c d' 'c e' 'd e'; do set -- $i; printf 'if (%s < %s) x++; ' "$1" "$2"; done)
counts five 1024 120 120 "$five"
# Each edge is feasible from both configurations at the join, and two paths are not: b is a.
counts copied 8 6 6 'if (c) x = 0; else b = a; if (a > 0) x++; if (b > 0) x++;'
# Twenty tests that have nothing to do with each other are merged, and nothing is lost by it.
counts free 1048576 1048576 1048576 "$(for i in $(seq 20); do printf 'if (__VERIFIER_nondet_int()) x++; '; done)"
# The same with one number in all of them: a < input leaves every a but the largest, and that one has the path on which no test holds.
counts common 1048576 1048576 1048576 "$(for i in $(seq 20); do printf 'if (a < __VERIFIER_nondet_int()) x++; '; done)"
# Thresholds in ascending order: once a test fails all that follow do.
counts thresholds 1024 11 11 "$(for i in $(seq 10); do printf 'if (a > %d) x++; ' "$i"; done)"
# x is the number of tests that hold: of 2^5 paths those with 3 or more go one way, 10 + 5 + 1, the others the other way.
counts majority 64 32 32 "$(for v in a b c d e; do printf 'if (%s) x++; ' $v; done) if (x >= 3) x = 9; else x = 8;"
# The same test again: both times the same answer, 2^2 of 2^4; x is read and is the same.
counts again 16 4 4 'if (a > b) x = 1; if (c > d) x = 1; if (a > b) x = 1; if (c > d) x = 1;'
# b remembers the first answer: 1 leads to a new a and both answers, 2 keeps a, of which the answer is known.
counts new 8 3 3 'if (a > 0) b = 1; else b = 2; if (b == 1) a = c; if (a > 0) x++;'
# A call goes the way its argument says: 3 of 4 in the function, and the caller's test follows the result.
cat >call.c <<'C'
extern int __VERIFIER_nondet_int(void);
int sign(int v) { if (v < 0) return -1; if (v > 0) return 1; return 0; }
int main(void) {
  int s = sign(__VERIFIER_nondet_int()), t = sign(__VERIFIER_nondet_int());
  if (s == t) return 1;
  if (s > t) return 2;
  return 3;
}
C
run 0 prune call.c --timeout 200 --quiet
check 'call: 3 · 3 answers' grep -qx 'Paths of length 100 after:  9' out
check 'call: all of them feasible' grep -q '^Feasible: 9, infeasible: 0, not decided: 0' out

# --- loops with a bound, and free branches in them ----------------------------------------------------------------------------
program 'for (int i = 0; i < 3; i++) if (__VERIFIER_nondet_int()) x++;' >bounded.c
run 0 prune bounded.c --length 40 --timeout 200 --quiet
check 'bounded loop: before' grep -qx 'Paths of length 40 before: 16383' out
check 'bounded loop: 2^3' grep -qx 'Paths of length 40 after:  8' out
run 0 prune bounded.c --length 40 --timeout 200 --quiet --unwind 1
check 'bounded loop: abstracted with --unwind 1' grep -qE '^Paths of length 40 after:  [0-9]{3,}$' out
program 'for (int i = 0; i < 4; i++) if (__VERIFIER_nondet_int()) x++; if (x > 3) x = 0;' >bounded.c
run 0 prune bounded.c --length 40 --timeout 200 --quiet
check 'bounded loop, and a test of what it counted: 2^4' grep -qx 'Paths of length 40 after:  16' out
program 'for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) if (a > j) x++;' >bounded.c
run 0 prune bounded.c --length 60 --timeout 200 --quiet
check 'nested loops that test one number: a > 1, a = 1, a < 1' grep -qx 'Paths of length 60 after:  3' out
# The loop goes on as long as inputs say, and a never changes: the first iteration decides about all others.
program 'while (__VERIFIER_nondet_int()) { if (a > 0) x++; }' >endless.c
run 0 prune endless.c --length 12 --timeout 200 --quiet
check 'endless loop: abstracted' grep -qE '^Feasible: [0-9]+, infeasible: [1-9]' out
run 0 prune endless.c --length 12 --timeout 200 --quiet --peel 8
check 'endless loop: the first iterations as they are' grep -qE '^Feasible: [0-9]+, infeasible: 0, not decided: 0' out

# --- the budget, and the paper's subsumption ------------------------------------------------------------------------------------
program "$five" >program.c
run 0 prune program.c --timeout 200 --quiet --exact-paths 20
check 'a small budget: few paths are decided one by one' grep -qE '^Feasible: 120, infeasible: [1-9][0-9]*, not decided: 0\.$' out
check 'a small budget: confirmed' grep -qx 'Every feasible path is kept: confirmed.' out
# Each test reads another bit of a, which nobody sees: nothing is merged exactly.
program "$(for i in $(seq 10); do printf 'if (a & %d) x++; ' $((1 << i)); done)" >program.c
run 0 prune program.c --timeout 200 --quiet --exact-paths 20
check 'a small budget: the report says what is not decided' grep -qx 'Feasible: 20, infeasible: 0, not decided: 1004\.' out
counts 'three, as printed' 8 8 6 'if (a < b) x++; if (a < c) x++; if (b < c) x++;' --paper
run 0 prune "$root/tests/graph/lock.cfa" --length 20 --timeout 200 --quiet --paper
check 'lock, as printed' grep -qx 'Paths of length 20 after:  10' out

# --- certificates -----------------------------------------------------------------------------------------------------------------
run 0 prune "$root/tests/graph/lock.c" --timeout 200 --quiet --certificate lock.cert
run 0 check "$root/tests/graph/lock.c" lock.cert
check 'certificate: it holds' grep -q '^Every feasible path of the program is a path of the graph' out
check 'certificate: it is no verdict about errors' [ "$(grep '^RESULT' out)" = 'RESULT: preserved' ]
run 0 check "$root/tests/graph/lock.c" lock.cert --json lock.json --quiet
check 'certificate: as JSON' python3 -c '
import json
d = json.load(open("lock.json"))
exit((d["result"], d["verdict"], d["status"], d["reason"], d["check"]["result"]) != ("preserved", "unknown", 0, None, "confirmed"))'
# A feasible path is cut; the formula of the loop's head is left out.
sed '0,/arc 0 [0-9]*$/s//arc 0 cut/' lock.cert >wrong.cert
run 2 check "$root/tests/graph/lock.c" wrong.cert
check 'certificate: a feasible branch must not be cut' grep -q 'a branch that was cut is feasible' out
sed '/^ *holds /d' lock.cert >wrong.cert
run 2 check "$root/tests/graph/lock.c" wrong.cert
check 'certificate: what is cut must follow from formulas' grep -q '^RESULT: unknown(certificate)' out
cat >bad.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return 0; }
C
run 0 prune bad.c --timeout 200 --quiet --certificate bad.cert
run 0 check bad.c bad.cert
sed -i 's/^graph paths/graph complete/' bad.cert
run 2 check bad.c bad.cert --check assert
check 'certificate: of paths, it proves nothing about errors' grep -q 'error is reached' out

# --- random programs against all their inputs -----------------------------------------------------------------------------------
random_programs() {
  python3 - "$clew" "$1" <<'P'
import itertools, json, random, subprocess, sys
clew, number = sys.argv[1], int(sys.argv[2])
inputs, names = ["a", "b", "c"], ["a", "b", "c", "x", "y"]

def expression(r):
    left, right = r.choice(names), r.choice(names + ["1", "2", "3"])
    return left if r.random() < 0.3 else f"{left} {r.choice('+-*&|^')} {right}"

# A program is a list of ("=", variable, expression) and ("if", condition, then, otherwise); assignments in a branch are all different.
def block(r, tests):
    out = []
    while tests > 0:
        if r.random() < 0.4:
            out.append(("=", r.choice(names), expression(r)))
        inner = r.randrange(0, min(tests, 3))
        condition = f"{r.choice(names)} {r.choice(['<', '<=', '==', '!=', '>'])} {r.choice(names + ['0', '1', '2'])}"
        split = r.randint(0, inner)
        block.count += 1
        out.append(("if", condition, [("=", "z", f"{block.count}")] + block(r, split), [("=", r.choice(names), expression(r))] + block(r, inner - split)))
        tests -= inner + 1
    return out

def text(statements, indent="  "):
    for s in statements:
        if s[0] == "=":
            yield f"{indent}{s[1]} = {s[2]};"
        else:
            yield f"{indent}if ({s[1]}) {{"
            yield from text(s[2], indent + "  ")
            yield f"{indent}}} else {{"
            yield from text(s[3], indent + "  ")
            yield f"{indent}}}"

def execute(statements, values, path):
    for s in statements:
        if s[0] == "=":
            values[s[1]] = eval(s[2], {}, values)
        else:
            taken = eval(s[1], {}, values)
            path.append(taken)
            execute(s[2] if taken else s[3], values, path)

bad = 0
for seed in range(number):
    r = random.Random(seed)
    block.count = 0
    statements = block(r, 9)
    source = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n"
    source += "".join(f"  int {v} = __VERIFIER_nondet_int() & 3;\n" for v in inputs) + "  int x = 0, y = 1, z = 0;\n"
    source += "\n".join(text(statements)) + "\n  return z;\n}\n"
    open("random.c", "w").write(source)
    paths = set()
    for values in itertools.product(range(4), repeat=len(inputs)):
        path = []
        execute(statements, dict(zip(inputs, values), x=0, y=1, z=0), path)
        paths.add(tuple(path))
    for options in [], ["--exact-paths", "3"]:
        run = subprocess.run([clew, "prune", "random.c", "--format", "json", "--timeout", "100"] + options, capture_output=True)
        d = json.loads(run.stdout)
        exact = int(d["paths_after"]) == int(d["paths_feasible"]) == len(paths)
        enough = int(d["paths_after"]) >= len(paths) >= int(d["paths_feasible"])
        if run.returncode or d["preservation"] != "confirmed" or not (enough if options else exact):
            print(f"seed {seed} {options}: {len(paths)} feasible, {d['paths_after']} left, {d['paths_feasible']} said to be feasible, {d['preservation']}")
            bad += 1
sys.exit(bad > 0)
P
}
check 'random loop-free programs: exactly the feasible paths' random_programs "${CLEW_RANDOM:-6}"

finish
