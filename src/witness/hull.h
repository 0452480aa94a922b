// Many formulas as one that a person can read: what holds in all of them.
//
// The states that an analysis of values enumerates at a loop head are thousands of conjunctions x = 3, y = 7, …. Their
// disjunction says everything and is too long to read. The hull says which values each variable (or cell, or other term
// that is equal to a constant in all of them) has: its value if it is always the same, the values if they are few, and
// otherwise the smallest and the largest; and the conjuncts that all have. The disjunction implies it.
#ifndef CLEW_WITNESS_HULL_H
#define CLEW_WITNESS_HULL_H
#include "cfa/cfa.h"

// Of at least one formula over variables of the automaton; true if nothing can be said.
struct term hull_of(struct cfa *cfa, uint32_t n, const struct term *formulas);

#endif
