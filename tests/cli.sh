#!/bin/bash
# The command line: verdicts and their exit status, every kind of bad input, limits, interruption. tests/cli.sh CLEW
# CLEW_REDUCED=1 leaves out what sanitizers make slow or impossible (limits on the address space).
clew=$(realpath "$1") || exit 1
root=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir tmp
export TMPDIR=$work/tmp
passed=0 failed=0

good() { passed=$((passed + 1)); }
bad() {
  failed=$((failed + 1))
  echo "FAILED: $1"
  echo "  status $status, wanted $2; standard error:"
  head -n 20 err | sed 's/^/    /'
  echo "  standard output:"
  tail -n 5 out | sed 's/^/    /'
}

# run ARGS...: clew with its output in out and err, its status in $status; $with is a setting of its environment.
with=CLEW_TEST=1
run() {
  /usr/bin/env "$with" "$clew" "$@" >out 2>err </dev/null
  status=$?
}

# refuse STATUS REGEX ARGS...: one clear message on standard error, that status, no result line.
refuse() {
  local want=$1 message=$2
  shift 2
  run "$@"
  if [ "$status" -eq "$want" ] && grep -qE -- "$message" err && ! grep -q '^RESULT' out; then good; else bad "clew $*" "$want and /$message/"; fi
}

# verdict STATUS RESULT ARGS...: the last line of standard output and the status.
verdict() {
  local want=$1 result=$2
  shift 2
  run "$@"
  if [ "$status" -eq "$want" ] && [ "$(tail -n 1 out)" = "RESULT: $result" ]; then good; else bad "clew $*" "$want and RESULT: $result"; fi
}

# check NAME COMMAND...: any condition.
check() {
  local name=$1
  shift
  if "$@"; then good; else status=- bad "$name" "$*"; fi
}

cat >true.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 5) reach_error();
  return 0;
}
C
sed 's/x > 10 \&\& x < 5/x == 42/' true.c >false.c
cat >loop.c <<'C'
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_uint()) n++;
  if (n == 4000000000u) reach_error();
  return 0;
}
C
cat >hard.c <<'C'
// A product of two primes of 31 bits each: hours for the solver, nothing else to do.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 1 && b > 1 && a * b == 4611686014132420609ull && a != 2147483647u) reach_error();
  if (a > 1 && b > 1 && a % 2 && b % 2 && a * b * a + b * a == 4611685975477714963ull) reach_error();
  return 0;
}
C
cat >slow.c <<'C'
// A hundred million numbers: clang alone needs minutes.
#define A 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E
#define G F F F F F F F F F F
#define H G G G G G G G G G G
int t[] = { H };
int main(void) { return t[3]; }
C
cat >tall.c <<'C'
// One term, thousands of operations high: the solver does not look up while it takes it in.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned y = __VERIFIER_nondet_uint();
  for (int i = 0; i < 20000; i++) y = (y ^ (unsigned)i) * 3u + (y >> 1);
  if (y == 77) reach_error();
  return 0;
}
C
cat >deep.c <<'C'
// Every iteration forks: memory grows for as long as it runs breadth-first.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  static int a[4096];
  int s = 0;
  for (int i = 0; i < 4000; i++) {
    int x = __VERIFIER_nondet_int();
    a[i] = x;
    if (x > i) s += x; else s -= 3 * x;
  }
  if (s == 77777) reach_error();
  return 0;
}
C
printf 'int main(void) { return 0 }\n' >syntax.c
printf 'int start(void) { return 0; }\n' >nomain.c
: >empty.c
head -c 3000 /bin/ls >junk.c
cp junk.c junk.bc
cp junk.c junk.cfa
printf 'this is no assembly\n' >text.ll
printf 'target datalayout = "E-m:e-p:16:16-i64:64"\ndefine i32 @main() {\n  ret i32 0\n}\n' >big.ll
printf 'target triple = "aarch64-unknown-linux-gnu"\ndefine i32 @main() {\n  ret i32 0\n}\n' >arm.ll
printf 'target triple = "x86_64-pc-linux-gnu"\ntarget datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"\ndefine i32 @main() {\n  ret i32 0\n}\n' >wide.ll
printf 'static int twice(int x) { return x; }\nint one(void) { return twice(1); }\n' >twice1.c
printf 'static int twice(int x) { return x + 1; }\nint main(void) { return twice(1); }\n' >twice2.c
printf 'this is no automaton\n' >text.cfa
printf 'hello\n' >notes.txt
mkdir folder folder.c
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n' >unreach.prp
printf 'CHECK( init(main()), LTL(G ! overflow) )\n' >overflow.prp
printf 'please check this\n' >none.prp
: >blank.prp

