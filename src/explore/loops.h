// What a run knows about its loops (kernel.h).
#ifndef CLEW_EXPLORE_LOOPS_H
#define CLEW_EXPLORE_LOOPS_H
#include "explore/kernel.h"

void loops_release(struct run *r);

#endif
