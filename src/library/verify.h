// A whole verification: the program is read, the checks are decided in one run or several, the result is presented.
#ifndef CLEW_LIBRARY_VERIFY_H
#define CLEW_LIBRARY_VERIFY_H
#include "run/job.h"

// The exit status. The job is finished.
int verify_job(struct job *job);

#endif
