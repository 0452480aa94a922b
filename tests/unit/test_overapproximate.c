// Overapproximation of inductive sets: relations of each type, dropping, relaxing, the examples of the paper; random
// loops against brute force.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/bself/clauses.h"
#include "engine/bself/overapproximate.h"
#include "engine/bself/relations.h"
#include "fixture.h"
#include "random.h"

enum { MAX_VARS = 5 };

// while (guard) { x = next(x) }; error states; a candidate that is extended.
struct loop {
  struct fixture f;
  struct terms *tm;
  uint32_t width, n;
  struct term x[MAX_VARS];
  struct term guard, error, candidate; // candidate: ξ, false at first
  struct substitution *body;
  struct overapproximation o;
  struct overapproximation_counts counts;
  struct vec_term out;
};

static bool is_unsat(struct loop *l, struct term a, struct term b) {
  return solver_check(l->f.s, 2, (struct term[]){a, b}) == ANSWER_UNSAT;
}

static bool is_implied(struct loop *l, struct term a, struct term b) { return is_unsat(l, a, term_not(l->tm, b)); }
static bool is_same(struct loop *l, struct term a, struct term b) { return is_implied(l, a, b) && is_implied(l, b, a); }

static bool is_valid(void *context, struct term extension) {
  struct loop *l = context;
  struct term all = term_or(l->tm, extension, l->candidate);
  return is_unsat(l, extension, l->error) &&
         is_unsat(l, term_and(l->tm, extension, l->guard), term_not(l->tm, substitution_apply(l->body, all)));
}

static void setup(struct loop *l, uint32_t width, uint32_t n) {
  static const char *names[MAX_VARS] = {"x", "y", "i", "n", "z"};
  *l = (struct loop){.width = width, .n = n};
  fixture_init(&l->f);
  fixture_solver(&l->f, &(struct solver_config){.caches = true});
  struct terms *tm = l->tm = l->f.tm;
  for (uint32_t i = 0; i < n; i++) l->x[i] = term_var(tm, sort_bv(tm, width), names[i]);
  l->guard = term_true(tm);
  l->error = l->candidate = term_false(tm);
  l->body = substitution_new(tm);
  l->o = (struct overapproximation){.tm = tm,
                                    .limits = &l->f.limits,
                                    .solver = l->f.s,
                                    .n_subjects = n,
                                    .subjects = l->x,
                                    .valid = is_valid,
                                    .context = l,
                                    .seconds = 30,
                                    .counts = &l->counts};
}

static void teardown(struct loop *l) {
  vec_term_release(&l->out);
  substitution_free(l->body);
  fixture_release(&l->f);
}

static struct term number(struct loop *l, int64_t value) { return term_bv_signed(l->tm, l->width, value); }
static struct term plus(struct loop *l, struct term t, int64_t value) { return term_add(l->tm, t, number(l, value)); }
static struct term both(struct loop *l, struct term a, struct term b) { return term_and(l->tm, a, b); }

static bool has_extension(struct loop *l, struct term expected) {
  for (uint32_t i = 0; i < l->out.size; i++)
    if (is_same(l, l->out.data[i], expected)) return true;
  return false;
}

static void run(struct loop *l, struct term extension) {
  l->o.extension = extension;
  overapproximate(&l->o, &l->out);
  assert_true(l->out.size > 0);
  for (uint32_t i = 0; i < l->out.size; i++) {
    assert_true(is_implied(l, extension, l->out.data[i]));
    assert_true(is_valid(l, l->out.data[i]));
    for (uint32_t k = 0; k < l->out.size; k++)
      if (k != i) assert_false(is_implied(l, l->out.data[i], l->out.data[k]));
  }
}

// --- relations ------------------------------------------------------------------------------------------

// The relation of that type that is equivalent to the formula was found.
static bool finds(struct loop *l, struct term extension, struct term last, enum relation_type type,
                  struct term formula) {
  l->o.extension = extension;
  l->o.last = last;
  struct relations r = {.o = &l->o, .deadline = clock_now() + 30};
  struct vec_term clauses = {0};
  clauses_of(l->tm, extension, 24, &clauses);
  relations_collect(&r, &clauses);
  bool found = false;
  for (uint32_t i = 0; i < r.found.size; i++) {
    assert_true(is_implied(l, extension, r.found.data[i].formula));
    found |= r.found.data[i].type == type && is_same(l, r.found.data[i].formula, formula);
  }
  relations_forget(&r);
  vec_term_release(&clauses);
  return found;
}

