// What an engine claims about a program, with what the claim rests on. src/check checks it before it is said.
#ifndef CLEW_GRAPH_CLAIM_H
#define CLEW_GRAPH_CLAIM_H
#include "graph/certificate.h"
#include "state/state.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

struct claim {
  enum verdict verdict;
  enum reason reason;             // for UNKNOWN
  const char *detail; // e.g. the unsupported operation and its place, or NULL; lives as long as the cfa
  // Which part of the search was not exact, so that the verdict depends on its check; NULL: none. Static.
  const char *inexact;
  struct vec_input_value inputs; // FALSE
  struct location error_location; // FALSE
  struct certificate certificate; // TRUE; for UNKNOWN its unfinished part
};

void claim_init(struct claim *claim);
void claim_release(struct claim *claim);

#endif
