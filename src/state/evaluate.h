// Steps of the unfolded program (unfold.h) on partial knowledge: some variables are known, as values or as
// symbolic expressions.
//
// A store is a persistent map from variables to their known values. Variables are numbered as they are met. What is
// known of a variable that is no array is a term: a constant, or (if the evaluation is symbolic) an expression over
// symbolic identifiers, which are variables of the term language. What is known of an array is a handle of this module:
// a base, an array term, and a persistent map of the cells at constant indices that were written since. A variable that
// is not in the store is unknown. Symbolically, its value is itself: the term of the variable, which then denotes the
// value that it had where the store began.
//
// A step is compiled when it is first taken: its guard and its updates are straight-line code over registers, run on
// 64-bit values where the operands are constants. Where they are not, the result is unknown (explicit), or the term is
// built (symbolic). The meaning of every operation is that of the term module.
#ifndef CLEW_STATE_EVALUATE_H
#define CLEW_STATE_EVALUATE_H
#include "base/memory/persistent.h"
#include "state/unfold.h"

// The value of a variable of which nothing is known; never a term.
#define TERM_UNKNOWN ((struct term){UINT32_MAX})
static inline bool term_is_unknown(struct term t) { return t.id == UINT32_MAX; }

struct evaluator;
// Makes symbolic identifiers: an arbitrary value, each time another one. For inputs of steps, and for what a store
// knows nothing of any more although it knew something before.
struct evaluator_fresh {
  void *context;
  struct term (*make)(void *context, struct sort sort, struct term like);
};
// `fresh` NULL: explicit.
struct evaluator *evaluator_new(struct unfold *u, struct persistents *pool, const struct evaluator_fresh *fresh);
void evaluator_free(struct evaluator *e);

// --- variables and stores --------------------------------------------------------------------------------------------
uint32_t evaluator_number(struct evaluator *e, struct term variable); // of an instance variable, or the bump pointer
struct term evaluator_variable(const struct evaluator *e, uint32_t number);
uint32_t evaluator_variables(const struct evaluator *e); // how many have a number
// The known value of a variable that is no array: a term, or TERM_UNKNOWN.
struct term store_get(struct evaluator *e, struct persistent store, uint32_t number);
struct persistent store_put(struct evaluator *e, struct persistent store, uint32_t number, struct term value);
struct persistent store_forget(struct evaluator *e, struct persistent store, uint32_t number);
// The known part of an array: its base (the variable itself: nothing is known) and the cells over it, from index to
// term id. Explicit: over a base that is a constant, a cell of which nothing is known has TERM_UNKNOWN.
struct known_array {
  struct term base;
  struct persistent cells;
};
struct known_array store_array(struct evaluator *e, struct persistent store, uint32_t number);
struct persistent store_put_array(struct evaluator *e, struct persistent store, uint32_t number,
                                  struct known_array array);
// The value of a variable as a term, arrays included; the variable's own term where nothing is known. Symbolic.
struct term store_term(struct evaluator *e, struct persistent store, uint32_t number);
// The formula over variables with what the store knows in their place. Explicit: variables of which nothing is known
// stay, and so does all that depends on them.
struct term store_formula(struct evaluator *e, struct persistent store, struct term formula);

// --- steps -----------------------------------------------------------------------------------------------------------
struct step_code; // a step, compiled; kept by the evaluator
// The step must be known, and live as long as the evaluator; it need not be an edge's (EDGE_NONE).
const struct step_code *evaluator_code(struct evaluator *e, struct context context, const struct unfold_step *step);

// The value of the guard: true, false, TERM_UNKNOWN (explicit) or a formula over symbolic identifiers. Inputs of
// the step get identifiers, which the edges of a location share as long as `visit` is the same number (a visit of the
// location; not 0) and no other visit comes in between.
struct term evaluate_guard(struct evaluator *e, const struct step_code *code, uint64_t visit, struct persistent store);
// What follows from a guard that holds, besides the guard itself: equalities in it between an unknown variable and a
// value that is known, and Boolean variables. Explicit evaluation learns by it ("the only satisfying assignment").
// Symbolic: in the visit at hand; a variable gets a constant in place of its expression.
struct persistent evaluate_assume(struct evaluator *e, const struct step_code *code, struct persistent store);
// The store after the step. Variables of frames that were left are forgotten.
struct persistent evaluate_updates(struct evaluator *e, const struct step_code *code, uint64_t visit,
                                   struct persistent store);
// The variables (numbers) that guard and updates read; for slicing along paths. Borrowed.
const struct vec_u32 *step_code_reads(const struct step_code *code);

#endif