# --- the command line itself ---------------------------------------------------------------
refuse 64 'no command given' 
refuse 64 'did you mean `clew verify`' verfy
refuse 64 'unknown command' frobnicate
refuse 64 'clew verify true\.c' true.c
refuse 64 'command comes before' --timeout 3 true.c
for later in tests replay bench; do refuse 64 'not there yet' $later; done
refuse 64 'no file given' verify
refuse 64 'did you mean --timeout' verify --tiemout 3 true.c
refuse 64 'unknown option --frobnicate' verify --frobnicate true.c
refuse 64 'wants a value' verify true.c --timeout
refuse 64 "not 'soon'" verify --timeout soon true.c
refuse 64 "not '-1'" verify --timeout=-1 true.c
refuse 64 'takes no value' verify --stats=yes true.c
refuse 64 'did you mean symex' verify --engine symx true.c
refuse 64 'unknown engine .zzzzzz' verify --engine zzzzzz true.c
refuse 64 'unknown engine .prune' verify --engine prune true.c
refuse 64 'unknown search order' verify --search sideways true.c
refuse 64 'unknown abstraction .lines' verify --abstraction lines true.c
refuse 64 'threshold wants a whole number' verify --threshold 1.5 true.c
refuse 64 'threshold wants a whole number' verify --threshold 1e12 true.c
refuse 64 "not '-2'" verify --threshold=-2 true.c
refuse 64 'save-precision is for the engine symexpa' verify --save-precision p.out true.c
refuse 64 'precision is for the engine symexpa; eager has' verify --engine eager --precision p.in true.c
refuse 64 "no source 'magic'" verify --predicates guards,magic true.c
refuse 64 "no source ''" verify --predicates guards, true.c
refuse 64 'unknown solver' verify --solver sideways true.c
refuse 64 'exclude each other' verify --32 --64 true.c
refuse 64 'stands alone' verify text.cfa true.c
refuse 64 'takes no arguments' engines all
refuse 64 'unknown command' help frobnicate

# --- files ------------------------------------------------------------------------------------
refuse 65 'absent\.c: no such file' verify absent.c
refuse 65 'is a directory' verify folder
refuse 65 'is a directory' verify folder.c
refuse 65 'empty' verify empty.c
refuse 65 'binary data' verify junk.c
refuse 65 'not LLVM bitcode' verify junk.bc
refuse 65 'binary data' verify junk.cfa
refuse 65 'text\.ll' verify text.ll
refuse 65 'big\.ll: .*another machine.*expected x86' verify big.ll
refuse 65 'arm\.ll: .*another machine' verify --32 arm.ll
refuse 65 'wide\.ll: .*64-bit machine; give --64' verify --32 wide.ll
refuse 65 'wide\.ll: .*64-bit' verify --32 twice2.c wide.ll
refuse 65 'twice.*ambiguous' verify --entry twice twice1.c twice2.c
refuse 65 'text\.cfa:1:1' verify text.cfa
refuse 65 'what kind of file' verify notes.txt
refuse 65 'absent\.c: no such file' verify true.c absent.c
refuse 65 "error: expected ';'" verify syntax.c
refuse 65 '\-\-entry' verify nomain.c
refuse 65 'elsewhere' verify --entry elsewhere true.c
refuse 65 'absent\.c: no such file' cfa absent.c
if [ "$(id -u)" != 0 ]; then
  cp true.c secret.c
  chmod 0 secret.c
  refuse 65 'cannot be read' verify secret.c
fi
refuse 65 'not a property' verify --property none.prp true.c
refuse 65 'no CHECK' verify --property blank.prp true.c
refuse 65 'not a property' verify --property junk.c true.c
refuse 65 'no such file' verify --property absent.prp true.c
refuse 65 'is a directory' verify --property folder true.c
refuse 70 'was not found' verify --clang clang-of-nowhere true.c
refuse 70 'no such program' verify --clang ./clang true.c
with=PATH=/nonexistent refuse 70 'clang-19 was not found' verify true.c
refuse 65 'cannot be written' verify --json /nonexistent/x.json true.c
refuse 65 'is a directory' verify --harness folder true.c
with=TMPDIR=/nonexistent refuse 70 'temporary folder' verify true.c

# --- verdicts -----------------------------------------------------------------------------------
verdict 0 true verify true.c
verdict 0 true verify --invariants --threshold 3 --abstraction paths --predicates none --restart --keep-predicates true.c
check 'no invariants' grep -q 'no invariants to print from the engine symex' out

