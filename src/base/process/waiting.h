// How long processes were ready to run while no processor was free for them, as the kernel counts it (schedstat).
//
// On a machine that other work keeps busy the clock goes on and the process does not. A limit that leaves this time out
// is met at the same point of the work as on an idle machine.
#ifndef CLEW_BASE_PROCESS_WAITING_H
#define CLEW_BASE_PROCESS_WAITING_H
#include <stdbool.h>
#include <stdint.h>

enum { WAITING_PROCESSES = 256 }; // more at a time are not looked at

struct waiting_process {
  int pid;
  uint32_t look; // the last one that asked for it
  uint64_t nanoseconds; // until then
};

struct waiting {
  struct waiting_process processes[WAITING_PROCESSES]; // pid 0: free
  uint32_t look; // how many there were
  double begun, longest; // of the look; monotonic seconds, seconds
};

// A look: begin, ask for each process (its main thread), end. Nothing is allocated.
void waiting_begin(struct waiting *waiting);
void waiting_ask(struct waiting *waiting, int pid);
// The seconds that were lost since the look before, at most as many as have passed; 0 for the first one. Where several
// processes waited the one that waited longest counts: they waited at the same time, perhaps for each other.
double waiting_end(struct waiting *waiting, double now);

#endif
