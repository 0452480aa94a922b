#!/bin/bash
# The default engine's processes: whatever happens to a worker or to the parent, the result line is right, and no process and no temporary folder is
# left. tests/auto.sh CLEW
# CLEW_REDUCED=1 leaves out what sanitizers make impossible (limits of memory).
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"
export CLEW_TEST_RUN=$work # in the environment of every process of the runs, and of no other but this script's own

# engine NAME EXPRESSION: a property of what the JSON says of an engine (a), or of all of it (r).
engine() {
  python3 - "$1" "$2" <<'P'
import json, sys
r = json.load(open("r.json"))
a = next((a for a in r["engines"] if a["engine"].split()[0] == sys.argv[1]), None)
if not eval(sys.argv[2]):
    print("   ", sys.argv[2], a, r.get("timeline"))
    sys.exit(1)
P
}

# left [NAME]: processes of a run; their names begin with clew, whatever they do.
left() {
  local p name
  for p in /proc/[0-9]*; do
    { read -r name <"$p/comm"; } 2>/dev/null || continue
    [[ $name == clew* && $name == *$1 ]] || continue
    grep -qsz "^CLEW_TEST_RUN=$work\$" "$p/environ" && ! grep -qs '^State:.*Z' "$p/status" && echo "${p#/proc/}"
  done
}
nothing_left() { # within two seconds
  local i
  for ((i = 0; i < 40; i++)); do
    [ -z "$(left)$(ls -A tmp)" ] && return
    sleep 0.05
  done
  echo "    left: $(for p in $(left); do cat "/proc/$p/comm"; done) $(ls tmp)"
  return 1
}

# begin ARGS...: clew in the background, its number in $pid.
begin() {
  rm -f r.json
  "$clew" verify --json r.json "$@" >out 2>err </dev/null &
  pid=$!
}
# worker ENGINE: the number of its process, once it is there.
worker() {
  local i p
  for ((i = 0; i < 1500; i++)); do
    for p in $(left "clew $1"); do echo "$p" && return; done
    kill -0 $pid || return
    sleep 0.02
  done
  return 1
}
await() {
  wait $pid
  status=$?
}
result() { [ "$status $(tail -n 1 out)" = "$1 RESULT: $2" ]; }

cat >true.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) n += 2;
  if (n % 2) reach_error();
  return 0;
}
C
cat >false.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int() != 7) n++;
  if (n == 40) reach_error();
  return 0;
}
C
cat >far.c <<'C'
// Nobody gets there.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_uint()) n++;
  if (n == 4000000000u) reach_error();
  return 0;
}
C
cat >deep.c <<'C'
// Every iteration forks: memory grows for as long as it is searched breadth-first.
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
cat >hard.c <<'C'
// Hours for the solver in one query, and a loop for who does not ask it.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 1 && b > 1 && a * b == 4611686014132420609ull && a != 2147483647u) reach_error();
  if (a > 1 && b > 1 && a % 2 && b % 2 && a * b * a + b * a == 4611685975477714963ull) reach_error();
  return 0;
}
C
cat >two.schedule <<'S'
schedule two
  1 symexpa
  1 symex
S
sed 's/two/pair/; s/symex$/symex --search bfs/' two.schedule >bfs.schedule
printf 'schedule opposite\n  1 value --no-cegar\n  1 symexpa\n' >opposite.schedule

set -m # with job control, so that jobs in the background do not ignore SIGINT

# --- verdicts ------------------------------------------------------------------------------------------------------------
for jobs in 1 2; do
  begin --no-pre-run --jobs $jobs --timeout 60 --certificate c.txt true.c
  await
  check "TRUE with $jobs jobs" result 0 true
  check "somebody decided it with $jobs jobs" engine symexpa 'r["engine"] == "auto" and any(a["outcome"] == "decided" and a["verdict"] == "true" for a in r["engines"])'
  check "its certificate with $jobs jobs" grep -q 'RESULT: true' <("$clew" check true.c c.txt)
  begin --no-pre-run --jobs $jobs --timeout 60 --harness h.c false.c
  await
  check "FALSE with $jobs jobs" result 1 'false(unreach-call)'
  check "its harness with $jobs jobs" clang-19 -fsyntax-only -w h.c
