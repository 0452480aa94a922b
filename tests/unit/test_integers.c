// Bit-vectors as mathematical integers: the same where nothing wraps, at a small width for all values; what integers
// cannot say is arbitrary; what wraps is told apart; the back end decides what comes out.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "solve/integers.h"
#include "solve/solve.h"

enum { WIDTH = 4, VALUES = 1 << WIDTH };

struct world {
  struct terms *tm;
  struct integers *it;
  struct limits limits;
  struct stats stats;
  struct solver *solver;
  struct term x, y;
};

static void setup(struct world *w) {
  *w = (struct world){.tm = terms_new()};
  w->it = integers_new(w->tm);
  w->solver = solver_new(w->tm, &w->limits, &w->stats, &(struct solver_config){.backend = "z3", .caches = true});
  w->x = term_var(w->tm, sort_bv(w->tm, WIDTH), "x");
  w->y = term_var(w->tm, sort_bv(w->tm, WIDTH), "y");
}

static void teardown(struct world *w) {
  solver_free(w->solver);
  integers_free(w->it);
  terms_free(w->tm);
}

static int64_t as_signed(uint64_t value, uint32_t width) {
  return value >> (width - 1) & 1 ? (int64_t)value - ((int64_t)1 << width) : (int64_t)value;
}

static struct model *model_of(struct world *w, uint64_t x, uint64_t y, bool integers) {
  struct model *m = model_new(w->tm);
  struct term vars[2] = {w->x, w->y};
  uint64_t values[2] = {x, y};
  for (uint32_t i = 0; i < 2; i++)
    if (integers) model_set(m, integers_term(w->it, vars[i]), term_int64(w->tm, as_signed(values[i], WIDTH)));
    else model_set(m, vars[i], term_bv(w->tm, WIDTH, values[i]));
  return m;
}

static int64_t small(struct world *w, struct term t) {
  mpz_t z;
  mpz_init(z);
  term_value(w->tm, t, z);
  int64_t value = mpz_get_si(z);
  mpz_clear(z);
  return value;
}

// For all values: the number is that of the bits, or outside of the range of the width (then it has wrapped) and
// congruent.
static void agrees(struct world *w, struct term t, bool may_wrap) {
  struct term number = integers_term(w->it, t);
  uint32_t width = term_width(w->tm, t);
  for (uint64_t i = 0; i < VALUES * VALUES; i++) {
    struct model *bits = model_of(w, i % VALUES, i / VALUES, false), *ints = model_of(w, i % VALUES, i / VALUES, true);
    uint64_t value = 0;
    assert_true(term_value64(w->tm, model_eval(bits, t), &value));
    int64_t got = small(w, model_eval(ints, number)), range = (int64_t)1 << (width - 1);
    bool within = -range <= got && got < range;
    assert_true(within || may_wrap);
    if (within) assert_int_equal(got, as_signed(value, width));
    else assert_int_equal((uint64_t)got & (((uint64_t)1 << width) - 1), value);
    model_unref(bits);
    model_unref(ints);
  }
}

static void agrees_condition(struct world *w, struct term t) {
  struct term formula = integers_translate(w->it, t);
  for (uint64_t i = 0; i < VALUES * VALUES; i++) {
    struct model *bits = model_of(w, i % VALUES, i / VALUES, false), *ints = model_of(w, i % VALUES, i / VALUES, true);
    assert_int_equal(model_holds(bits, t), model_holds(ints, formula));
    model_unref(bits);
    model_unref(ints);
  }
}

