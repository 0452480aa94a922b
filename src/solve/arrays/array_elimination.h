// Array elimination: a formula over arrays as one over bit-vectors, with lemmas on demand.
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
// Few of them are given at once (arrays_facts), the others when a model contradicts them (arrays_refine): then they
// are remembered and given to later queries about the same variables at once.
//
// Why they may stay asserted: an interpretation of the variables of the original formulas gives each auxiliary
// variable one meaning, whatever the query is: a@i and A@i that cell of that array, the Boolean variable of A = B the
// truth of that, λ the least index at which A and B differ (0 if there is none), a remainder that remainder. Under
// these meanings every fact is true.
//
// Why this decides: a model of the lowered formulas and facts gives values to array variables (arrays_values). If the
// original formulas do not hold under them, then some auxiliary variable differs from its meaning there, and a fact
// that is about it is false or not yet given; arrays_refine finds it. Facts are about finitely many indices (of the
// formulas, or constants).
//
// Not covered, arrays_apply then says so: arrays whose elements are arrays; equality, COPY and STORES over indices
// that are no bit-vectors of at most 64 bits.
//
// The remainder of floats goes the same way, as no back end has a circuit for it: it becomes an auxiliary variable with
// facts that define it where the dividend is not larger than the divisor and bound it elsewhere. A model in which it
// has another value than it should is refined by the fact that it has that value at these arguments.
#ifndef CLEW_SOLVE_ARRAYS_ARRAY_ELIMINATION_H
#define CLEW_SOLVE_ARRAYS_ARRAY_ELIMINATION_H
#include "term/model.h"

struct arrays;

struct arrays *arrays_new(struct terms *tm);
void arrays_free(struct arrays *l);
// The formula without arrays, or none where that is not covered. Memoised.
struct term arrays_apply(struct arrays *l, struct term t);
// Facts to begin with for a conjunction of lowered formulas, appended to `facts`; the auxiliary variables it is about,
// also those that only the facts mention, appended to `aux`.
void arrays_facts(struct arrays *l, uint32_t n, const struct term *lowered, struct vec_term *facts,
                  struct vec_term *aux);
// Sets in `to` the array variables that `aux` come from, given the values of auxiliary and plain variables in `from`.
void arrays_values(struct arrays *l, const struct vec_term *aux, struct model *from, struct model *to);
// Adds facts that are missing, given a model of auxiliary, plain and array variables under which the original formulas
// do not hold, and the auxiliary variables they mention. False if there are none (or too many remainders were tried).
bool arrays_refine(struct arrays *l, struct vec_term *aux, struct model *model, struct vec_term *facts);

#endif
