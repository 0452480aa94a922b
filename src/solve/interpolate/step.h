// A step of a path: a guarded parallel assignment, as an edge of the automaton is. The guard and the new values are
// over the variables before the step and the step's own inputs.
#ifndef CLEW_SOLVE_INTERPOLATE_STEP_H
#define CLEW_SOLVE_INTERPOLATE_STEP_H
#include "term/term.h"

struct step_update {
  struct term var, value;
};

struct step {
  struct term guard;                       // true if there is none
  uint32_t n_updates, n_inputs;
  const struct step_update *updates;       // simultaneous; at most one for a variable
  const struct term *inputs;               // variables that occur in this step only: arbitrary values
};

#endif