done
printf 'schedule one\n  1 symexpa\n' >one.schedule
begin --no-pre-run --jobs 1 --timeout 60 --schedule one.schedule false.c
await
check 'what the one that decides took' engine symexpa 'a["outcome"] == "decided" and a["effort"] > 1000 and a["seconds"] > 0.001'
begin --timeout 60 true.c
await
check 'the effort of whoever decides' engine - 'sum(a["effort"] for a in r["engines"]) > 0'
check 'nothing is left' nothing_left
begin --timeout 60 --jobs 2 --no-pre-run --schedule two.schedule --trace-queries q.smt2 true.c
await
check 'queries of each worker' [ -s q.smt2.1 ]
printf 'extern void reach_error(void);\nint main(int argc, char **argv) { if (argc < 0) reach_error(); return 0; }\n' >trivial.c
begin --schedule absent.schedule trivial.c
await
check 'a schedule that is not there' [ $status -eq 65 ]

# Only the engine that never ends is left: the run ends soon all the same, and says what the others found.
printf 'extern int get_nprocs(void);\nextern void reach_error(void);\nint main(void) {\n  if (get_nprocs() == -5) reach_error();\n  return 0;\n}\n' >approximated.c
begin --timeout 100 --jobs 2 approximated.c
await
check 'an error that a run does not show' result 2 'unknown(unconfirmed)'
check 'nobody runs without end' engine random 'a["outcome"] == "stopped" and r["statistics"]["time_total"] < 60'

# A long report (a hundred thousand inputs) whose reader is slow: the limit of time passes while it is written, and the verdict stays.
cat >long.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned i = 0, x = 0;
  while (i < 100000) {
    i++;
    if (__VERIFIER_nondet_int() == 77) x = 0;
  }
  if (i == 100000) reach_error();
  return x;
}
C
if [ -z "$CLEW_REDUCED" ]; then
  "$clew" verify --no-pre-run --jobs 2 --timeout 8 --json - long.c 2>out </dev/null | (sleep 9; cat >r.json)
  status=${PIPESTATUS[0]}
  check 'a slow reader: the verdict' result 1 'false(unreach-call)'
  check 'a slow reader: the whole JSON' engine random 'r["verdict"] == "false"'
fi

# Streams that are closed, signals that are ignored, a temporary folder by a relative path.
"$clew" verify --no-pre-run --jobs 2 --timeout 60 true.c >out 2>err <&-
status=$?
check 'no standard input' result 0 true
"$clew" verify --no-pre-run --jobs 2 --timeout 60 true.c >out 2>&-
status=$?
check 'no standard error' result 0 true
(trap '' CHLD; exec "$clew" verify --no-pre-run --jobs 2 --timeout 60 false.c >out 2>err)
status=$?
check 'a caller that ignores SIGCHLD' result 1 'false(unreach-call)'
TMPDIR=tmp "$clew" verify --no-pre-run --jobs 2 --timeout 60 false.c >out 2>err
status=$?
check 'a relative TMPDIR' result 1 'false(unreach-call)'
cp true.c victim.c
printf 'schedule dump\n  1 value --dump-reached victim.c\n' >dump.schedule
"$clew" verify --schedule dump.schedule victim.c >out 2>err
status=$?
check 'a schedule that would write over the program' [ $status -eq 64 ]
check 'the program is still there' cmp true.c victim.c

# The same run twice, but for times and memory.
for i in 1 2; do
  "$clew" verify --no-pre-run --jobs 1 --turns effort --timeout 60 --json same.$i.json false.c >same.$i
  sed -i -E 's/"(time_[a-z]*|seconds|memory_peak)": [0-9.e-]+/"\1": 0/' same.$i.json
done
sed -i 's/same\.[12]\.json/same.json/' same.?.json
check 'the same text' cmp same.1 same.2
check "the same JSON" diff same.1.json same.2.json

