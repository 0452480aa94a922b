// Conjunctions about one small variable, decided exactly without a back end.
//
// Loops with symbolic bounds ask mostly whether x < 17 ∧ ¬(x < 16) and the like: comparisons of one bit-vector variable
// of at most 64 bits, possibly plus a constant, with constants. Each conjunct is a union of intervals of the unsigned
// number circle; the conjunction is their intersection.
#ifndef CLEW_SOLVE_RANGE_H
#define CLEW_SOLVE_RANGE_H
#include "solve/solve.h"

// UNKNOWN when any conjunct is not of that kind. SAT: *var and a *value of it that satisfies all (the one nearest to
// zero, so that answers do not depend on what was asked before).
enum answer range_decide(struct terms *tm, uint32_t n, const struct term *conjuncts, struct term *var,
                         struct term *value);
bool range_reads(struct terms *tm, struct term conjunct); // is it of that kind?
// The same values of the variable, said in one way: appended. False: some conjunct is not of that kind.
bool range_normal(struct terms *tm, uint32_t n, const struct term *conjuncts, struct vec_term *out);

#endif
