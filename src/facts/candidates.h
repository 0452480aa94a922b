// Predicates that are not interpolants: conditions of the program, relations between variables that hold in its runs.
//
// All are candidates for a loop head: nothing is claimed about them. They are over the automaton's variables
// (precision.h).
#ifndef CLEW_FACTS_CANDIDATES_H
#define CLEW_FACTS_CANDIDATES_H
#include "state/state.h"

struct hints;
struct hints *hints_new(struct cfa *cfa, struct program *program, struct limits *limits, uint64_t seed);
void hints_free(struct hints *h);
// Appends conditions (atoms) in guards of the loop, of what follows it up to the errors, and of the function's callers,
// as far as they are over variables that exist and matter at the head; and what the loop's body keeps under a
// condition. Nearest first, at most `most`.
void hints_guards(struct hints *h, struct location head, uint32_t most, struct vec_term *out);
// Appends relations that hold whenever the head was reached in runs of the program with various inputs: equalities with
// constants and among variables, linear and quadratic ones modulo 2^w, bounds and orders. The strongest first. Then
// linear equations that hold whenever another round of the loop followed, and orders that hold wherever one of the
// conditions that `out` has already does. The runs are made when they are first asked for.
void hints_runs(struct hints *h, struct location head, uint32_t most, struct vec_term *out);
// Appends conditions about cells of arrays, of guards and of what the loops of the head's function write, said of all
// cells in a range that a loop goes through: with a universally quantified variable (term/quantified.h).
void hints_cells(struct hints *h, struct location head, uint32_t most, struct vec_term *out);

#endif
