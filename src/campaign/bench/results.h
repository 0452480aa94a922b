// The results of a campaign in memory, for tables and pages: tasks by family and name, configurations in their order,
// and for each task and configuration the repetitions.
#ifndef CLEW_CAMPAIGN_BENCH_RESULTS_H
#define CLEW_CAMPAIGN_BENCH_RESULTS_H
#include "base/memory/arena.h"
#include "campaign/bench/database.h"

enum bench_correct { BENCH_NEITHER, BENCH_WRONG, BENCH_RIGHT }; // not decided, or nothing is expected

struct bench_row {
  int64_t run;
  uint32_t task, configuration, repetition; // places in the arrays
  enum bench_verdict verdict;
  enum bench_correct correct;
  const char *detail;
  double cpu, wall; // seconds
  uint64_t memory; // bytes
  const char *statistics; // a JSON object; NULL: none
};
VEC_TYPE(vec_bench_row, struct bench_row)

struct bench_result_task {
  const char *name, *property, *family, *violation; // violation: "": anything
  const char *files; // one a line
  uint32_t bits;
  enum expected_verdict expected;
};
VEC_TYPE(vec_bench_result_task, struct bench_result_task)

struct bench_result_configuration {
  const char *name, *definition;
  const char *versions; // of its program, one a line
  const char *started; // its first run; UTC, ISO 8601
  double cpu_limit, wall_limit; // seconds
  uint32_t memory_limit; // mebibytes
  uint32_t cores; // 0: all
  bool is_clew;
};
VEC_TYPE(vec_bench_result_configuration, struct bench_result_configuration)

struct bench_result_machine {
  const char *host, *processor, *kernel;
  uint32_t cores;
  uint64_t memory; // bytes
};
VEC_TYPE(vec_bench_result_machine, struct bench_result_machine)

struct bench_results {
  struct arena arena;
  const char *name, *created;
  const char *measured; // one a line
  struct vec_bench_result_machine machines;
  struct vec_bench_result_task tasks;
  struct vec_bench_result_configuration configurations;
  struct vec_bench_row rows; // by task, configuration, repetition
  struct vec_word families; // in the order of the tasks
  uint32_t claimed; // runs that somebody is making
};

// `statistics`: also those of each run. To be released in any case.
bool bench_results_read(struct bench_results *results, const char *folder, bool statistics, struct error *error);
void bench_results_release(struct bench_results *results);

#endif
