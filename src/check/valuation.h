// The values of variables in an execution on terms: over those at its beginning, and over inputs.
//
// A graph of a hundred thousand nodes has as many executions, of a few steps each. So values are not copied: the
// changes of a step are on a trail, and are undone when the walk returns. A term is compiled when it is first met, into
// its subterms in bottom-up order: each has an index, and a shared one is evaluated once. The result is that of
// substitution; the term module makes, and so simplifies, it.
#ifndef CLEW_CHECK_VALUATION_H
#define CLEW_CHECK_VALUATION_H
#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "term/term.h"

struct valuation_code; // terms, compiled

struct valuation {
  struct terms *tm;
  struct map_u32 numbers; // variable → its number
  struct vec_u32 values; // by number
  struct vec_u64 trail; // number << 32 | the value before
  struct map_ptr codes; // term → struct valuation_code *
  struct arena arena; // of codes
  struct vec_term parts; // scratch: results, by part of the code that runs
  struct vec_term children; // scratch
  struct vec_u32 used; // by number: the last call of valuation_assume that has the variable in a value
  uint32_t assumed; // such calls
};

void valuation_init(struct valuation *v, struct terms *tm);
void valuation_release(struct valuation *v);

struct term valuation_get(const struct valuation *v, struct term variable); // the variable itself if it has no other
void valuation_set(struct valuation *v, struct term variable, struct term value);
static inline uint32_t valuation_mark(const struct valuation *v) { return v->trail.size; }
void valuation_undo(struct valuation *v, uint32_t mark); // variables that were set since then have their old values

// The term with the values of its variables in their places.
struct term valuation_apply(struct valuation *v, struct term t);

// Several terms at once, which share parts. The code lives as long as the valuation.
const struct valuation_code *valuation_compile(struct valuation *v, uint32_t n, const struct term *terms);
// Appends the results of the terms from `first` on up to `end` (exclusive). Those before `first` must have been asked
// for, with the same values, in the last call.
void valuation_run(struct valuation *v, const struct valuation_code *code, uint32_t first, uint32_t end,
                   struct vec_term *out);

// A conjunction holds at the beginning. Where a conjunct says that a variable is equal to a term, or a cell of an array
// at a constant index to a constant, it becomes the variable's value, so that the term module sees what follows from
// it; the rest of the conjuncts, with the values, is appended. No variable may have a value before.
//
// Why that is right: let state σ satisfy the conjunction. Each value that is given here is, in σ, that of its variable
// (a = store(a, i, v) where a[i] = v), so that a term and its result are equal in σ: a statement that is shown for all
// σ that satisfy the rest holds for it. Nothing is lost either: a σ that satisfies the rest becomes one that satisfies
// the conjunction if the variables get their values, and no value or rest can tell, because a variable that has a value
// occurs in none of them, and an array only with those cells overwritten.
void valuation_assume(struct valuation *v, uint32_t n, const struct term *conjuncts, struct vec_term *rest);

#endif
