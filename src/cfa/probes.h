// Is a check ever tested, and does anything pass an assumption? A probe is an error location beside such a place, which
// can be reached exactly if the place can. For automata of path ends (struct cfa), where the program's own errors are
// none.
#ifndef CLEW_CFA_PROBES_H
#define CLEW_CFA_PROBES_H
#include "cfa/cfa.h"

enum probe_kind {
  PROBE_CHECK, // a check (cfa/assertions.h): where its condition begins, or the call that tests
  PROBE_ASSUMES, // before an assumption
  PROBE_ASSUMED, // behind it
};

struct probe {
  enum probe_kind kind;
  enum property property; // of a check
  struct source_place place; // of the check or assumption
  uint32_t number; // of the probe's location; NUMBER_NONE: there is none, and it counts as reached
  bool reached; // set by who looks,
  bool excluded; // and: it is proved that nothing reaches it
};
VEC_TYPE(vec_probe, struct probe)

// Puts probes into an automaton as the front end made it, and appends them.
void cfa_add_probes(struct cfa *cfa, struct vec_probe *out);

#endif