static void test_type_1(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 8, 3);
  struct terms *tm = l.tm;
  // 3 < x < 5, y arbitrary, i = x + 250
  l.o.extension = both(&l, both(&l, term_ult(tm, number(&l, 3), l.x[0]), term_ult(tm, l.x[0], number(&l, 5))),
                       term_eq(tm, l.x[2], plus(&l, l.x[0], 250)));
  struct relations r = {.o = &l.o, .deadline = clock_now() + 30};
  struct vec_term clauses = {0};
  relations_collect(&r, &clauses);
  assert_int_equal(r.constants.data[0].id, number(&l, 4).id);
  assert_int_equal(r.constants.data[1].id, 0);
  assert_int_equal(r.constants.data[2].id, number(&l, -2).id);
  relations_forget(&r);
  teardown(&l);
}

static void test_type_2(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 5);
  struct terms *tm = l.tm;
  struct term x = l.x[0], y = l.x[1], i = l.x[2], n = l.x[3], z = l.x[4];
  struct term f = both(&l, term_eq(tm, x, plus(&l, y, 7)), term_eq(tm, term_add(tm, i, n), number(&l, -3)));
  assert_true(finds(&l, f, TERM_NONE, RELATION_LINEAR, term_eq(tm, term_sub(tm, x, y), number(&l, 7))));
  assert_true(finds(&l, f, TERM_NONE, RELATION_LINEAR, term_eq(tm, term_add(tm, i, n), number(&l, -3))));
  f = term_eq(tm, x, term_add(tm, y, term_mul(tm, number(&l, 3), z)));
  assert_true(finds(&l, f, TERM_NONE, RELATION_LINEAR, f));
  f = both(&l, term_eq(tm, term_add(tm, x, y), term_mul(tm, number(&l, -4), n)), term_ult(tm, n, number(&l, 9)));
  assert_true(
      finds(&l, f, TERM_NONE, RELATION_LINEAR, term_eq(tm, term_add(tm, x, y), term_mul(tm, number(&l, -4), n))));
  // Both are fixed: their difference is a relation all the same.
  f = both(&l, term_eq(tm, x, number(&l, 9)), term_eq(tm, y, number(&l, 4)));
  assert_true(finds(&l, f, TERM_NONE, RELATION_LINEAR, term_eq(tm, x, plus(&l, y, 5))));
  teardown(&l);
}

// A narrow variable that is equal to a wide one when it is extended.
static void test_type_2_extended(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 1);
  struct terms *tm = l.tm;
  struct term c = term_var(tm, sort_bv(tm, 8), "c"), subjects[] = {l.x[0], c};
  l.o.subjects = subjects;
  l.o.n_subjects = 2;
  struct term f = term_eq(tm, l.x[0], term_sext(tm, c, 32));
  assert_true(finds(&l, f, TERM_NONE, RELATION_LINEAR, f));
  teardown(&l);
}

static void test_type_3(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 8, 2);
  struct terms *tm = l.tm;
  struct term x = l.x[0], zero = number(&l, 0);
  struct term expected = both(&l, both(&l, term_sle(tm, number(&l, -8), x), term_sle(tm, x, number(&l, -4))),
                              term_eq(tm, term_srem(tm, x, number(&l, 4)), zero));
  assert_true(finds(&l, term_eq(tm, x, number(&l, -8)), term_eq(tm, x, number(&l, -4)), RELATION_CONGRUENCE, expected));
  assert_true(finds(&l, term_eq(tm, x, number(&l, -4)), term_eq(tm, x, number(&l, -8)), RELATION_CONGRUENCE, expected));
  // x ≡ 1 modulo 3; not where the last extension leaves x open.
  expected = both(&l, both(&l, term_sle(tm, number(&l, 7), x), term_sle(tm, x, number(&l, 10))),
                  term_eq(tm, term_srem(tm, plus(&l, x, -1), number(&l, 3)), zero));
  assert_true(finds(&l, term_eq(tm, x, number(&l, 7)), term_eq(tm, x, number(&l, 10)), RELATION_CONGRUENCE, expected));
  assert_false(
      finds(&l, term_eq(tm, x, number(&l, 7)), term_ule(tm, x, number(&l, 10)), RELATION_CONGRUENCE, expected));
  teardown(&l);
}

