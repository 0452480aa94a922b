// A process that does nothing but wait for the end of this one and of all its workers, to remove the temporary folder
// if they were killed before they could do it themselves.
#ifndef CLEW_BASE_PROCESS_GUARD_H
#define CLEW_BASE_PROCESS_GUARD_H
#include "base/process/limits.h"
#include "base/file/temp.h"

struct guard {
  struct limits *limits;
  int pid; // 0: there is none
  int hold; // while somebody has this open, it waits
};

// Before the first worker is forked. Without a folder, or where it cannot be started, there is none.
void guard_start(struct guard *guard, struct limits *limits, struct temp *temp);
// The same, where the guard makes the folder: there is no moment when the folder is there without it.
bool guard_start_and_make(struct guard *guard, struct limits *limits, struct temp *temp, struct error *error);
void guard_end(struct guard *guard); // we can do it ourselves

#endif
