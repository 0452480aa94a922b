// One formula for all visits of a place: loops whose iterations keep something, and random loops against brute force.
#include "interpolate_random.h"
#include "random.h"

// Cuts before every step but the first, at the places given.
static enum answer solve_visits(struct fixture *f, const uint32_t *places) {
  uint32_t cuts[ALL_STEPS];
  for (uint32_t i = 0; i + 1 < f->n_steps; i++) cuts[i] = i + 1;
  return interpolate_visits(f->ip, f->n_steps, f->steps, f->n_steps - 1, cuts, places, f->out, &f->by);
}

static void expect_same(struct fixture *f, const uint32_t *places) {
  assert_int_equal(solve_visits(f, places), ANSWER_UNSAT);
  assert_int_equal(f->by, PROVIDER_RELATIONS);
  oracle(f);
  for (uint32_t i = 0; i + 1 < f->n_steps; i++)
    for (uint32_t k = 0; k < i; k++)
      if (places[i] == places[k]) assert_int_equal(f->out[i].id, f->out[k].id);
}

// Is the formula kept by a step that the path need not have?
static bool is_kept(struct fixture *f, struct term formula, struct term guard, struct term var, struct term value) {
  struct solver *s = solver_new(f->tm, &f->limits, &f->stats, &(struct solver_config){.backend = "z3"});
  struct term query[3] = {formula, guard, term_not(f->tm, term_substitute(f->tm, formula, 1, &var, &value))};
  bool kept = solver_check(s, 3, query) == ANSWER_UNSAT;
  solver_free(s);
  return kept;
}

static const uint32_t one_place[16] = {0};

// x = 0, x += 2 while x < 1000001; then x is odd. Left too early as well: that is what interpolants of the core would
// speak about.
static void test_parity(void **state) {
  (void)state;
  for (uint32_t rounds = 1; rounds < 4; rounds++) {
    struct fixture *f = start(0);
    struct term x = bv_var(f, 32, "x"), limit = num(f, x, 1000001);
    assign(f, x, num(f, x, 0));
    for (uint32_t i = 0; i < rounds; i++) new_step(f, term_ult(f->tm, x, limit)), set(f, x, plus(f, x, 2));
    guard(f, term_and(f->tm, term_ule(f->tm, limit, x),
                      term_eq(f->tm, term_extract(f->tm, 0, 0, x), term_bv(f->tm, 1, 1))));
    expect_same(f, one_place);
    assert_true(is_kept(f, f->out[0], term_true(f->tm), x, plus(f, x, 4)));
    finish(f);
  }
}

// sn goes up by 2 when i goes up by 1: sn = 2·n after the loop, or the loop was not entered.
static void test_two_counters(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  struct term i = bv_var(f, 32, "i"), n = bv_var(f, 32, "n"), sn = bv_var(f, 32, "sn");
  assign(f, i, num(f, i, 1));
  set(f, sn, num(f, sn, 0));
  for (uint32_t k = 0; k < 2; k++)
    new_step(f, term_sle(tm, i, n)), set(f, i, plus(f, i, 1)), set(f, sn, plus(f, sn, 2));
  struct term wrong =
      term_not(tm, term_or(tm, term_eq(tm, sn, num(f, sn, 0)), term_eq(tm, sn, term_mul(tm, num(f, n, 2), n))));
  guard(f, term_and(tm, term_slt(tm, n, i), wrong));
  expect_same(f, one_place);
  finish(f);
}

// Up to 50, then down: two ways through the loop, and what is kept has two cases.
static void test_cases(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y"), fifty = num(f, x, 50);
  assign(f, x, num(f, x, 0));
  set(f, y, num(f, y, 0));
  new_step(f, term_and(tm, term_slt(tm, x, fifty), term_sle(tm, num(f, y, 0), plus(f, y, 1)))),
      set(f, x, plus(f, x, 1)), set(f, y, plus(f, y, 1));
  struct term down = term_sub(tm, y, num(f, y, 1));
  new_step(f, term_and(tm, term_sle(tm, fifty, x), term_sle(tm, num(f, y, 0), down))), set(f, x, plus(f, x, 1)),
      set(f, y, down);
  struct term left = term_and(tm, term_sle(tm, fifty, x), term_slt(tm, down, num(f, y, 0)));
  guard(f, term_and(tm, left, term_not(tm, term_eq(tm, x, num(f, x, 100)))));
  expect_same(f, one_place);
  finish(f);
}

// A loop after a loop that is left too early: no run reaches the second, whose iterations keep what the end needs.
static void test_two_places(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  struct term i = bv_var(f, 32, "i"), a = bv_var(f, 32, "a"), b = bv_var(f, 32, "b"), limit = num(f, i, 1000);
  assign(f, i, num(f, i, 0));
  set(f, a, num(f, a, 0));
  set(f, b, num(f, b, 0));
  for (uint32_t k = 0; k < 2; k++)
    new_step(f, term_slt(tm, i, limit)), set(f, i, plus(f, i, 1)), set(f, a, plus(f, a, 1)), set(f, b, plus(f, b, 1));
  new_step(f, term_sle(tm, limit, i)), set(f, i, num(f, i, 0));
  for (uint32_t k = 0; k < 2; k++)
    new_step(f, term_slt(tm, i, limit)), set(f, i, plus(f, i, 1)), set(f, a, plus(f, a, 3)), set(f, b, plus(f, b, 3));
  guard(f, term_and(tm, term_sle(tm, limit, i), term_not(tm, term_eq(tm, a, b))));
  expect_same(f, (const uint32_t[]){5, 5, 5, 9, 9, 9});
  assert_int_equal(f->out[0].id, term_eq(tm, a, b).id);
  assert_int_equal(f->out[3].id, term_eq(tm, a, b).id);
  finish(f);
}

