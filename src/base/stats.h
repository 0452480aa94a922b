// Counters and timers of a run, declared once in stats.def. Passed as a
// pointer; `--stats` prints all, the JSON result holds all.
#ifndef CLEW_BASE_STATS_H
#define CLEW_BASE_STATS_H
#include <stdint.h>

struct stats {
#define COUNTER(name, text) uint64_t name;
#define TIMER(name, text) double name;
#include "base/stats.def"
#undef COUNTER
#undef TIMER
};

// Calls `each` with name, text and value for every entry in table order.
void stats_each(const struct stats *stats,
                void (*each)(void *context, const char *name, const char *text, double value, int is_timer),
                void *context);

#endif
