// Tests of significance against numbers from tables and against counting all choices.
#include "report/bench/significance.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

static void near(double a, double b) {
  if (fabs(a - b) > 1e-9) fail_msg("%.12f instead of %.12f", a, b);
}

static void test_rank_sum_tables(void **state) {
  (void)state;
  double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10}, mixed[] = {1, 4, 5, 8}, other[] = {2, 3, 6, 7};
  near(rank_sum_test(low, 3, high, 3), 2.0 / 20);
  near(rank_sum_test(low, 4, high, 4), 2.0 / 70);
  near(rank_sum_test(low, 5, high, 5), 2.0 / 252);
  near(rank_sum_test(high, 5, low, 5), 2.0 / 252);
  near(rank_sum_test(mixed, 4, other, 4), 1);
  near(rank_sum_test(low, 5, low, 5), 1);
  near(rank_sum_test(low, 0, high, 5), 1);
}

// Twice the rank of value i among the values, mean of ties.
static double rank_of(const double *values, uint32_t n, uint32_t i) {
  double rank = 1;
  for (uint32_t k = 0; k < n; k++) rank += 2 * (values[k] < values[i]) + (values[k] == values[i]);
  return rank;
}

// All choices of the first sample.
static double by_counting(const double *values, uint32_t n, uint32_t m) {
  double all = 0, extreme = 0, observed = 0, mean = (double)n * (n + m + 1);
  for (uint32_t i = 0; i < n; i++) observed += rank_of(values, n + m, i);
  for (uint32_t set = 0; set < 1u << (n + m); set++) {
    double sum = 0;
    if ((uint32_t)__builtin_popcount(set) != n) continue;
    for (uint32_t i = 0; i < n + m; i++)
      if (set >> i & 1) sum += rank_of(values, n + m, i);
    all++;
    extreme += fabs(sum - mean) >= fabs(observed - mean) - 1e-9;
  }
  return extreme / all;
}

static void test_rank_sum_counting(void **state) {
  (void)state;
  srand(7);
  for (int round = 0; round < 60; round++) {
    double values[10];
    uint32_t n = 1 + (uint32_t)rand() % 5, m = 1 + (uint32_t)rand() % 5;
    for (uint32_t i = 0; i < n + m; i++) values[i] = rand() % (round % 2 ? 1000 : 4); // with ties
    near(rank_sum_test(values, n, values + n, m), by_counting(values, n, m));
  }
}

static void test_rank_sum_largest(void **state) {
  (void)state;
  double low[30], high[30];
  for (int i = 0; i < 30; i++) {
    low[i] = i;
    high[i] = 100 + i;
  }
  double p = rank_sum_test(low, 30, high, 30); // 2 of 40 over 20
  assert_true(p > 1.4e-11 && p < 1.5e-11);
}

static void test_signed_rank(void **state) {
  (void)state;
  double few[] = {1, 2, 3, 0, 4}, p = 0;
  assert_false(signed_rank_test(few, 5, &p));
  // By hand: ranks 1 to 12, those of 2 and 5 negative: 78 - 7 positive, mean 39, variance 162.5.
  double twelve[] = {1, -2, 3, 4, -5, 6, 7, 8, 9, 10, 11, 12, 0};
  assert_true(signed_rank_test(twelve, 13, &p));
  near(p, erfc(31.5 / sqrt(2 * 162.5)));
  double balanced[] = {1, -1, 2, -2, 3, -3, 4, -4, 5, -5};
  assert_true(signed_rank_test(balanced, 10, &p));
  near(p, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rank_sum_tables), cmocka_unit_test(test_rank_sum_counting),
                                     cmocka_unit_test(test_rank_sum_largest), cmocka_unit_test(test_signed_rank)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
