// The last words of a command: what is said when the process must end at once.
#ifndef CLEW_CLI_WORDS_H
#define CLEW_CLI_WORDS_H
#include "run/job.h"

int words_say(struct job *job, enum reason why); // for struct job_listener; the exit status

#endif
