// Paths drawn uniformly from the program's own graph and from the pruned one: which of them are feasible, and the
// inputs of those that are.
#ifndef CLEW_CAMPAIGN_DRAWS_H
#define CLEW_CAMPAIGN_DRAWS_H
#include "campaign/pruning/pruning.h"

struct drawn_path {
  struct vec_edge edges;
  enum answer answer; // SAT: feasible, and a run with the inputs took these edges
  enum reason reason; // why it is not decided
  struct vec_input_value inputs; // of a feasible one
  uint32_t same_as; // an earlier path with the same edges, or UINT32_MAX
  char *test; // the file it was written to, owned, or NULL
};
VEC_TYPE(vec_drawn_path, struct drawn_path)

struct draws {
  struct vec_drawn_path paths;
  uint32_t checked; // how many of them were decided, or tried to be
  uint32_t feasible, infeasible, unknown, different; // different: feasible ones, each counted once
};

enum { DRAWN_PROGRAM, DRAWN_PRUNED, DRAWN_FROM }; // indices of draws: the graph that they are drawn from

// Draws from both graphs as many paths as the request wants, and decides which are feasible. After pruning_count with
// COUNT_KEPT. Stops at the limits.
void draws_make(struct pruning *p, struct draws d[DRAWN_FROM]);
void draws_release(struct draws *d);
// Does the pruned graph have all paths that were seen to be feasible? False: it was pruned too far.
bool draws_are_kept(const struct pruning *p, const struct draws *d);

#endif
