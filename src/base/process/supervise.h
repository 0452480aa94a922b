// A program that is measured and limited together with everything that it starts.
//
// Each run has a supervisor, a process of ours that does nothing else: it starts the program in a session of its own,
// adopts what the program leaves behind (a subreaper), looks at the whole tree again and again, kills it where a limit
// is passed, and says at the end what it took. When the program ends, or the one who asked for the run dies in whatever
// way, the supervisor kills what is left of the tree: nothing stays behind.
//
// Processor time is that of the control group of the run, where one can be made (base/process/control_group.h), and
// otherwise that of all processes that were waited for: then those whose parents ignore their end are missed. Memory is
// sampled: the proportional share (PSS) of every process of the tree, or the resident memory of the only one. The peak
// is the largest sum that was seen, and at least the largest resident memory of a single process, which the kernel
// keeps exactly.
#ifndef CLEW_BASE_PROCESS_SUPERVISE_H
#define CLEW_BASE_PROCESS_SUPERVISE_H
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

struct supervise_command {
  const char *const *argv; // argv[0] is looked for as a shell does
  const char *folder; // where it runs, absolute; TMPDIR is the same folder
  const char *output; // its output and messages; an older file of the name is removed first
  double cpu, wall; // seconds that are too long; 0: no limit
  uint64_t memory; // bytes that are too much; 0: no limit
  uint64_t output_most; // bytes of output that are too much; 0: no limit
  const cpu_set_t *cores; // NULL: those of this process
};

enum supervise_end {
  SUPERVISE_EXITED, // status is the exit status
  SUPERVISE_SIGNALLED, // status is the signal
  SUPERVISE_CPU, // killed at a limit
  SUPERVISE_WALL,
  SUPERVISE_MEMORY,
  SUPERVISE_OUTPUT,
  SUPERVISE_NOT_STARTED, // status is errno
};

struct supervise_result {
  enum supervise_end end;
  int status;
  double cpu, wall; // seconds
  uint64_t memory; // peak, bytes
  uint32_t samples; // how often the tree was looked at
  uint32_t processes; // most of them at a time that a sample saw
  uint32_t left_behind; // processes that were still there when the program had ended
};

// The lifeline: supervisors live as long as its writing end is open, which only this process has.
struct supervise_lifeline {
  int ends[2];
};
bool supervise_open(struct supervise_lifeline *lifeline);
void supervise_close(struct supervise_lifeline *lifeline); // all runs are killed

// Starts a supervisor and its program: the supervisor's number, and in *from where its result is read. 0: impossible,
// errno says why.
int supervise_start(const struct supervise_lifeline *lifeline, const struct supervise_command *command, int *from);
// Waits for the supervisor and reads its result, and closes `from`. False: it died without one, or was stopped.
bool supervise_finish(int pid, int from, struct supervise_result *out);

#endif
