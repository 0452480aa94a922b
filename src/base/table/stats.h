// Counters and timers, declared once in .def tables: base/table/stats.def has those that all engines share, an engine
// has its own beside them. `--stats` prints all, the JSON result holds all.
#ifndef CLEW_BASE_TABLE_STATS_H
#define CLEW_BASE_TABLE_STATS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stats {
#define COUNTER(name, text) uint64_t name;
#define TIMER(name, text) double name;
#define PEAK(name, text) uint64_t name;
#include "base/table/stats.def"
#undef PEAK
#undef COUNTER
#undef TIMER
};

struct stats_entry {
  const char *name, *text;
  bool is_timer; // double, in seconds; otherwise uint64_t
  size_t offset;
};

struct stats_table {
  const struct stats_entry *entries;
  uint32_t n;
  size_t size; // of the block
};
#define STATS_TABLE(entries, type) {entries, sizeof entries / sizeof *entries, sizeof(type)}

extern const struct stats_table stats_of_run; // of struct stats

// Calls `each` for every entry in table order; `table` may be NULL.
void stats_each(const struct stats_table *table, const void *block,
                void (*each)(void *context, const struct stats_entry *entry, double value), void *context);
// What was counted since `before`; 0 where the entry is no sum.
void stats_difference(const struct stats *now, const struct stats *before, struct stats *out);

#endif
