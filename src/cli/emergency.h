// The emergency report of a command: its output where the process must end at once.
#ifndef CLEW_CLI_EMERGENCY_H
#define CLEW_CLI_EMERGENCY_H
#include "run/job.h"

int emergency_report_write(struct job *job, enum reason why); // for struct job_listener; the exit status

#endif