// With it an even counter stays even when its bounds are relaxed: x = 8, before that x = 10 and the loop is left.
static void test_type_3_relaxed(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 8, 1);
  struct terms *tm = l.tm;
  struct term x = l.x[0], ten = number(&l, 10);
  l.guard = term_not(tm, term_eq(tm, x, ten));
  l.error = term_slt(tm, ten, x); // x jumps over 10
  substitution_set(l.body, x, plus(&l, x, 2));
  l.candidate = l.o.last = term_eq(tm, x, ten);
  run(&l, term_eq(tm, x, number(&l, 8)));
  struct term even = term_eq(tm, term_srem(tm, x, number(&l, 2)), number(&l, 0));
  assert_true(has_extension(&l, both(&l, term_sle(tm, x, ten), even)));
  teardown(&l);
}

static void test_type_4(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 5);
  struct terms *tm = l.tm;
  struct term x = l.x[0], y = l.x[1], i = l.x[2], n = l.x[3];
  l.o.paper_only = true;
  // A constant is seen to be a variable's value, also where it is hidden in i < 1001.
  struct term f = both(&l, term_eq(tm, n, number(&l, 1000)), term_sle(tm, i, number(&l, 1000)));
  assert_true(finds(&l, f, TERM_NONE, RELATION_SUBSTITUTED, term_sle(tm, i, n)));
  // x = y: what is said of x is said of y.
  f = both(&l, term_eq(tm, x, y), term_slt(tm, term_mul(tm, x, i), n));
  assert_true(finds(&l, f, TERM_NONE, RELATION_SUBSTITUTED, term_slt(tm, term_mul(tm, y, i), n)));
  teardown(&l);
}

// k > 0 and n - j = 1: k is not below n - j, which goes on to hold when they change.
static void test_bounds_by_differences(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 4);
  struct terms *tm = l.tm;
  struct term j = l.x[0], k = l.x[1], n = l.x[3];
  struct term f = both(&l, term_eq(tm, j, plus(&l, n, -1)), term_sle(tm, number(&l, 1), k));
  struct term expected = term_sle(tm, term_sub(tm, n, j), k);
  assert_true(finds(&l, f, TERM_NONE, RELATION_INEQUALITY, expected));
  l.o.paper_only = true;
  assert_false(finds(&l, f, TERM_NONE, RELATION_INEQUALITY, expected));
  teardown(&l);
}

// i grows by 2 while j falls by 1: the line through what the two extensions fix.
static void test_lines(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 4);
  struct terms *tm = l.tm;
  struct term i = l.x[2], j = l.x[0];
  struct term last = both(&l, term_eq(tm, i, number(&l, 9)), term_eq(tm, j, number(&l, 6)));
  struct term f = both(&l, term_eq(tm, i, number(&l, 7)), term_eq(tm, j, number(&l, 7)));
  struct term sum = term_add(tm, i, term_mul(tm, number(&l, 2), j));
  assert_true(finds(&l, f, last, RELATION_LINE, term_eq(tm, sum, number(&l, 21))));
  teardown(&l);
}

// Cells of arrays are numbers like others.
static void test_cells(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 2);
  struct terms *tm = l.tm;
  struct term a = term_var(tm, sort_array(tm, sort_bv(tm, 64), sort_bv(tm, 32)), "a");
  struct term cell = term_select(tm, a, term_bv(tm, 64, 3)), subjects[] = {l.x[0], cell};
  l.o.subjects = subjects;
  struct term f = both(&l, term_eq(tm, cell, plus(&l, l.x[0], 1)), term_slt(tm, l.x[0], l.x[1]));
  assert_true(finds(&l, f, TERM_NONE, RELATION_LINEAR, term_eq(tm, cell, plus(&l, l.x[0], 1))));
  teardown(&l);
}

// --- clauses ----------------------------------------------------------------------------------------------

