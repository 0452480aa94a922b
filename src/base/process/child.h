// Child processes: every process that clew starts for a run is started here (runs of benchmark campaigns: supervise.h).
//
// A child leads a process group of its own, belongs to the limits of the run (they kill it when they pass, and count
// its memory) and dies with this process. Whoever starts one waits for it (child_wait) or kills it (child_kill): then
// its whole group is gone, and nothing is left behind.
//
// There are two kinds: a tool is a program that is executed (the compiler, the linker), with its messages in a file; a
// fork goes on as a copy of this process in a function of ours, and what it says comes through a pipe
// (base/process/isolate.h for work that may crash, native/sandbox.c for the program under test).
#ifndef CLEW_BASE_PROCESS_CHILD_H
#define CLEW_BASE_PROCESS_CHILD_H
#include "base/process/limits.h"
#include "base/text/text.h"

enum child_end {
  CHILD_EXITED, // *status is its exit status
  CHILD_SIGNALLED, // *status is the signal
  CHILD_TIMED_OUT,
  CHILD_STOPPED, // the run is to stop
  CHILD_NOT_STARTED, // *status is errno
};

// Executes argv[0], which is looked for as a shell does, with nothing to read and with its output and messages in the
// file `output`. Its number; 0 if that is impossible, and errno says why.
int child_start_tool(struct limits *limits, char *const *argv, const char *output);
// The same in a folder; NULL: here. `output` is an absolute path then.
int child_start_tool_in(struct limits *limits, const char *folder, char *const *argv, const char *output);

// What a fork does: `to` is where it speaks. It does not come back: it ends with _exit, or executes something else.
typedef void child_function(void *context, int to);
// Its number, and in *from the end where it is heard, to be closed by the caller; 0 if that is impossible, and errno
// says why.
int child_start_fork(struct limits *limits, child_function *work, void *context, int *from);

// Waits for its end; kills it after so many seconds, or when the run is to stop.
enum child_end child_wait(struct limits *limits, int pid, double seconds, int *status);
// Kills it, and waits until it is gone.
void child_kill(struct limits *limits, int pid);
// Adds what comes through a pipe, up to the byte `last` and without it, at most `most` bytes. False if that byte did
// not come by the time `end` of clock_now(), or at all.
bool child_hear(struct limits *limits, int from, double end, char last, size_t most, struct text *said);

// In a child, first: it leads a group of its own and lives not longer than its parent.
void child_join_run(int parent);
// In a child: the standard streams at /dev/null.
void child_silence(void);
// In a child: a limit of the system (RLIMIT_CPU …) is lowered to this, if it is not lower already.
void child_limit(int resource, uint64_t most);

#endif
