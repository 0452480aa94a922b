// What an engine claims about a program, with what the claim rests on. src/proof checks it before it is said.
#ifndef CLEW_EXPLORE_CLAIM_H
#define CLEW_EXPLORE_CLAIM_H
#include "graph/certificate.h"
#include "state/state.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

// One value the program reads, in the order in which it reads them.
struct input_value {
  const struct cfa_input *input;
  struct term value; // a constant; none: does not matter
};
VEC_TYPE(vec_input_value, struct input_value)

struct claim {
  enum verdict verdict;
  enum reason reason;             // for UNKNOWN
  const char *detail;             // what exactly, e.g. the unsupported thing and its place, or NULL; lives as long as the cfa
  struct vec_input_value inputs;  // FALSE
  struct location error_location; // FALSE
  struct certificate certificate; // TRUE; for UNKNOWN what there is of it
};

void claim_init(struct claim *claim);
void claim_release(struct claim *claim);

#endif
