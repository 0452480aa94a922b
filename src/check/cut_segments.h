// The segments of the unfolded program between cut points, for the check of annotations: its places in an order in
// which every step between cut points goes forward (state/symbolic.h executes the steps).
#ifndef CLEW_CHECK_CUT_SEGMENTS_H
#define CLEW_CHECK_CUT_SEGMENTS_H
#include "base/process/limits.h"
#include "base/memory/map.h"
#include "graph/certificate.h"
#include "state/symbolic.h"

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
  struct map_u32 points; // context, location → cut point
  struct vec_u32 order; // the places that are no cut points: steps lead from earlier to later ones
  struct vec_u32 rank; // by place: its index in `order`
  const char *message;
};

// Finds the places that can be reached along edges, whatever their guards, within the bound on recursion. False: the
// program has a cycle without a cut point, or is too large; *message of it says so.
bool segments_init(struct segments *g, struct cfa *cfa, struct unfold *unfold, struct limits *limits,
                   const struct annotation *annotation);
void segments_release(struct segments *g);
// Does the step lead into a function that is on the call string more often than the bound allows?
bool segments_beyond(const struct segments *g, const struct unfold_step *step);
struct place *segments_place(struct segments *g, struct context context, struct location location);

#endif
