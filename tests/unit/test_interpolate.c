// Interpolants of paths made by hand, whose sequences are checked by a solver of its own.
#include "interpolate_paths.h"

static const enum provider both[] = {PROVIDER_WEAKEST, PROVIDER_STRONGEST};

// --- paths by hand ---------------------------------------------------------------------------------------

// i = 0; n times { i < limit; i = i + 1 }; i >= limit; i /= limit
static void counter(struct fixture *f, uint32_t n) {
  struct term i = bv_var(f, 32, "i"), j = bv_var(f, 32, "j");
  assign(f, i, num(f, i, 0));
  for (uint32_t k = 0; k < n; k++) {
    guard(f, term_slt(f->tm, i, num(f, i, n)));
    assign(f, i, plus(f, i, 1));
    set(f, j, plus(f, j, 3)); // of no importance
  }
  guard(f, term_sle(f->tm, num(f, i, n), i));
  guard(f, term_not(f->tm, term_eq(f->tm, i, num(f, i, n))));
}

static void test_counter(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    struct fixture *f = start(1u << both[k]);
    counter(f, 5);
    expect_unsat(f, both[k]);
    struct term j = bv_var(f, 32, "j"), *out = f->out;
    for (uint32_t i = 0; i + 1 < f->n_steps; i++) {
      uint32_t n;
      const uint32_t *ids = term_free_vars(f->tm, out[i], &n);
      for (uint32_t v = 0; v < n; v++) assert_int_not_equal(ids[v], j.id);
    }
    finish(f);
  }
}

// Two counters that go together; inputs decide how far; then they differ.
static void test_together(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    struct fixture *f = start(1u << both[k]);
    struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y");
    new_step(f, TERM_NONE);
    struct term first = bv_var(f, 32, "first?");
    input(f, first);
    set(f, x, first);
    set(f, y, first);
    for (uint32_t i = 0; i < 3; i++) {
      char name[16];
      snprintf(name, sizeof name, "in%u?", i);
      struct term in = bv_var(f, 32, name);
      new_step(f, term_ult(f->tm, in, num(f, in, 100)));
      input(f, in);
      set(f, x, term_add(f->tm, x, in));
      set(f, y, term_add(f->tm, y, in));
    }
    guard(f, term_not(f->tm, term_eq(f->tm, x, y)));
    expect_unsat(f, both[k]);
    finish(f);
  }
}

// x is swapped and scaled: old values are found again from new ones.
static void test_invertible(void **state) {
  (void)state;
  struct fixture *f = start(1u << PROVIDER_STRONGEST);
  struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y");
  guard(f, term_ult(f->tm, x, num(f, x, 10)));
  new_step(f, TERM_NONE);
  set(f, x, y);
  set(f, y, x);
  assign(f, y, term_mul(f->tm, num(f, y, 5), plus(f, term_neg(f->tm, y), 7)));
  assign(f, y, term_bvxor(f->tm, y, term_bv(f->tm, 32, 0x5a5a)));
  guard(f, term_eq(f->tm, y, term_bv(f->tm, 32, 0x5a5b)));
  expect_unsat(f, PROVIDER_STRONGEST);
  finish(f);
}

static struct sort memory(struct fixture *f) { return sort_array(f->tm, sort_bv(f->tm, 32), sort_bv(f->tm, 8)); }

// a[p] = 7; a[q] = 8 with q /= p; a[p] /= 7
static void test_arrays(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    struct fixture *f = start(1u << both[k]);
    struct terms *tm = f->tm;
    struct term a = term_var(tm, memory(f), "a"), p = bv_var(f, 32, "p"), q = bv_var(f, 32, "q");
    struct term seven = term_bv(tm, 8, 7), eight = term_bv(tm, 8, 8);
    guard(f, term_ult(tm, p, q));
    assign(f, a, term_store(tm, a, p, seven));
    assign(f, a, term_store(tm, a, q, eight));
    guard(f, term_not(tm, term_eq(tm, term_select(tm, a, p), seven)));
    expect_unsat(f, both[k]);
    finish(f);
  }
}

