// Segments of the expanded program: its paths from the entry or a cut point to the next cut points, executed forward
// on terms and merged.
//
// The cost is that of the points between the cut points, not that of the paths, and that of a formula at the end of a
// segment is the formula's own: for many formulas this is cheaper than a sweep for each (expansion_sweep).
#ifndef CLEW_EXPLORE_SEGMENTS_H
#define CLEW_EXPLORE_SEGMENTS_H
#include "explore/expansion.h"

struct segment {
  struct point from, to; // to: POINT_NONE where a target is met; then there is no end
  struct vec_term path; // what must hold at its beginning, as conjuncts, with arbitrary values of its own
  struct substitution *end; // a formula at its end → the same at its beginning
};
VEC_TYPE(vec_segment, struct segment)

// Appends the segments from a point, the entry or a cut point: to cut points, a few at most for each, and to targets.
// At the entry the initial values are used. False: that took longer than until then, or the limits were
// reached, and the appended segments are useless.
bool segments_from(struct expansion *x, struct point from, double deadline, struct vec_segment *out);
void vec_segment_drop(struct vec_segment *segments); // each of them, too

#endif
