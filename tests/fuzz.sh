#!/bin/bash
# The engine fuzz: what it finds and by which means, that a run leaves nothing for the next, what programs may not do to it, that it repeats
# itself. Runs are counted, not timed. tests/fuzz.sh CLEW
clew=$(realpath "$1") || exit 1
. "$(dirname "$0")/commands.sh"

cat >nd.h <<'END'
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void reach_error(void);
END

# count NAME: a statistic of the last run.
count() { awk -v name="$1" '$1 == name { print $2; exit }' out; }
result() { tail -n 1 out; }

# finds NAME OPTIONS...: a confirmed error; the program is read from the standard input.
finds() {
  local name=$1
  shift
  cat >"$name.c"
  run 1 verify --engine fuzz --timeout 120 --stats --json "$name.json" "$@" "$name.c"
  check "$name: FALSE" grep -q '^RESULT: false(' out
  check "$name: confirmed" grep -q '"result": "confirmed"' "$name.json"
  # What crashes without a check is no error.
  [ "$name" = bad ] || check "$name: at the first try" [ "$(count unreproduced)" = 0 ]
}

# lasts NAME RUNS OPTIONS...: so many runs and no error.
lasts() {
  local name=$1 runs=$2
  shift 2
  cat >"$name.c"
  run 2 verify --engine fuzz --check assert --timeout 120 --stats --runs "$runs" "$@" "$name.c"
  check "$name: UNKNOWN" [ "$(result)" = 'RESULT: unknown(bound)' ]
  check "$name: so many runs" [ "$(count runs)" = "$runs" ]
}

# --- means -----------------------------------------------------------------------------------------------------------

# Values that are compared are put in their place.
finds magic --runs 20000 <<'END'
#include "nd.h"
int main(void) {
  if (__VERIFIER_nondet_uint() == 0xdeadbeef && __VERIFIER_nondet_ulong() == 0x123456789abcdef0)
    switch (__VERIFIER_nondet_int()) { case 77777: case 88888: reach_error(); }
  return 0;
}
END
check 'replaced' [ "$(count replaced)" -gt 0 ]
finds words --runs 20000 <<'END'
#include "nd.h"
#include <string.h>
int main(void) {
  char s[9];
  for (int i = 0; i < 8; i++) s[i] = __VERIFIER_nondet_char();
  s[8] = 0;
  if (strcmp(s, "pass") == 0 && __VERIFIER_nondet_int() == 7) reach_error();
  return 0;
}
END
# What a run covers leads to the next: six bytes, one behind the other.
cat >steps.c <<'END'
#include "nd.h"
int main(void) {
  unsigned char c[6];
  for (int i = 0; i < 6; i++) c[i] = __VERIFIER_nondet_char() * 3 + 1;
  if (c[0] == 17 && c[1] == 190) if (c[2] == 35) if (c[3] == 77) if (c[4] == 203) if (c[5] == 91) reach_error();
  return 0;
}
END
run 1 verify --engine fuzz --timeout 120 --stats --no-solver --runs 200000 steps.c
check 'coverage' [ "$(count kept)" -ge 6 ]
run 2 verify --engine fuzz --timeout 120 --stats --no-solver --no-coverage --runs 3000 steps.c
check 'without' [ "$(result)/$(count runs)/$(count kept)" = 'RESULT: unknown(bound)/3000/0' ]
# The solver: no value of one input is in the program.
cat >solve.c <<'END'
#include "nd.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x * 7 + y * 13 == 123456789 && (x ^ (y << 3)) == 0x5a5a1234) reach_error();
  return 0;
}
END
run 1 verify --engine fuzz --timeout 120 --stats --runs 60000 solve.c
check 'solved' [ "$(count solved)" -ge 1 ]
run 2 verify --engine fuzz --timeout 120 --stats --runs 5000 --no-solver solve.c
check 'not solved' [ "$(result)/$(count walks)" = 'RESULT: unknown(bound)/0' ]

# --- inputs ----------------------------------------------------------------------------------------------------------

finds size --check memory --runs 50000 <<'END'
#include "nd.h"
#include <stdlib.h>
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong() % 9;
  char *s = malloc(n + 1);
  if (!s) return 0;
  for (unsigned long i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
  s[n] = 0;
  int k = 0;
  for (char *p = s; *p; p++) k += *p & 1;
  if (k >= 4) s[n + 1] = 0;
  free(s);
  return 0;
}
END
check 'one process' [ "$(count alone)" = 0 ]
finds blocks --32 --runs 50000 <<'END'
#include "nd.h"
struct header { short kind; int size; char name[4]; };
int main(void) {
  struct header h[2];
  __VERIFIER_nondet_memory(&h[0], sizeof h[0]);
  __VERIFIER_nondet_memory(&h[1], sizeof h[1]);
  if (h[0].kind == 512 && h[1].size == h[0].size + 3 && h[1].name[2] == 'q' && __VERIFIER_nondet_float() > 3.5f) reach_error();
  return 0;
}
END
finds line --check memory --runs 50000 <<'END'
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[16], name[4];
  if (!fgets(line, sizeof line, stdin)) return 0;
  char *value = strchr(line, '=');
  if (value && value > line) strcpy(name, value + 1);
  return 0;
}
END
finds arguments --argc 3 --arg-length 8 --runs 50000 <<'END'
#include "nd.h"
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "-v") == 0 && argv[2][0] == '7') reach_error();
  return 0;
}
END
finds parameters --entry 'parse(int v[n], short n, unsigned char key)' --runs 50000 <<'END'
#include <assert.h>
int parse(const int *v, short n, unsigned char key) {
  int hits = 0;
  for (short i = 0; i < n && i < 6; i++) hits += v[i] == 1000 + i;
  assert(hits < 2 || key != 200);
  return hits;
}
END
finds elsewhere --runs 50000 <<'END'
#include "nd.h"
extern int setting;
int lookup(int key);
int main(void) {
  if (setting == 4711 && lookup(1) == 5 && lookup(2) == 99) reach_error();
  return 0;
}
END