// A table of many cells is assigned and read; the interpolants do not repeat it.
static void test_large_array(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct terms *tm = f->tm;
  enum { CELLS = 20000 };
  uint64_t *indices = mem_alloc(CELLS * sizeof *indices);
  struct term *values = mem_alloc(CELLS * sizeof *values);
  for (uint32_t i = 0; i < CELLS; i++) indices[i] = i, values[i] = term_bv(tm, 8, 1 + i % 200);
  struct term a = term_var(tm, memory(f), "a"), i = bv_var(f, 32, "i"), s = bv_var(f, 8, "s");
  struct term table = term_stores(tm, term_array_const(tm, memory(f), term_bv(tm, 8, 0)), CELLS, indices, values);
  assign(f, a, table);
  assign(f, i, term_bv(tm, 32, 400));
  assign(f, s, term_select(tm, a, i));                               // 1
  assign(f, a, term_store(tm, a, plus(f, i, 1), s));
  assign(f, s, term_select(tm, a, plus(f, i, 1)));
  guard(f, term_ult(tm, term_bv(tm, 8, 1), s));
  double begin = processor_seconds();
  assert_int_equal(solve_all_cuts(f), ANSWER_UNSAT);
  assert_true(processor_seconds() - begin < 0.5 * SLOWER);
  oracle(f);
  for (uint32_t k = 0; k + 1 < f->n_steps; k++) assert_true(term_dag_size(tm, f->out[k]) < 50);
  mem_free(indices);
  mem_free(values);
  finish(f);
}

// Branches that follow the same condition twice: if (c) x = 1; else x = 2; … c and x /= 1 (a decided split, as in
// Chu, Jaffar, Murali: Lazy Symbolic Execution for Enhanced Learning).
static void test_branches(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    struct fixture *f = start(1u << both[k]);
    struct terms *tm = f->tm;
    struct term c = term_var(tm, sort_bool(tm), "c"), x = bv_var(f, 16, "x"), y = bv_var(f, 16, "y");
    new_step(f, TERM_NONE);
    struct term in = bv_var(f, 16, "in?");
    input(f, in);
    set(f, y, in);
    assign(f, c, term_ult(tm, y, num(f, y, 50)));
    assign(f, x, term_ite(tm, c, num(f, x, 1), num(f, x, 2)));
    guard(f, c);
    assign(f, y, plus(f, y, 1));
    guard(f, term_or(tm, term_not(tm, term_eq(tm, x, num(f, x, 1))), term_ult(tm, num(f, y, 50), y)));
    expect_unsat(f, both[k]);
    finish(f);
  }
}

// The state after `y = 4; x > 0` with a later `x + y < 5` is decided without a word about the branch between.
static void test_no_split(void **state) {
  (void)state;
  struct fixture *f = start(1u << PROVIDER_WEAKEST);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y"), z = bv_var(f, 32, "z");
  new_step(f, term_and(tm, term_ult(tm, num(f, x, 0), x), term_ult(tm, x, num(f, x, 1000))));
  set(f, y, num(f, y, 4));
  guard(f, term_not(tm, term_eq(tm, z, num(f, z, 1))));
  assign(f, z, plus(f, z, 1));
  guard(f, term_ult(tm, z, num(f, z, 77)));
  guard(f, term_ult(tm, term_add(tm, x, y), num(f, x, 5)));
  expect_unsat(f, PROVIDER_WEAKEST);
  for (uint32_t i = 0; i + 1 < f->n_steps; i++) assert_false(term_none(f->out[i]));
  uint32_t n;
  term_free_vars(tm, f->out[2], &n);
  assert_int_equal(n, 2); // x and y, not z
  finish(f);
}

