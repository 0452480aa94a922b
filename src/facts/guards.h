// Conditions of the program around a loop head, by how near they are to what matters (guards.c, phases.c,
// distances.c).
#ifndef CLEW_FACTS_GUARDS_H
#define CLEW_FACTS_GUARDS_H
#include "facts/candidates.h"
#include "facts/facts.h"

// Conditions of the program, by nearness to what matters.
enum rank { RANK_ASSERTION, RANK_LOOP, RANK_VARIANT, RANK_INSIDE, RANK_AFTER, RANK_BEFORE, RANK_CHECK, RANK_COUNT };

struct guards {
  struct candidates ranks[RANK_COUNT];
  struct candidates phases; // these are worth RANK_VARIANT
};

// Conditions around the head, found once.
struct guards *facts_guards(struct facts *f, struct location head);
// Those of guards and phases, whichever of the two are in `sources`, by rank, at most `most`, as far as `out` has them
// not.
void guards_append(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out);
void guards_free(struct guards *g);
// Congruences of variables in phases of the loop, bounds of sums that it makes from the conditions before it
// (phases.c).
void phases_find(struct facts *f, struct location head, const struct candidates *before, struct candidates *out);
// Bounds of sums and differences of two variables that the loop keeps (distances.c).
void distances_find(struct facts *f, struct location head, struct candidates *out);

#endif
