// What tables and plots that a campaign's file describes have in common: which configurations and tasks they are about,
// and the results of those.
#ifndef CLEW_REPORT_BENCH_TABLE_H
#define CLEW_REPORT_BENCH_TABLE_H
#include "base/text/yaml.h"
#include "report/bench/bench.h"

// A configuration of a table, or the virtual best of several.
struct column_source {
  const char *name;
  struct vec_u32 of; // configurations of the results
};
VEC_TYPE(vec_source, struct column_source)

struct cell { // a task with a source
  const struct bench_median *median; // NULL: no result
  double time;
};

struct table {
  const struct bench_results *results;
  const struct vec_bench_median *medians;
  struct bench_definition file; // for messages
  const struct yaml *root, *spec; // of the campaign, of the table
  struct vec_source sources;
  struct vec_word values; // what is counted
  unsigned char *chosen; // by task
  struct error *error;
};

static inline bool is_right(const struct cell *cell) { return cell->median && cell->median->correct == BENCH_RIGHT; }
struct cell table_cell(const struct table *table, uint32_t task, const struct column_source *source);
// What one task adds: a count, seconds, or a statistic of clew, 0 where it is not solved.
double table_value(const struct table *table, const char *name, uint32_t task, const struct cell *cell);

// --- plots.c
// The plot that the table's description asks for, as SVG. False: it is none, `error`.
bool table_plot(const struct table *table, struct text *out);

#endif