// s = 0; n times { in < 10; s = s + in; i = i + 1 }; s > 9 n: the sum of many inputs stays an interval.
static void sum_of_inputs(struct fixture *f, uint32_t n) {
  struct term s = bv_var(f, 32, "s"), i = bv_var(f, 32, "i"), in = bv_var(f, 32, "in?");
  new_step(f, TERM_NONE);
  set(f, s, num(f, s, 0));
  set(f, i, num(f, i, 0));
  for (uint32_t k = 0; k < n; k++) {
    guard(f, term_ult(f->tm, i, num(f, i, n)));
    new_step(f, term_ult(f->tm, in, num(f, in, 10)));
    input(f, in);
    set(f, s, term_add(f->tm, s, in));
    set(f, i, plus(f, i, 1));
  }
  guard(f, term_ule(f->tm, num(f, i, n), i));
  guard(f, term_ult(f->tm, num(f, s, 9 * n), s));
}

static void test_sum_of_inputs(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    struct fixture *f = start(1u << both[k]);
    sum_of_inputs(f, LESS > 1 ? 40 : 100);
    double begin = processor_seconds();
    assert_int_equal(solve_all_cuts(f), ANSWER_UNSAT);
    assert_true(processor_seconds() - begin < 1.0 * SLOWER);
    assert_int_equal(f->by, both[k]);
    oracle(f);
    for (uint32_t i = 0; i + 1 < f->n_steps; i++) assert_true(term_dag_size(f->tm, f->out[i]) < 30);
    finish(f);
  }
}

// A loop unrolled often, with memory and a pointer that moves: the last cell written is read again.
static void test_long_path(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    struct fixture *f = start(1u << both[k]);
    struct terms *tm = f->tm;
    struct term a = term_var(tm, memory(f), "a"), p = bv_var(f, 32, "p"), c = bv_var(f, 8, "c"),
                in = bv_var(f, 8, "in?");
    assign(f, c, term_bv(tm, 8, 1));
    for (uint32_t i = 0; i < 200; i++) {
      new_step(f, term_ult(tm, in, c));
      input(f, in);
      set(f, a, term_store(tm, a, p, in));
      set(f, p, plus(f, p, 1));
      guard(f, term_ult(tm, num(f, p, 3), p));
    }
    guard(f, term_ult(tm, num(f, c, 9), term_select(tm, a, term_sub(tm, p, num(f, p, 1)))));
    double begin = processor_seconds();
    expect_unsat(f, both[k]);
    assert_true(processor_seconds() - begin < 2.0 * SLOWER);
    finish(f);
  }
}

// --- the loop of two branches ----------------------------------------------------------------------------
//
// The program of figure 1 of Jonáš, Strejček, Griggio (2024), whose symbolic execution does not end:
//     n > 0; x = 5; loop { n > 0; if (x != y) y = x; else x = x + 1; n = n - 1 }; x - y > 1 is an error
// The path goes `rounds` times through both branches, in turn, and is never feasible. Cuts are where the loop begins;
// returns how many.
static uint32_t two_branches(struct fixture *f, uint32_t rounds, uint32_t *cuts) {
  struct terms *tm = f->tm;
  struct term n = bv_var(f, 32, "n"), x = bv_var(f, 32, "x"), y = bv_var(f, 32, "y"), zero = num(f, n, 0);
  uint32_t n_cuts = 0;
  guard(f, term_slt(tm, zero, n));
  assign(f, x, num(f, x, 5));
  for (uint32_t i = 0; i < 2 * rounds; i++) {
    cuts[n_cuts++] = f->n_steps;
    guard(f, term_slt(tm, zero, n));
    guard(f, i % 2 ? term_eq(tm, x, y) : term_not(tm, term_eq(tm, x, y)));
    if (i % 2) assign(f, x, plus(f, x, 1));
    else assign(f, y, x);
    assign(f, n, plus(f, n, UINT32_MAX));
  }
  cuts[n_cuts++] = f->n_steps;
  guard(f, term_sle(tm, n, zero));
  guard(f, term_slt(tm, num(f, x, 1), term_sub(tm, x, y)));
  return n_cuts;
}

