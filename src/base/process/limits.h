// Time, memory and interruption, kept at any moment.
//
// limits_start() starts a watchdog thread. When the deadline passes, memory
// runs out or SIGINT/SIGTERM arrives it sets `stop` to the reason; everything
// that runs long polls limits_stopped(). It also calls the registered
// interrupters (the solver registers Z3_interrupt). If the run has not ended
// 0.3 seconds later, the watchdog itself writes the emergency report and
// ends the process: the limit is kept even inside clang or a library.
#ifndef CLEW_BASE_PROCESS_LIMITS_H
#define CLEW_BASE_PROCESS_LIMITS_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum reason {
#define REASON(id, name, sentence) REASON_##id,
#include "base/table/reason.def"
#undef REASON
  REASON_COUNT
};

const char *reason_name(enum reason reason);
const char *reason_sentence(enum reason reason);

struct limits {
  _Atomic int stop;          // enum reason, REASON_NONE while running
  double started;            // monotonic seconds
  _Atomic double deadline;   // monotonic seconds; 0: none; it moves with limits_leave_out_waiting()
  size_t memory;             // bytes of resident memory; 0: none
};

double clock_now(void);      // monotonic seconds
double clock_cpu(void);      // seconds that this thread spent on the processor: other processes do not count

// seconds 0 and mebibytes 0 mean no limit. An address-space limit of the
// process (RLIMIT_AS) lowers the memory limit so that it is met first.
void limits_start(struct limits *limits, double seconds, size_t mebibytes);
// Before limits_start(): the deadline leaves out the time in which the process is ready to run and has no processor.
void limits_leave_out_waiting(bool wanted);
// What the process prints and does when it must end at once: prints the last
// result line and returns the exit status. May run on the watchdog thread.
void limits_on_emergency(struct limits *limits, int (*say)(void *context, enum reason why), void *context);
// A function to call, from the watchdog thread, when the run must stop.
void limits_add_interrupter(struct limits *limits, void (*interrupt)(void *context), void *context);
void limits_remove_interrupter(struct limits *limits, void *context);
// Child processes that must die with us: killed when the limit passes.
void limits_add_child(struct limits *limits, int pid);
void limits_remove_child(struct limits *limits, int pid);
enum { LIMITS_CHILDREN = 64 }; // at most, at a time
// Workers (base/process/worker.h) die with us, too, but the process that started them counts their memory.
void limits_add_worker(struct limits *limits, int pid);
void limits_remove_worker(struct limits *limits, int pid);
size_t limits_memory_of(int pid); // bytes of resident memory; 0: not known
// In a forked child that goes on without exec, first of all: it has no emergency report, no children and no watchdog,
// and its signals have their default actions. Where the run would end with its emergency report the child ends without.
void limits_become_child(void);
// In a forked worker, first of all: neither the parent's children nor its emergency report are those of the worker. Its
// children are noted in `children`, LIMITS_CHILDREN zeros.
void limits_become_worker(_Atomic int *children);
// In a worker: the limits, which were the parent's, are kept for this process by a watchdog of its own.
void limits_go_on(struct limits *limits);
void limits_finish(struct limits *limits);

// Is it worth the time to free everything? Not when the run was stopped: the process ends soon.
bool limits_want_release(const struct limits *limits);

static inline bool limits_stopped(const struct limits *limits) {
  return atomic_load_explicit(&limits->stop, memory_order_relaxed) != REASON_NONE;
}
static inline enum reason limits_reason(const struct limits *limits) {
  return (enum reason)atomic_load_explicit(&limits->stop, memory_order_relaxed);
}
double limits_elapsed(const struct limits *limits);
double limits_remaining(const struct limits *limits); // a large number when there is no deadline
void limits_stop(struct limits *limits, enum reason why);
// No memory is left: makes the emergency report and ends the process.
_Noreturn void limits_exhausted(void);

#endif
