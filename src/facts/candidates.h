// Lists of candidates, and the atoms that candidates are made of (candidates.c).
#ifndef CLEW_FACTS_CANDIDATES_H
#define CLEW_FACTS_CANDIDATES_H
#include "base/memory/map.h"
#include "term/term.h"

// Candidates in the order in which they were offered: no constants, no duplicates, no negations of each other.
struct candidates {
  struct terms *tm;
  struct vec_term list;
  struct map_u32 seen;
};
void candidates_release(struct candidates *c);
void candidates_add(struct candidates *c, struct term t);

// Is it a comparison, an equation of terms that are no Booleans, or a Boolean variable?
bool facts_is_atom(struct terms *tm, struct term t);
// Appends the atoms of a formula, in the order in which they are written.
void facts_atoms(struct terms *tm, struct term formula, struct vec_term *out);
// Appends the atoms in conditions of numbers in a term: of `ite`.
void facts_conditions(struct terms *tm, struct term about, struct vec_term *out);

#endif
