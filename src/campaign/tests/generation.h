// Test generation: a test suite that covers the branches of the program, or its error.
//
// Inputs come from two engines that sample, in turns: random runs with searches from where they stand, and symbolic
// execution of what is nearest to something new. Each time one of them takes an edge for the first time its inputs are
// run natively, and what that covers of the program's branches and lines is what counts: a run that adds something
// becomes a test. Beside them, engines search for the goals that are left (goal_search.h).
#ifndef CLEW_CAMPAIGN_GENERATION_H
#define CLEW_CAMPAIGN_GENERATION_H
#include "campaign/tests/goal_search.h"
#include "run/run.h"

struct sampler {
  struct open_engine engine;
  struct claim claim;
  struct search search;
  bool done;
  double weight; // of its turn: more after one that covered something new, less after one that did not
};
enum { MOST_SAMPLERS = 4 };

struct generation {
  struct job *job;
  struct trials trials; // with the suite
  struct sampler samplers[MOST_SAMPLERS];
  uint32_t n_samplers;
  struct goal_search goals;
  const char *origin; // who is at work
  uint32_t extra; // inputs of a trial beyond those that were found
  uint32_t useless; // trials with as many as can be that covered nothing more
  struct error error; // of the suite's listener: it ends the generation
  bool ended;
  enum reason reason; // the limit that ended it; REASON_NONE: none
};

struct generation_result {
  const struct suite *suite;
  uint32_t dropped; // runs that are no tests
  double seconds;
  enum reason reason; // why the search ended before all was decided; REASON_NONE: it did not
};

// After job_load; `g` is all zero. False: `error`. It is to be released in any case.
bool generation_open(struct generation *g, struct job *job, struct error *error);
// Fills the suite, and tells its listener of each test. Then the job has limits of a phase of its own for the report.
void generation_run(struct generation *g);
// Does generation_run sample and search now? For another thread, in an emergency.
bool generation_is_running(const struct generation *g);
// Drops tests that are not needed; `why`: what ended it.
struct generation_result generation_reduce(struct generation *g, enum reason why);
void generation_release(struct generation *g);

#endif
