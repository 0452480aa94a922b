// `clew check` of a witness (docs/witnesses.md): validated by campaign/validate, presented here.
#ifndef CLEW_CLI_CHECK_WITNESS_H
#define CLEW_CLI_CHECK_WITNESS_H
#include "run/job.h"

bool witness_check_wants(const char *file); // is it a witness, or meant as one?
// The rest of the command, on a job that was opened. The exit status.
int witness_check(struct job *job);

#endif
