// Instrumentation: a witness is put into the program that it speaks of. Its claims become code, which the compiler
// reads with C's own rules, and which engines see as they see the rest of the program.
//
// Invariants become checks: where one does not hold, an error is reached. A program without errors has all its
// invariants, and is correct, since checks only add errors: their expressions have no effects (clause.h), and one whose
// evaluation may be undefined, so that paths would end in it, is evaluated or not depending on an input.
//
// Waypoints become steps of a counter: the waypoint to follow in segment k takes it from k to k + 1. Errors count that
// are at the target (instrument_is_target) when all segments were counted; a leak, which has no location, when the
// target was visited, too. Paths that lack a waypoint end before the target's statement. If the last waypoints are
// inside that statement (not `passed_all`), the caller adds the counter to the guards of the edges to the errors.
//
// How texts get into files: insert.h.
#ifndef CLEW_WITNESS_INSTRUMENT_H
#define CLEW_WITNESS_INSTRUMENT_H
#include "property/property.h"
#include "witness/insert.h"
#include "witness/read.h"

#define INSTRUMENT_FAILS "__witness_fails" // the error function of invariants
#define INSTRUMENT_COUNTER "__witness_at" // how many segments were passed
#define INSTRUMENT_PASSED "__witness_passed" // 1: the target was visited then

struct instrumentation {
  const struct witness *witness;
  struct places *places; // of the program as it is
  properties checked;
  bool strict; // where a waypoint to follow is not passed, the path ends
  struct insertions insertions;
  bool *seen; // of each point: is it in the compiled text?
  bool partial; // the evaluation of some invariant may be undefined
  const char *unsupported; // what cannot be put in; static; NULL: nothing
  uint32_t unsupported_point;
  const char *chooser; // a function that returns an input, of a name that the program does not know
  uint32_t target_file, target_statement;
  bool passed_all; // every path to the target's statement has passed all waypoints
};

// Finds the places of everything in the witness. False with a message: one of them is not what it should be.
bool instrument_init(struct instrumentation *inst, const struct witness *witness, struct places *places,
                     properties checked, bool strict, struct error *error);
void instrument_release(struct instrumentation *inst);
// The text of a file with everything in it.
void instrument_print(const struct instrumentation *inst, uint32_t file, struct text *out);
// What the texts need to be declared, on one line.
void instrument_print_names(const struct instrumentation *inst, uint32_t file, struct text *out);
// A place in that text, of a line in the file, as it was before. The point in whose text it is, or OUTLINE_NONE.
// `check`: is that what looks at the expression, and not a brace behind it? May be NULL.
uint32_t instrument_place(const struct instrumentation *inst, uint32_t file, uint32_t line, uint32_t *column,
                          bool *check);
// Is a place (of the program as it was) at the target?
bool instrument_is_target(const struct instrumentation *inst, uint32_t file, uint32_t line, uint32_t column);

#endif
