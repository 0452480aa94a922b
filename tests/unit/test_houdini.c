// Houdini: what survives is the largest inductive set, whatever models the solver gives; what is not answered; and
// random systems compared with all subsets.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "solve/interpolate/houdini.h"

enum { MAX_PLACES = 3, MAX_STEPS = 6, WIDTH = 3 };

struct world {
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct solver *solver;
  struct term x, y;
  uint32_t asked, answers;       // answers: those of the first questions, then UNKNOWN
  struct vec_term candidates[MAX_PLACES], guards[MAX_STEPS];
  struct vec_term *lists[MAX_PLACES];
  struct substitution *ends[MAX_STEPS];
  struct houdini_step steps[MAX_STEPS];
  struct houdini h;
};

static enum answer ask(void *context, const struct vec_term *conjuncts, struct model **model) {
  struct world *w = context;
  if (w->asked++ >= w->answers) return ANSWER_UNKNOWN;
  enum answer answer = solver_check(w->solver, conjuncts->size, conjuncts->data);
  if (answer == ANSWER_SAT) *model = solver_model(w->solver);
  return answer;
}

static void setup(struct world *w) {
  *w = (struct world){.tm = terms_new(), .answers = UINT32_MAX};
  w->solver = solver_new(w->tm, &w->limits, &w->stats, &(struct solver_config){.caches = true});
  w->x = term_var(w->tm, sort_bv(w->tm, WIDTH), "x");
  w->y = term_var(w->tm, sort_bv(w->tm, WIDTH), "y");
  for (uint32_t i = 0; i < MAX_PLACES; i++) w->lists[i] = &w->candidates[i];
  w->h = (struct houdini){.tm = w->tm,
                          .candidates = w->lists,
                          .steps = w->steps,
                          .ask = ask,
                          .context = w,
                          .max_questions = 1000};
}

static void teardown(struct world *w) {
  for (uint32_t i = 0; i < MAX_PLACES; i++) vec_term_release(&w->candidates[i]);
  for (uint32_t i = 0; i < w->h.n_steps; i++) {
    vec_term_release(&w->guards[i]);
    substitution_free(w->ends[i]);
  }
  solver_free(w->solver);
  terms_free(w->tm);
}

static struct term number(struct world *w, uint64_t value) { return term_bv(w->tm, WIDTH, value); }

// if (guard) x = to_x, y = to_y
static void add_step(struct world *w, uint32_t from, uint32_t to, struct term guard, struct term x, struct term y) {
  uint32_t i = w->h.n_steps++;
  vec_term_push(&w->guards[i], guard);
  w->ends[i] = substitution_new(w->tm);
  substitution_set(w->ends[i], w->x, x);
  substitution_set(w->ends[i], w->y, y);
  w->steps[i] = (struct houdini_step){from, to, &w->guards[i], w->ends[i]};
}

static void expect(const struct vec_term *list, uint32_t n, const struct term *expected) {
  assert_int_equal(list->size, n);
  for (uint32_t i = 0; i < n; i++) assert_int_equal(list->data[i].id, expected[i].id);
}

// x = y = 0; while (x < 4) x++, y++;
static void add_loop(struct world *w, struct term all[4]) {
  struct terms *tm = w->tm;
  struct term one = number(w, 1), zero = number(w, 0);
  all[0] = term_eq(tm, w->x, w->y);
  all[1] = term_ule(tm, w->x, number(w, 3)); // holds in the first iterations
  all[2] = term_ule(tm, w->x, number(w, 4));
  all[3] = term_ule(tm, w->y, number(w, 4)); // holds because of the others
  add_step(w, HOUDINI_OUTSIDE, 0, term_true(tm), zero, zero);
  add_step(w, 0, 0, term_ult(tm, w->x, number(w, 4)), term_add(tm, w->x, one), term_add(tm, w->y, one));
  for (uint32_t i = 0; i < 4; i++) vec_term_push(&w->candidates[0], all[i]);
}

static void keeps_what_is_inductive_together(void **state) {
  (void)state;
  struct world w;
  struct term all[4];
  setup(&w);
  add_loop(&w, all);
  assert_true(houdini_run(&w.h));
  expect(&w.candidates[0], 3, (struct term[]){all[0], all[2], all[3]});
  teardown(&w);
}

// Without x = y nothing is known of y.
static void drops_what_needs_what_is_dropped(void **state) {
  (void)state;
  struct world w;
  struct term all[4];
  setup(&w);
  add_loop(&w, all);
  w.candidates[0].data[0] = term_eq(w.tm, w.x, number(&w, 0));
  assert_true(houdini_run(&w.h));
  expect(&w.candidates[0], 1, (struct term[]){all[2]});
  teardown(&w);
}

static void gives_up_without_answers(void **state) {
  (void)state;
  for (uint32_t answers = 0; answers < 2; answers++) {
    struct world w;
    struct term all[4];
    setup(&w);
    add_loop(&w, all);
    w.answers = answers;
    assert_false(houdini_run(&w.h));
    teardown(&w);
    setup(&w);
    add_loop(&w, all);
    w.h.max_questions = answers;
    assert_false(houdini_run(&w.h));
    assert_true(w.asked <= answers);
    teardown(&w);
  }
}

