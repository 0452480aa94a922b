// The check of proofs that rest on identities of polynomials (solve/ring/ring.h says what their steps are).
//
// A proof is data; who found it, and how, does not matter. What is trusted is this: that in a case the formulas stay as
// strong when a condition is replaced by its value there, that equals may be replaced by equals, that polynomials are
// multiplied out correctly (term/polynomial.h), and where a case is left to it, the solver of the check.
#ifndef CLEW_CHECK_RING_H
#define CLEW_CHECK_RING_H
#include "solve/ring/ring.h"
#include "solve/solve.h"

// Is the conjunction of the formulas unsatisfiable by this proof?
bool ring_check(struct terms *tm, struct solver *solver, const struct vec_term *formulas,
                const struct ring_proof *proof);

#endif
