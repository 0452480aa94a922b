// `clew verify --all`: goes on after a violation, until every check of the program is decided or the time is over.
//
// Rounds (campaign/rounds.h) decide the checks. Their results are rendered as one (report/round_reports.h).
#ifndef CLEW_LIBRARY_ALL_H
#define CLEW_LIBRARY_ALL_H
#include "run/verifier.h"

// The job is loaded. Reports everything; the exit status.
int all_run(struct verifier *v);

#endif
