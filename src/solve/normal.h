// Equations brought into a normal form, so that what is equal by arithmetic alone is equal as a term.
//
// Two sums that differ in the order or grouping of their summands give different circuits, and that those are equal is
// among the hardest things to ask of a SAT solver. An equation between bit-vectors is therefore read as Σ factor · term
// = constant (modulo 2^width), like terms are put together, and where that cancels something the equation is written
// anew. Operands of products and quotients that are sums are brought into one order.
#ifndef CLEW_SOLVE_NORMAL_H
#define CLEW_SOLVE_NORMAL_H
#include "term/term.h"

struct normal;

struct normal *normal_new(struct terms *tm);
void normal_free(struct normal *n);
// An equivalent term (equal under every model); memoised.
struct term normal_apply(struct normal *n, struct term t);

#endif
