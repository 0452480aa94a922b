// Relations that a formula implies: step 1 of overapproximation (overapproximate.h).
//
// Candidates are read off models of the formula: only what holds in all models known so far is ever asked about, and
// all such candidates are asked about together. A model that breaks some of them removes all that it breaks.
#ifndef CLEW_ENGINE_BSELF_RELATIONS_H
#define CLEW_ENGINE_BSELF_RELATIONS_H
#include "engine/bself/overapproximate.h"

// The types of the paper, and what is tried past it.
enum relation_type {
  RELATION_CONSTANT,    // type 1: x = c
  RELATION_LINEAR,      // type 2: x ± y = a, x ± y = a·z
  RELATION_CONGRUENCE,  // type 3: a <= x <= b and x ≡ a modulo b - a, from one extension to the next
  RELATION_SUBSTITUTED, // type 4: a clause with equals put for equals
  RELATION_INEQUALITY,  // x <= y, x < y
  RELATION_MULTIPLE,    // x = a·z
  RELATION_LINE,        // a·x + b·y = c, from one extension to the next
  RELATION_HINT,        // a candidate of another source
  RELATION_NONLINEAR,   // one with products of variables
};

struct relation {
  enum relation_type type;
  uint32_t rank; // those with smaller numbers are tried first
  struct term formula;
};
VEC_TYPE(vec_relation, struct relation)

struct relations {
  const struct overapproximation *o;
  double deadline;        // by clock_cpu; may be moved between questions
  struct vec_ptr models;  // of the extension
  struct vec_term constants; // by subject: its value where that is forced, none otherwise
  bool has_signed, has_unsigned; // comparisons in what was given
  struct vec_relation found; // without type 1; the best first, none implied by another one
};

// Is the formula implied by the extension? What is not answered is not implied.
bool relations_implied(struct relations *r, struct term formula);
// Fills all of it; `clauses` are those of the extension.
void relations_collect(struct relations *r, const struct vec_term *clauses);
void relations_forget(struct relations *r);

// Best effort: a question to the solver, counted. After SAT *model (may be NULL) is a new reference.
enum answer relations_ask(struct relations *r, struct term a, struct term b, struct model **model);
bool relations_stopped(const struct relations *r);

#endif
