// What most unit tests begin with: a table of terms, limits, statistics, and what is asked for of an automaton in text
// form, its program and a solver. fixture_release takes all of it down.
//
// Included after cmocka.h.
#ifndef CLEW_UNIT_FIXTURE_H
#define CLEW_UNIT_FIXTURE_H
#include "cfa/cfa.h"
#include "graph/graph.h"
#include "solve/solve.h"
#include "state/state.h"

struct fixture {
  struct terms *tm;
  struct limits limits; // none; without a watchdog, which a failed assertion would leave behind
  struct stats stats;
  struct cfa *cfa;         // or NULL
  struct unfold *unfold;   // or NULL; the graph's
  struct graph graph;      // empty at first
  struct program *program; // or NULL
  struct solver *s;        // or NULL
};

// An automaton from its text; what is wrong with it is the test's failure.
static inline struct cfa *cfa_from_text(struct terms *tm, const char *text) {
  struct error error = {0};
  struct cfa *cfa = NULL;
  if (!cfa_read(tm, "test.cfa", text, &cfa, &error)) fail_msg("%s", error.message);
  if (!cfa_check(cfa, &error)) fail_msg("%s", error.message);
  return cfa;
}

static inline void fixture_init(struct fixture *f) {
  *f = (struct fixture){.tm = terms_new()};
  graph_init(&f->graph);
}

static inline void fixture_solver(struct fixture *f, const struct solver_config *config) {
  if (f->s) solver_free(f->s);
  f->s = solver_new(f->tm, &f->limits, &f->stats, config);
}

// An automaton with all that a graph over it needs.
static inline void fixture_read(struct fixture *f, const char *text) {
  f->cfa = cfa_from_text(f->tm, text);
  f->unfold = unfold_new(f->cfa);
  f->program = program_new(f->cfa, &f->limits, &f->stats);
}

static inline void fixture_release(struct fixture *f) {
  if (f->s) solver_free(f->s);
  if (f->program) program_free(f->program);
  graph_release(&f->graph);
  if (f->unfold) unfold_free(f->unfold);
  if (f->cfa) cfa_free(f->cfa);
  terms_free(f->tm);
}

#endif
