// The segments of the unfolded program between cut points, for the check of annotations: its places in an order in
// which every step between cut points goes forward, and symbolic execution of steps on terms (state/unfold.h).
//
// A symbolic state is a path condition and a store, over the values that variables had at the beginning and over
// arbitrary values of its own: the inputs of each step that is taken, the variables of each frame that is opened, and
// the choices between paths that were merged. No two steps share an arbitrary value, so that states may be composed and
// merged as one likes.
#ifndef CLEW_PROOF_SEGMENTS_H
#define CLEW_PROOF_SEGMENTS_H
#include "base/limits.h"
#include "base/map.h"
#include "graph/certificate.h"

// --- symbolic states ------------------------------------------------------------------------------------------------
struct symbolic {
  struct vec_term path; // conjuncts
  struct map_u32 store; // variable → value, as term ids; one that is not in it has its value at the beginning
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
// States at one place: merges as many as it pays to; in the end there are at most a few.
void symbolic_merge(struct unfold *u, struct vec_symbolic *states);

// --- places ---------------------------------------------------------------------------------------------------------
#define PLACE_NONE UINT32_MAX

struct place {
  struct context context;
  struct location location;
  uint32_t point; // the cut point here, as an index of the annotation; PLACE_NONE: none
  struct vec_symbolic pending; // states that wait to be executed
};
VEC_TYPE(vec_place, struct place)

struct segments {
  struct cfa *cfa;
  struct unfold *unfold;
  struct limits *limits;
  const struct annotation *annotation;
  struct vec_place places;
  struct map_u32 number; // context, location → place
  struct vec_u32 order; // the places that are no cut points: steps lead from earlier to later ones
  struct vec_u32 rank; // by place: its index in `order`
  const char *message;
};

// Finds the places that can be reached along edges, whatever their guards. False: the program is recursive, has a cycle
// without a cut point, or is too large; *message of it says so.
bool segments_init(struct segments *g, struct cfa *cfa, struct unfold *unfold, struct limits *limits,
                   const struct annotation *annotation);
void segments_release(struct segments *g);
struct place *segments_place(struct segments *g, struct context context, struct location location);
uint32_t segments_entry(const struct segments *g); // where main begins

#endif