static void test_clauses(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 8, 4);
  struct terms *tm = l.tm;
  struct term x = l.x[0], y = l.x[1], i = l.x[2], n = l.x[3];
  struct term less = term_slt(tm, i, n), equal = term_eq(tm, x, y), small = term_ult(tm, x, i);
  struct vec_term out = {0};
  clauses_of(tm, term_or(tm, both(&l, less, equal), small), 24, &out);
  assert_int_equal(out.size, 2);
  vec_term_clear(&out);
  // A condition in a value is taken apart: x = (i < n ? y : i).
  struct term ite = term_eq(tm, x, term_ite(tm, less, y, plus(&l, i, 3)));
  clauses_of(tm, ite, 24, &out);
  assert_int_equal(out.size, 2);
  assert_true(is_same(&l, ite, both(&l, out.data[0], out.data[1])));
  vec_term_clear(&out);
  clauses_of(tm, term_eq(tm, less, small), 24, &out);
  assert_int_equal(out.size, 2);
  vec_term_release(&out);
  teardown(&l);
}

static void expect_plain(struct loop *l, struct term clause, struct term plain) {
  assert_int_equal(clause_plain(l->tm, clause).id, plain.id);
}

static void test_plain_clauses(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 8, 2);
  struct terms *tm = l.tm;
  struct term x = l.x[0], y = l.x[1], zero = number(&l, 0);
  expect_plain(&l, term_slt(tm, zero, plus(&l, y, 1)), term_slt(tm, number(&l, -1), y));
  expect_plain(&l, term_slt(tm, plus(&l, y, -3), zero), term_slt(tm, y, number(&l, 3)));
  expect_plain(&l, term_sle(tm, plus(&l, x, 1), y), term_slt(tm, x, y));
  expect_plain(&l, term_slt(tm, plus(&l, x, 2), plus(&l, y, 3)), term_sle(tm, x, y));
  expect_plain(&l, term_sle(tm, plus(&l, x, 2), plus(&l, y, -2)), term_sle(tm, plus(&l, x, 4), y));
  expect_plain(&l, term_ule(tm, plus(&l, x, -2), y), term_ule(tm, x, plus(&l, y, 2)));
  expect_plain(&l, term_slt(tm, x, y), term_slt(tm, x, y));
  teardown(&l);
}

// Ten pairs would be a thousand clauses: the list stays short and equivalent.
static void test_clauses_bounded(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 8, 4);
  struct terms *tm = l.tm;
  struct term f = term_false(tm);
  for (int k = 0; k < 10; k++)
    f = term_or(tm, f, both(&l, term_eq(tm, l.x[0], number(&l, k)), term_eq(tm, l.x[1], number(&l, k * k))));
  struct vec_term out = {0};
  clauses_of(tm, f, 24, &out);
  assert_true(out.size > 1 && out.size <= 24);
  assert_true(is_same(&l, f, term_and_n(tm, out.size, out.data)));
  vec_term_release(&out);
  teardown(&l);
}

// --- the paper's examples -----------------------------------------------------------------------------------

// Figure 2: while (i < n) { x++; i++; } assert(x == i).
static void test_figure_2(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 4);
  struct terms *tm = l.tm;
  struct term x = l.x[0], i = l.x[2], n = l.x[3];
  l.guard = term_slt(tm, i, n);
  l.error = both(&l, term_not(tm, term_eq(tm, x, i)), term_sle(tm, n, i));
  substitution_set(l.body, x, plus(&l, x, 1));
  substitution_set(l.body, i, plus(&l, i, 1));
  run(&l, both(&l, term_or(tm, term_eq(tm, x, i), l.guard), term_sle(tm, n, i)));
  assert_int_equal(l.out.size, 1);
  assert_true(has_extension(&l, term_eq(tm, x, i)));
  teardown(&l);
}

// Figure 3, left: while (i < 1000000) { if (i == 5) x--; x++; i++; } assert(x == i).
static void setup_figure_3(struct loop *l) {
  setup(l, 32, 4);
  struct terms *tm = l->tm;
  struct term x = l->x[0], i = l->x[2];
  l->guard = term_slt(tm, i, number(l, 1000000));
  l->error = both(l, term_not(tm, term_eq(tm, x, i)), term_not(tm, l->guard));
  substitution_set(l->body, x, term_ite(tm, term_eq(tm, i, number(l, 5)), x, plus(l, x, 1)));
  substitution_set(l->body, i, plus(l, i, 1));
}

