// Bit-vector terms read as linear expressions over mathematical integers, and back.
//
// The reading assumes that nothing overflows and does not tell signed from unsigned variables: a bit-vector is one
// integer. That is wrong at times, so whatever is concluded from it is a guess, which the caller checks as bit-vectors.
// Going back there are several forms (enum linear_form): plain ones, as a person would write them, in which the sums
// themselves may wrap, and wide ones that are extended until they cannot.
//
// An expression is Σ coefficient·atom + constant. Atoms are variables and terms that are not linear (a cell of an
// array, a product, a remainder), of bit-vector, Boolean (0 or 1) or Int sort.
#ifndef CLEW_SOLVE_LINEAR_LINEAR_H
#define CLEW_SOLVE_LINEAR_LINEAR_H
#include "base/memory/arena.h"
#include "solve/interpolate/interpolator.h"
#include "term/walk.h"

struct linear {
  struct vec_term atoms; // distinct; a coefficient may be zero
  mpz_t *coefficients;
  uint32_t capacity; // coefficients that are initialised
  mpz_t constant;
};

void linear_init(struct linear *l);
void linear_release(struct linear *l);
void linear_clear(struct linear *l);
// Adds coefficient·t. Constants that stand alone are read as unsigned where told so. False: too large, l is then of no
// use.
bool linear_add(struct terms *tm, struct linear *l, const mpz_t coefficient, struct term t, bool is_unsigned);
void linear_add_atom(struct linear *l, struct term atom, const mpz_t coefficient);
// Drops atoms with coefficient zero and divides by the common divisor; rounds the constant up, which keeps the integer
// solutions of l ≤ 0. False if l = 0 was meant (equation) and has no integer solution.
bool linear_normalise(struct linear *l, bool equation);

// In pairs; unsigned ones are odd.
enum linear_form {
  LINEAR_PLAIN_SIGNED, // what has a negative coefficient goes to the other side: x + 1 <= y
  LINEAR_PLAIN_UNSIGNED,
  LINEAR_DIFFERENCE_SIGNED, // all atoms on one side: x - y <= -1
  LINEAR_DIFFERENCE_UNSIGNED,
  LINEAR_WIDE_SIGNED, // exact
  LINEAR_WIDE_UNSIGNED,
  LINEAR_FORM_COUNT
};
// l ≤ 0, or l = 0, as a formula. None if the form cannot say it.
struct term linear_formula(struct terms *tm, const struct linear *l, bool equation, enum linear_form form);
// Conjunctions in which a ≤ b and b ≤ a have become a = b, and a = b has swallowed them.
struct term linear_both(struct terms *tm, struct term a, struct term b);
struct term linear_conjunction(struct terms *tm, uint32_t n, const struct term *conjuncts);

// --- terms over integers (integers.c) -------------------------------------------------------------
// A formula or bit-vector term as one over Int variables, under the same assumption. None if some operation has no such
// reading. memo is kept between calls; back maps Int variables to the bit-vector variables they stand for.
struct term linear_to_int(struct terms *tm, struct term_memo *memo, struct map_u32 *back, struct term t);
// A formula over such variables as one over bit-vectors, its comparisons in that form. None if the form cannot say it.
struct term linear_from_int(struct terms *tm, const struct map_u32 *back, struct term formula, enum linear_form form);

// --- steps ----------------------------------------------------------------------------------------
// A copy of the steps in which no two share an input: the same edge may be taken several times.
struct step *linear_steps(struct interpolator *ip, struct arena *arena, uint32_t n, const struct step *steps);
// A term over the variables after the step, as one over the variables before it.
struct term linear_before(struct terms *tm, const struct step *step, struct term t);
// The inputs of steps first … n-1, as a set of term ids.
void linear_inputs(const struct step *steps, uint32_t first, uint32_t n, struct map_u32 *out);
bool linear_mentions(struct terms *tm, const struct map_u32 *vars, struct term t);
// Do the steps lead from `from` into `to` for certain? As interpolator_violates, but for steps that are not those of
// the problem.
bool linear_leads(struct interpolator *ip, const struct step *steps, struct term from, uint32_t first, uint32_t last,
                  struct term to);

#endif
