// A run in a process of its own: the program that the job has, with limits of its own. What comes back is its result as
// text (verifier_read_result).
#ifndef CLEW_CAMPAIGN_APART_H
#define CLEW_CAMPAIGN_APART_H
#include "run/verifier.h"

struct apart {
  const char *folder; // inside that of the run
  double seconds; // 0: no limit
  double late; // seconds that it may take beyond its time, to end
  double deadline; // of the whole, by the clock; 0: none
  size_t memory; // bytes; 0: no limit
};

// REASON_NONE: `result` has its result, or `error` says why there is none. Otherwise why it ended without.
enum reason apart_run(struct verifier *v, const struct apart *how, struct text *result, struct error *error);

#endif
