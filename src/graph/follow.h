// Is a path feasible? Symbolic execution along its edges, and a run with the inputs that were found.
#ifndef CLEW_GRAPH_FOLLOW_H
#define CLEW_GRAPH_FOLLOW_H
#include "state/formula.h"

// Follows the edges from the entry of main. SAT: *end is the state after the last edge (owned), whose model drives the
// program along the path; as far as the path allows, uninitialised values are zero in it. UNSAT: no run takes these
// edges. UNKNOWN: *why says why.
enum answer follow_path(struct terms *tm, struct program *program, struct solver *solver, uint32_t n,
                        const struct edge *edges, struct state **end, enum reason *why);

// Runs the program on concrete values of the inputs (one for each, in order; none: zero): does it take these edges?
bool follow_replay(struct program *program, uint32_t n_values, const struct term *values, uint32_t n,
                   const struct edge *edges);

#endif
