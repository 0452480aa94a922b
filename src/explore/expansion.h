// The whole program with its calls expanded, for engines that go backward or speak of all loops at once.
//
// A point is a location in a context (state/unfold.h) that can be reached from the entry of main along edges, whatever
// their guards. Steps lead from point to point. The cut points are the heads of loops: every cycle has one, so that
// between cut points the steps go forward in an order. A component is a strongly connected part of the points with a
// cycle: an outermost loop with all that is in it, also in functions that it calls, reducible or not.
//
// Calls of a function within itself are expanded up to a bound; the steps that would go deeper have no end (POINT_NONE)
// and are targets.
//
// A target is a location that a proof must exclude: an error, or one that makes TRUE impossible.
#ifndef CLEW_EXPLORE_EXPANSION_H
#define CLEW_EXPLORE_EXPANSION_H
#include "explore/kernel.h"

// A handle of a point.
struct point {
  uint32_t id;
};
#define POINT_NONE ((struct point){UINT32_MAX})
static inline bool point_none(struct point p) { return p.id == UINT32_MAX; }
static inline bool point_same(struct point a, struct point b) { return a.id == b.id; }
VEC_TYPE(vec_point, struct point)

#define COMPONENT_NONE UINT32_MAX

struct expanded_step {
  struct point from, to; // to: POINT_NONE where the bound on recursion ends the expansion
  struct context context; // of `from`
  const struct unfold_step *step;
};
VEC_TYPE(vec_expanded_step, struct expanded_step)

struct expanded_point {
  struct context context;
  struct location location;
  struct vec_u32 in, out; // numbers of steps
  bool cut; // a cut point
  uint32_t order; // a step leads to a cut point, or to a point of greater order
  uint32_t component; // COMPONENT_NONE: on no cycle
  struct point loop; // the cut point that heads the innermost loop around it: itself for a cut point
  struct point loop_parent; // for a cut point: the head of the loop around its own
};
VEC_TYPE(vec_expanded_point, struct expanded_point)

enum target_kind {
  TARGET_ERROR,
  TARGET_UNSUPPORTED, // a location that stands for something unsupported
  TARGET_TOO_LARGE, // an object may be larger than the memory model allows
  TARGET_UNKNOWN, // a step that cannot be said in terms
  TARGET_RECURSION, // a call beyond the bound
};
struct target {
  enum target_kind kind;
  struct point point;
  struct term condition; // at the point: over the variables and the inputs of its steps
};
VEC_TYPE(vec_target, struct target)

struct component {
  struct vec_point points; // in order
  struct vec_point cuts; // those that are cut points
  struct vec_u32 entering; // steps from outside to one of its points
};
VEC_TYPE(vec_component, struct component)

struct expansion {
  struct run *run;
  struct terms *tm;
  struct cfa *cfa;
  struct unfold *unfold;
  uint32_t recursion; // the bound: how often a function may be on the call string besides the first time
  bool bounded; // it was needed
  uint32_t most; // points, for expansion_brief; 0: another made it
  struct vec_expanded_point points;
  struct vec_expanded_step steps;
  struct point entry; // where main begins
  struct vec_point cuts; // all cut points, by order
  struct vec_point by_order;
  struct vec_target targets; // errors first
  struct vec_component components;
  struct map_u32 number; // context and location → point
  struct map_u32 renamed; // see expansion_pre
};

// NULL: too large, or the limits were reached; run_incomplete knows why.
struct expansion *expansion_new(struct run *r, uint32_t recursion);
// The same for callers that can do without: NULL also when the slice is used up or there are more points, and the run
// is not told.
struct expansion *expansion_brief(struct run *r, uint32_t recursion, uint32_t most);
void expansion_free(struct expansion *x);
struct point expansion_point(const struct expansion *x, struct context context, struct location location);
static inline const struct expanded_point *expansion_at(const struct expansion *x, struct point p) {
  return &x->points.data[p.id];
}
// Is the point in the loop of this head, or in one inside it, or in a function that is called there?
bool expansion_in_loop(const struct expansion *x, struct point p, struct point head);
// For reports: all locations count as reached, since a backward search does not know which are not.
void expansion_mark_reached(const struct expansion *x);
// Does it have every state that the program reaches? What follows a target that is no error is not looked at.
bool expansion_is_complete(const struct expansion *x);
// A formula that holds at the entry of main.
struct term expansion_initial(struct expansion *x);
// The reason that goes with a target that is no error.
enum reason target_reason(enum target_kind kind);
const char *target_text(const struct expansion *x, const struct target *target);

// --- backward --------------------------------------------------------------------------------------------------------
// The weakest precondition of a step, which is known: from these states, for some values of its inputs, it leads into
// the formula. Its inputs become variables that no other step and no other pass has; a step that is passed twice on a
// path needs two passes.
struct term expansion_pre(struct expansion *x, uint32_t step, struct term formula, uint32_t pass);
// A term over the variables before the step and its inputs, with the inputs as those of a pass.
struct term expansion_value(struct expansion *x, uint32_t step, struct term value, uint32_t pass);
// The condition of a target, with its inputs as those of a pass.
struct term expansion_target(struct expansion *x, const struct target *target, uint32_t pass);
// Is the variable an input of a pass (not a variable of the program)?
bool expansion_is_input(const struct expansion *x, struct term variable);

// A sweep: for several goals at once, the states at points from which some path leads into one of the goals without
// passing a cut point on the way. Paths are merged: the cost is that of the steps, not that of the paths.
struct goal {
  struct point point;
  struct term formula;
  bool here; // holds at the point itself, of which it may be the beginning: for targets. Otherwise a step must lead
             // there
};
VEC_TYPE(vec_goal, struct goal)
// out: by point's id the formula as a term's id, for every point from which a path leads into a goal in this way; for a
// cut point that of the paths that begin there. `within` (may be NULL): one byte for each point, 0: no step from there.
void expansion_sweep(struct expansion *x, uint32_t n, const struct goal *goals, uint32_t pass,
                     const unsigned char *within, struct map_u32 *out);
// The same, as long as it makes no more than about so many terms and does not look at more than a multiple of these: a
// formula may be written anew at every step that it passes. False: it would; `out` is not complete.
bool expansion_sweep_bounded(struct expansion *x, uint32_t n, const struct goal *goals, uint32_t pass,
                             const unsigned char *within, uint32_t terms, struct map_u32 *out);

// Models instead of queries (guess.c). From a model of the formula after a step: one of the formula before it, which is
// its precondition in this pass; a new reference. NULL: it has to be looked for, if there is one.
struct model *expansion_guess(struct expansion *x, uint32_t step, uint32_t pass, struct term after, struct term before,
                              struct model *model);
// The same along the paths of a sweep for the one goal, which is not `here`: models of its formulas by point.
void expansion_guess_sweep(struct expansion *x, const struct goal *goal, uint32_t pass, const struct map_u32 *swept,
                           struct model *model, struct map_ptr *out);
void expansion_guesses_release(struct map_ptr *guesses);

#endif