// One by one, what has no answer is dropped, and with it what needs it: never more than what is inductive.
static void drops_what_has_no_answer(void **state) {
  (void)state;
  for (uint32_t answers = 0; answers < 30; answers++) {
    struct world w, again;
    struct term all[4];
    setup(&w);
    add_loop(&w, all);
    w.answers = answers;
    w.h.one_by_one = true;
    assert_true(houdini_run(&w.h));
    assert_true(w.candidates[0].size <= 3);
    setup(&again);
    add_loop(&again, all);
    uint32_t n = again.candidates[0].size = w.candidates[0].size;
    for (uint32_t i = 0; i < n; i++) again.candidates[0].data[i] = w.candidates[0].data[i]; // the same ids: made alike
    assert_true(houdini_run(&again.h));
    assert_int_equal(again.candidates[0].size, n);
    teardown(&again);
    teardown(&w);
  }
}

static void refutes_by_a_state(void **state) {
  (void)state;
  struct world w;
  struct term all[4];
  setup(&w);
  add_loop(&w, all);
  struct model *m = model_new(w.tm);
  model_set(m, w.x, number(&w, 4));
  model_set(m, w.y, number(&w, 4));
  assert_true(houdini_refute(&w.candidates[0], m, NULL));
  expect(&w.candidates[0], 3, (struct term[]){all[0], all[2], all[3]});
  assert_false(houdini_refute(&w.candidates[0], m, NULL));
  assert_true(houdini_refute(&w.candidates[0], m, w.ends[1])); // x = y = 5
  expect(&w.candidates[0], 1, all);
  model_unref(m);
  teardown(&w);
}

// --- random systems ------------------------------------------------------------------------

static uint64_t random_next(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

static struct term random_value(struct world *w, uint64_t *seed) {
  struct term x = random_next(seed) % 2 ? w->x : w->y, k = number(w, random_next(seed));
  switch (random_next(seed) % 4) {
  case 0: return k;
  case 1: return x;
  case 2: return term_add(w->tm, x, k);
  default: return term_bvand(w->tm, x, k);
  }
}

static struct term random_formula(struct world *w, uint64_t *seed) {
  struct term a = random_value(w, seed), b = random_value(w, seed);
  return random_next(seed) % 3 ? term_ule(w->tm, a, b) : term_eq(w->tm, a, b);
}

static bool holds_at(struct world *w, struct term t, uint64_t x, uint64_t y, struct substitution *end) {
  struct term from[2] = {w->x, w->y}, to[2] = {number(w, x), number(w, y)};
  return term_is_true(w->tm, term_substitute(w->tm, end ? substitution_apply(end, t) : t, 2, from, to));
}

// Removes, state by state, what a step breaks; false: nothing was.
static bool remove_by_states(struct world *w, const struct houdini_step *s, struct vec_term *lists) {
  bool any = false;
  for (uint64_t state = 0; state < 1u << 2 * WIDTH; state++) {
    uint64_t x = state & ((1u << WIDTH) - 1), y = state >> WIDTH;
    bool runs = holds_at(w, s->guards->data[0], x, y, NULL);
    for (uint32_t i = 0; runs && s->from != HOUDINI_OUTSIDE && i < lists[s->from].size; i++)
      runs = holds_at(w, lists[s->from].data[i], x, y, NULL);
    if (!runs) continue;
    struct vec_term *to = &lists[s->to];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->size; i++)
      if (holds_at(w, to->data[i], x, y, s->end)) to->data[kept++] = to->data[i];
    any = any || kept < to->size;
    to->size = kept;
  }
  return any;
}

static void agrees_with_enumeration(void **state) {
  (void)state;
  uint32_t survivors = 0, dropped = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct world w;
    uint64_t r = seed;
    struct vec_term lists[MAX_PLACES] = {{0}};
    setup(&w);
    uint32_t n_steps = 2 + random_next(&r) % (MAX_STEPS - 1);
    for (uint32_t i = 0; i < n_steps; i++) {
      uint32_t from = i ? random_next(&r) % MAX_PLACES : HOUDINI_OUTSIDE;
      add_step(&w, from, random_next(&r) % MAX_PLACES, random_formula(&w, &r), random_value(&w, &r),
               random_value(&w, &r));
    }
    for (uint32_t p = 0; p < MAX_PLACES; p++)
      for (uint32_t i = 0; i < 6; i++) {
        struct term t = random_formula(&w, &r);
        vec_term_push(&w.candidates[p], t);
        vec_term_push(&lists[p], t);
      }
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = 0; i < n_steps; i++) changed = remove_by_states(&w, &w.steps[i], lists) || changed;
    }
    assert_true(houdini_run(&w.h));
    for (uint32_t p = 0; p < MAX_PLACES; p++) {
      expect(&w.candidates[p], lists[p].size, lists[p].data);
      survivors += lists[p].size;
      dropped += 6 - lists[p].size;
      vec_term_release(&lists[p]);
    }
    teardown(&w);
  }
  assert_true(survivors > 50 && dropped > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_what_is_inductive_together),
      cmocka_unit_test(drops_what_needs_what_is_dropped),
      cmocka_unit_test(gives_up_without_answers),
      cmocka_unit_test(drops_what_has_no_answer),
      cmocka_unit_test(refutes_by_a_state),
      cmocka_unit_test(agrees_with_enumeration),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
