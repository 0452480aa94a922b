// Interval analysis of the expanded program, by itself: a fixpoint with one map of ranges (state/ranges.h) a point.
//
// Upwards with widening at cut points, the points in their order so that inner loops become stable first; then
// downwards (narrowing): what a point has is met with what its steps lead to. The result is inductive: every step leads
// from the ranges of its point into those of the next, whatever was met. What follows a target (explore/expansion.h) is
// not looked at.
#ifndef CLEW_EXPLORE_BOUNDS_H
#define CLEW_EXPLORE_BOUNDS_H
#include "explore/expansion.h"
#include "state/range_step.h"

struct bounds;
// NULL: the program is too large or calls itself, or the fixpoint was not reached with this effort (operations on
// ranges) or within the limits of the run's slice. The steps and the run are borrowed.
struct bounds *bounds_new(struct run *run, struct ranges *r, struct range_steps *steps, uint64_t effort);
void bounds_free(struct bounds *b);
// False: the place is not reached. True with the empty map: nothing is known.
bool bounds_at(const struct bounds *b, struct context context, struct location location, struct persistent *out);
// Edges of the automaton that cannot be taken, although their location can be reached.
uint32_t bounds_edges_cut(const struct bounds *b);
// The bounds at loop heads become proven facts: what all contexts of a location have in common. Returns how many
// conjuncts. Nothing where the expansion is not complete.
uint32_t bounds_prove(struct bounds *b);

// All of it for a setting: a short run before an engine, of at most so many seconds. Returns the number of conjuncts
// proven; *edges: those cut.
uint32_t bounds_of_setting(const struct run_setting *setting, double seconds, uint32_t *edges);

#endif
