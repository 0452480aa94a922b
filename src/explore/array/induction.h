// Invariants about cells of arrays by induction: universally quantified formulas (term/quantified.h) at cut points.
//
// Candidates are polynomials that the cells have in runs (facts/array/values.h), such of variables, and what is
// inductive without quantifiers. They survive their own induction together, as in Houdini, one after the other: a
// candidate holds at the end of a segment for an arbitrary value of its variable, and of those at its beginning
// instances are assumed, for the cells that the query reads (term/instances.h). What a proof needed is known from the
// cores of its queries: a candidate is asked about again only when something was dropped that its proof needed.
#ifndef CLEW_EXPLORE_ARRAY_INDUCTION_H
#define CLEW_EXPLORE_ARRAY_INDUCTION_H
#include "explore/expansion.h"

// Takes about so many seconds. True: no target is met in a segment from the entry, or from a cut point where the
// invariants hold; `needed`, by point, gets conjuncts that are an inductive annotation (k = 1) which shows that.
// `sources`: of facts.h.
bool array_induction(struct expansion *x, uint32_t sources, double seconds, struct vec_term *needed);

#endif