static void test_figure_3_left(void **state) {
  struct loop l;
  (void)state;
  setup_figure_3(&l);
  struct terms *tm = l.tm;
  struct term x = l.x[0], i = l.x[2], equal = term_eq(tm, x, i);
  l.candidate = both(&l, term_sle(tm, number(&l, 1000000), i), equal);
  l.o.last = l.candidate;
  run(&l, both(&l, term_eq(tm, i, number(&l, 999999)), equal));
  assert_true(has_extension(&l, both(&l, term_sle(tm, number(&l, 6), i), equal)));
  // The next extension: one iteration before, along the path with i == 5.
  struct term last = both(&l, term_sle(tm, number(&l, 6), i), equal);
  l.candidate = term_or(tm, l.candidate, last);
  l.o.last = last;
  vec_term_clear(&l.out);
  run(&l, both(&l, term_eq(tm, i, number(&l, 5)), term_eq(tm, x, number(&l, 6))));
  assert_true(has_extension(&l, both(&l, term_sle(tm, i, number(&l, 5)), term_eq(tm, i, plus(&l, x, -1)))));
  teardown(&l);
}

// Figure 3, right: while (x < n) { x++; if (x > y) y++; } assert(y == n).
static void test_figure_3_right(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 32, 4);
  struct terms *tm = l.tm;
  struct term x = l.x[0], y = l.x[1], n = l.x[3], next = plus(&l, x, 1);
  l.guard = term_slt(tm, x, n);
  l.error = both(&l, term_not(tm, term_eq(tm, y, n)), term_not(tm, l.guard));
  substitution_set(l.body, x, next);
  substitution_set(l.body, y, term_ite(tm, term_slt(tm, y, next), plus(&l, y, 1), y));
  struct term last = both(&l, term_eq(tm, y, n), term_sle(tm, n, x));
  l.candidate = l.o.last = last;
  // x < n, then y + 1 = n and x + 1 = n with x + 1 > y.
  run(&l, both(&l, both(&l, l.guard, term_slt(tm, y, next)),
               both(&l, term_eq(tm, plus(&l, y, 1), n), term_sle(tm, n, next))));
  // ξ1 and ξ2 of the paper: what is found together with ξ covers them.
  bool found[2] = {false, false};
  struct term expected[] = {both(&l, both(&l, l.guard, term_sle(tm, plus(&l, n, -1), y)), term_sle(tm, y, n)),
                            both(&l, term_eq(tm, x, y), term_sle(tm, y, n))};
  for (uint32_t i = 0; i < l.out.size; i++)
    for (uint32_t k = 0; k < 2; k++) found[k] |= is_implied(&l, expected[k], term_or(tm, l.out.data[i], last));
  assert_true(found[0] && found[1]);
  teardown(&l);
}

// --- what is kept ---------------------------------------------------------------------------------------------

// Time that is over at once: the extension itself, and nothing is asked.
static void test_no_time(void **state) {
  struct loop l;
  (void)state;
  setup_figure_3(&l);
  l.o.seconds = -1;
  struct term f = both(&l, term_eq(l.tm, l.x[2], number(&l, 999999)), term_eq(l.tm, l.x[0], l.x[2]));
  l.o.extension = f;
  overapproximate(&l.o, &l.out);
  assert_int_equal(l.out.size, 1);
  assert_int_equal(l.out.data[0].id, f.id);
  assert_int_equal(l.counts.validity_checks, 0);
  teardown(&l);
}

// A loop in which nothing is inductive but the extension itself.
static bool only_this(void *context, struct term extension) {
  struct loop *l = context;
  return is_same(l, extension, l->o.extension);
}

static void test_nothing_weaker(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 8, 2);
  l.o.valid = only_this;
  l.o.extension = both(&l, term_eq(l.tm, l.x[0], number(&l, 3)), term_ult(l.tm, l.x[1], number(&l, 9)));
  overapproximate(&l.o, &l.out);
  assert_int_equal(l.out.size, 1);
  assert_true(is_same(&l, l.out.data[0], l.o.extension));
  teardown(&l);
}

