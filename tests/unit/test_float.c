// Float terms: every rewrite rule keeps the value (random terms over small and
// C's formats), the rules fire on what they are for, and nothing that is not
// exact is rewritten. Arithmetic itself is tested in test_ieee.c.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "random_terms.h"

static void check_formats(uint64_t seed, const uint32_t (*formats)[2], uint32_t count, int steps) {
  struct terms *tm = terms_new();
  struct random_terms r;
  random_init(&r, tm, seed);
  random_add_sort(&r, sort_bool(tm), 2, 2);
  random_add_sort(&r, sort_bv(tm, 3), 2, 5);
  for (uint32_t i = 0; i < count; i++) {
    random_add_sort(&r, sort_float(tm, formats[i][0], formats[i][1]), 3, 10);
    struct sort bits = sort_bv(tm, formats[i][0] + formats[i][1]);
    if (!random_pool_of(&r, bits)) random_add_sort(&r, bits, 2, 3);
  }
  for (int i = 0; i < steps; i++) {
    struct random_entry *e = random_step(&r);
    for (int k = 0; e && k < ASSIGNMENTS; k++) {
      struct term value = model_eval(r.models[k], e->term);
      if (term_same(value, e->values[k])) continue;
      struct text text = {0};
      term_print_smt(tm, e->term, &text);
      text_add(&text, "\n gives ");
      term_print_smt(tm, value, &text);
      text_add(&text, "\n instead of ");
      term_print_smt(tm, e->values[k], &text);
      fail_msg("seed %lu, assignment %d: %s", (unsigned long)seed, k, text_cstr(&text));
    }
  }
  random_release(&r);
  terms_free(tm);
}

static void rules_keep_the_value_in_small_formats(void **unused) {
  (void)unused;
  static const uint32_t tiny[][2] = {{3, 3}, {3, 4}, {4, 4}, {2, 2}, {3, 6}};
  for (uint64_t seed = 1; seed <= 60; seed++) check_formats(seed, tiny, 5, 1500);
}

static void rules_keep_the_value_in_the_formats_of_c(void **unused) {
  (void)unused;
  static const uint32_t formats[][2] = {{5, 11}, {8, 24}, {11, 53}, {15, 64}, {15, 113}};
  for (uint64_t seed = 1; seed <= 20; seed++) check_formats(seed, formats, 5, 1000);
}

struct fixture {
  struct terms *tm;
  struct sort single, twice, word;
  struct term x, y, d, i, j, m, rne;
};

static int set_up(void **state) {
  struct fixture *f = mem_alloc(sizeof *f);
  struct terms *tm = f->tm = terms_new();
  f->single = sort_float(tm, 8, 24);
  f->twice = sort_float(tm, 11, 53);
  f->word = sort_bv(tm, 32);
  f->x = term_var(tm, f->single, "x");
  f->y = term_var(tm, f->single, "y");
  f->d = term_var(tm, f->twice, "d");
  f->i = term_var(tm, f->word, "i");
  f->j = term_var(tm, f->word, "j");
  f->m = term_var(tm, sort_bv(tm, 3), "m");
  f->rne = term_rne(tm);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *f = *state;
  terms_free(f->tm);
  mem_free(f);
  return 0;
}

