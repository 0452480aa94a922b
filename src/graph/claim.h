// What an engine claims about a program, with what the claim rests on. src/check checks it before it is said.
#ifndef CLEW_GRAPH_CLAIM_H
#define CLEW_GRAPH_CLAIM_H
#include "graph/certificate.h"
#include "state/state.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

struct claim {
  enum verdict verdict;
  enum reason reason;             // for UNKNOWN
  const char *detail; // what exactly, e.g. the unsupported thing and its place, or NULL; lives as long as the cfa
  // What was not exact about the way it was found, so that it stands or falls with its check; NULL: nothing. Static.
  const char *inexact;
  struct vec_input_value inputs; // FALSE
  struct location error_location; // FALSE
  struct certificate certificate; // TRUE; for UNKNOWN what there is of it
};

void claim_init(struct claim *claim);
void claim_release(struct claim *claim);

#endif
