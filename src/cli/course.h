// Seeing the course of a counterexample (report/witness/course.h), for the witness of a violation.
#ifndef CLEW_CLI_COURSE_H
#define CLEW_CLI_COURSE_H
#include "cli/session.h"
#include "report/witness/course.h"

// Runs a copy of the program with probes in it. NULL: that cannot be done, or the run was another one; nothing depends
// on it. The temporary folder is there, and the limits run.
struct course *course_observe(struct session *session, const struct claim *claim);
void course_free(struct course *course);

#endif
