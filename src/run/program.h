// The program of a job: see struct subject.
#ifndef CLEW_RUN_PROGRAM_H
#define CLEW_RUN_PROGRAM_H
#include "run/job.h"

// From the files to the automaton, with the checks of job->program. False: as for job_read.
bool program_load(struct job *job, struct error *error);
void subject_release(struct subject *program);

#endif
