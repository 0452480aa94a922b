// The sandbox that programs are run in: a child process without access to files, processes and the network (sandbox.c),
// and the lock on the descriptor that reports (origin.c).
#ifndef CLEW_NATIVE_SANDBOX_H
#define CLEW_NATIVE_SANDBOX_H
#include "base/process/child.h"

// Runs a program of unknown behaviour in a folder, locked in (see sandbox.c). A line that it writes to `descriptor`, of
// at most SANDBOX_LINE bytes, comes back in `said`; the child is killed once it is complete. `shared` is a file that it
// gets as the next descriptor, or -1.
enum { SANDBOX_LINE = 511 };
enum child_end sandbox_run(struct limits *limits, const char *program, const char *folder, double seconds,
                           int descriptor, int shared, struct text *said, int *status);

// The same program, but it stays, for many runs: it reads from `control`, a descriptor of its own behind `descriptor`
// and `shared`, and what it writes is read from `from`. Started and ended by:
struct sandbox_server {
  int pid; // 0: there is none
  int control, from;
};
bool sandbox_serve(struct limits *limits, const char *program, const char *folder, int descriptor, int shared,
                   struct sandbox_server *server);
void sandbox_dismiss(struct limits *limits, struct sandbox_server *server);

// origin.c: what the lock knows of the program: the address behind the system call that reports, and the pages that
// stay as they are.
struct sandbox_image {
  uint64_t report, begin, end;
};
// False, and errno says why: the file is no program with the harness's entry point.
bool sandbox_image_read(const char *program, struct sandbox_image *image);
// In the child: only the harness writes to the descriptor, and only who gives the ticket as that argument of execve,
// which has no such argument, executes a program. False if the kernel does not do that.
enum { SANDBOX_TICKET = 5 };
bool sandbox_lock_report(const struct sandbox_image *image, int descriptor, uint64_t ticket);

#endif
