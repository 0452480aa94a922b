// `clew check` of a witness (docs/witnesses.md): the witness is put into a copy of the program
// (witness/instrument.h), and that is verified.
#ifndef CLEW_CLI_WITNESS_H
#define CLEW_CLI_WITNESS_H
#include "run/job.h"

bool witness_check_wants(const char *file); // is it a witness, or meant as one?
// The rest of the command, on a job that was opened; releases it. `argv` is the whole command line.
int witness_check(struct job *job);

#endif
