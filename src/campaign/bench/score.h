// What the results of a configuration are worth.
//
// The repetitions of a task are one result: wrong if one of them is, right if all of them are, otherwise not decided;
// its times and its memory are the medians. Time is that on the processor, or that on the clock where only this is
// limited.
#ifndef CLEW_CAMPAIGN_BENCH_SCORE_H
#define CLEW_CAMPAIGN_BENCH_SCORE_H
#include "campaign/bench/results.h"

struct bench_median { // of the repetitions of a task with a configuration
  uint32_t task, configuration;
  uint32_t first, n; // its rows
  enum bench_verdict verdict;
  enum bench_correct correct;
  const char *detail;
  double cpu, wall;
  uint64_t memory;
};
VEC_TYPE(vec_bench_median, struct bench_median)

struct bench_score {
  uint32_t tasks; // with a result
  uint32_t right_true, right_false, wrong_true, wrong_false, unknown, errors;
  uint32_t unjudged; // decided, and nothing is expected
  int64_t points; // SV-COMP: true 2, false 1, wrong true -32, wrong false -16
  double time; // seconds, of what was decided right
  double par2; // seconds, a task on average: what was not decided right counts twice the limit
};

double bench_time(const struct bench_results *results, const struct bench_median *median);
double bench_time_limit(const struct bench_result_configuration *configuration);
void bench_medians(const struct bench_results *results, struct vec_bench_median *out); // by task and configuration
// Of a configuration, in a family; NULL: in all.
struct bench_score bench_score_of(const struct bench_results *results, const struct vec_bench_median *medians,
                                  uint32_t configuration, const char *family);

#endif
