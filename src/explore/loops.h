// What a run knows about its loops (run.h).
#ifndef CLEW_EXPLORE_LOOPS_H
#define CLEW_EXPLORE_LOOPS_H
#include "explore/run.h"

void loops_release(struct run *r);

#endif
