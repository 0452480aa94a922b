// Inputs of steps in formulas that go backward (explore/expansion.h): a formula without them speaks of the variables at
// its point alone. It is smaller, and can be met again.
#ifndef CLEW_EXPLORE_INPUTS_H
#define CLEW_EXPLORE_INPUTS_H
#include "explore/expansion.h"

struct input_counts {
  uint64_t eliminated, left; // added to
  double seconds;
};

bool inputs_in(const struct expansion *x, struct term formula);
// The formula, which can be satisfied, for some values of its inputs: exactly, so that those which cannot be eliminated
// stay.
struct term inputs_eliminate(struct expansion *x, struct term formula, struct input_counts *counts);

#endif
