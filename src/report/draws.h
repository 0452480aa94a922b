// Paths drawn from the program's own graph and from the pruned one: which of them are feasible, and the inputs of those
// that are.
#ifndef CLEW_REPORT_DRAWS_H
#define CLEW_REPORT_DRAWS_H
#include "graph/claim.h"
#include "report/graph.h"

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
  uint32_t checked; // how many of them were looked at
  uint32_t feasible, infeasible, unknown, different; // different: feasible ones, each counted once
};

void draws_release(struct draws *d);
// The table; d[0] is the program's own graph, d[1] the pruned one.
void draws_text(const struct graph_report *r, const struct draws d[2], struct text *out);
void draws_json(const struct graph_report *r, uint64_t seed, const struct draws d[2], struct text *out);

#endif
