// What is tracked where: the precision of a run with CEGAR.
//
// At a place where states are closed only these are kept: the values of tracked variables and cells, and the predicates
// that hold. A predicate is a formula over variables of the automaton (facts_plain): an interpolant of an infeasible
// path. The precision only grows. Its scope is a location; or what a predicate is about is a function, and what a
// variable's value is tracked for is its own scope: the function with all that it calls, the program for globals and
// cells.
#ifndef CLEW_ENGINE_CPA_PRECISION_H
#define CLEW_ENGINE_CPA_PRECISION_H
#include "facts/facts.h"

enum precision_scope { SCOPE_LOCATION, SCOPE_FUNCTION };

// The bump pointer, where a variable of the automaton is named.
#define PRECISION_HEAP (UINT32_MAX - 1)

// Everything in it has the version that it came with, which is never 0.
struct place_precision {
  struct map_u32 variables; // tracked: variable of the automaton (of main's frame, the function's at hand or any frame
                            // further out, globals), or PRECISION_HEAP → version
  struct map_u32 cells; // region << 48 ^ index, as cell_key makes them → version: single cells of a region that is not
                        // tracked
  struct vec_term predicates;
  struct vec_u32 since; // the predicates' versions
  uint64_t version; // grows with it; 0: empty
  // So many of the variables and cells that are tracked everywhere are in it (precision.c).
  uint32_t everywhere, cells_everywhere;
};

struct tracking; // all of it
struct tracking *tracking_new(struct cfa *cfa, enum precision_scope scope);
void tracking_free(struct tracking *t);
const struct place_precision *tracking_at(struct tracking *t, struct location location); // never NULL
// True: it is new.
bool tracking_add_variable(struct tracking *t, struct location location, uint32_t var);
bool tracking_add_cell(struct tracking *t, struct location location, uint32_t region, uint64_t index);
bool tracking_add_predicate(struct tracking *t, struct location location, struct term formula);
uint64_t cell_key(uint32_t region, uint64_t index);

// What it costs to track the values of a variable: little if it only ever gets constants and copies of such variables,
// more if it is computed, much if it counts, so that tracking it unrolls loops (Beyer, Löwe, Wendler, Sliced Path
// Prefixes: An Effective Method to Enable Refinement Selection).
enum { COST_FINITE = 1, COST_COMPUTED = 8, COST_COUNTER = 512 };
uint32_t tracking_cost(struct tracking *t, uint32_t var);
// Tracks all variables of at most that cost, at all locations; with COST_COUNTER memory, too. False: they all are.
bool tracking_add_everywhere(struct tracking *t, uint32_t cost);

#endif
