// Equations in normal form: equal under every assignment, by brute force at small widths; known identities become true.
#include "solve/normal.h"
#include "term/model.h"
#include "random.h"
#include "timing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

static struct rng rng = {88172645463325252u};
static uint32_t below(uint32_t n) { return (uint32_t)rng_below(&rng, n); }

static struct term random_term(struct terms *tm, uint32_t n, const struct term *vars, uint32_t w) {
  struct term pool[12];
  uint32_t size = 0;
  for (uint32_t i = 0; i < n; i++) pool[size++] = term_extract(tm, w - 1, 0, vars[i]);
  pool[size++] = term_bv(tm, w, below(1u << w));
  while (size < 12) {
    struct term a = pool[below(size)], b = pool[below(size)];
    switch (below(7)) {
    case 0: pool[size++] = term_sub(tm, a, b); break;
    case 1: pool[size++] = term_mul(tm, term_bv(tm, w, below(1u << w)), a); break;
    case 2:
      pool[size++] = term_extract(tm, w - 1, 0, term_add(tm, term_sext(tm, a, w + 2), term_zext(tm, b, w + 2)));
      break;
    case 4: pool[size++] = below(2) ? term_udiv(tm, a, b) : term_srem(tm, a, b); break;
    case 3: pool[size++] = term_ite(tm, term_eq(tm, a, b), term_add(tm, a, b), b); break;
    default: pool[size++] = term_add(tm, a, b);
    }
  }
  return pool[size - 1];
}

static void against_brute_force(void **unused) {
  (void)unused;
  uint32_t changed = 0;
  for (uint32_t round = 0; round < 3000 / LESS; round++) {
    struct terms *tm = terms_new();
    struct normal *n = normal_new(tm);
    struct term vars[3];
    for (uint32_t i = 0; i < 3; i++) {
      char name[8];
      snprintf(name, sizeof name, "v%u", i);
      vars[i] = term_var(tm, sort_bv(tm, 3), name);
    }
    uint32_t w = 1 + below(3);
    struct term equation = term_eq(tm, random_term(tm, 3, vars, w), random_term(tm, 3, vars, w));
    struct term done = normal_apply(n, equation);
    changed += !term_same(done, equation);
    for (uint32_t values = 0; values < 512; values++) {
      struct model *m = model_new(tm);
      for (uint32_t i = 0; i < 3; i++) model_set(m, vars[i], term_bv(tm, 3, values >> 3 * i & 7));
      assert_int_equal(model_holds(m, equation), model_holds(m, done));
      model_unref(m);
    }
    normal_free(n);
    terms_free(tm);
  }
  assert_true(changed > 100 / LESS);
}

// Sums in another order and grouping, in a wider type and cut.
static void identities(void **unused) {
  (void)unused;
  struct terms *tm = terms_new();
  struct normal *n = normal_new(tm);
  struct term sum = term_bv(tm, 64, 0), turned = sum, x[6];
  for (int i = 0; i < 6; i++) {
    char name[8];
    snprintf(name, sizeof name, "x%d", i);
    x[i] = term_sext(tm, term_var(tm, sort_bv(tm, 32), name), 64);
  }
  for (int i = 0; i < 6; i++) sum = term_add(tm, sum, x[i]);
  for (int i = 6; i-- > 0;) turned = term_add(tm, x[i], turned);
  struct term equation = term_eq(tm, term_extract(tm, 31, 0, sum), term_extract(tm, 31, 0, turned));
  assert_true(term_is_true(tm, normal_apply(n, equation)));
  assert_true(term_is_true(tm, normal_apply(n, term_eq(tm, sum, turned))));
  struct term six = term_bv(tm, 32, 6), low = term_extract(tm, 31, 0, sum), high = term_extract(tm, 31, 0, turned);
  assert_true(term_is_true(tm, normal_apply(n, term_eq(tm, term_sdiv(tm, low, six), term_sdiv(tm, high, six)))));
  normal_free(n);
  terms_free(tm);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(against_brute_force), cmocka_unit_test(identities)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
