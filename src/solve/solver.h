// Inside the solver: what solver.c offers to path.c.
#ifndef CLEW_SOLVE_SOLVER_H
#define CLEW_SOLVE_SOLVER_H
#include "base/memory/map.h"
#include "solve/arrays/array_elimination.h"
#include "solve/backend.h"
#include "solve/cache.h"
#include "solve/normal.h"
#include "solve/recording.h"
#include "solve/ring/simplify.h"
#include "solve/word/word.h"
#include "term/walk.h"
#include <stdio.h>

static inline bool stage_on(uint32_t stages, enum stage stage) { return stages >> stage & 1; }

// A query on its way: conjunct from[i] of the caller became asked[i].
struct question {
  struct vec_term asked, facts, aux, vars;
  struct vec_u32 from, core;    // core: indices into asked
  bool lowered;                 // arrays are gone
  bool by_word;                 // the last answer was found at the word level
};

struct solver {
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;
  uint32_t stages;          // those in use, a bit for each
  double query_seconds;
  const struct backend_ops *ops;
  struct backend *backend;
  struct arrays *arrays;
  struct backend_work counted;  // of the back end's work, what the statistics have
  struct cache *cache;
  struct normal *normal;
  struct question question;     // the one at hand; kept for its memory
  struct word *word;
  struct map_u32 concerned;     // conjunct → has it products (ring/ring.h)
  struct ring_simplify *ring_simplify;
  struct term_memo accesses;    // of memory in a term (cases.c)
  struct map_u64 moved;         // conjunct and variable → do addresses depend on it (cases.c)
  uint32_t case_depth;          // of the query at hand: how many variables have a value by a case
  FILE *trace;
  uint64_t traced;
  struct record *record;        // NULL: nothing is recorded
  // Scopes.
  struct vec_term assertions;
  struct vec_u32 marks;
  // The last answer.
  struct model *model;
  struct vec_term core;
  enum reason reason;
};

// Adds the conjuncts of t (of conjunctions and negated disjunctions) to `out`.
void solver_split(struct terms *tm, struct term t, struct vec_term *out);
// Decides a conjunction. SAT: *model is a new reference with values for exactly its variables. UNSAT: *core (if not
// NULL) gets conjuncts that conflict, at least one. UNKNOWN: s->reason.
enum answer solver_decide(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                          struct vec_term *core);
// The same, component after component of those that share no variable.
enum answer solver_decide_parts(struct solver *s, const struct vec_term *conjuncts, struct model **model,
                                struct vec_term *core);

// ask.c: what the stages before could not answer. As solver_decide.
enum answer solver_ask(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                       struct vec_term *core);
enum answer solver_ask_plain(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                             struct vec_term *core); // at once
// rings.c: products first; what is left is asked as above.
bool rings_concern(struct solver *s, uint32_t n, const struct term *conjuncts);
enum answer solver_ask_rings(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                             struct vec_term *core);
// cases.c: a variable with few values that addresses depend on, value after value. UNKNOWN: there is none, or that did
// not decide it.
enum answer solver_ask_cases(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                             struct vec_term *core);
void question_release(struct question *q);
// To their variables exactly.
struct model *model_restricted(struct terms *tm, struct model *model, uint32_t n, const struct term *conjuncts);
bool model_holds_all(struct model *model, uint32_t n, const struct term *conjuncts);

#endif
