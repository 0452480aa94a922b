// See waiting.h.
#include "base/process/waiting.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// The second number of /proc/PID/schedstat. False where the kernel does not count.
static bool read_waited(int pid, uint64_t *nanoseconds) {
  char text[96], *rest;
  snprintf(text, sizeof text, "/proc/%d/schedstat", pid);
  int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t n = read(file, text, sizeof text - 1);
  close(file);
  if (n <= 0) return false;
  text[n] = 0;
  strtoull(text, &rest, 10);
  if (*rest != ' ') return false;
  *nanoseconds = strtoull(rest, NULL, 10);
  return true;
}

void waiting_begin(struct waiting *waiting) {
  waiting->look++;
  waiting->longest = 0;
}

void waiting_ask(struct waiting *waiting, int pid) {
  struct waiting_process *at = NULL, *free = NULL;
  uint64_t waited;
  if (!read_waited(pid, &waited)) return;
  for (int i = 0; i < WAITING_PROCESSES && !at; i++) {
    struct waiting_process *p = &waiting->processes[i];
    bool here = p->pid && p->look + 1 >= waiting->look; // others have ended
    if (here && p->pid == pid) at = p;
    if (!here && !free) free = p;
  }
  if (!at && !free) return;
  if (!at) *(at = free) = (struct waiting_process){.pid = pid};
  double since = waited > at->nanoseconds ? (double)(waited - at->nanoseconds) * 1e-9 : 0;
  if (since > waiting->longest) waiting->longest = since;
  at->nanoseconds = waited;
  at->look = waiting->look;
}

double waiting_end(struct waiting *waiting, double now) {
  double passed = waiting->look > 1 ? now - waiting->begun : 0;
  waiting->begun = now;
  return waiting->longest < passed ? waiting->longest : passed;
}
