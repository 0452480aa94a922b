// Goals that sampling does not cover, pursued one by one and all at once: by engines that look for a way to a goal as
// they look for an error, beside the sampling, in a process of their own.
//
// An attempt is an engine, a set of goals and a time. What it finds are inputs, which a trial then shows to cover a
// goal, or that none of its goals can be covered, by a proof that was checked. Attempts are first at all open goals
// (what is easy is found at once, and one proof may be enough for all), then at single ones, with more and more time.
#ifndef CLEW_CLI_PURSUIT_H
#define CLEW_CLI_PURSUIT_H
#include "base/process/worker.h"
#include "cli/trials.h"

struct pursuit {
  struct trials *trials;
  struct worker *worker; // NULL: none is at work
  double until; // it is given up then
  double seconds; // of an attempt of this round
  unsigned char *wanted; // of the attempt
  uint32_t engine, goal; // the next attempt: at this goal, or all (UINT32_MAX)
  uint32_t rounds, attempts;
  uint32_t open; // goals, when inputs were found last
  bool hopeless; // nothing is open any more
  const char *origin; // the engine of the attempt
};

void pursuit_init(struct pursuit *p, struct trials *trials, double seconds);
void pursuit_release(struct pursuit *p);
// Starts an attempt where none is at work; looks whether the one at work has found something. True: `found` are inputs
// to be tried.
bool pursuit_poll(struct pursuit *p, struct trial_inputs *found);
// Waits for the one at work, at most so long.
void pursuit_wait(struct pursuit *p, double seconds);

#endif
