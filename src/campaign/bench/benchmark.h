// Benchmark definitions of BenchExec (XML): their tasks, limits and options.
//
// The tool's options are taken where the tool is clew; for other tools a campaign takes the tasks and brings its own
// command. Not read: tasks without files, `append`.
#ifndef CLEW_CAMPAIGN_BENCH_BENCHMARK_H
#define CLEW_CAMPAIGN_BENCH_BENCHMARK_H
#include "campaign/bench/definition.h"

struct bench_listed { // a program or a definition of tasks, and which of its tasks
  const char *file, *name; // absolute; as the benchmark definition has it
  const char *family;
  const char *property; // a file, of which only the name counts for definitions of tasks; NULL: any
  uint32_t by; // the configuration that runs it, from 1; 0: all do
  const char *expected; // only tasks with this verdict: "true", "false", "false(valid-free)", "unknown"; NULL: all
};
VEC_TYPE(vec_bench_listed, struct bench_listed)

// The tasks of all run definitions in the file.
bool bench_benchmark_list(struct bench_definition *definition, const char *file, struct vec_bench_listed *out,
                          struct error *error);
// Limits and configurations, of the definition's file.
bool bench_benchmark_read(struct bench_definition *definition, const char *program, struct error *error);

#endif
