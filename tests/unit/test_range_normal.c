// What conjuncts say about one variable, said in one way: the same values, and the same conjuncts for the same values.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/memory/map.h"
#include "solve/interpolate/interpolate.h"
#include "solve/range.h"
#include "random.h"

enum { WIDTH = 4, VALUES = 1 << WIDTH, ROUNDS = 20000 };

static struct term random_conjunct(struct terms *tm, struct rng *random, struct term x) {
  struct term k = term_bv(tm, WIDTH, rng_next(random) >> 7), t = x;
  if (rng_next(random) >> 7 & 1) t = term_add(tm, x, term_bv(tm, WIDTH, rng_next(random) >> 7));
  switch ((rng_next(random) >> 7) % 6) {
  case 0: return term_ult(tm, t, k);
  case 1: return term_ule(tm, k, t);
  case 2: return term_slt(tm, t, k);
  case 3: return term_sle(tm, k, t);
  case 4: return term_eq(tm, t, k);
  default: return term_not(tm, term_eq(tm, t, k));
  }
}

// A bit for each value that satisfies all.
static uint32_t values_of(struct terms *tm, struct term x, const struct vec_term *conjuncts) {
  uint32_t set = 0;
  for (uint32_t v = 0; v < VALUES; v++) {
    struct model *m = model_new(tm);
    bool all = true;
    model_set(m, x, term_bv(tm, WIDTH, v));
    for (uint32_t i = 0; i < conjuncts->size && all; i++) all = model_holds(m, conjuncts->data[i]);
    set |= (uint32_t)all << v;
    model_unref(m);
  }
  return set;
}

static void same_values_same_conjuncts(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct rng random = rng_new(1);
  struct term x = term_var(tm, sort_bv(tm, WIDTH), "x");
  struct map_u32 formulas = {0}; // values → what was said
  uint32_t kinds = 0;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    struct vec_term conjuncts = {0}, normal = {0};
    for (uint32_t n = 1 + (rng_next(&random) >> 7) % 5; n; n--)
      vec_term_push(&conjuncts, random_conjunct(tm, &random, x));
    terms_tidy(tm, &conjuncts);
    bool readable = conjuncts.size > 0;
    for (uint32_t i = 0; i < conjuncts.size; i++) readable &= range_reads(tm, conjuncts.data[i]);
    if (readable) {
      assert_true(range_normal(tm, conjuncts.size, conjuncts.data, &normal));
      uint32_t values = values_of(tm, x, &conjuncts);
      assert_int_equal(values_of(tm, x, &normal), values);
      uint32_t said = term_and_n(tm, normal.size, normal.data).id;
      kinds += !map_u32_find(&formulas, values);
      assert_int_equal(map_u32_get_or(&formulas, values, said), said);
      map_u32_put(&formulas, values, said);
    }
    vec_term_release(&conjuncts);
    vec_term_release(&normal);
  }
  assert_true(kinds > 300);
  map_u32_release(&formulas);
  terms_free(tm);
}

static void bounds_are_said_as_they_were(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct term x = term_var(tm, sort_bv(tm, 32), "x"), nine = term_bv(tm, 32, 9), two = term_bv(tm, 32, 2);
  struct vec_term out = {0};
  // Unsigned: one bound, where signed ones would be two.
  assert_true(range_normal(tm, 2, (struct term[]){term_ult(tm, x, nine), term_not(tm, term_eq(tm, x, nine))}, &out));
  assert_int_equal(out.size, 1);
  assert_int_equal(out.data[0].id, term_ult(tm, x, nine).id);
  out.size = 0;
  assert_true(range_normal(tm, 2, (struct term[]){term_slt(tm, x, nine), term_slt(tm, x, two)}, &out));
  assert_int_equal(out.size, 1);
  assert_int_equal(out.data[0].id, term_slt(tm, x, two).id);
  // About two variables: not of that kind.
  struct term y = term_var(tm, sort_bv(tm, 32), "y");
  assert_false(range_normal(tm, 2, (struct term[]){term_slt(tm, x, nine), term_slt(tm, y, two)}, &out));
  vec_term_release(&out);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_values_same_conjuncts),
      cmocka_unit_test(bounds_are_said_as_they_were),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
