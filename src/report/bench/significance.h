// Tests of significance for measured times, which are not normally distributed: tests on ranks.
#ifndef CLEW_REPORT_BENCH_SIGNIFICANCE_H
#define CLEW_REPORT_BENCH_SIGNIFICANCE_H
#include <stdbool.h>
#include <stdint.h>

enum { RANK_SUM_MOST = 20 }; // values of a sample; more are not looked at

// Mann and Whitney's rank-sum test, two-sided and exact, also with ties: how likely two samples differ as much as these
// by chance.
double rank_sum_test(const double *first, uint32_t n, const double *second, uint32_t m);
// Wilcoxon's signed-rank test of paired differences, two-sided, by the normal approximation with ties; differences of
// zero are left out. False: there are too few for it.
bool signed_rank_test(const double *differences, uint32_t n, double *p);

#endif