static void arithmetic_agrees_where_nothing_wraps(void **state) {
  (void)state;
  struct world w;
  setup(&w);
  struct terms *tm = w.tm;
  agrees(&w, term_add(tm, w.x, w.y), true);
  agrees(&w, term_sub(tm, w.x, w.y), true);
  agrees(&w, term_mul(tm, w.x, w.y), true);
  agrees(&w, term_neg(tm, w.x), true);
  agrees(&w, term_bvnot(tm, w.x), false);
  agrees(&w, term_shl(tm, w.x, term_bv(tm, WIDTH, 2)), true);
  agrees(&w, term_ashr(tm, w.x, term_bv(tm, WIDTH, 2)), false);
  agrees(&w, term_lshr(tm, w.x, term_bv(tm, WIDTH, 1)), false);
  agrees(&w, term_sext(tm, w.x, 2 * WIDTH), false);
  agrees(&w, term_zext(tm, w.x, 2 * WIDTH), false);
  agrees(&w, term_concat(tm, w.x, w.y), false);
  agrees(&w, term_bvand(tm, w.x, term_bv(tm, WIDTH, 3)), false);
  agrees(&w, term_extract(tm, WIDTH - 1, 1, w.x), false);
  agrees(&w, term_ite(tm, term_ult(tm, w.x, w.y), w.x, w.y), false);
  for (uint64_t d = 1; d < VALUES; d++) {
    struct term by = term_bv(tm, WIDTH, d);
    agrees(&w, term_sdiv(tm, w.x, by), true); // -8 / -1
    agrees(&w, term_srem(tm, w.x, by), false);
    agrees(&w, term_udiv(tm, term_bvand(tm, w.x, term_bv(tm, WIDTH, 7)), by), false);
    agrees(&w, term_urem(tm, term_bvand(tm, w.x, term_bv(tm, WIDTH, 7)), by), false);
  }
  teardown(&w);
}

static void conditions_agree(void **state) {
  (void)state;
  struct world w;
  setup(&w);
  struct terms *tm = w.tm;
  struct term (*const orders[])(struct terms *, struct term, struct term) = {term_ult, term_ule, term_slt, term_sle,
                                                                             term_eq};
  for (uint32_t k = 0; k < 5; k++) {
    agrees_condition(&w, orders[k](tm, w.x, w.y));
    agrees_condition(&w, term_not(tm, orders[k](tm, w.x, w.y)));
    for (uint64_t c = 0; c < VALUES; c++) {
      agrees_condition(&w, orders[k](tm, w.x, term_bv(tm, WIDTH, c)));
      agrees_condition(&w, orders[k](tm, term_bv(tm, WIDTH, c), w.x));
    }
  }
  teardown(&w);
}

static enum answer ask(struct world *w, struct term formula) {
  return solver_check(w->solver, 1, &(struct term){integers_translate(w->it, formula).id});
}

static void wrapping_is_told_apart(void **state) {
  (void)state;
  struct world w;
  setup(&w);
  struct terms *tm = w.tm;
  // x > 0 and x + 1 < 0 is possible, but not over integers.
  struct term one = term_bv(tm, WIDTH, 1), zero = term_bv(tm, WIDTH, 0);
  struct term wraps = term_and(tm, term_slt(tm, zero, w.x), term_slt(tm, term_add(tm, w.x, one), zero));
  assert_int_equal(solver_check(w.solver, 1, &wraps), ANSWER_SAT);
  assert_int_equal(ask(&w, wraps), ANSWER_UNSAT);
  // A variable has its range.
  struct term wide = term_sext(tm, w.x, 8);
  assert_int_equal(ask(&w, term_slt(tm, term_bv(tm, 8, 7), term_add(tm, wide, term_bv(tm, 8, 1)))), ANSWER_SAT);
  assert_int_equal(ask(&w, term_slt(tm, term_bv(tm, 8, 8), term_add(tm, wide, term_bv(tm, 8, 1)))), ANSWER_UNSAT);
  teardown(&w);
}

static void bit_operations_are_arbitrary_but_fixed(void **state) {
  (void)state;
  struct world w;
  setup(&w);
  struct terms *tm = w.tm;
  struct term both = term_bvxor(tm, w.x, w.y), zero = term_bv(tm, WIDTH, 0);
  struct term negative = term_slt(tm, both, zero);
  // Impossible, but not seen: x and y are not negative, x ^ y is.
  struct term formula = term_and(tm, negative, term_and(tm, term_sle(tm, zero, w.x), term_sle(tm, zero, w.y)));
  assert_int_equal(solver_check(w.solver, 1, &formula), ANSWER_UNSAT);
  assert_int_equal(ask(&w, formula), ANSWER_SAT);
  // The same term has the same value.
  assert_int_equal(ask(&w, term_and(tm, negative, term_slt(tm, zero, both))), ANSWER_UNSAT);
  // Floats stay.
  struct term f = term_var(tm, sort_float(tm, 8, 24), "f");
  struct term nan = term_fp(tm, TERM_FP_IS_NAN, 1, &f);
  assert_int_equal(integers_translate(w.it, nan).id, nan.id);
  teardown(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic_agrees_where_nothing_wraps),
      cmocka_unit_test(conditions_agree),
      cmocka_unit_test(wrapping_is_told_apart),
      cmocka_unit_test(bit_operations_are_arbitrary_but_fixed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
