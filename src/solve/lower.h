// Arrays away: a formula over arrays as one over bit-vectors.
//
// A read is pushed through everything an array can be built of (stores, copies, choices, constant arrays) down to array
// variables; a read of a variable at an index becomes an auxiliary variable, one for each pair of array and index.
// What is lost is that equal indices read equal cells: that comes back as facts, `i = j ⇒ a@i = a@j`, for the pairs a
// query needs. What is left has no arrays, so that a purely propositional back end can take it.
//
// Only equality between arrays cannot be lowered (and arrays inside arrays are not tried).
//
// The remainder of floats goes the same way, as no back end has a circuit for it: it becomes an auxiliary variable with facts
// that define it where the dividend is not larger than the divisor and bound it elsewhere. A model in which it has
// another value than it should is refined by the fact that it has that value at these arguments.
#ifndef CLEW_SOLVE_LOWER_H
#define CLEW_SOLVE_LOWER_H
#include "term/model.h"

struct lowering;

struct lowering *lowering_new(struct terms *tm);
void lowering_free(struct lowering *l);
// The formula without arrays, or none where that is impossible. Memoised.
struct term lowering_apply(struct lowering *l, struct term t);
// Facts for a conjunction of lowered formulas, appended to `facts`; the auxiliary variables it is about, also those that only
// the facts mention, appended to `aux`. False: too many to be of use.
bool lowering_facts(struct lowering *l, uint32_t n, const struct term *lowered, struct vec_term *facts, struct vec_term *aux);
// Sets in `to` the array variables that `aux` come from, given the values of auxiliary and plain variables in `from`.
void lowering_arrays(struct lowering *l, const struct vec_term *aux, struct model *from, struct model *to);
// Adds facts that the model contradicts; false if there are none.
bool lowering_refine(struct lowering *l, const struct vec_term *aux, struct model *model, struct vec_term *facts);

#endif
