// Steps of the unfolded program on ranges (ranges.h): abstract evaluation.
//
// A step is compiled when it is first taken: guard and new values are one graph of operations on words. Ranges are
// propagated through it up (from variables to results) and down (from the guard, which holds, to variables), as the
// solver's word-level stage does; the meaning of the operations is that of solve/word/domain.h. Where the guard is a
// disjunction or a value is chosen by a condition, as in large-block encoding, the cases are looked at one by one, as
// far as there are few, and joined. Inputs, memory, floats and what is wider than 64 bits are unknown.
#ifndef CLEW_STATE_RANGE_STEP_H
#define CLEW_STATE_RANGE_STEP_H
#include "state/ranges.h"

struct range_steps; // those that were compiled
struct range_steps *range_steps_new(struct ranges *r); // which is borrowed
void range_steps_free(struct range_steps *s);

// The step, which is known, from its context. False: no state of `before` can take it. Variables of frames that were
// left are dropped.
bool range_step(struct range_steps *s, struct context from, const struct unfold_step *step, struct persistent before,
                struct persistent *after);
uint64_t range_steps_effort(const struct range_steps *s); // operations looked at so far

#endif
