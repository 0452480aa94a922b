// The check of a graph by itself, without the rest of a certificate.
#ifndef CLEW_TESTS_CHECK_GRAPH_H
#define CLEW_TESTS_CHECK_GRAPH_H
#include "check/walk.h"

// `unfold` NULL: a graph of branches without loops.
static inline bool check_graph(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph,
                               struct unfold *unfold, const char **message) {
  struct walk_request request = {.cfa = cfa, .limits = limits, .stats = stats, .graph = graph, .unfold = unfold};
  return walk_check(&request, message);
}

// Of a graph that is not finished: *open places were not explored.
static inline bool check_part(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph,
                              struct unfold *unfold, uint64_t *open, const char **message) {
  struct walk_request request =
      {.cfa = cfa, .limits = limits, .stats = stats, .graph = graph, .unfold = unfold, .open = open};
  *open = 0;
  return walk_check(&request, message);
}

#endif