// A hint that the extension implies is a relation like others; one that it does not imply is left alone.
static void test_hints(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 6, 3);
  struct terms *tm = l.tm;
  struct term x = l.x[0], y = l.x[1], i = l.x[2];
  // y = i·i is kept, and nothing that is found without the hint says so.
  struct term square = term_eq(tm, y, term_mul(tm, i, i)), other = term_slt(tm, i, x);
  substitution_set(l.body, y, term_add(tm, y, plus(&l, term_mul(tm, number(&l, 2), i), 1)));
  substitution_set(l.body, i, plus(&l, i, 1));
  l.guard = term_slt(tm, i, x);
  l.error = both(&l, term_sle(tm, x, i), term_not(tm, square));
  struct term hints[] = {other, square};
  l.o.hints = hints;
  l.o.n_hints = 2;
  run(&l, both(&l, both(&l, term_eq(tm, i, number(&l, 3)), term_eq(tm, y, number(&l, 9))), term_sle(tm, x, i)));
  assert_true(has_extension(&l, square));
  teardown(&l);
}

// --- against brute force ----------------------------------------------------------------------------------------

static struct term random_value(struct loop *l, struct rng *g) {
  struct term t = l->x[rng_below(g, l->n)];
  switch (rng_below(g, 5)) {
  case 0: return number(l, (int64_t)rng_below(g, (uint64_t)1 << l->width));
  case 1: return plus(l, t, (int64_t)rng_below(g, (uint64_t)1 << l->width));
  case 2: return term_add(l->tm, t, l->x[rng_below(g, l->n)]);
  case 3: return plus(l, t, rng_below(g, 2) ? 1 : -1);
  default: return t;
  }
}

static struct term random_literal(struct loop *l, struct rng *g) {
  struct term a = random_value(l, g), b = random_value(l, g);
  switch (rng_below(g, 5)) {
  case 0: return term_eq(l->tm, a, b);
  case 1: return term_ult(l->tm, a, b);
  case 2: return term_slt(l->tm, a, b);
  case 3: return term_sle(l->tm, a, b);
  default: return term_not(l->tm, term_eq(l->tm, a, b));
  }
}

static struct term random_formula(struct loop *l, struct rng *g, uint32_t depth) {
  if (!depth || !rng_below(g, 4)) return random_literal(l, g);
  struct term a = random_formula(l, g, depth - 1), b = random_formula(l, g, depth - 1);
  return rng_below(g, 2) ? term_and(l->tm, a, b) : term_or(l->tm, a, b);
}

// The truth of the formula in all states.
static void truth(struct loop *l, struct term formula, uint8_t *out) {
  uint32_t mask = (1u << l->width) - 1, states = 1u << (l->width * l->n);
  for (uint32_t s = 0; s < states; s++) {
    struct model *m = model_new(l->tm);
    for (uint32_t i = 0; i < l->n; i++) model_set(m, l->x[i], number(l, s >> (i * l->width) & mask));
    out[s] = model_holds(m, formula);
    model_unref(m);
  }
}

static uint32_t successor(struct loop *l, uint32_t s, const struct term *next) {
  uint32_t mask = (1u << l->width) - 1, to = 0;
  struct model *m = model_new(l->tm);
  for (uint32_t i = 0; i < l->n; i++) model_set(m, l->x[i], number(l, s >> (i * l->width) & mask));
  for (uint32_t i = 0; i < l->n; i++) {
    uint64_t v = 0;
    term_value64(l->tm, model_eval(m, next[i]), &v);
    to |= (uint32_t)v << (i * l->width);
  }
  model_unref(m);
  return to;
}

enum { MAX_STATES = 1 << 16 };

