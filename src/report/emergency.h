// The emergency report of a command: its output where the process must end at once. Neither heap nor locks are used.
#ifndef CLEW_REPORT_EMERGENCY_H
#define CLEW_REPORT_EMERGENCY_H
#include "run/job.h"

int emergency_report_write(struct job *job, enum reason why); // for struct job_listener; the exit status
// Only the known part of the result, as a JSON document. False: it could not be written.
bool emergency_report_document(struct job *job, enum reason why, int descriptor);

#endif
