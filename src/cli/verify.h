// The engine that the options name, or many, on a program that was read.
#ifndef CLEW_CLI_VERIFY_H
#define CLEW_CLI_VERIFY_H
#include "cli/verification.h"

// True: this process reports; otherwise another did, and *status is its exit status. `argv` is the whole command line.
bool verify_run(struct verification *v, int argc, char **argv, int *status, struct error *error);
// The end of one run: its report, unless another process has reported (`reported`), or the message of `error`.
int verify_report(struct verification *v, int argc, char **argv, const int *reported, struct error *error);

#endif
