// For tests that look at a clock: they hold on a machine that is slow, busy or both.
//
// What is not to take long is measured in processor time of this process, so that what others do does not count, and
// the bounds are many times what is needed: they tell a second from an hour. Where an answer is expected the solver has
// AMPLE time for it.
#ifndef CLEW_UNIT_TIMING_H
#define CLEW_UNIT_TIMING_H
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How many times longer than on a quick machine something may take. Sanitizers take their share; with them what is
// tried at random or exhaustively is tried LESS often.
#ifdef CLEW_SANITIZED
enum { SLOWER = 50, LESS = 8 };
#else
enum { SLOWER = 10, LESS = 1 };
#endif

enum {
  AMPLE = 200, // seconds for something that takes a few at most
  SOON = 15, // seconds on the clock of the wall in which something that waits for a moment has to be over
};

static inline double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// For a run that has to be over before the watchdog ends the process, 0.3 seconds after a limit of so many seconds: on
// a busy machine that is a matter of luck, so it is in a process of its own, has longer and longer limits, and may
// succeed once.
static inline bool succeeds_in_child(bool (*body)(double seconds)) {
  for (double seconds = 0.2; seconds < 15; seconds *= 2) {
    int pid = fork(), status = 0;
    if (pid == 0) _exit(body(seconds) ? 0 : 1);
    if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  }
  return false;
}

#endif
