// Formulas as clauses: what overapproximation drops and relaxes.
//
// A clause is a term, the disjunction of its literals. Conjunctive normal form by distribution as long as it stays
// small: what would blow up stays one clause, so that a list of clauses is always equivalent to the formula.
#ifndef CLEW_ENGINE_BSELF_CLAUSES_H
#define CLEW_ENGINE_BSELF_CLAUSES_H
#include "term/term.h"

// Appends clauses whose conjunction is equivalent to the formula, each once; at most about `most` for one disjunction.
void clauses_of(struct terms *tm, struct term formula, uint32_t most, struct vec_term *out);
// Appends the literals of a clause.
void clause_literals(struct terms *tm, struct term clause, struct vec_term *out);
// Those that are better dropped first: clauses with several literals, then equations with constants, other clauses, and
// equations between variables last. What is left is then short, and has constants that can be moved.
void clauses_sort(struct terms *tm, struct vec_term *clauses);
// The clause with constants of sums on one side of its inequalities, as for numbers that do not overflow: y + 1 > 0 is
// y > -1. It may say something else where they do.
struct term clause_plain(struct terms *tm, struct term clause);
// Without products, quotients and shifts of variables, which solvers find hard.
bool clause_is_linear(struct terms *tm, struct term clause);
bool clauses_have(const struct vec_term *clauses, struct term t);

// An inequality a < b or a <= b between bit-vectors of at most 64 bits.
struct inequality {
  bool is_signed, strict;
  struct term a, b;
};

bool inequality_of(const struct terms *tm, struct term literal, struct inequality *out);
struct term inequality_term(struct terms *tm, const struct inequality *q);
// The largest r that makes sense for inequality_relax. Where one side is a constant nothing overflows up to it.
uint64_t inequality_room(struct terms *tm, const struct inequality *q);
bool inequality_has_constant(const struct terms *tm, const struct inequality *q);
// a <= b + r, as bit-vectors; where one side is a constant it is moved by r, as numbers of the order.
struct term inequality_relax(struct terms *tm, const struct inequality *q, uint64_t r);
// The r after which the constant side of the inequality, taken as <=, is `target`; false: that is no relaxation.
bool inequality_distance(struct terms *tm, const struct inequality *q, struct term target, uint64_t *r);

#endif
