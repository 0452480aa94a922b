// Inside the provider `farkas`: the linear constraints of a path.
//
// A constraint belongs to a step and is over the variables before that step: x·a + y·b + k ≤ 0 (or = 0), where a and b
// are terms. It comes from a conjunct of the step's guard, or is a fact that holds of every bit-vector of that shape.
// Definitions are no constraints: a term is carried back over the updates to where it is wanted.
//
// farkas_rows.c reads constraints off steps; farkas.c combines them.
#ifndef CLEW_SOLVE_INTERPOLATE_FARKAS_H
#define CLEW_SOLVE_INTERPOLATE_FARKAS_H
#include "solve/linear/linear.h"

struct constraint {
  uint32_t step;
  struct term a, b; // b may be none
  mpz_t x, y, k;
  bool equation;
  bool assigned; // an input is a constant: better done without
  bool is_unsigned; // reading of constants that stand alone
};
VEC_TYPE(vec_constraint, struct constraint)

// Which facts about ranges of variables are added.
enum fact_level { FACTS_OPERATIONS, FACTS_SIGNED, FACTS_UNSIGNED };

void constraints_collect(struct terms *tm, uint32_t n, const struct step *steps, enum fact_level level,
                         struct vec_constraint *out);
void constraints_release(struct vec_constraint *c);
// Adds factor·(x·a + y·b + k) to l, with a and b as they are at the moment.
bool constraint_add(struct terms *tm, struct linear *l, const struct constraint *c, const mpz_t factor);
// Carries constraints over the variables after a step back to the variables before it.
void constraints_before(struct terms *tm, const struct step *step, uint32_t n, struct constraint **constraints);
// Is there an unsigned, but no signed comparison on the path?
bool path_is_unsigned(struct terms *tm, uint32_t n, const struct step *steps);

// --- case splits ------------------------------------------------------------------------------------
// Two variants of a step which together allow all that it allows.
struct split {
  uint32_t step;
  struct step side[2];
};
// What a linear model says about a difference a - b at a step: its sign in *sign. False: nothing.
typedef bool split_oracle(void *context, uint32_t step, struct term a, struct term b, bool is_unsigned, int *sign);
// The last conjunct that the model breaks or that is not linear; false if there is none.
bool split_find(struct terms *tm, struct arena *arena, uint32_t n, const struct step *steps, bool is_unsigned,
                split_oracle *oracle, void *context, struct split *out);

#endif
