// Loop invariants, taken from a certificate that was checked: what holds whenever a loop head is reached.
//
// An invariant is over the automaton's variables: of the head's function, in the frame at hand, of functions further
// out, in their nearest frames, and globals. Where it has a universally quantified variable (term/quantified.h) it
// holds for all values of it.
#ifndef CLEW_WITNESS_INVARIANTS_H
#define CLEW_WITNESS_INVARIANTS_H
#include "graph/certificate.h"

struct invariant {
  struct location location; // a loop head
  struct term formula;
  uint32_t states; // more formulas than a person reads: their number, and the formula is their hull (hull.h); or 0
};
VEC_TYPE(vec_invariant, struct invariant)

// One for each loop head where something can be said, by location; appended. The certificate must have been found right
// by certificate_check, as a whole.
void certificate_invariants(const struct certificate *certificate, struct cfa *cfa, struct vec_invariant *out);

#endif
