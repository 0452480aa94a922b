// Satisfiability. The only module that sees Z3 and CaDiCaL.
//
// A solver answers SAT with a model that evaluates the query to true, UNSAT
// with a core, or UNKNOWN with a reason. Back ends stand behind a small table
// of functions (backend.h). Limits of the run are kept inside the back end.
#ifndef CLEW_SOLVE_SOLVE_H
#define CLEW_SOLVE_SOLVE_H
#include "base/process/limits.h"
#include "base/table/stats.h"
#include "term/model.h"

enum answer { ANSWER_UNSAT, ANSWER_SAT, ANSWER_UNKNOWN };

// What stands before a back end (stages.def).
enum stage {
#define STAGE(id, name, summary) STAGE_##id,
#include "solve/stages.def"
#undef STAGE
  STAGE_COUNT
};

struct solver;

struct solver_config {
  const char *backend;      // "native" (or NULL), "z3", "both" or "guided" (guided.c)
  const struct backend_ops *other_backend; // not NULL: one that the caller brings, instead (backend.h)
  bool caches;              // the cheap stages in front; false for checkers
  uint32_t without;         // of these stages, those switched off: a bit for each
  double query_seconds;     // on the processor, unless Z3 is asked; 0: only the run's own limit
  const char *trace_file;   // every back-end query as SMT-LIB, or NULL
  const char *record_file;  // every query as a recording (recording.h), or NULL
};

struct solver *solver_new(struct terms *tm, struct limits *limits, struct stats *stats,
                          const struct solver_config *config);
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
// After UNSAT: makes the core smaller by leaving out one assumption after the other, as long as that takes (in seconds;
// 0: no limit). Then no assumption of the core can be left out, unless time ran out or a check was UNKNOWN.
const struct term *solver_core_minimise(struct solver *s, double seconds, uint32_t *n);
// "all", "none", or names separated by commas: the stages to use. Sets the bits of the others; false: *unknown (of that
// length) is no stage.
bool solver_stages_parse(const char *text, uint32_t *without, const char **unknown, size_t *length);

#endif
