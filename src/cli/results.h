// What a verdict says about each check of the program (cfa/assertions.h).
#ifndef CLEW_CLI_RESULTS_H
#define CLEW_CLI_RESULTS_H
#include "cli/verification.h"

// Into the session's list, once the verdict stands; checks that were decided before keep their result.
void results_settle(struct verification *v);

#endif
