// A witness put into the program that it speaks of: what it claims becomes code, which the compiler reads with C's own
// rules, and engines see as they see the rest of the program.
//
// Invariants become checks: where one does not hold, an error is reached. A program without errors has all its
// invariants, and is correct, since checks only add errors: their expressions have no effects (clause.h), and one whose
// evaluation might be undefined, so that paths would end in it, is looked at or not as an input says.
//
// Waypoints become steps of a counter: the waypoint to follow in segment k takes it from k to k + 1. Errors count that
// are at the target (weave_is_target) when all segments were counted; a leak, which is no matter of a place, when the
// target was visited, too. Paths that lack a waypoint end before the target's statement; where
// that does not tell (`settled`), since the last waypoints are within it, whoever has the automaton asks the counter at
// the edges to the errors.
//
// How texts get into files: insert.h.
#ifndef CLEW_REPORT_WITNESS_WEAVE_H
#define CLEW_REPORT_WITNESS_WEAVE_H
#include "cfa/property.h"
#include "report/witness/insert.h"
#include "report/witness/read.h"

#define WEAVE_FAILS "__witness_fails" // the error function of invariants
#define WEAVE_COUNTER "__witness_at" // how many segments were passed
#define WEAVE_PASSED "__witness_passed" // 1: the target was visited then

struct weave {
  const struct witness *witness;
  struct places *places; // of the program as it is
  properties checked;
  bool strict; // where a waypoint to follow is not passed, the path ends
  struct insertions insertions;
  bool *seen; // of each point: is it in what is compiled?
  bool partial; // the evaluation of some invariant may be undefined
  const char *unsupported; // what cannot be put in; static; NULL: nothing
  uint32_t unsupported_point;
  const char *chooser; // a function that returns an input, of a name that the program does not know
  uint32_t target_file, target_statement;
  bool settled; // whoever gets to the statement of the target has passed all waypoints
};

// Finds the places of everything in the witness. False with a message: one of them is not what it should be.
bool weave_init(struct weave *weave, const struct witness *witness, struct places *places, properties checked,
                bool strict, struct error *error);
void weave_release(struct weave *weave);
// The text of a file with everything in it.
void weave_print(const struct weave *weave, uint32_t file, struct text *out);
// What the texts need to be declared, on one line.
void weave_print_names(const struct weave *weave, uint32_t file, struct text *out);
// A place in that text, of a line in the file, as it was before. The point in whose text it is, or OUTLINE_NONE.
// `check`: is that what looks at the expression, and not a brace behind it? May be NULL.
uint32_t weave_place(const struct weave *weave, uint32_t file, uint32_t line, uint32_t *column, bool *check);
// Is a place (of the program as it was) at the target?
bool weave_is_target(const struct weave *weave, uint32_t file, uint32_t line, uint32_t column);

#endif
