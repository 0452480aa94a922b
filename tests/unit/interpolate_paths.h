// For tests of interpolation: paths written down step by step, and an oracle for the sequences that are found for them.
#ifndef CLEW_INTERPOLATE_PATHS_H
#define CLEW_INTERPOLATE_PATHS_H
#include "solve/interpolate/interpolator.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

#define ALL_STEPS 700

struct fixture {
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct interpolator *ip;
  struct step steps[ALL_STEPS];
  struct step_update updates[ALL_STEPS][4];
  struct term inputs[ALL_STEPS][4];
  uint32_t n_steps;
  struct term out[ALL_STEPS];
  enum provider by;
};

static inline struct fixture *start(uint32_t mask) {
  struct fixture *f = mem_zalloc(1, sizeof *f);
  struct interpolator_config config = {.providers = mask, .seconds = AMPLE};
  f->tm = terms_new();
  f->ip = interpolator_new(f->tm, &f->limits, &f->stats, &config);
  return f;
}

static inline void finish(struct fixture *f) {
  interpolator_free(f->ip);
  terms_free(f->tm);
  mem_free(f);
}

static inline struct term bv_var(struct fixture *f, uint32_t width, const char *name) {
  return term_var(f->tm, sort_bv(f->tm, width), name);
}
static inline struct term num(struct fixture *f, struct term like, uint64_t value) {
  return term_bv(f->tm, term_width(f->tm, like), value);
}
static inline struct term plus(struct fixture *f, struct term a, uint64_t k) {
  return term_add(f->tm, a, num(f, a, k));
}

static inline struct step *new_step(struct fixture *f, struct term guard) {
  uint32_t i = f->n_steps++;
  assert_true(i < ALL_STEPS);
  f->steps[i] = (struct step){.guard = term_none(guard) ? term_true(f->tm) : guard,
                              .updates = f->updates[i],
                              .inputs = f->inputs[i]};
  return &f->steps[i];
}

static inline void set(struct fixture *f, struct term var, struct term value) {
  uint32_t i = f->n_steps - 1;
  f->updates[i][f->steps[i].n_updates++] = (struct step_update){var, value};
}

static inline void input(struct fixture *f, struct term var) {
  uint32_t i = f->n_steps - 1;
  f->inputs[i][f->steps[i].n_inputs++] = var;
}

static inline void guard(struct fixture *f, struct term g) { new_step(f, g); }
static inline void assign(struct fixture *f, struct term var, struct term value) {
  new_step(f, TERM_NONE);
  set(f, var, value);
}

static inline enum answer solve_all_cuts(struct fixture *f) {
  uint32_t cuts[ALL_STEPS];
  for (uint32_t i = 0; i + 1 < f->n_steps; i++) cuts[i] = i + 1;
  return interpolate_path(f->ip, f->n_steps, f->steps, f->n_steps - 1, cuts, f->out, &f->by);
}

// --- the oracle for paths that are too wide for brute force: a solver of its own, one step at a time ------

static inline void oracle(struct fixture *f) {
  struct solver_config config = {.backend = "z3"};
  struct solver *s = solver_new(f->tm, &f->limits, &f->stats, &config);
  for (uint32_t i = 0; i < f->n_steps; i++) {
    struct term from = i ? f->out[i - 1] : term_true(f->tm), to = i + 1 < f->n_steps ? f->out[i] : term_false(f->tm);
    struct term vars[4], values[4];
    for (uint32_t k = 0; k < f->steps[i].n_updates; k++)
      vars[k] = f->updates[i][k].var, values[k] = f->updates[i][k].value;
    struct term query[3] = {from, f->steps[i].guard,
                            term_not(f->tm, term_substitute(f->tm, to, f->steps[i].n_updates, vars, values))};
    assert_int_equal(solver_check(s, 3, query), ANSWER_UNSAT);
    uint32_t n;
    const uint32_t *ids = term_free_vars(f->tm, to, &n);
    for (uint32_t k = 0; k < n;
         k++) // an input of any step has no business in an interpolant, nor has a made-up variable
      assert_null(strpbrk(term_var_name(f->tm, (struct term){ids[k]}), "?!"));
  }
  solver_free(s);
}

static inline void expect_unsat(struct fixture *f, enum provider by) {
  assert_int_equal(solve_all_cuts(f), ANSWER_UNSAT);
  assert_int_equal(f->by, by);
  assert_int_equal(interpolator_records(f->ip)[by].solved, 1);
  assert_int_equal(interpolator_reason(f->ip), REASON_NONE);
  oracle(f);
}

#endif
