#!/bin/bash
# Limits of time and memory, and interruption. It looks at the clock, but with room for a busy machine. tests/limits.sh CLEW
# CLEW_REDUCED=1 leaves out what sanitizers make impossible (limits on the address space).
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

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

# --- limits -----------------------------------------------------------------------------------------
# A machine may be slow or busy: what is not kept takes minutes or hours, so there is room.
room=4
[ -z "$CLEW_REDUCED" ] || room=8
# within SECONDS RESULT ARGS...: unknown for that reason before that many seconds, and the room for them, have passed.
within() {
  local most=$(($1 * room)) result=$2 start
  shift 2
  start=$(date +%s%N)
  run 2 "$@"
  local took=$((($(date +%s%N) - start) / 1000000))
  check "clew $*" [ "$(tail -n 1 out)" = "RESULT: $result" ]
  check "clew $* took $took ms" [ "$took" -le $((most * 1000)) ]
}
within 3 'unknown(timeout)' verify --engine symexpa --timeout 2 --search bfs loop.c
within 3 'unknown(timeout)' verify --timeout 2 hard.c
within 3 'unknown(timeout)' verify --timeout 1 slow.c
within 3 'unknown(timeout)' verify --engine symexpa --timeout 2 --stats --json t.json tall.c
check 'the JSON file of a run that was cut off' python3 -c 'import json; assert json.load(open("t.json"))["result"] == "unknown(timeout)"'
check 'the statistics of a run that was cut off' grep -q time_total out
check "the engine's own, too" grep -q '^  predicates  ' out
check "the engine's own as JSON" python3 -c 'import json; assert json.load(open("t.json"))["statistics"]["predicates"] >= 0'
within 30 'unknown(memory)' verify --timeout 240 --memory 300 slow.c
within 60 'unknown(memory)' verify --engine symex --timeout 240 --memory 300 --search bfs deep.c
if [ -z "$CLEW_REDUCED" ]; then
  (ulimit -v 700000; "$clew" verify --engine symex --timeout 240 --search bfs deep.c >out 2>err; echo $? >rc)
  status=$(cat rc)
  check 'a limit on the address space' [ "$status $(tail -n 1 out)" = '2 RESULT: unknown(memory)' ]
fi

# --- outputs of an earlier run -----------------------------------------------------------------------------
cat >error.c <<'C'
extern void reach_error(void);
int main(void) { reach_error(); return 0; }
C
outputs='--json old.json --witness old.yml --harness old.harness.c --sarif old.sarif --report old.html'
# old: they are there. gone WHAT: none of them is left, nor a part of a new one; the log and the report are of this run.
old() { "$clew" verify --check assert error.c $outputs >out 2>err && echo 'no error'; }
gone() {
  check "$1: no harness or witness of an earlier run" [ ! -e old.harness.c -a ! -e old.yml ]
  check "$1: JSON and SARIF are not those of an earlier run" [ -z "$(grep -l 'error\.c' old.json old.sarif)" ]
  check "$1: the report is not that of an earlier run" [ ! -e old.html -o old.html -nt error.mark ]
  check "$1: no temporary file is left" [ -z "$(ls -A | grep '\.clew-')" ]
}
for program in slow loop; do
  old
  sleep 0.1
  touch error.mark
  run 2 verify --check assert --timeout 1 $program.c $outputs
  check "$program: $(tail -n 1 out)" grep -q '^RESULT: unknown(timeout)$' out
  gone "a timeout of $program.c"
done
# A program that names the harness as a part of it.
old
cp old.harness.c kept.harness.c
{ echo '#include "old.harness.c"'; cat slow.c; } >parts.c
run 2 verify --check assert --timeout 1 parts.c --harness old.harness.c
check 'a file that the program may be made of stays' cmp -s old.harness.c kept.harness.c

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
  "$clew" verify --engine symexpa --stats --search bfs loop.c >out 2>err &
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
# In the front end and in an engine, with outputs.
for program in slow loop; do
  old
  sleep 0.1
  touch error.mark
  "$clew" verify --check assert $program.c $outputs >out 2>err &
  pid=$!
  sleep 1
  kill -INT $pid
  wait $pid
  check "an interrupt of $program.c" [ "$? $(tail -n 1 out)" = '2 RESULT: unknown(interrupted)' ]
  gone "an interrupt of $program.c"
done
# While an output is written: its temporary file has not got its name so far.
if [ -z "$CLEW_REDUCED" ]; then
  cat >rename.c <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int rename(const char *from, const char *to) {
  struct timespec left = {.tv_sec = 1};
  if (strstr(to, getenv("SLOW_OUTPUT")))
    while (nanosleep(&left, &left)) {}
  return renameat(AT_FDCWD, from, AT_FDCWD, to);
}
C
  gcc -shared -fPIC rename.c -o rename.so || exit 1
  for output in old.yml old.html; do
    old
    sleep 0.1
    touch error.mark
    SLOW_OUTPUT=$output LD_PRELOAD=$PWD/rename.so "$clew" verify --check assert error.c $outputs >out 2>err &
    pid=$!
    for ((i = 0; i < 600; i++)); do
      if compgen -G ".$output.clew-*" >/dev/null; then break; fi
      sleep 0.05
    done
    check "$output is being written" [ -n "$(compgen -G ".$output.clew-*")" ]
    kill -INT $pid
    wait $pid 2>/dev/null
    check "an interrupt while $output is written leaves no temporary file" [ -z "$(ls -A | grep '\.clew-')" ]
    check "an interrupt while $output is written leaves nothing of an earlier run" [ -z "$(find . -name 'old.*' ! -newer error.mark -size +0)" ]
  done
fi
set +m

# Two that share one processor: each has a second of it, though twice as much passes on the clock.
spent() { # OPTION…: the processor time of a run of a second, in hundredths
  (
    TIMEFORMAT='%U %S'
    { time "$clew" verify --engine symex --check assert --timeout 1 "$@" hard.c >/dev/null 2>&1; } 2>&1
  ) | awk '{ printf "%d", 100 * ($1 + $2) }'
}
pair() { taskset -c "$core" bash -c "$(declare -f spent); clew=$clew; spent $1 >first & spent $1 >second; wait"; }
core=$(taskset -cp $$ | grep -o '[0-9]*$')
if [ -r /proc/self/schedstat ]; then
  pair --discount-waiting
  check 'waiting does not count for the limit' [ "$(cat first)" -ge 60 -a "$(cat second)" -ge 60 ]
fi

check 'no temporary folder is left' [ -z "$(ls -A tmp)" ]

finish
