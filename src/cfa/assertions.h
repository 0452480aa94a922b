// The checks of a program one by one: assertions, calls of error functions, and what a property asks for. Each is an
// error location; where that is in a function that does nothing but test (`__VERIFIER_assert`), or in a model of the C
// library, each call of it by the program is a check of its own, as a person sees it.
//
// Checks are known by numbers of locations, which stay when ids change (struct cfa_location): the list is made when the
// automaton is new, and serves for all its forms.
#ifndef CLEW_CFA_ASSERTIONS_H
#define CLEW_CFA_ASSERTIONS_H
#include "cfa/cfa.h"

enum assertion_status {
  ASSERTION_UNKNOWN,
  ASSERTION_PROVED,
  ASSERTION_VIOLATED,
  ASSERTION_UNREACHABLE, // nothing reaches it, and that is proved
};

#define NUMBER_NONE UINT32_MAX
#define ASSERTION_NONE UINT32_MAX

struct assertion {
  enum property property;
  uint32_t error; // number of the error location; NUMBER_NONE: it is behind a call
  uint32_t site; // number of the location before the call; NUMBER_NONE: there is none
  const char *callee; // the function called, by its unique name; NULL: none
  const char *text; // that of the error, or of the function called as people know it
  const char *function; // in which it is, as people know it; NULL: none
  struct source_place place;
  enum assertion_status status;
  const char *reason; // of UNKNOWN: why; NULL: nothing is known of that
  bool disabled; // it is no check in the automaton at hand: cfa_disable_assertion
};
VEC_TYPE(vec_assertion, struct assertion)

// Appends the checks of an automaton as the front end or a file made it, before anything was left out; by file, line
// and column. Strings are the automaton's.
void cfa_find_assertions(const struct cfa *cfa, struct vec_assertion *out);
// After a reduction (cfa_compress): an error that is not there any more cannot be reached, perhaps because its
// condition is never true: the check is proved; control does not reach a call that is not there.
void cfa_decide_assertions(const struct cfa *cfa, struct vec_assertion *list);
// Which one a run violates that ends in this error with these calls on the stack, innermost last; ASSERTION_NONE: none
// of the list.
uint32_t cfa_assertion_of(const struct cfa *cfa, const struct vec_assertion *list, struct location error,
                          const struct vec_edge *calls);
// Is the error in a function whose checks are those of its calls?
bool cfa_assertion_is_called(const struct vec_assertion *list, const struct cfa *cfa, struct location error);
// The check ends the path where it fails, and is no error. One behind a call gets a copy of the function called that
// has no such error, for this call only; the list follows. The caller reduces the automaton again (cfa_compress,
// cfa_slice).
void cfa_disable_assertion(struct cfa *cfa, struct vec_assertion *list, uint32_t index);

#endif