// Before step `first` in a state of `from` and after it not in `to`, from there on along the path: does that exist?
// (The path has no inputs.)
static bool can_leave(struct fixture *f, struct term from, uint32_t first, uint32_t last, struct term to) {
  struct term left = term_not(f->tm, to);
  for (uint32_t i = last; i-- > first;) {
    struct term vars[4], values[4];
    for (uint32_t k = 0; k < f->steps[i].n_updates; k++)
      vars[k] = f->updates[i][k].var, values[k] = f->updates[i][k].value;
    left = term_and(f->tm, f->steps[i].guard, term_substitute(f->tm, left, f->steps[i].n_updates, vars, values));
  }
  struct solver_config config = {.backend = "z3"};
  struct solver *s = solver_new(f->tm, &f->limits, &f->stats, &config);
  struct term query[2] = {from, left};
  enum answer answer = solver_check(s, 2, query);
  solver_free(s);
  assert_int_not_equal(answer, ANSWER_UNKNOWN);
  return answer == ANSWER_SAT;
}

static void test_two_branches(void **state) {
  (void)state;
  for (uint32_t rounds = 1; rounds <= 3; rounds++)
    for (uint32_t by = 0; by <= PROVIDER_COUNT; by++) { // the last: all of them
      struct fixture *f = start(by < PROVIDER_COUNT ? 1u << by : 0);
      struct terms *tm = f->tm;
      uint32_t cuts[ALL_STEPS], n_cuts = two_branches(f, rounds, cuts);
      enum answer answer = interpolate_path(f->ip, f->n_steps, f->steps, n_cuts, cuts, f->out, &f->by);
      assert_true(answer == ANSWER_UNSAT || by == PROVIDER_SPACER); // which has a clock
      assert_int_not_equal(answer, ANSWER_SAT);
      for (uint32_t k = 0; answer == ANSWER_UNSAT && k <= n_cuts; k++) {
        struct term from = k ? f->out[k - 1] : term_true(tm), to = k < n_cuts ? f->out[k] : term_false(tm);
        assert_false(can_leave(f, from, k ? cuts[k - 1] : 0, k < n_cuts ? cuts[k] : f->n_steps, to));
      }
      // What the error needs is excluded by a word about x and y where the loop is left; how the path got there does
      // not matter.
      uint32_t n_vars = 0;
      if (answer == ANSWER_UNSAT) term_free_vars(tm, f->out[n_cuts - 1], &n_vars), assert_int_equal(n_vars, 2);
      for (uint32_t k = 0; answer == ANSWER_UNSAT && k + 1 < n_cuts; k++) assert_true(term_is_true(tm, f->out[k]));
      finish(f);
    }
}

// --- no interpolants -------------------------------------------------------------------------------------

static void test_feasible(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct term x = bv_var(f, 32, "x"), in = bv_var(f, 32, "in?");
  assign(f, x, num(f, x, 3));
  new_step(f, term_ult(f->tm, in, x));
  input(f, in);
  set(f, x, in);
  guard(f, term_eq(f->tm, x, num(f, x, 2)));
  assert_int_equal(solve_all_cuts(f), ANSWER_SAT);
  for (uint32_t i = 0; i < PROVIDER_COUNT; i++) assert_int_equal(interpolator_records(f->ip)[i].asked, 0);
  // One step more and it is not.
  guard(f, term_ult(f->tm, num(f, x, 2), x));
  assert_int_equal(solve_all_cuts(f), ANSWER_UNSAT);
  oracle(f);
  finish(f);
}

// The same input variable in two steps has two values.
static void test_same_input_twice(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct term x = bv_var(f, 8, "x"), y = bv_var(f, 8, "y"), in = bv_var(f, 8, "in?");
  for (int k = 0; k < 2; k++) {
    new_step(f, TERM_NONE);
    input(f, in);
    set(f, k ? y : x, in);
  }
  guard(f, term_not(f->tm, term_eq(f->tm, x, y)));
  assert_int_equal(solve_all_cuts(f), ANSWER_SAT);
  finish(f);
}