// Without such a formula the others are asked; without a place that comes twice nothing changes; a path that can be run
// is told.
static void test_otherwise(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 32, "x"), n = bv_var(f, 32, "n");
  // What any number of iterations would allow.
  assign(f, x, num(f, x, 0));
  for (uint32_t k = 0; k < 3; k++) assign(f, x, plus(f, x, 1));
  guard(f, term_eq(tm, x, num(f, x, 5)));
  assert_int_equal(solve_visits(f, one_place), ANSWER_UNSAT);
  oracle(f);
  assert_int_not_equal(f->out[0].id, f->out[3].id);
  assert_int_equal(solve_visits(f, (const uint32_t[]){1, 2, 3, 4}), ANSWER_UNSAT);
  oracle(f);
  guard(f, term_eq(tm, n, n));
  f->steps[4].guard = term_eq(tm, x, num(f, x, 3));
  assert_int_equal(solve_visits(f, one_place), ANSWER_SAT);
  finish(f);
  // Not among the allowed providers.
  f = start(1u << PROVIDER_WEAKEST);
  x = bv_var(f, 8, "x");
  assign(f, x, num(f, x, 0));
  for (uint32_t k = 0; k < 2; k++) assign(f, x, plus(f, x, 2));
  guard(f, term_eq(f->tm, x, num(f, x, 7)));
  assert_int_equal(solve_visits(f, one_place), ANSWER_UNSAT);
  assert_int_equal(f->by, PROVIDER_WEAKEST);
  oracle(f);
  finish(f);
}

// Makes steps 0, 1 and the last ones of a loop that keeps x + y or x - y, and goes wrong where it does not.
static void keep_a_sum(struct random_path *r) {
  struct fixture *f = r->f;
  struct terms *tm = f->tm;
  struct term x = r->scalars[0], y = r->scalars[1], a = num(f, x, below(r, 8)), b = num(f, x, below(r, 8)),
              by = num(f, x, 1 + below(r, 3));
  bool minus = below(r, 2);
  f->updates[0][0] = (struct step_update){x, a};
  f->updates[0][1] = (struct step_update){y, b};
  f->updates[1][0] = (struct step_update){x, term_add(tm, x, by)};
  f->updates[1][1] = (struct step_update){y, minus ? term_add(tm, y, by) : term_sub(tm, y, by)};
  f->steps[0].n_updates = f->steps[1].n_updates = 2;
  struct term sum = minus ? term_sub(tm, x, y) : term_add(tm, x, y),
              was = minus ? term_sub(tm, a, b) : term_add(tm, a, b);
  f->steps[f->n_steps - 1].guard = term_and(tm, f->steps[f->n_steps - 1].guard, term_not(tm, term_eq(tm, sum, was)));
}

// A beginning, iterations of one or two steps, an end.
static void random_loop(uint64_t seed, uint32_t *same, uint32_t *infeasible) {
  struct random_path r = {.f = start(0), .rng = rng_new(seed + 5000000)};
  struct fixture *f = r.f;
  uint32_t cuts[ALL_STEPS], places[ALL_STEPS], n_cuts = 0;
  random_variables(&r, false);
  random_steps(&r, false);
  bool keeps = below(&r, 2);
  if (keeps) keep_a_sum(&r);
  uint32_t length = keeps ? 1 : 1 + below(&r, 2), rounds = 2 + below(&r, 3);
  struct step first = f->steps[0], round[2] = {f->steps[1], f->steps[2]}, last = f->steps[f->n_steps - 1];
  f->n_steps = 0;
  f->steps[f->n_steps++] = first;
  for (uint32_t i = 0; i < rounds; i++) {
    cuts[n_cuts] = f->n_steps;
    places[n_cuts++] = below(&r, 8) ? 3 : 4; // sometimes it is another place, for no reason
    for (uint32_t k = 0; k < length; k++) f->steps[f->n_steps++] = round[k];
  }
  cuts[n_cuts] = f->n_steps;
  places[n_cuts++] = 3;
  f->steps[f->n_steps++] = last;
  bool feasible = brute_feasible(&r);
  enum answer answer = interpolate_visits(f->ip, f->n_steps, f->steps, n_cuts, cuts, places, f->out, &f->by);
  assert_int_equal(feasible, answer == ANSWER_SAT);
  if (answer == ANSWER_UNSAT) {
    brute_sequence(&r, n_cuts, cuts);
    bool equal = true;
    for (uint32_t k = 0; k + 1 < n_cuts; k++)
      equal = equal && (places[k] != places[n_cuts - 1] || term_same(f->out[k], f->out[n_cuts - 1]));
    *same += equal && !term_is_const(f->tm, f->out[n_cuts - 1]);
    ++*infeasible;
  }
  finish(f);
}

static void test_random_loops(void **state) {
  (void)state;
  uint32_t same = 0, infeasible = 0, n = 300;
#ifdef CLEW_SANITIZED
  n /= 6;
#endif
  for (uint64_t seed = 1; seed <= n; seed++) random_loop(seed, &same, &infeasible);
  printf("%u paths, %u infeasible, %u of them with one formula\n", n, infeasible, same);
  assert_true(infeasible > n / 4 && same > n / 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parity),     cmocka_unit_test(test_two_counters), cmocka_unit_test(test_cases),
      cmocka_unit_test(test_two_places), cmocka_unit_test(test_otherwise),    cmocka_unit_test(test_random_loops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
