// A piece of a path as one step: the composition of the steps of its edges (unfold.h).
#ifndef CLEW_STATE_COMPOSE_H
#define CLEW_STATE_COMPOSE_H
#include "base/arena.h"
#include "state/unfold.h"

// A guarded parallel assignment that does what the n edges do one after the other, each taken in its context. Inputs are renamed: those of two steps
// made from one arena with the same numbers `first` … differ from each other only by position, so that no two in a path are the same. Memory is the arena's.
// False: a step is not known.
bool compose_steps(struct unfold *u, struct arena *arena, uint32_t n, const uint32_t *contexts, const uint32_t *edges, uint32_t first, struct step *out);

#endif
