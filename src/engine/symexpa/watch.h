// For tests: who wants to see what an opened symexpa does. Nothing may be changed.
#ifndef CLEW_ENGINE_SYMEXPA_WATCH_H
#define CLEW_ENGINE_SYMEXPA_WATCH_H
#include "state/formula.h"

// Where a path was abstracted, with --abstraction paths.
struct abstraction_point {
  struct context context;
  struct location location;
  uint32_t number; // 1: the first one of the loop on this path
  const struct vec_edge *branches; // edges of the path that were taken at branches, last one first
  struct state *state; // as the path goes on; NULL: it is not p-simple (UNSAT), or that could not be found out
  struct unfold *unfold;
  enum answer answer;
};

struct symexpa_watch {
  void *context;
  void (*abstracted)(void *context, const struct abstraction_point *point);
  // The path was not feasible; its edges, up to the first that cannot be taken. The precision is the one after it.
  void (*refined)(void *context, uint32_t n, const struct edge *edges);
};

void symexpa_set_watch(void *engine, const struct symexpa_watch *watch);

#endif
