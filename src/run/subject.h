// The program of a job: see struct subject.
#ifndef CLEW_RUN_SUBJECT_H
#define CLEW_RUN_SUBJECT_H
#include "run/job.h"

// From the files to the automaton, with the checks of job->program. False: as for job_read.
bool subject_load(struct job *job, struct error *error);
void subject_release(struct subject *program);

#endif