// A random loop with an extension that is valid: states from which the loop is left at once, without error.
static uint32_t random_loop(uint64_t seed, uint32_t width, uint32_t n, bool paper_only, struct text *said) {
  struct loop l;
  struct rng g = rng_new(seed);
  setup(&l, width, n);
  l.o.paper_only = paper_only;
  struct term next[MAX_VARS];
  for (uint32_t i = 0; i < n; i++) {
    next[i] = rng_below(&g, 3) ? plus(&l, l.x[i], (int64_t)rng_below(&g, 3) - 1) : random_value(&l, &g);
    substitution_set(l.body, l.x[i], next[i]);
  }
  l.guard = random_formula(&l, &g, 1);
  struct term leaves = term_not(l.tm, l.guard), wrong = random_formula(&l, &g, 1);
  l.error = term_and(l.tm, leaves, wrong);
  l.o.extension = both(&l, both(&l, leaves, term_not(l.tm, wrong)), random_formula(&l, &g, 2));
  overapproximate(&l.o, &l.out);
  static uint8_t before[MAX_STATES], after[MAX_STATES], error[MAX_STATES], guard[MAX_STATES];
  truth(&l, l.o.extension, before);
  truth(&l, l.error, error);
  truth(&l, l.guard, guard);
  uint32_t weaker = 0, states = 1u << (width * n);
  assert_true(l.out.size > 0);
  for (uint32_t k = 0; k < l.out.size; k++) {
    truth(&l, l.out.data[k], after);
    bool is_weaker = false;
    for (uint32_t s = 0; s < states; s++) {
      assert_false(before[s] && !after[s]);
      assert_false(after[s] && error[s]);
      if (after[s] && guard[s]) assert_true(after[successor(&l, s, next)]);
      is_weaker |= after[s] && !before[s];
    }
    weaker += is_weaker;
    if (said) term_print_smt(l.tm, l.out.data[k], said);
  }
  teardown(&l);
  return weaker;
}

static void test_random(void **state) {
  (void)state;
  uint32_t weaker = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) weaker += random_loop(seed, 4, 3, seed % 4 == 0, NULL);
  assert_in_range(weaker, 20, 1000);
}

static void test_random_wider(void **state) {
  (void)state;
  uint32_t weaker = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) weaker += random_loop(seed, 8, 2, seed % 4 == 0, NULL);
  assert_in_range(weaker, 5, 1000);
}

static void test_same_again(void **state) {
  (void)state;
  for (uint64_t seed = 100; seed < 106; seed++) {
    struct text a = {0}, b = {0};
    random_loop(seed, 4, 3, false, &a);
    random_loop(seed, 4, 3, false, &b);
    assert_string_equal(text_cstr(&a), text_cstr(&b));
    text_release(&a);
    text_release(&b);
  }
}

// Bounds that are moved stop at the ends of the range: each is weaker than the one before, in both orders.
static void test_relaxed_inequalities(void **state) {
  struct loop l;
  (void)state;
  setup(&l, 4, 2);
  struct terms *tm = l.tm;
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    for (int above = 0; above < 2; above++) {
      for (int64_t c = 0; c < 16; c++) {
        struct inequality q = {is_signed, false, above ? l.x[0] : number(&l, c), above ? number(&l, c) : l.x[0]};
        struct term exact = inequality_term(tm, &q);
        if (!inequality_of(tm, exact, &q)) continue;
        uint64_t room = inequality_room(tm, &q);
        struct term before = exact;
        for (uint64_t r = 1; r <= room; r++) {
          struct term wider = inequality_relax(tm, &q, r);
          assert_true(is_implied(&l, before, wider));
          assert_false(is_implied(&l, wider, before));
          before = wider;
        }
      }
    }
  }
  teardown(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_type_1),
      cmocka_unit_test(test_type_2),
      cmocka_unit_test(test_type_2_extended),
      cmocka_unit_test(test_type_3),
      cmocka_unit_test(test_type_3_relaxed),
      cmocka_unit_test(test_type_4),
      cmocka_unit_test(test_bounds_by_differences),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_cells),
      cmocka_unit_test(test_clauses),
      cmocka_unit_test(test_plain_clauses),
      cmocka_unit_test(test_clauses_bounded),
      cmocka_unit_test(test_figure_2),
      cmocka_unit_test(test_figure_3_left),
      cmocka_unit_test(test_figure_3_right),
      cmocka_unit_test(test_no_time),
      cmocka_unit_test(test_nothing_weaker),
      cmocka_unit_test(test_hints),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_random_wider),
      cmocka_unit_test(test_same_again),
      cmocka_unit_test(test_relaxed_inequalities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
