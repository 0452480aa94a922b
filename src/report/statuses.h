// What a verdict says about each check of the program (cfa/assertions.h).
#ifndef CLEW_REPORT_STATUSES_H
#define CLEW_REPORT_STATUSES_H
#include "campaign/undefined_exits.h"
#include "run/verifier.h"

// Into the job's list, once the verdict stands; checks that were decided before keep their result.
void results_finish(struct verifier *v, const struct undefined_exits *exits);

#endif
