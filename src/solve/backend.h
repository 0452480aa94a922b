// What a back end is: a table of functions.
//
// A back end sees whole conjunctions, not scopes: solver.c keeps the scopes and hands over, for each query, every
// conjunct that matters, in a stable order. Consecutive queries are closely related, so a back end keeps what it made
// of a conjunct (its translation, its clauses) and only switches conjuncts on and off, typically with one assumption
// literal per conjunct; that also gives the core for nothing. It may drop whatever it likes between two queries.
//
// Besides the conjuncts come facts: formulas that are true under every intended meaning of the auxiliary variables in
// them (lemmas of arrays/array_elimination.c). They may stay asserted.
//
// To add a back end: write the table, add it to backend_find() in solver.c.
#ifndef CLEW_SOLVE_BACKEND_H
#define CLEW_SOLVE_BACKEND_H
#include "solve/solve.h"

struct backend;

// What a back end did since it was opened.
struct backend_work {
  // Checks answered by the small solver, at the word level after it gave up, and by CaDiCaL.
  uint64_t small, word, large;
  double small_seconds, word_seconds, large_seconds;
};

struct backend_ops {
  const char *name;
  // What the back end can take; solver.c eliminates arrays where it may, and does not ask what cannot be answered.
  bool arrays, integers;
  // Making one must be cheap: libraries are started by the first check.
  struct backend *(*open)(struct terms *tm, struct limits *limits);
  void (*close)(struct backend *b);
  // Is the conjunction satisfiable (facts assumed)? seconds 0: no limit but the run's.
  enum answer (*check)(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                       const struct term *facts, double seconds);
  // As check, without a limit, for conjuncts that another back end found to conflict: it may take more to begin with.
  // May be NULL.
  enum answer (*prove)(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                       const struct term *facts);
  // After SAT, until the next check: the value of a variable as a constant term; none if it cannot be told.
  struct term (*value)(struct backend *b, struct term var);
  // After UNSAT: indices of conjuncts that conflict, ascending, borrowed. Not necessarily minimal.
  const uint32_t *(*core)(struct backend *b, uint32_t *n);
  enum reason (*reason)(const struct backend *b); // after UNKNOWN
  // May be called from another thread at any time between open and close.
  void (*interrupt)(struct backend *b);
  void (*configure)(struct backend *b, uint32_t stages); // which stages are on; may be NULL
  struct backend_work (*work)(const struct backend *b); // may be NULL
};

extern const struct backend_ops z3_backend, native_backend, both_backend, guided_backend;

// Declarations and assertions of a conjunction, as SMT-LIB.
void query_print(struct terms *tm, uint32_t n, const struct term *conjuncts, struct text *out);

#endif
