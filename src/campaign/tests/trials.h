// The program under test as test generation and the replay of tests run it: instrumented for coverage, linked for
// trials.
#ifndef CLEW_CAMPAIGN_TRIALS_H
#define CLEW_CAMPAIGN_TRIALS_H
#include "campaign/tests/suite.h"
#include "run/job.h"

struct trials {
  struct job *job;
  struct replay_options replay;
  struct trial_program *program;
  struct suite suite; // what there is to cover
};

// Is the request about a C program that can be run? False: `error`.
bool trials_check(const struct request *request, struct error *error);
// After job_load. False: `error`, also where a limit was reached.
bool trials_open(struct trials *t, struct job *job, struct error *error);
void trials_close(struct trials *t); // also one that is all zero

#endif
