// Reachability markers: is a check ever tested, and does any path pass an assumption? A marker is an error location
// beside such a place, which is reachable exactly if the place is. For automata of undefined-behaviour exits (struct
// cfa), in which the program's own errors are plain ends.
#ifndef CLEW_CFA_PASS_MARKERS_H
#define CLEW_CFA_PASS_MARKERS_H
#include "cfa/cfa.h"

enum marker_kind {
  MARKER_CHECK, // a check (cfa/assertions.h): where its condition begins, or the call that tests
  MARKER_ASSUMES, // before an assumption
  MARKER_ASSUMED, // behind it
};

struct marker {
  enum marker_kind kind;
  enum property property; // of a check
  struct source_place place; // of the check or assumption
  uint32_t number; // of the marker's location; NUMBER_NONE: there is none, and it counts as reached
  bool reached; // set by the search for it
  bool excluded; // it was proved unreachable
};
VEC_TYPE(vec_marker, struct marker)

// Puts markers into an automaton as the front end made it, and appends them.
void cfa_add_markers(struct cfa *cfa, struct vec_marker *out);

#endif
