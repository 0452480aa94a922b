// See significance.h.
#include "report/bench/significance.h"
#include "base/memory/alloc.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOTH = 2 * RANK_SUM_MOST, SUMS = BOTH * (BOTH + 1) + 1, SIGNED_LEAST = 10 };

// How many of the n values are smaller than this one, and how many are equal.
static void place_of(const double *values, uint32_t n, double value, uint32_t *smaller, uint32_t *equal) {
  *smaller = *equal = 0;
  for (uint32_t i = 0; i < n; i++) {
    *smaller += values[i] < value;
    *equal += values[i] == value;
  }
}

// Twice the mean rank: a whole number, also with ties.
static uint32_t double_rank(const double *values, uint32_t n, double value) {
  uint32_t smaller, equal;
  place_of(values, n, value, &smaller, &equal);
  return 2 * smaller + equal + 1;
}

double rank_sum_test(const double *first, uint32_t n, const double *second, uint32_t m) {
  double values[BOTH];
  n = n > RANK_SUM_MOST ? RANK_SUM_MOST : n;
  m = m > RANK_SUM_MOST ? RANK_SUM_MOST : m;
  if (!n || !m) return 1;
  memcpy(values, first, n * sizeof *values);
  memcpy(values + n, second, m * sizeof *values);
  // ways[k][s]: how many choices of k of the values have twice the rank sum s.
  double(*ways)[SUMS] = mem_zalloc(n + 1, sizeof *ways);
  uint32_t observed = 0, total = 0;
  ways[0][0] = 1;
  for (uint32_t i = 0; i < n + m; i++) {
    uint32_t rank = double_rank(values, n + m, values[i]);
    if (i < n) observed += rank;
    total += rank;
    for (uint32_t k = i + 1 < n ? i + 1 : n; k > 0; k--)
      for (uint32_t s = total; s + 1 > rank; s--) ways[k][s] += ways[k - 1][s - rank];
  }
  double all = 0, extreme = 0, mean = (double)n * (n + m + 1), distance = fabs(observed - mean);
  for (uint32_t s = 0; s <= total; s++) {
    all += ways[n][s];
    if (fabs(s - mean) >= distance - 1e-9) extreme += ways[n][s];
  }
  mem_free(ways);
  return extreme / all;
}

static int by_size(const void *left, const void *right) {
  double a = fabs(*(const double *)left), b = fabs(*(const double *)right);
  return (a > b) - (a < b);
}

bool signed_rank_test(const double *differences, uint32_t n, double *p) {
  double *sorted = mem_alloc((n + 1) * sizeof *sorted);
  uint32_t used = 0;
  double positive = 0, ties = 0;
  for (uint32_t i = 0; i < n; i++)
    if (differences[i] != 0) sorted[used++] = differences[i];
  qsort(sorted, used, sizeof *sorted, by_size);
  for (uint32_t i = 0, same; i < used; i += same) {
    for (same = 1; i + same < used && fabs(sorted[i + same]) == fabs(sorted[i]);) same++;
    for (uint32_t k = 0; k < same; k++)
      if (sorted[i + k] > 0) positive += i + (same + 1) / 2.0;
    ties += (double)same * same * same - same;
  }
  mem_free(sorted);
  if (used < SIGNED_LEAST) return false;
  double count = used, mean = count * (count + 1) / 4;
  double variance = count * (count + 1) * (2 * count + 1) / 24 - ties / 48;
  double distance = fabs(positive - mean) - 0.5; // corrected for continuity
  *p = erfc((distance > 0 ? distance : 0) / sqrt(2 * variance));
  return true;
}
