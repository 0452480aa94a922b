// A piece of a path as one step: the composition of the steps of its edges (unfold.h).
//
// Values are carried forward, as terms over the variables at the beginning of the piece and its inputs. What an edge
// costs depends on the terms of that edge alone, and what is known is computed as terms are built: a thousand
// iterations with known values become a few constants.
#ifndef CLEW_STATE_COMPOSE_H
#define CLEW_STATE_COMPOSE_H
#include "base/memory/arena.h"
#include "state/unfold.h"

// A guarded parallel assignment that does what the n edges do one after the other, each taken in its context. Memory is
// the arena's.
// - Inputs inside the step are distinct: an input that an edge brings the k-th time is another variable, the same one
// in every step that is composed.
//   Those of two steps of a path need not be, interpolate_path tells them apart by position. Inputs that nothing
//   mentions are left out.
// - Where the guards contradict each other by constants the composition ends there: the guard is false and there is
// nothing else.
// - Variables of frames that are gone at the end of the piece are not updated: nothing after it can mention them.
// False: a step is not known; *out is not set.
bool compose_steps(struct terms *tm, struct unfold *u, struct arena *arena, uint32_t n, const struct context *contexts,
                   const struct edge *edges, struct step *out);

#endif
