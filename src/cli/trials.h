// The program under test as `clew tests` and `clew replay` run it: read, instrumented for coverage, linked for trials.
#ifndef CLEW_CLI_TRIALS_H
#define CLEW_CLI_TRIALS_H
#include "run/job.h"
#include "report/suite.h"

struct trials {
  struct job *job;
  struct replay_options replay;
  struct trial_program *program;
  struct suite suite; // what there is to cover
};

// After job_load. False: a message was printed, *status is the exit status.
bool trials_open(struct trials *t, struct job *job, int *status);
void trials_close(struct trials *t);
// Ends the limits at hand and starts others in the same place, for another part of the run: so there is time to say
// what was found when the first was stopped.
void trials_phase(struct job *job, double seconds, size_t mebibytes);
// What is wrong with a file that is no C program for this command; false: a message was printed.
bool trials_check(struct job *job, int *status);

#endif
