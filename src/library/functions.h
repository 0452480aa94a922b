// `clew verify --each-function`: every function that has a contract is verified, each in a process of its own, and a
// table lists the results. See docs/contracts.md.
#ifndef CLEW_LIBRARY_FUNCTIONS_H
#define CLEW_LIBRARY_FUNCTIONS_H
#include "run/job.h"

// `words`: the command line behind the name of the command, whose options the processes get. The exit status.
int functions_run(struct job *job, int n, char **words);

#endif
