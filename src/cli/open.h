// How a command begins: its words are read, mistakes are said, and the job gets a listener.
#ifndef CLEW_CLI_OPEN_H
#define CLEW_CLI_OPEN_H
#include "run/job.h"

// False: *status is the exit status, all messages were printed and nothing is to be released.
bool command_open(struct request *request, struct job *job, const struct request_form *form, int argc, char **argv,
                  int *status);
void command_close(struct request *request, struct job *job);

#endif