# --- what a run leaves -----------------------------------------------------------------------------------------------

# Nothing: not in globals, on the heap, in the library.
lasts fresh 2000 <<'END'
#include "nd.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int runs, table[300000];
static char *kept;
static void at_end(void) { runs = 5; }
int main(void) {
  if (runs || kept || table[0] || table[299999]) reach_error();
  for (int i = 0; i < 300000; i += 1000) table[i] = table[299999 - i] = i + 1;
  runs++;
  atexit(at_end);
  char *block = malloc(100000), *zeroes = calloc(1, 100000);
  for (int i = 0; i < 100000; i++) if (zeroes[i]) reach_error();
  memset(block, 'x', 100000), memset(zeroes, 'y', 100000);
  kept = block;
  printf("%d\n", __VERIFIER_nondet_int());
  switch (__VERIFIER_nondet_int() & 7) {
  case 1: exit(3);
  case 2: abort();
  case 3: return __VERIFIER_nondet_int() & 1 ? *(volatile int *)0 : 0;
  case 4: errno = 33; break;
  }
  unsigned char c = __VERIFIER_nondet_int();
  if (c * c == 3) reach_error();
  return 0;
}
END
check 'no failure that the automaton does not repeat' [ "$(count failures)" -gt 0 ]
check 'one process for all' [ "$(count alone)/$(count crashed)" = 0/0 ]

# A run that crashes, never ends or overflows its stack ends itself, not the engine.
finds bad --runs 3000 <<'END'
#include "nd.h"
static int deep(int n) { volatile char room[4096]; room[0] = n; return deep(n + 1) + room[0]; }
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: return *(volatile int *)0;
  case 2: for (;;) {}
  case 3: return deep(0);
  case 4: __builtin_trap();
  case 5: return 1 / (__VERIFIER_nondet_int() & 0);
  case 123456: reach_error();
  }
  return 0;
}
END
# One that is more than memory has a process for each run.
lasts threads 5 <<'END'
#include "nd.h"
#include <signal.h>
#include <unistd.h>
int main(void) {
  unsigned char c = __VERIFIER_nondet_int();
  signal(SIGUSR1, SIG_IGN);
  if (c * c == 3) reach_error();
  return __VERIFIER_nondet_int() ? fork() < 0 : 0;
}
END
check 'a process for each run' [ "$(count alone)" = 1 ]

# --- what a program may not do ---------------------------------------------------------------------------------------

echo kept >precious
lasts evil 300 <<END
#include "nd.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  unsigned char c = __VERIFIER_nondet_int();
  if (c * c == 3) reach_error();
  switch (__VERIFIER_nondet_int() & 7) {
  case 1: unlink("$work/precious"); break;
  case 2: open("$work/made", O_WRONLY | O_CREAT, 0600); break;
  case 3: rename("$work/precious", "$work/moved"); break;
  case 4: kill(getppid(), SIGKILL); break;
  case 5: execl("/usr/bin/touch", "touch", "$work/touched", (char *)0); break;
  case 6: if (socket(AF_INET, SOCK_STREAM, 0) >= 0) creat("$work/socket", 0600); break;
  case 7: for (int fd = 3; fd < 300; fd++) write(fd, " reach_error@0\n", 15);
  }
  return 0;
}
END
check 'nothing was done' [ "$(cat precious)/$(ls made moved touched socket 2>/dev/null)" = kept/ ]

# --- the same again --------------------------------------------------------------------------------------------------

# What is counted, not how long it took.
counts() { grep -E '^  (runs|run_edges|cut|edges|kept|replaced|walks|solved|failures|unreproduced) ' out; }
run 2 verify --engine fuzz --timeout 120 --stats --runs 6000 --check assert --seed 3 fresh.c
counts >first
run 2 verify --engine fuzz --timeout 120 --stats --runs 6000 --check assert --seed 3 fresh.c
counts >second
check 'the same seed' cmp first second
run 2 verify --engine fuzz --timeout 120 --stats --runs 6000 --check assert --seed 4 fresh.c
counts >third
check 'another seed' bash -c '! cmp -s first third'

# Without inputs there is one run; an automaton has no program.
echo 'void reach_error(void); int main(void) { volatile int x = 3; if (x == 4) reach_error(); return 0; }' >none.c
run 2 verify --engine fuzz --timeout 120 --stats --check assert none.c
check 'one run' [ "$(result)/$(count runs)" = 'RESULT: unknown(depth)/1' ]
run 0 cfa -o steps.cfa steps.c
run 2 verify --engine fuzz --timeout 120 steps.cfa
check 'an automaton' [ "$(result)" = 'RESULT: unknown(unsupported)' ]

finish
