// Candidates for invariants at cut points of the expanded program.
//
// They come from the facts of the location, and from the targets: what must not hold at the cut point, because a
// segment leads from there to a target, or several segments do; its parts, negated or not. They are formulas over the
// variables that an annotation may speak of there, without universally quantified variables, and no state that was
// reached refutes them.
#ifndef CLEW_EXPLORE_SUGGEST_H
#define CLEW_EXPLORE_SUGGEST_H
#include "explore/expansion.h"

#define SUGGEST_LEVELS 3

struct suggested {
  struct vec_term candidates; // in the order in which they were suggested
  struct vec_term refuted; // by reached states
};

struct suggest {
  struct expansion *x;
  uint32_t sources; // of facts.h
  struct suggested *at; // by point
  struct map_u32 known; // point and formula: it was suggested
  struct map_u32 products; // for ring_concerns
  uint64_t tried, refuted;
  // What leads to targets, by number of cut points on the way: point → formula, with inputs.
  struct map_u32 targets[SUGGEST_LEVELS];
  uint32_t levels; // made so far
};

void suggest_init(struct suggest *s, struct expansion *x, uint32_t sources);
void suggest_release(struct suggest *s);

// Each adds to the candidates of the point, as far as they are new.
void suggest_one(struct suggest *s, struct point p, struct term formula);
void suggest_from_facts(struct suggest *s, struct point p, bool many); // many: facts_many, otherwise facts_candidates
void suggest_from_targets(struct suggest *s, uint32_t level, struct point p);
void suggest_from_point(struct suggest *s, struct point p, struct point other); // the candidates of another
// Disjunctions of two that were suggested, one of them perhaps refuted, but for those that are `kept`.
void suggest_pairs(struct suggest *s, struct point p, const struct vec_term *kept);

#endif
