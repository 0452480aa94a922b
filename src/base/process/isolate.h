// Work in a process of its own, for libraries that may crash or never come back.
//
// The work runs in a forked child, on a copy of everything the caller sees, and says its result as text. Whatever
// becomes of the child (a crash, too much memory, too much time, an end without a word) is no result for the caller and
// does no other harm: nothing is printed, no core file is left, the child ends with the run. The work may use the heap
// and libraries, but no other thread is there and the run's limits are not its own: it must not register with them.
#ifndef CLEW_BASE_PROCESS_ISOLATE_H
#define CLEW_BASE_PROCESS_ISOLATE_H
#include "base/process/limits.h"
#include "base/text/text.h"

// Fills `said` with the result, in the child. False: there is none.
typedef bool isolated_function(void *context, struct text *said);

// True: the work was done within the time, and `said` has its answer. False: `said` is empty.
bool isolate_run(struct limits *limits, double seconds, isolated_function *work, void *context, struct text *said);

#endif
