// The word-level stage: conjunctions over Bool and bit-vectors decided or made smaller before anything is bit-blasted.
//
// Meant for very many small, related conjunctions (path conditions), so it costs microseconds. A query is made a flat
// graph of operations on words of at most 64 bits; every node has an abstract value (domain.h). Asserted conjuncts
// are propagated through the graph up and down until nothing changes or the budget is spent; chains of comparisons
// between the same terms are checked for cycles (order.c); then a short search tries values and cases
// (search.c). Terms of other sorts and wider bit-vectors are opaque: what depends on them is a free value.
//
// With every abstract value goes the set of conjuncts it depends on, so that a contradiction names a core; cores are
// made smaller by trying without each member. A model is only given out after all conjuncts were evaluated under it.
//
// What is known of a term without its context is recomputed by one pass over the query's graph, which costs less than
// looking it up would; what is kept between queries is memory, so that a query allocates nothing but its model.
#ifndef CLEW_SOLVE_WORD_WORD_H
#define CLEW_SOLVE_WORD_WORD_H
#include "solve/solve.h"

struct word;

struct word *word_new(struct terms *tm);
void word_free(struct word *w);
void word_limit(struct word *w, uint32_t nodes); // word_decide does not try graphs that are larger; 20,000 without this

// Facts are formulas that hold whenever the conjuncts are meant as they should be (eliminate.h); a core does not
// mention them. SAT: *model is a new reference with values for exactly the variables of conjuncts and facts. UNSAT:
// conjuncts that conflict are appended to *core. UNKNOWN: nothing is said, and *model is NULL. The answer depends on
// these terms and their order only.
enum answer word_decide(struct word *w, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                        const struct term *facts, struct model **model, struct vec_term *core);

// A conjunction without variables that equations define. It is satisfiable iff the given one is.
struct word_simplified {
  struct vec_term conjuncts; // none of them true; a single false where the conjunction is
  // Conjunct i follows from the given ones origins[starts[i] … starts[i + 1]), ascending.
  struct vec_u32 origins, starts;
  // Eliminated variables with their definitions over variables that are left or eliminated later.
  struct vec_term vars, values;
};

// Equations x = t, also inside sums, complements, products with odd numbers, extensions and concatenations, are solved
// for x and substituted, to a fixpoint. False: nothing was found and `out` is empty.
bool word_simplify(struct word *w, uint32_t n, const struct term *conjuncts, struct word_simplified *out);
// Adds to a model of the simplified conjunction values for the eliminated variables and those of their definitions.
// Variables that fell away otherwise may have any value. The model must not be shared.
void word_extend(struct terms *tm, const struct word_simplified *s, struct model *model);
void word_simplified_release(struct word_simplified *s);

// For tests: what became of the queries so far.
struct word_stats {
  uint64_t queries, unsat_root, unsat_order, unsat_search, sat, unknown, steps, conflicts;
};
const struct word_stats *word_statistics(const struct word *w); // for tests

#endif
