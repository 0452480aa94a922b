// A small satisfiability solver for long runs of easy, closely related queries.
//
// Symbolic execution asks thousands of questions that differ in their last few assumptions and need a handful of
// conflicts. A big solver spends its time on getting started and on giving values to variables that a question is not
// about. This one keeps its trail: assumption i is decision level i + 1, and a new query goes back only to the first
// assumption that differs. It decides only variables marked as relevant and those that take part in a conflict; the
// caller promises that an assignment to the relevant ones which, propagated, violates no clause extends to the others
// (they are outputs of gates). It gives up after a number of conflicts: the hard questions are CaDiCaL's.
//
// Conflict-driven: two watched literals with blockers, first unique implication points, minimised clauses, activities,
// saved phases, restarts by Luby's sequence. Clauses lie in one array of words: size, flags and activity, literals; a
// clause's number is its place there. A literal outside is an int with its sign, variables count from 1; inside it is 2
// · variable + sign.
#ifndef CLEW_SOLVE_NATIVE_SAT_H
#define CLEW_SOLVE_NATIVE_SAT_H
#include "base/memory/vec.h"
#include <stdbool.h>

struct sat;

enum sat_result { SAT_UNKNOWN, SAT_SATISFIABLE, SAT_UNSATISFIABLE };

struct sat *sat_new(void);
void sat_free(struct sat *s);
int sat_variable(struct sat *s); // a new one
uint32_t sat_variables(const struct sat *s);
void sat_clause(struct sat *s, uint32_t n, const int *literals);
// Of relevant variables that no conflict involved, those of higher rank are decided first.
void sat_relevant(struct sat *s, int variable, bool relevant, uint32_t rank);
// Gives up after that many conflicts, or after a conflict when that much effort (clauses looked at) was spent, or when
// `stop` (asked now and then; may be NULL) says so.
struct sat_budget {
  uint64_t conflicts, effort;
};
enum sat_result sat_solve(struct sat *s, uint32_t n, const int *assumptions, struct sat_budget budget,
                          bool (*stop)(void *context), void *context);
bool sat_value(const struct sat *s, int literal); // after SATISFIABLE
// After UNSATISFIABLE: which assumptions conflict (indices, ascending; borrowed). None: the clauses themselves do.
const uint32_t *sat_failed(const struct sat *s, uint32_t *n);

#endif
