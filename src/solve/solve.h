// Satisfiability. The only room that sees Z3 and CaDiCaL.
//
// A solver answers SAT with a model that evaluates the query to true, UNSAT
// with a core, or UNKNOWN with a reason. Back ends stand behind a small table
// of functions (backend.h). Limits of the run are kept inside the back end.
#ifndef CLEW_SOLVE_SOLVE_H
#define CLEW_SOLVE_SOLVE_H
#include "base/limits.h"
#include "base/stats.h"
#include "term/model.h"

enum answer { ANSWER_UNSAT, ANSWER_SAT, ANSWER_UNKNOWN };

struct solver;

struct solver_config {
  const char *backend;      // "native" (or NULL), "z3", or one of Z3's other ways that are there to be measured
  bool caches;              // the cheap stages in front; false for checkers
  double query_seconds;     // 0: only the run's own limit
  const char *trace_file;   // every back-end query as SMT-LIB, or NULL
  const char *record_file;  // every query as a recording (record.h), or NULL
};

struct solver *solver_new(struct terms *tm, struct limits *limits, struct stats *stats, const struct solver_config *config);
void solver_free(struct solver *s);

// Scopes of assertions.
void solver_push(struct solver *s);
void solver_pop(struct solver *s);
void solver_assert(struct solver *s, struct term formula);
enum answer solver_check(struct solver *s, uint32_t n, const struct term *assumptions);
// After SAT: a new reference. After UNSAT: those of the assumptions that conflict with the assertions, borrowed.
struct model *solver_model(struct solver *s);
const struct term *solver_core(struct solver *s, uint32_t *n);
enum reason solver_reason(const struct solver *s);   // after UNKNOWN

#endif