// The conflict lies on one side of the cut: true before it, false after it.
static void test_one_sided(void **state) {
  (void)state;
  struct fixture *f = start(0);
  struct term x = bv_var(f, 8, "x"), y = bv_var(f, 8, "y");
  guard(f, term_ult(f->tm, y, num(f, y, 9)));
  guard(f, term_ult(f->tm, x, num(f, x, 4)));
  guard(f, term_ult(f->tm, num(f, x, 4), x));
  guard(f, term_ult(f->tm, num(f, y, 3), y));
  assert_int_equal(solve_all_cuts(f), ANSWER_UNSAT);
  assert_true(term_is_true(f->tm, f->out[0]));
  assert_true(term_is_false(f->tm, f->out[2]));
  oracle(f);
  finish(f);
}

static void test_limits(void **state) {
  (void)state;
  struct fixture *f = start(0);
  counter(f, 5);
  limits_stop(&f->limits, REASON_INTERRUPTED);
  assert_int_equal(solve_all_cuts(f), ANSWER_UNKNOWN);
  assert_int_equal(interpolator_reason(f->ip), REASON_INTERRUPTED);
  finish(f);
  assert_string_equal(provider_name(PROVIDER_WEAKEST), "weakest");
  assert_string_equal(provider_name(PROVIDER_SPACER), "spacer");
}

// A hard product and hardly any time: UNKNOWN with a reason, and the interpolator is still good for the next problem.
static void test_deadline(void **state) {
  (void)state;
  struct fixture *f = start(0);
  interpolator_free(f->ip);
  struct interpolator_config config = {.seconds = 0.15};
  f->ip = interpolator_new(f->tm, &f->limits, &f->stats, &config);
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 64, "x"), y = bv_var(f, 64, "y");
  guard(f, term_and(tm, term_ult(tm, x, num(f, x, UINT64_C(1) << 31)), term_ult(tm, y, num(f, y, UINT64_C(1) << 31))));
  guard(f, term_and(tm, term_ult(tm, num(f, x, 1), x), term_ult(tm, num(f, y, 1), y)));
  guard(f, term_eq(tm, term_mul(tm, x, y), num(f, x, UINT64_C(2305843009213693951)))); // a prime
  double begin = processor_seconds();
  assert_int_equal(solve_all_cuts(f), ANSWER_UNKNOWN);
  assert_true(processor_seconds() - begin < 0.15 + 0.2 * SLOWER);
  assert_int_not_equal(interpolator_reason(f->ip), REASON_NONE);
  f->ip->config.seconds = AMPLE;
  f->n_steps = 0;
  counter(f, 2);
  assert_int_equal(solve_all_cuts(f), ANSWER_UNSAT);
  oracle(f);
  finish(f);
}

// --- the time of a problem -------------------------------------------------------------------------------

// The factors of a prime.
static void hard_product(struct fixture *f) {
  struct terms *tm = f->tm;
  struct term x = bv_var(f, 64, "x"), y = bv_var(f, 64, "y"), z = bv_var(f, 64, "z"),
              most = num(f, x, UINT64_C(1) << 31), one = num(f, x, 1);
  guard(f, term_and(tm, term_ult(tm, x, most), term_ult(tm, y, most)));
  guard(f, term_and(tm, term_ult(tm, one, x), term_ult(tm, one, y)));
  assign(f, z, term_mul(tm, x, y));
  guard(f, term_eq(tm, z, num(f, z, UINT64_C(2305843009213693951))));
}

