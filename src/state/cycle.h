// States of a concrete run that repeat: the run does not end.
#ifndef CLEW_STATE_CYCLE_H
#define CLEW_STATE_CYCLE_H
#include "state/state.h"

// To be called where s->steps >= next or s is at the location; true: s repeats itself, so that the run diverges.
#define CYCLE_FIRST 1024
#define CYCLE_COMPARISONS 256
struct cycle {
  struct state *earlier;
  struct location location; // of `earlier`, or LOCATION_NONE
  uint32_t comparisons; // left
  uint64_t next, interval;
};
void cycle_start(struct cycle *c, const struct state *s);
bool cycle_look(struct cycle *c, struct state *s);
void cycle_stop(struct cycle *c);

#endif
