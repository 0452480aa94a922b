// See stats.h.
#include "base/stats.h"

void stats_each(const struct stats *stats,
                void (*each)(void *context, const char *name, const char *text, double value, int is_timer),
                void *context) {
#define COUNTER(name, text) each(context, #name, text, (double)stats->name, 0);
#define TIMER(name, text) each(context, #name, text, stats->name, 1);
#include "base/stats.def"
#undef COUNTER
#undef TIMER
}
