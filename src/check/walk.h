// The check of a graph, see walk.c.
//
// Executes the program once more along the graph; every node must be met as recorded, every path end without error,
// every cut branch be refuted by a fresh solver without caches or slicing; nodes with formulas are checked by
// inductive.h.
#ifndef CLEW_CHECK_WALK_H
#define CLEW_CHECK_WALK_H
#include "base/process/limits.h"
#include "base/table/stats.h"
#include "graph/graph.h"

struct walk_request {
  struct cfa *cfa;
  struct limits *limits;
  struct stats *stats; // counts what was checked; may be NULL
  const struct graph *graph;
  struct unfold *unfold; // whose contexts the nodes name; NULL: a graph of branches without loops
  uint64_t *open; // counts what was not explored; NULL: nothing may be open
  // The claim is not that no error is reached, but that every feasible path is a path of the graph: a path ends at an
  // error as it does elsewhere. Not for graphs of branches.
  bool paths;
  // By location, one for each (may be NULL): becomes 1 for a loop head at which a state is seen that is in no formula
  // of a node for it.
  uint32_t *passed;
};
bool walk_check(const struct walk_request *request, const char **message); // false: *message (static) says why

#endif