# --- the precision of symexpa ---------------------------------------------------------------------
cat >even.c <<'C'
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  while (x < n) x += 2;
  if (x % 2) reach_error();
  return 0;
}
C
printf 'main:5 threshold 0\n  x %% 2 == 0\n' >even.txt
printf 'main:5\n  y > 0\n' >unknown.txt
printf 'main:6\n' >elsewhere.txt
verdict 0 true verify --engine symexpa --timeout 60 --precision even.txt --predicates none --save-precision saved.txt --invariants --json even.json even.c
check 'the invariant' grep -q '^even.c:5:[0-9]* (main): ((int)x & 1) == 0$' out
check 'the invariant as JSON' grep -q '"formula": "((int)x & 1) == 0"' even.json
check 'the precision that was given is saved' grep -qx 'main:5 threshold 0' saved.txt
check 'and its predicate' grep -qx '  ((int)x & 1) == 0' saved.txt
verdict 0 true verify --engine symexpa --timeout 60 --precision saved.txt even.c
# What another engine found out is a precision, too.
cat >same.c <<'C'
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  while (i < n) { i++; j++; }
  if (i != j) reach_error();
  return 0;
}
C
verdict 0 true verify --engine eager --timeout 60 --save-precision facts.txt same.c
check 'the fact of eager' grep -qx '  i == j' facts.txt
verdict 0 true verify --engine symexpa --timeout 60 --no-probe --predicates none --precision facts.txt --stats same.c
check 'no refinement is needed' grep -q '^  refinements  *0 ' out
refuse 65 "unknown\.txt:2:3: there is no variable 'y'" verify --engine symexpa --precision unknown.txt even.c
refuse 65 "elsewhere\.txt:1:6: there is no loop .*; there are main:5" verify --engine symexpa --precision elsewhere.txt even.c
refuse 65 'absent\.txt: no such file' verify --engine symexpa --precision absent.txt even.c
refuse 65 'cannot be written' verify --engine symexpa --save-precision absent/saved.txt even.c
verdict 1 'false(unreach-call)' verify false.c
verdict 1 'false(unreach-call)' verify --32 false.c
verdict 1 'false(unreach-call)' verify --property unreach.prp false.c
verdict 2 'unknown(unsupported)' verify --property overflow.prp false.c
verdict 0 true verify --entry start nomain.c
verdict 1 'false(unreach-call)' verify --no-check false.c
verdict 0 true verify -D reach_error=harmless false.c
verdict 1 'false(unreach-call)' verify -Dreach_error=harmless --error-function=harmless false.c
verdict 1 'false(unreach-call)' verify false.c nomain.c
verdict 1 'false(unreach-call)' verify --json r.json --harness h.c --stats false.c
check 'the JSON file is JSON' python3 -c 'import json; json.load(open("r.json"))'
check 'the harness is C' clang-19 -fsyntax-only -w h.c
run verify -q false.c
check '--quiet prints one line' [ "$(wc -l <out)" -eq 1 ]
run cfa false.c
cp out false.cfa
check 'cfa succeeds' [ "$status" -eq 0 ]
verdict 1 'false(unreach-call)' verify false.cfa
run cfa false.cfa
check 'reading is the inverse of printing' cmp -s out false.cfa
run cfa --dot false.c
check '--dot prints a graph' grep -q '^digraph' out

