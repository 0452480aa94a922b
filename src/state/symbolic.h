// Symbolic execution of steps of the unfolded program on terms (unfold.h), from anywhere, with paths that are merged.
//
// A symbolic state is a path condition and a store, over the values that variables had at the beginning and over
// arbitrary values of its own: the inputs of each step that is taken, the variables of each frame that is opened, and
// the choices between paths that were merged. No two steps share an arbitrary value, so that states may be composed and
// merged as one likes.
//
// A caller that needs the path of a model keeps the states' origins: steps and merges, back to the beginning.
#ifndef CLEW_STATE_SYMBOLIC_H
#define CLEW_STATE_SYMBOLIC_H
#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "state/unfold.h"
#include "term/model.h"

struct origin {
  const struct origin *before; // of a step: the state it was taken from. Of a merge: the state for which `choice` holds
  const struct origin *other; // of a merge: the other state
  struct term choice; // none: this is a step
  struct context context; // of a step
  struct edge edge;
};

struct symbolic {
  struct vec_term path; // conjuncts
  struct map_u32 store; // variable → value, as term ids; one that is not in it has its value at the beginning
  const struct origin *origin; // how it came about; NULL: from the beginning, or it is not recorded
};
VEC_TYPE(vec_symbolic, struct symbolic)

void symbolic_release(struct symbolic *s);
void vec_symbolic_drop(struct vec_symbolic *states); // releases them all and the vector
// False: the path condition is false now.
bool symbolic_assume(struct terms *tm, struct symbolic *s, struct term condition);
// A formula over the variables at the state's place as one over those at the beginning.
struct term symbolic_formula(struct terms *tm, const struct symbolic *s, struct term formula);
// What the step, which is known, makes of the state; false: by constants it cannot be taken, and *to is not made.
// `inputs` has the values of inputs that another step from this state had, and gets those of this one: edges of a
// location may share inputs, and only one of them is taken.
bool symbolic_take(struct unfold *u, const struct symbolic *from, struct context context,
                   const struct unfold_step *step, struct map_u32 *inputs, struct symbolic *to);
// States at one place: merges as many as it pays to; in the end there are at most a few. `origins`: records which were
// merged; NULL: does not.
void symbolic_merge(struct unfold *u, struct vec_symbolic *states, struct arena *origins);
// The state was made by a step from one with that origin.
void symbolic_record(struct symbolic *s, struct arena *origins, const struct origin *before, struct context context,
                     struct edge edge);
// The edges of the path that the model describes, first edge first, appended.
void origin_path(const struct origin *origin, struct model *model, struct vec_context *contexts,
                 struct vec_edge *edges);

#endif
