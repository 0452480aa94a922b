// All checks of a program, one violation after the other (--all): rounds, each a run in a process of its own (apart.h)
// on a copy of the automaton in which the other checks are disabled (cfa/assertions.h): where those fail, paths end. As
// they end at an error anyway, what a round says of its checks holds of the whole program: a violation was seen in a
// run of the program as it is, and a proof was checked.
//
// The first round has all open checks. After a violation its check is left out of the next round. A group of checks
// that is not decided is split in halves, each of which has a share of the time that is left.
#ifndef CLEW_CAMPAIGN_ROUNDS_H
#define CLEW_CAMPAIGN_ROUNDS_H
#include "run/verifier.h"

struct round {
  uint32_t number; // from 1
  const uint32_t *checks; // those that it decides, by index
  uint32_t n;
  enum reason ended; // it has no result: why; REASON_NONE: it has one
};

struct rounds_listener {
  void *context;
  // A round has ended. The verifier has its result, and the job its automaton and list of checks, until this returns:
  // the statuses that it finds go into that list.
  void (*round)(void *context, const struct round *round);
  // Seconds that are needed at the end to put together what was found so far.
  double (*needed)(void *context);
};

// The check that a round found violated, by index, once the listener has returned or found the statuses itself;
// ASSERTION_NONE: none of its checks.
uint32_t round_violated(const struct job *job, const struct round *round);
// Statuses of checks go into the job's list. `error`: a round could not run.
void rounds_run(struct verifier *v, const struct rounds_listener *listener, struct error *error);

#endif
