// Memory that a process has of the one from which it was forked: a run of the library (library/run_process.h) has all
// of its host's. It is not the run's, and does not count against its limit.
#ifndef CLEW_BASE_PROCESS_INHERITED_H
#define CLEW_BASE_PROCESS_INHERITED_H
#include <stddef.h>

// From now on, in this process and its own forks: memory that is resident now is not counted by limits.h.
void inherited_leave_out(void);
size_t inherited_bytes(void); // 0: nothing is left out

#endif