# --- certificates -----------------------------------------------------------------------------------
verdict 0 true verify --certificate true.cert true.c
verdict 0 true check true.c true.cert
check 'what was checked is said' grep -qE '^Checked in .* nodes, .* conjuncts of formulas, [1-9][0-9]* cut branches' out
mkdir elsewhere
cp true.c elsewhere
verdict 0 true check elsewhere/true.c true.cert
# The certificate says how the program is to be read.
verdict 0 true verify --32 --no-slice --certificate other.cert true.c
verdict 0 true check --64 true.c other.cert
verdict 0 true verify --entry start --certificate start.cert nomain.c
verdict 0 true check nomain.c start.cert
verdict 0 true verify --certificate both.cert true.c nomain.c
verdict 0 true check true.c nomain.c both.cert
run cfa true.c
cp out true.cfa
verdict 0 true verify --certificate automaton.cert true.cfa
verdict 0 true check true.cfa automaton.cert
# Other programs, and other proofs.
verdict 2 'unknown(certificate)' check false.c true.cert
check 'another program is said' grep -q 'another program' out
verdict 2 'unknown(certificate)' check -D reach_error=harmless true.c true.cert
refused() { # NAME SED REGEX: $certificate, changed so, proves nothing about $program
  sed "$2" "$certificate" >changed.cert
  check "$1 changes the certificate" [ -n "$(cmp "$certificate" changed.cert 2>&1)" ]
  verdict 2 'unknown(certificate)' check $program changed.cert
  check "$1" grep -qE "$3" out
}
program=true.c certificate=other.cert
refused 'a cut that is called an end' 's/ cut$/ end/' 'error is reached'
refused 'a cut that is called open' 's/ cut$/ open/' 'not explored'
refused 'an end that is called cut' 's/ end$/ cut/' 'feasible'
refused 'another location' '0,/location main [0-9]*/s//location main 0/' 'another location'
run verify --certificate false.cert false.c
check 'no certificate for FALSE' [ "$status" -eq 1 -a ! -e false.cert ]
cat >odd.c <<'C'
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  static jmp_buf buffer;
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 5) reach_error();
  if (x == 3) return setjmp(buffer);
  return 0;
}
C
verdict 2 'unknown(unsupported)' verify --certificate part.cert odd.c
check 'a part is called one' grep -q '^graph partial$' part.cert
verdict 2 'unknown(certificate)' check odd.c part.cert
check 'a part of a proof' grep -q 'nothing about the rest' out
sed 's/^graph partial/graph complete/' part.cert >changed.cert
verdict 2 'unknown(certificate)' check odd.c changed.cert
check 'a part that is called complete' grep -q 'not explored' out
# A certificate with formulas, by hand: a loop that no execution gets to the end of.
cat >sum.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned next(unsigned a) { return a + 1; }
int main(void) {
  unsigned x = 0, i = 0;
  while (__VERIFIER_nondet_int()) {
    x = next(x);
    i++;
  }
  if (x != i) reach_error();
  return 0;
}
C
cat >sum.cert <<'E'
clew-certificate 1
bits 64
slice yes
entry main
program 0000000000000000
graph complete
context 1 caller 0 location main 1 edge 0
root 0
node 0 location main 4 context 0 expanded
  arc 0 1
node 1 location main 0 context 0 expanded
  formula
    holds (= |main::x| |main::i|)
  arc 0 2
  arc 1 cut
node 2 location main 1 context 0 expanded
  arc 0 3
node 3 location next 0 context 1 expanded
  formula
    holds (= |next@c1::a| |main::x|)
    holds (= |main::x| |main::i|)
  arc 0 4
node 4 location main 2 context 0 expanded
  arc 0 5
node 5 location main 0 context 0
  subsumed 1
end
E
verdict 2 'unknown(certificate)' check sum.c sum.cert
sed -i "s/^program .*/program $(grep -oE '[0-9a-f]{16}' out)/" sum.cert
verdict 0 true check sum.c sum.cert
check 'formulas are counted' grep -qE '^Checked in .* [1-9][0-9]* conjuncts of formulas' out
sed 's/x = next(x);/x = next(x) + 1;/' sum.c >wrong.c
verdict 2 'unknown(certificate)' check wrong.c sum.cert
sed "s/^program .*/program $(grep -oE '[0-9a-f]{16}' out)/" sum.cert >wrong.cert
verdict 2 'unknown(certificate)' check wrong.c wrong.cert
check 'a formula that the wrong program breaks' grep -q 'does not lie in its subsumer' out
program=sum.c certificate=sum.cert
refused 'a weaker formula' 's/holds (= |next.*/holds true/' 'does not lie in its subsumer'
refused 'a stronger formula' 's/holds (= |next.*/holds (= |next@c1::a| #x00000000)/' 'formula does not hold'
refused 'a wrong formula' 's/|main::x| |main::i|/(bvadd |main::x| #x00000001) |main::i|/' 'state does not lie'
refused 'a cut below a formula' 's/arc 0 5/arc 0 cut/' 'feasible'
refused 'no arc below a formula' '/arc 0 4/d' 'feasible'
refused 'an open arc below a formula' 's/arc 0 2/arc 0 open/' 'not executed'
refused 'another subsumer' 's/subsumed 1/subsumed 3/' 'another place'
refused 'a circle of subsumers' 's/^node 1 .*/&\n  subsumed 5/; s/subsumed 1$/&\n  formula/' 'subsume each other'
refused 'another target' 's/arc 0 3/arc 0 4/' 'another place'

# What is no certificate.
refuse 65 'true\.c:1: not a certificate' check true.c true.c
refuse 65 'absent\.cert: no such file' check true.c absent.cert
refuse 65 'absent\.c: no such file' check absent.c true.cert
refuse 65 'binary data' check true.c junk.c
for lines in 1 3 6 7 8; do
  head -n $lines true.cert >short.cert
  refuse 65 "short\.cert:$((lines + 1)): " check true.c short.cert
