// The execution log of a counterexample (witness/execution_log.h), for the witness of a violation.
#ifndef CLEW_CAMPAIGN_OBSERVE_H
#define CLEW_CAMPAIGN_OBSERVE_H
#include "run/job.h"
#include "witness/execution_log.h"

// Runs a copy of the program with markers in it. NULL: that cannot be done, or the run was another one; nothing depends
// on it. The temporary folder is there, and the limits run.
struct execution_log *execution_log_observe(struct job *job, const struct claim *claim);
void execution_log_free(struct execution_log *log);

#endif
