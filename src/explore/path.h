// Paths of the program, without abstraction: replayed exactly, and interpolated where they are infeasible.
#ifndef CLEW_EXPLORE_PATH_H
#define CLEW_EXPLORE_PATH_H
#include "explore/kernel.h"

// Edges, each in its context, from the entry of main on.
struct trace_path {
  struct vec_context contexts;
  struct vec_edge edges;
};
void trace_path_release(struct trace_path *path);

// The edge that the path takes after so many edges; EDGE_NONE: the one that values decide, or the first that can be
// taken.
struct path_guide {
  void *context;
  struct edge (*edge)(void *context, uint64_t step);
};

// Runs the path from the beginning, `steps` edges, with the exact solver. *end is the state where it stopped (owned).
// SAT: there the path ends. UNSAT: it cannot be run; `path` (may be NULL) has its edges up to the first that cannot be
// taken, included. UNKNOWN: a query was not answered, or the run is to stop.
enum answer path_replay(struct run *r, uint64_t steps, struct path_guide guide, struct trace_path *path,
                        struct state **end);
enum answer path_replay_edges(struct run *r, uint32_t n, const struct edge *edges, struct trace_path *path,
                              struct state **end);

// Is the path feasible? SAT: *end is the state at its end (owned), whose model drives the program along it; as far as
// the path allows, uninitialised values are zero in it. UNKNOWN: *why says why.
enum answer path_feasible(struct run *r, uint32_t n, const struct edge *edges, struct state **end, enum reason *why);
// The edges lead to an error and are feasible, as an execution on terms has shown: claims it (run_error), or notes that
// running the path says otherwise.
void path_error(struct run *r, uint32_t n, const struct edge *edges);
// Runs the program on concrete values of the inputs (in order; none: zero): does it take these edges?
bool path_is_taken(struct program *program, uint32_t n_values, const struct input_value *values, uint32_t n,
                   const struct edge *edges);

// Sequence interpolants of an infeasible path at cuts, each the number of edges before it, ascending, none 0. `places`
// (may be NULL) numbers the cuts: cuts of one place want one formula. False: none were found.
bool path_interpolate(struct run *r, const struct trace_path *path, uint32_t n, const uint32_t *cuts,
                      const uint32_t *places, struct term *out);

#endif