# --- workers that come to grief ---------------------------------------------------------------------------------------------
begin --schedule two.schedule --jobs 2 --timeout 3 far.c
kill -KILL "$(worker symexpa)"
await
check 'a worker is killed: the other goes on' result 2 'unknown(timeout)'
check 'it is named' engine symexpa 'a["outcome"] == "died" and a["signal"] == 9'
check 'the other was there to the end' engine symex 'a["outcome"] == "stopped" or a["reason"] == "timeout"'
check 'a worker is killed: nothing is left' nothing_left

begin --schedule two.schedule --jobs 2 --timeout 100 far.c
kill -SEGV "$(worker symexpa)"
kill -KILL "$(worker symex)"
await
check 'all workers die: the run ends' result 2 'unknown(internal)'
check 'all workers die: nothing is left' nothing_left

begin --schedule two.schedule --jobs 1 --timeout 60 hard.c
worker symex >/dev/null # it has its turn because the other hangs
kill -INT $pid
await
check 'a query hangs' result 2 'unknown(interrupted)'
check 'the others have turns' engine symex 'a["turns"] > 0 and r["statistics"]["suspensions"] > 0'
check 'a query hangs: nothing is left' nothing_left

begin --schedule two.schedule --jobs 1 --timeout 60 far.c
kill -STOP "$(worker symexpa)"
worker symex >/dev/null
kill -INT $pid
await
check 'a worker is stopped' result 2 'unknown(interrupted)'
check 'a worker is stopped: the other has turns' engine symex 'a["turns"] > 0'
check 'a worker is stopped: nothing is left' nothing_left

if [ -z "$CLEW_REDUCED" ]; then
  begin --schedule bfs.schedule --jobs 2 --timeout 60 --memory 200 deep.c
  worker symex >/dev/null
  while [ -n "$(left 'clew symex')" ]; do sleep 0.05; done
  kill -INT $pid
  await
  check 'memory runs out: the other goes on' result 2 'unknown(interrupted)'
  check 'memory runs out: the largest ends' engine symex 'a["reason"] == "memory"'
  check 'memory runs out: nothing is left' nothing_left
fi

# --- facts that are shared: neither of the two engines decides this one alone ------------------------------------------------------
if [ -z "$CLEW_REDUCED" ]; then
  printf 'schedule two\n  1 symexpa\n  1 bself\n' >facts.schedule
  begin --schedule facts.schedule --jobs 2 --timeout 120 "$root/tests/auto/array-around-true.c"
  await
  check 'facts are shared: decided' result 0 true
  check 'facts are shared: who decided took some' engine - 'any(a["outcome"] == "decided" and a["facts_received"] > 0 for a in r["engines"])'
  begin --schedule facts.schedule --jobs 2 --share none --timeout 5 "$root/tests/auto/array-around-true.c"
  await
  check 'nothing is shared: not decided' result 2 'unknown(timeout)'
fi

# --- the parent ---------------------------------------------------------------------------------------------------------------
for signal in INT TERM; do
  begin --schedule two.schedule --jobs 2 far.c
  worker symex >/dev/null
  kill -$signal $pid
  await
  check "SIG$signal" result 2 'unknown(interrupted)'
  check "SIG$signal: what was learnt" engine symexpa 'a["turns"] > 0'
  check "SIG$signal: nothing is left" nothing_left
done
begin --schedule two.schedule --jobs 1 hard.c
worker symex >/dev/null # so one is suspended
kill -KILL $pid
await 2>/dev/null
check 'SIGKILL: nothing is left' nothing_left

# --- a bug: two verdicts -----------------------------------------------------------------------------------------------------
cat >masked.c <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  if (x * x % 4 == 2) reach_error();
  return 0;
}
C
begin --no-pre-run --no-check --schedule opposite.schedule --jobs 2 --timeout 60 masked.c
await
check 'opposite verdicts' result 2 'unknown(internal)'
check 'both are kept' [ -s clew-disagreement.true -a -s clew-disagreement.false.c ]
check 'opposite verdicts: nothing is left' nothing_left

finish
