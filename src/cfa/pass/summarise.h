// Recursion as a loop: calls of recursive functions by their summaries; or calls of all functions, without inlining.
//
// A summary of a function is a formula over its parameters, as they were when it was called, and its result. A call of
// a recursive function becomes a choice:
// - it returns: the result and all globals that it may change are arbitrary, and its summary holds;
// - it does not, as far as anybody looks: control goes to the function and never comes back. Within the function, and
//   between functions that call each other, that is a jump to the entry with new parameters: a loop.
// Where the function ends its summary is asserted, and the path ends.
//
// The errors of the new automaton include those of the old one: of a path to an error, the calls that returned are of
// the first kind and those that did not of the second. That summaries may be assumed follows by induction on the number
// of returns: the first return that violates one comes after returns that do not, and the new automaton has that path,
// too. So TRUE holds for the old automaton, too; FALSE says nothing. This is the rule for recursive procedures of Hoare
// (Procedures and Parameters: An Axiomatic Approach), with the precondition left to be found as a loop invariant.
//
// Nothing in that rests on recursion: with SUMMARISE_ALL calls of other functions become such choices as well, but for
// models of the library, whose bodies say more than a summary of them.
//
// Functions that allocate, on the heap or on the stack, are left as they are, with the functions that call each other
// with them: where an object of a call that returned lies would be lost.
#ifndef CLEW_CFA_PASS_SUMMARISE_H
#define CLEW_CFA_PASS_SUMMARISE_H
#include "cfa/cfa.h"

struct cfa_summary {
  uint32_t function;
  struct term formula; // over the function's parameters and its result variable
};
VEC_TYPE(vec_summary, struct cfa_summary)

// The location that is reached where a summary is violated, by its number (struct cfa_location), and the summary over
// the variables there. A summary may have several: functions that call each other may be entered at each of them.
struct cfa_violation {
  uint32_t number, summary;
  struct term formula;
};
VEC_TYPE(vec_violation, struct cfa_violation)

enum summarise { SUMMARISE_RECURSIVE, SUMMARISE_ALL };

// The functions that can be summarised, in order.
void cfa_summarisable(const struct cfa *cfa, enum summarise which, struct vec_u32 *functions);
// A new automaton over the same terms, in large-block encoding; where summaries are violated is appended. NULL where a
// summary is not one: of a function that cannot be summarised, or over other variables.
struct cfa *cfa_summarise(struct cfa *cfa, enum summarise which, const struct vec_summary *summaries,
                          struct vec_violation *violations);

#endif