// Two hashes of the same inputs, one of which writes x ^ y as (x | y) - (x & y).
static void hard_hashes(struct fixture *f) {
  struct terms *tm = f->tm;
  struct term g = bv_var(f, 32, "g"), h = bv_var(f, 32, "h"), in = bv_var(f, 32, "in?"), k = term_bv(tm, 32, 16777619);
  new_step(f, TERM_NONE);
  set(f, g, num(f, g, 7));
  set(f, h, num(f, h, 7));
  for (uint32_t i = 0; i < 40; i++) {
    new_step(f, term_ult(tm, in, num(f, in, 200)));
    input(f, in);
    set(f, g, term_mul(tm, term_bvxor(tm, g, in), k));
    set(f, h, term_mul(tm, term_sub(tm, term_bvor(tm, h, in), term_bvand(tm, h, in)), k));
  }
  guard(f, term_not(tm, term_eq(tm, g, h)));
}

// A hundred cells are written in another order than they are read and added up.
static void hard_cells(struct fixture *f) {
  struct terms *tm = f->tm;
  struct term a = term_var(tm, memory(f), "a"), p = bv_var(f, 32, "p"), c = bv_var(f, 8, "c"), in = bv_var(f, 8, "in?"),
              s = bv_var(f, 32, "s");
  new_step(f, TERM_NONE);
  set(f, c, term_bv(tm, 8, 9));
  set(f, p, num(f, p, 0));
  set(f, s, num(f, s, 0));
  for (uint32_t i = 0; i < 100; i++) {
    new_step(f, term_ult(tm, in, c));
    input(f, in);
    set(f, a, term_store(tm, a, term_bvxor(tm, p, num(f, p, 5)), in));
    set(f, p, plus(f, p, 1));
  }
  for (uint32_t i = 0; i < 100; i++) {
    assign(f, s, term_add(tm, s, term_zext(tm, term_select(tm, a, num(f, p, i ^ 5)), 32)));
    guard(f, term_ult(tm, s, num(f, s, 1 << 20)));
  }
  guard(f, term_ult(tm, num(f, s, 800), s));
}

static void hard_sum(struct fixture *f) { sum_of_inputs(f, 300); }

// Half a second is kept, by all providers together and by each alone, but for what cannot be interrupted: to write a
// formula down as clauses takes its time. (Where all of it is spent waiting for another process it is the other clock
// that tells.)
static void test_half_second(void **state) {
  (void)state;
  static void (*const problems[])(struct fixture *) = {hard_product, hard_hashes, hard_cells, hard_sum};
  for (uint32_t k = 0; k < 4; k++)
    for (uint32_t by = 0; by <= PROVIDER_COUNT; by++) {
      if (k < 2 && by < PROVIDER_COUNT) continue; // the question whether the path is feasible takes it all
      struct fixture *f = start(0);
      interpolator_free(f->ip);
      struct interpolator_config config = {.providers = by < PROVIDER_COUNT ? 1u << by : 0, .seconds = 0.5};
      f->ip = interpolator_new(f->tm, &f->limits, &f->stats, &config);
      problems[k](f);
      double begin = processor_seconds(), wall = clock_now();
      enum answer answer = solve_all_cuts(f);
      assert_true(processor_seconds() - begin < 0.5 + 0.2 * SLOWER);
      assert_true(clock_now() - wall < 0.5 + AMPLE / 2);
      assert_int_not_equal(answer, ANSWER_SAT);
      assert_true(answer == ANSWER_UNSAT || interpolator_reason(f->ip) != REASON_NONE);
      finish(f);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counter),     cmocka_unit_test(test_together),
      cmocka_unit_test(test_invertible),  cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_large_array), cmocka_unit_test(test_branches),
      cmocka_unit_test(test_no_split),    cmocka_unit_test(test_sum_of_inputs),
      cmocka_unit_test(test_long_path),   cmocka_unit_test(test_two_branches),
      cmocka_unit_test(test_feasible),    cmocka_unit_test(test_same_input_twice),
      cmocka_unit_test(test_one_sided),   cmocka_unit_test(test_limits),
      cmocka_unit_test(test_deadline),    cmocka_unit_test(test_half_second),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
