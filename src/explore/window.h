// Windows of the expanded program: its paths forward from a start, segment after segment, with paths that are merged.
//
// A window begins at the entry of main, or at all cut points with arbitrary values. A visit is a state at a cut point
// with so many segments behind it, its level; what reaches a cut point at one level by several paths is merged. A hit
// is a target that is met in a segment. A window grows at its end: what was executed stays, so that a solver keeps what
// it learnt of it.
//
// Where a path condition is long, and always where the window begins at cut points, the visit gets a name: a variable
// that says that the path comes by. The path condition stands behind it as a definition, once; what follows has only
// the name. So something can be assumed of a visit afterwards, and the cost of a level does not depend on the levels
// before.
#ifndef CLEW_EXPLORE_WINDOW_H
#define CLEW_EXPLORE_WINDOW_H
#include "explore/forward.h"

#define CUT_NONE UINT32_MAX

struct window_visit {
  uint32_t cut; // index into the expansion's cuts; CUT_NONE: the entry
  uint32_t level;
  struct term name; // the path comes by; none: the path condition says it
  struct vec_term conditions; // what the name implies, as conjuncts; empty: it is arbitrary
  struct term definition; // that it does; none: it is arbitrary
  struct vec_u32 from; // the cuts of the level before from which segments lead here
  struct symbolic state;
};
VEC_TYPE(vec_window_visit, struct window_visit)

struct window_hit {
  uint32_t target; // index into the expansion's targets
  uint32_t cut, level; // of the visits that the segment begins with
  struct symbolic state; // where the target is met, its condition included; without a store
};
VEC_TYPE(vec_window_hit, struct window_hit)

struct window {
  struct expansion *x;
  bool entry; // begins at the entry
  struct vec_window_visit visits; // by level, then by cut
  struct vec_window_hit hits; // by level
  struct vec_u32 levels; // by level: its first visit. The last is the one at which the window ends
  struct vec_u32 hit_levels; // by level: the first hit of the segments that begin there
  // Best effort: may the state, at a cut point, be reached? NULL: it may.
  bool (*possible)(void *context, struct window *w, const struct symbolic *s);
  void *context;
  struct arena origins;
  uint32_t named; // visits that have a name
  struct forward forward; // its states at cut points begin the next level
  struct vec_u32 *from; // by cut point: of the states that are pending there
  uint32_t at; // the cut from which segments are being executed
  uint32_t *number; // by point: of a cut point, its index
};

// Level 0; and level 1 if the entry is a cut point.
// A window stays where it is.
void window_init(struct window *w, struct expansion *x, bool entry);
void window_release(struct window *w);
static inline uint32_t window_level(const struct window *w) { return w->levels.size - 1; }
// Executes the segments that begin at the last level. False: limits were reached; the window is as it was before.
bool window_extend(struct window *w);
// Marks the locations that were passed as reached, in the run.
void window_mark_reached(const struct window *w);
// The visits of a level are at begin, …, end - 1.
static inline uint32_t window_begin(const struct window *w, uint32_t level) { return w->levels.data[level]; }
static inline uint32_t window_end(const struct window *w, uint32_t level) {
  return level + 1 < w->levels.size ? w->levels.data[level + 1] : w->visits.size;
}
// The hits of segments that begin at a level, which is not the last.
static inline uint32_t window_hits_begin(const struct window *w, uint32_t level) { return w->hit_levels.data[level]; }
static inline uint32_t window_hits_end(const struct window *w, uint32_t level) {
  return level + 1 < w->hit_levels.size ? w->hit_levels.data[level + 1] : w->hits.size;
}
// The cut point of a visit or hit.
static inline struct point window_cut(const struct window *w, uint32_t cut) {
  return cut == CUT_NONE ? w->x->entry : w->x->cuts.data[cut];
}
// The visits of a level at some cuts with all from which paths lead there: indices, ascending. Where no visit has a
// name there are none: path conditions say everything.
void window_behind(struct window *w, uint32_t level, uint32_t n, const uint32_t *cuts, struct vec_u32 *visits);

// The formulas, and what they imply by names: conjuncts, appended. A visit that is certain is said by its conditions,
// so that a conjunction stays one; another one by its definition. `certain`: by index of `behind`.
void window_query(const struct window *w, const struct vec_u32 *behind, uint32_t n, const struct term *formulas,
                  struct vec_term *query, struct vec_u32 *certain);

#endif
