// The state of a running engine, as the line of progress, the schedule and the explanation of UNKNOWN need it.
//
// The kernel notes where the work goes, by location; an engine adds what it knows of itself. A view is taken between
// two slices and is cheap: it is taken after each.
#ifndef CLEW_EXPLORE_VIEW_H
#define CLEW_EXPLORE_VIEW_H
#include "base/text/text.h"
#include "explore/kernel.h"

struct engine_view {
  // Grows with everything that brings the end nearer (a path done, a new predicate that was not there before, a
  // candidate that survived), not with work as such: refining to the same predicates again, thresholds that rise, a
  // larger k without new candidates leave it as it is.
  uint64_t progress;
  uint64_t effort; // so far (run_effort)
  struct location at; // the loop head or branch where most of the work goes; none: not known
  struct text doing; // a few words: "refining the loop at a.c:12, 14 predicates"
  // Facts that are certain also without a verdict, a line each: "no error on paths that visit loop heads at most 6
  // times"; empty: nothing
  struct text proved;
  // How far it got, a line each: "the loop at a.c:12: up to 14 iterations on a path"; empty: not known.
  struct text reached;
  uint32_t branches, branches_reached; // of the program, with a line in its source
  struct text unreached; // the first of those that were not: "a.c:12, a.c:20"
  struct text advice; // what the user could do, a line each; empty: nothing
};
void engine_view_release(struct engine_view *view);

// The kernel's own view: `progress` counts locations reached, `doing` names the place with most of the work and the
// slowest query, `proved` has the proven invariants of loop heads. The view is empty before.
void run_view(const struct run *r, struct engine_view *view);

// "the loop at a.c:12", "the branch at a.c:14", "the program" where the location is none.
void view_place(const struct cfa *cfa, struct location location, struct text *out);
// ", a query at a.c:12 took 4.6 s": the one that took longest, if that was long. It ends what run_view says is done.
void view_slow(const struct run *r, struct text *out);
void view_number(struct text *out, uint64_t n); // "9317", "12,345,678"
void view_count(struct text *out, uint64_t n, const char *noun); // "1 path", "2 paths"
// Adds a line to `advice` or `proved`, unless it is there.
void view_line(struct text *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
// For engines that read --precision: an invariant of the loop where the work goes would help.
void view_advise_invariant(const struct run *r, struct engine_view *view);

// --- progress --------------------------------------------------------------------------------------------------------

// How much of a tree of paths is done: each branch gives its successors equal parts of what it has, so that the parts
// that are open say how much is left. A loop that is unrolled without end stops to count soon.
#define MASS_WHOLE (UINT64_C(1) << 62)
static inline uint64_t mass_progress(uint64_t open) { return (MASS_WHOLE - open) >> 30; }

// How many of the formulas tell something new: of those that differ in constants only (x == 1, x == 2, …), at each of
// their places, a few count.
struct shapes {
  struct map_u32 seen; // place and shape → how many
  uint64_t new;
};
void shapes_add(struct shapes *s, const struct terms *tm, struct location at, struct term formula);
void shapes_release(struct shapes *s);

#endif
