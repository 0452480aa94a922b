// Inside elimination: what eliminate.c and witness.c share.
#ifndef CLEW_SOLVE_INTERPOLATE_ELIMINATE_H
#define CLEW_SOLVE_INTERPOLATE_ELIMINATE_H
#include "solve/interpolate/interpolator.h"

struct elimination {
  struct interpolator *ip;
  struct terms *tm;
  struct vec_term *c;          // the conjuncts
  struct vec_term pending;     // variables still to go, `var` among them
  struct term var;             // the one at hand
  uint32_t gone;               // how many have gone
  bool split;                  // may a variable be taken apart into known and unknown bits or cells?
  bool exact;                  // nothing was left out so far
};

void elimination_replace(struct elimination *e, struct term from, struct term to);
// The value of the variable for which `side` has the value, if arithmetic alone tells; otherwise none.
struct term elimination_solve(struct elimination *e, struct term side, struct term value);
struct term elimination_extreme(struct terms *tm, struct term like, bool is_signed, bool largest);

// If the variable is only a side of comparisons of one signedness, bounds take the place of these conjuncts. `all`:
// adds what follows from the bounds there are and leaves the conjuncts with the variable in place.
bool elimination_bounds(struct elimination *e, bool all);
// Finds few terms that are enough as values of the variable.
bool elimination_witnesses(struct elimination *e);
// Takes away choices (if-then-else, reads after writes) that stand around a pending variable and that the conjuncts
// decide. True if there was any.
bool elimination_decide(struct elimination *e);

#endif
