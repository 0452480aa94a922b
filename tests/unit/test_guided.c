// Z3 with a guide (solve/guided.c): only Z3 says that something is unsatisfiable, whatever the guide says; the guide's
// models count, and the core is about the caller's conjuncts.
//
// The file is compiled here a second time, with a guide of this test's and with every query taken for one on which Z3's
// first try failed.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "solve/backend.h"

static const struct backend_ops guide_of_test;
#define native_backend guide_of_test
#define guided_backend backend_of_test
#include "solve/guided.c"
#undef native_backend
#undef guided_backend

// --- the guide -------------------------------------------------------------------------------------------------------

static struct {
  bool lies; // everything conflicts
  uint32_t asked;
  struct vec_u32 all;
} guide;

static enum answer guide_check(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                               const struct term *facts, double seconds) {
  guide.asked++;
  if (!guide.lies) return native_backend.check(b, n, conjuncts, n_facts, facts, seconds);
  vec_u32_clear(&guide.all);
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&guide.all, i);
  return ANSWER_UNSAT;
}

static const uint32_t *guide_core(struct backend *b, uint32_t *n) {
  if (!guide.lies) return native_backend.core(b, n);
  *n = guide.all.size;
  return guide.all.data;
}

static struct backend *guide_open(struct terms *tm, struct limits *limits) { return native_backend.open(tm, limits); }
static void guide_close(struct backend *b) { native_backend.close(b); }
static struct term guide_value(struct backend *b, struct term var) { return native_backend.value(b, var); }
static enum reason guide_reason(const struct backend *b) { return native_backend.reason(b); }
static void guide_interrupt(struct backend *b) { native_backend.interrupt(b); }
static void guide_configure(struct backend *b, uint32_t stages) { native_backend.configure(b, stages); }

static const struct backend_ops guide_of_test = {.name = "guide",
                                                 .arrays = true,
                                                 .integers = true,
                                                 .open = guide_open,
                                                 .close = guide_close,
                                                 .check = guide_check,
                                                 .value = guide_value,
                                                 .core = guide_core,
                                                 .reason = guide_reason,
                                                 .interrupt = guide_interrupt,
                                                 .configure = guide_configure};

static enum answer hard_check(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                              const struct term *facts, double seconds) {
  vec_term_clear(&b->hard);
  for (uint32_t i = 0; i < n; i++) vec_term_push(&b->hard, conjuncts[i]);
  return guided_check(b, n, conjuncts, n_facts, facts, seconds);
}

// --- queries ---------------------------------------------------------------------------------------------------------

struct world {
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct backend_ops ops;
  struct solver *s;
  struct term x, y, memory;
};

static struct term number(struct world *w, uint64_t n) { return term_bv(w->tm, 32, n); }
static struct term below(struct world *w, struct term a, struct term b) { return term_ult(w->tm, a, b); }

static void start(struct world *w, bool lies) {
  *w = (struct world){.tm = terms_new(), .ops = backend_of_test};
  w->ops.check = hard_check;
  guide.lies = lies;
  guide.asked = 0;
  struct solver_config config = {.other_backend = &w->ops};
  w->s = solver_new(w->tm, &w->limits, &w->stats, &config);
  struct sort word = sort_bv(w->tm, 32);
  w->x = term_var(w->tm, word, "x");
  w->y = term_var(w->tm, word, "y");
  w->memory = term_var(w->tm, sort_array(w->tm, word, word), "memory");
}

static void finish(struct world *w) {
  assert_true(guide.asked > 0);
  solver_free(w->s);
  terms_free(w->tm);
  vec_u32_release(&guide.all);
}

// With x < y the cells differ, unless memory has the same in both.
static void satisfiable(struct world *w) {
  struct term q[] = {below(w, w->x, w->y), below(w, w->y, number(w, 7)),
                     term_eq(w->tm, term_select(w->tm, w->memory, w->x), number(w, 3)),
                     term_eq(w->tm, term_select(w->tm, w->memory, w->y), w->x)};
  assert_int_equal(solver_check(w->s, 4, q), ANSWER_SAT);
  struct model *m = solver_model(w->s);
  for (int i = 0; i < 4; i++) assert_true(model_holds(m, q[i]));
  model_unref(m);
}

static void test_model(void **state) {
  (void)state;
  struct world w;
  start(&w, false);
  satisfiable(&w);
  finish(&w);
}

static void test_wrong_guide(void **state) {
  (void)state;
  struct world w;
  start(&w, true);
  satisfiable(&w);
  finish(&w);
}

// The first and the last do not matter: a cell has one value, and x = y takes a lemma.
static void conflicting(struct world *w) {
  struct term q[] = {below(w, w->y, number(w, 7)), term_eq(w->tm, w->x, w->y),
                     term_eq(w->tm, term_select(w->tm, w->memory, w->x), number(w, 3)),
                     term_eq(w->tm, term_select(w->tm, w->memory, w->y), number(w, 4)),
                     below(w, term_var(w->tm, sort_bv(w->tm, 32), "z"), number(w, 9))};
  assert_int_equal(solver_check(w->s, 5, q), ANSWER_UNSAT);
  uint32_t n;
  const struct term *core = solver_core(w->s, &n);
  bool in[5] = {false};
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < 5; k++) in[k] |= term_same(core[i], q[k]);
  assert_true(in[1] && in[2] && in[3]);
  if (!guide.lies) assert_true(n == 3);
}

static void test_conflict(void **state) {
  (void)state;
  for (int lies = 0; lies < 2; lies++) {
    struct world w;
    start(&w, lies);
    conflicting(&w);
    finish(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),
      cmocka_unit_test(test_wrong_guide),
      cmocka_unit_test(test_conflict),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
