// A run in a process of its own: the program that the job has, with limits of its own. What comes back is its result as
// text (verifier_read_result).
#ifndef CLEW_CAMPAIGN_APART_H
#define CLEW_CAMPAIGN_APART_H
#include "run/verifier.h"

// What processes of their own keep while this one waits for them.
struct apart_limits {
  double deadline; // of the whole, by the clock; 0: none
  size_t memory; // bytes; 0: no limit
};

// The job has no limits from now on, until it takes them again.
struct apart_limits apart_lend_limits(struct job *job);
void apart_take_limits(struct job *job, struct apart_limits limits);

struct apart {
  const char *folder; // inside that of the run
  double seconds; // 0: no limit
  double late; // seconds that it may take beyond its time, to end
  struct apart_limits limits; // of the run
};

// REASON_NONE: `result` has its result, or `error` says why there is none. Otherwise why it ended without.
enum reason apart_run(struct verifier *v, const struct apart *how, struct text *result, struct error *error);

#endif