done
refuse 64 'no file given' check true.cert
refuse 64 'FILE\.\.\. CERTIFICATE' check
refuse 65 'cannot be written' verify --certificate /nonexistent/x.cert true.c
if [ -e /dev/full ]; then verdict 70 true verify --certificate /dev/full true.c; fi

# --- outputs that fail ------------------------------------------------------------------------------
if [ -e /dev/full ]; then
  verdict 70 'false(unreach-call)' verify --json /dev/full false.c
  verdict 70 'false(unreach-call)' verify --harness /dev/full false.c
  "$clew" verify true.c >/dev/full 2>err
  status=$?
  : >out
  check 'a full standard output' [ "$status" -eq 70 ]
  check 'a full standard output is said' grep -q 'standard output' err
fi

# --- help -----------------------------------------------------------------------------------------
run --version
check '--version' grep -qE '^clew [0-9]+\.[0-9]+\.[0-9]+$' out
run help
check 'help' grep -q 'verify' out
run verify --help
cp out help.txt
run help --page clew.1
cp out clew.1
run help --page clew.bash
cp out clew.bash
run help --page _clew
cp out _clew
check 'bash can read its completion' bash -n clew.bash
for option in $(grep -oE '^ +(-. [A-Z]*, |-., )?--[a-z0-9-]+' help.txt | grep -oE -- '--[a-z0-9-]+'); do
  check "$option in the man page" grep -q -- "${option//-/\\\\-}" clew.1
  check "$option in the bash completion" grep -qe "$option" clew.bash
  check "$option in the zsh completion" grep -qe "$option" _clew
done
run engines
check 'engines' grep -q '^symex' out

# --- limits -----------------------------------------------------------------------------------------
# A machine may be slow or busy: what is not kept takes minutes or hours, so there is room.
room=4
[ -z "$CLEW_REDUCED" ] || room=8
# within SECONDS RESULT ARGS...: unknown for that reason before that many seconds, and the room for them, have passed.
within() {
  local most=$(($1 * room)) result=$2 start
  shift 2
  start=$(date +%s%N)
  verdict 2 "$result" "$@"
  local took=$((($(date +%s%N) - start) / 1000000))
  check "clew $* took $took ms" [ "$took" -le $((most * 1000)) ]
}
within 3 'unknown(timeout)' verify --timeout 2 --search bfs loop.c
within 3 'unknown(timeout)' verify --timeout 2 hard.c
within 3 'unknown(timeout)' verify --timeout 1 slow.c
within 3 'unknown(timeout)' verify --timeout 2 --stats --json t.json tall.c
check 'the JSON file of a run that was cut off' python3 -c 'import json; assert json.load(open("t.json"))["result"] == "unknown(timeout)"'
check 'the statistics of a run that was cut off' grep -q time_total out
within 30 'unknown(memory)' verify --timeout 240 --memory 300 slow.c
within 60 'unknown(memory)' verify --timeout 240 --memory 300 --search bfs deep.c
if [ -z "$CLEW_REDUCED" ]; then
  (ulimit -v 700000; "$clew" verify --timeout 240 --search bfs deep.c >out 2>err; echo $? >rc)
  status=$(cat rc)
  check 'a limit on the address space' [ "$status $(tail -n 1 out)" = '2 RESULT: unknown(memory)' ]
fi

# --- interruption --------------------------------------------------------------------------------------
# at_work PID: waits until the process itself, not clang, has been running for a third of a second.
at_work() {
  local fields i
  for ((i = 0; i < 600; i++)); do
    fields=($(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null)) || return
    [ $((${fields[11]:-0} + ${fields[12]:-0})) -lt $(($(getconf CLK_TCK) / 3)) ] || return
    sleep 0.05
  done
}
set -m # with job control, so that jobs in the background do not ignore SIGINT
for signal in INT TERM; do
  "$clew" verify --stats --search bfs loop.c >out 2>err &
  pid=$!
  at_work $pid
  kill -$signal $pid
  start=$(date +%s%N)
  wait $pid
  status=$?
  took=$((($(date +%s%N) - start) / 1000000))
  check "SIG$signal ends the run" [ "$status $(tail -n 1 out)" = '2 RESULT: unknown(interrupted)' ]
  check "SIG$signal ends it within a second ($took ms)" [ "$took" -le $((room * 1000)) ]
  check "SIG$signal: the statistics so far" grep -q states out
done
set +m

check 'no temporary folder is left' [ -z "$(ls -A tmp)" ]

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
