// Arrays away: a formula over arrays as one over bit-vectors, with lemmas on demand.
//
// A read is pushed through everything an array can be built of (stores, copies, choices, constant arrays) down to array
// variables; a read of a variable at an index becomes an auxiliary variable, one for each pair of array and index. The
// way down is cut where it is long (deep chains, large tables): there an auxiliary variable stands for the read of the
// array term itself. An equation between arrays becomes a Boolean auxiliary variable. What is left has no arrays, so
// that a purely propositional back end can take it.
//
// What is lost comes back as facts:
//   i = j ⇒ a@i = a@j                    two reads of one array variable, or of one term where reads are cut
//   A@i = (A taken apart)@i              a read that was cut; of a large table only for a range of indices
//   A = B ⇒ A@i = B@i                    equality, at indices that matter
//   A ≠ B ⇒ A@λ ≠ B@λ                    its converse, λ a variable of its own for each such pair
// Few of them are given at once (lowering_facts), the others when a model contradicts them (lowering_refine): then they
// are remembered and given to later queries about the same variables at once.
//
// Why they may be asserted for ever: an interpretation of the variables of the original formulas gives each auxiliary
// variable one meaning, whatever the query is: a@i and A@i that cell of that array, the Boolean variable of A = B the
// truth of that, λ the least index at which A and B differ (0 if there is none), a remainder that remainder. Under
// these meanings every fact is true.
//
// Why this decides: a model of the lowered formulas and facts gives values to array variables (lowering_arrays). If the
// original formulas do not hold under them, then some auxiliary variable differs from its meaning there, and a fact
// that is about it is false or not yet given; lowering_refine finds it. Facts are about finitely many indices (of the
// formulas, or constants).
//
// Not covered, lowering_apply then says so: arrays whose elements are arrays; equality, COPY and STORES over indices
// that are no bit-vectors of at most 64 bits.
//
// The remainder of floats goes the same way, as no back end has a circuit for it: it becomes an auxiliary variable with
// facts that define it where the dividend is not larger than the divisor and bound it elsewhere. A model in which it
// has another value than it should is refined by the fact that it has that value at these arguments.
#ifndef CLEW_SOLVE_ARRAYS_ELIMINATE_H
#define CLEW_SOLVE_ARRAYS_ELIMINATE_H
#include "term/model.h"

struct lowering;

struct lowering *lowering_new(struct terms *tm);
void lowering_free(struct lowering *l);
// The formula without arrays, or none where that is not covered. Memoised.
struct term lowering_apply(struct lowering *l, struct term t);
// Facts to begin with for a conjunction of lowered formulas, appended to `facts`; the auxiliary variables it is about,
// also those that only the facts mention, appended to `aux`.
void lowering_facts(struct lowering *l, uint32_t n, const struct term *lowered, struct vec_term *facts,
                    struct vec_term *aux);
// Sets in `to` the array variables that `aux` come from, given the values of auxiliary and plain variables in `from`.
void lowering_arrays(struct lowering *l, const struct vec_term *aux, struct model *from, struct model *to);
// Adds facts that are missing, given a model of auxiliary, plain and array variables under which the original formulas
// do not hold, and the auxiliary variables they mention. False if there are none (or too many remainders were tried).
bool lowering_refine(struct lowering *l, struct vec_term *aux, struct model *model, struct vec_term *facts);

#endif
