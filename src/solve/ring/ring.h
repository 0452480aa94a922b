// Rings: contradictions that are identities of polynomials modulo 2^width.
//
// Where a query says p = q, r = s, … and x ≠ y, and x - y = Σ cofactor · (left - right) as polynomials
// (term/polynomial.h), it is unsatisfiable, however hard its products are as circuits. ring_prove looks for such
// identities: equations are solved for terms that they have alone and with an odd factor and substituted, the others
// are made a basis bounded in size (Buchberger), whose leading coefficients need not be units but must divide. Cases
// are distinguished: the members of a disjunction, the conditions of choices, whether two sides that are in both orders
// are equal, and that a number is its quotient times the divisor and the remainder. A case without products is left to
// a solver that the caller brings.
//
// What is found comes as a proof, which src/check/ring.c checks by multiplying out. Finding one is best effort: nothing
// rests on it there.
//
// It is no decision procedure: see docs/rings.md.
#ifndef CLEW_SOLVE_RING_RING_H
#define CLEW_SOLVE_RING_RING_H
#include "base/memory/map.h"
#include "base/process/limits.h"
#include "term/polynomial.h"

enum ring_rule {
  RING_FALSE, // one of the formulas is false
  RING_CASES, // `formula` holds or not: `below` for either, with the formula's occurrences replaced
  RING_SUBSTITUTE, // `formula` is among them, an equation between formulas[0] and another term, or a disequality
                   // between two bits, of which one is the other's complement: below[0], where the one is replaced by
                   // the other in all but `formula`
  RING_IDENTITY, // Σ cofactor · equation is the difference of the sides of `formula`, a disequality among them, or
                 // (none) a constant that is not 0; the equations are among them
  RING_OTHER, // `formulas`, which are among them, contradict each other for another reason
};

struct ring_proof {
  enum ring_rule rule;
  struct term formula;
  struct ring_proof *below[2];
  struct vec_term formulas; // IDENTITY: equations; OTHER
  uint32_t width; // IDENTITY: of the polynomials
  struct vec_polynomial cofactors; // by equation
};

// Do these, which have no products of variables, contradict each other? Then *core gets those that do. Unless it is the
// `last` chance an answer that costs much is not worth it.
typedef bool ring_other(void *context, const struct vec_term *formulas, bool last, struct vec_term *core);

// Has one of them a product of terms that are no constants? Only then is it worth while to ask. `known` remembers the
// answers by conjunct.
bool ring_concerns(struct terms *tm, struct map_u32 *known, uint32_t n, const struct term *conjuncts);
// A proof that the conjunction is unsatisfiable, or NULL. *core gets conjuncts that conflict.
struct ring_proof *ring_prove(struct terms *tm, struct limits *limits, uint32_t n, const struct term *conjuncts,
                              ring_other *other, void *context, struct vec_term *core);
void ring_proof_free(struct ring_proof *proof); // NULL is fine

// A condition of a choice in products of the conjuncts; none: there is none.
struct term ring_condition(struct terms *tm, uint32_t n, const struct term *conjuncts);
// What an equation, or a disequality between bits, says: that *from, which is the side of it (0 or 1), is equal to *to.
bool ring_sides(struct terms *tm, struct term t, uint32_t side, struct term *from, struct term *to);
// Adds the conjuncts of t, once each.
void ring_add(struct terms *tm, struct term t, struct vec_term *formulas);

#endif