#define FP(kind, ...)                                                                                                  \
  term_fp(tm, TERM_FP_##kind, sizeof((struct term[]){__VA_ARGS__}) / sizeof(struct term), (struct term[]){__VA_ARGS__})
#define SAME(a, b) assert_true(term_same(a, b))

static struct term single_of(struct fixture *f, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return term_float_bits64(f->tm, f->single, bits);
}

static struct term double_of(struct fixture *f, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return term_float_bits64(f->tm, f->twice, bits);
}

static void signs(void **state) {
  struct fixture *f = *state;
  struct terms *tm = f->tm;
  SAME(FP(NEG, FP(NEG, f->x)), f->x);
  SAME(FP(ABS, FP(NEG, f->x)), FP(ABS, f->x));
  SAME(FP(ABS, FP(ABS, f->x)), FP(ABS, f->x));
  SAME(FP(IS_NEGATIVE, FP(ABS, f->x)), term_false(tm));
  SAME(FP(IS_NAN, FP(NEG, f->x)), FP(IS_NAN, f->x));
  SAME(FP(MUL, f->rne, FP(NEG, f->x), FP(NEG, f->y)), FP(MUL, f->rne, f->x, f->y));
  SAME(FP(SUB, f->m, f->x, FP(NEG, f->y)), FP(ADD, f->m, f->x, f->y));
}

static void neutral_operands(void **state) {
  struct fixture *f = *state;
  struct terms *tm = f->tm;
  struct term up = term_bv(tm, 3, 2), down = term_bv(tm, 3, 3), zero = single_of(f, 0.0f), minus = single_of(f, -0.0f),
              one = single_of(f, 1.0f);
  SAME(FP(MUL, f->m, f->x, one), f->x);
  SAME(FP(DIV, f->m, f->x, one), f->x);
  SAME(FP(DIV, f->rne, f->x, single_of(f, 4.0f)), FP(MUL, f->rne, f->x, single_of(f, 0.25f)));
  SAME(FP(ADD, up, f->x, minus), f->x);
  SAME(FP(ADD, down, f->x, zero), f->x);
  SAME(FP(SUB, f->rne, f->x, zero), f->x);
  // -0 + 0 is 0, so these are not x.
  assert_false(term_same(FP(ADD, f->rne, f->x, zero), f->x));
  assert_false(term_same(FP(ADD, down, f->x, minus), f->x));
  assert_false(term_same(FP(ADD, f->m, f->x, minus), f->x));
  assert_int_equal(term_kind(tm, FP(DIV, f->rne, f->x, single_of(f, 3.0f))), TERM_FP_DIV);
}

static void comparisons(void **state) {
  struct fixture *f = *state;
  struct terms *tm = f->tm;
  struct term not_nan = term_not(tm, FP(IS_NAN, f->x)), inf = single_of(f, 1.0f / 0.0f),
              nan = single_of(f, 0.0f / 0.0f);
  SAME(FP(EQ, f->x, f->x), not_nan);
  SAME(FP(LE, f->x, f->x), not_nan);
  SAME(FP(LT, f->x, f->x), term_false(tm));
  SAME(FP(EQ, f->x, nan), term_false(tm));
  SAME(FP(LT, inf, f->x), term_false(tm));
  SAME(FP(LE, f->x, inf), not_nan);
  SAME(FP(LE, inf, f->x), term_eq(tm, f->x, inf));
  SAME(FP(EQ, f->x, single_of(f, -0.0f)), FP(IS_ZERO, f->x));
  SAME(FP(EQ, f->x, single_of(f, 1.5f)), term_eq(tm, f->x, single_of(f, 1.5f)));
  SAME(FP(LT, FP(NEG, f->x), single_of(f, 2.0f)), FP(LT, single_of(f, -2.0f), f->x));
  SAME(FP(EQ, f->x, f->y), FP(EQ, f->y, f->x));
}

static void conversions(void **state) {
  struct fixture *f = *state;
  struct terms *tm = f->tm;
  struct term wide_x = term_fp_convert(tm, f->twice, f->m, f->x), wide_y = term_fp_convert(tm, f->twice, f->rne, f->y);
  SAME(term_fp_convert(tm, f->single, f->m, wide_x), f->x);
  SAME(wide_x, term_fp_convert(tm, f->twice, f->rne, f->x)); // the mode cannot matter
  struct term narrow = term_fp_convert(tm, f->single, f->rne, f->d);
  assert_false(term_same(term_fp_convert(tm, f->twice, f->rne, narrow), f->d));
  SAME(FP(LT, wide_x, wide_y), FP(LT, f->x, f->y));
  SAME(FP(LT, wide_x, double_of(f, 0.5)), FP(LT, f->x, single_of(f, 0.5f)));
  SAME(FP(LT, wide_x, double_of(f, 0.1)), FP(LE, f->x, single_of(f, 0.099999994f)));
  SAME(FP(EQ, wide_x, double_of(f, 0.1)), term_false(tm));
  SAME(FP(LT, wide_x, double_of(f, 1e300)), FP(LE, f->x, single_of(f, 3.40282347e38f)));
  struct term from = term_fp_from_int(tm, f->twice, f->m, f->i, true);
  SAME(from, term_fp_from_int(tm, f->twice, f->rne, f->i, true));
  assert_false(term_same(term_fp_from_int(tm, f->single, f->m, f->i, true),
                         term_fp_from_int(tm, f->single, f->rne, f->i, true)));
  SAME(FP(IS_NAN, from), term_false(tm));
  SAME(FP(IS_ZERO, from), term_eq(tm, f->i, term_bv(tm, 32, 0)));
  SAME(FP(IS_NEGATIVE, from), term_slt(tm, f->i, term_bv(tm, 32, 0)));
  SAME(term_fp_to_int(tm, 32, term_bv(tm, 3, 4), from, true), f->i);
  SAME(term_fp_to_int(tm, 64, term_bv(tm, 3, 4), from, true), term_sext(tm, f->i, 64));
  SAME(term_fp_convert(tm, f->single, f->rne, from), term_fp_from_int(tm, f->single, f->rne, f->i, true));
  SAME(term_fp_from_int(tm, f->twice, f->rne, term_sext(tm, f->i, 64), true), from);
  SAME(FP(RTI, f->m, from), from);
}

static void bits(void **state) {
  struct fixture *f = *state;
  struct terms *tm = f->tm;
  struct term of_x = term_fp_to_bits(tm, f->x, f->i);
  SAME(term_fp_from_bits(tm, f->single, of_x), f->x);
  struct term from = term_fp_from_bits(tm, f->single, f->i);
  assert_int_equal(term_kind(tm, term_fp_to_bits(tm, from, f->j)), TERM_FP_TO_BITS); // a NaN's payload is lost
  SAME(term_fp_to_bits(tm, single_of(f, 1.0f), f->i), term_bv(tm, 32, 0x3f800000));
  SAME(term_fp_to_bits(tm, single_of(f, 0.0f / 0.0f), f->i), term_bvor(tm, term_bv(tm, 32, 0x7fc00000), f->i));
  struct term never_nan = term_fp_from_int(tm, f->single, f->rne, f->j, false);
  SAME(term_fp_to_bits(tm, never_nan, f->i), term_fp_to_bits(tm, never_nan, term_bv(tm, 32, 0)));
}

static void modes_above_four_are_nearest_even(void **state) {
  struct fixture *f = *state;
  struct terms *tm = f->tm;
  for (uint64_t mode = 5; mode < 8; mode++)
    SAME(FP(ADD, term_bv(tm, 3, mode), f->x, f->y), FP(ADD, f->rne, f->x, f->y));
}

// A chain that alternates so that no rule shortens it: looking through it must not recurse.
static void long_chains(void **state) {
  struct fixture *f = *state;
  struct terms *tm = f->tm;
  struct term t = f->x;
  for (int i = 0; i < 100000; i++) t = FP(NEG, FP(RTI, f->m, t));
  SAME(FP(IS_NAN, t), FP(IS_NAN, f->x));
  SAME(FP(IS_INF, t), FP(IS_INF, f->x));
  SAME(FP(IS_NEGATIVE, t), FP(IS_NEGATIVE, f->x));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_keep_the_value_in_small_formats),
      cmocka_unit_test(rules_keep_the_value_in_the_formats_of_c),
      cmocka_unit_test_setup_teardown(signs, set_up, tear_down),
      cmocka_unit_test_setup_teardown(neutral_operands, set_up, tear_down),
      cmocka_unit_test_setup_teardown(comparisons, set_up, tear_down),
      cmocka_unit_test_setup_teardown(conversions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(bits, set_up, tear_down),
      cmocka_unit_test_setup_teardown(modes_above_four_are_nearest_even, set_up, tear_down),
      cmocka_unit_test_setup_teardown(long_chains, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
