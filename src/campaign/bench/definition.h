// A benchmark campaign as its file says it (docs/bench.md): tasks, configurations, limits.
//
// Everything is in the arena. Names of files are absolute, as runs have a folder of their own.
#ifndef CLEW_CAMPAIGN_BENCH_DEFINITION_H
#define CLEW_CAMPAIGN_BENCH_DEFINITION_H
#include "base/text/yaml.h"
#include "base/table/option.h"
#include "campaign/bench/rules.h"
#include "run/request/expected.h"

struct bench_task {
  const char *name; // as lists and reports have it; with the property and the bits it says which task it is
  const char *family; // "": none
  struct vec_word files;
  const char *property_file; // NULL: reachability of error functions
  const char *property; // its name: that of the file without extension
  uint32_t bits; // 32 or 64
  enum expected_verdict expected;
  const char *violation; // what FALSE is to name; NULL: anything
  unsigned char *by; // for each configuration whether it runs the task; NULL: all do
};
VEC_TYPE(vec_bench_task, struct bench_task)

struct bench_configuration {
  const char *name;
  bool is_clew; // it has a result line and statistics
  bool is_this_clew; // not another one, which may lack options
  struct vec_word command; // with {file} and the like in it
  uint32_t options; // of clew: how many of its words, from the third on, are options of the configuration
  struct vec_word version; // a command that prints a version; empty: none
  struct vec_bench_rule rules; // empty: the result line
  const char *definition; // the same as a text: results are only kept together with those of the same definition
};
VEC_TYPE(vec_bench_configuration, struct bench_configuration)

struct bench_limits {
  double cpu, wall; // seconds; 0: none
  uint32_t memory; // mebibytes; 0: none
  uint32_t cores; // of a run; 0: all, and runs are not bound to any
};

// Which tasks of each family, in the order in which they are listed; zeros: all.
struct bench_sample {
  uint32_t most; // at most so many; 0: any number
  uint32_t every; // the first one and each so many after it; 0: all
};
// "20": at most 20; "1/6": every sixth. False: it is neither.
bool bench_sample_read(const char *text, struct bench_sample *out);

struct bench_given { // on the command line
  const char *tasks; // a path, which {tasks} stands for; NULL: none
  const char *sample; // as it is written; NULL: what the campaign says
};

struct bench_definition {
  struct arena arena;
  struct bench_given given; // with an absolute path
  const char *file;
  const char *name;
  struct vec_bench_task tasks;
  struct vec_bench_configuration configurations;
  struct bench_limits limits;
  uint32_t repetitions, jobs;
};

// A run of the campaign: places in the arrays of the definition.
struct bench_place {
  uint32_t task, configuration, repetition;
};
// A part of the campaign for one of several machines: its runs are dealt out one by one, so that each shard gets as
// many of each configuration.
struct bench_shard {
  uint32_t number, of; // from 1; of 0: the whole campaign
};
static inline bool bench_shard_has(struct bench_shard shard, struct bench_place place) {
  return !shard.of || (place.task + place.configuration + place.repetition) % shard.of + 1 == shard.number;
}
uint64_t bench_runs_of(const struct bench_definition *definition, struct bench_shard shard); // how many
// Places, also those of configurations that do not run the task.
static inline uint64_t bench_places(const struct bench_definition *d) {
  return (uint64_t)d->tasks.size * d->configurations.size * d->repetitions;
}
static inline bool bench_is_run(const struct bench_definition *d, struct bench_place place) {
  const unsigned char *by = d->tasks.data[place.task].by;
  return !by || by[place.configuration];
}
// Run `number` of all of the campaign. Repetitions go round the whole campaign, so that the first results are about
// all tasks.
struct bench_place bench_place_at(const struct bench_definition *definition, uint64_t number);
uint64_t bench_place_number(const struct bench_definition *definition, struct bench_place place);

// `program`: this clew. To be released in any case.
bool bench_read(struct bench_definition *definition, const char *file, const char *program, struct bench_given given,
                struct error *error);
// The limit on the clock where only the processor's is given: a run that waits uses no processor time.
static inline double bench_wall_limit(double cpu) { return 2 * cpu + 10; }
// Are there cores for all jobs?
bool bench_check_jobs(const struct bench_definition *definition, struct error *error);
void bench_release(struct bench_definition *definition);

// A file named in the campaign's file, relative to its folder; absolute.
const char *bench_place(struct bench_definition *definition, const char *name);
// All keys of a map are among these words, which NULL ends; otherwise a message with the word that may have been meant.
bool bench_check_keys(const struct bench_definition *definition, const struct yaml *map, const char *const *known,
                      struct error *error);
bool bench_complain(const struct bench_definition *definition, const struct yaml *node, struct error *error,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));
// A number that is not negative; whole: without a fraction.
bool bench_number(const struct bench_definition *definition, const struct yaml *node, double *out, struct error *error);
bool bench_whole(const struct bench_definition *definition, const struct yaml *node, uint32_t *out,
                 struct error *error);
// A word or a list of words.
bool bench_words(const struct bench_definition *definition, const struct yaml *node, struct vec_word *out,
                 struct error *error);

#endif
