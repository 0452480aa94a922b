// See stats.h.
#include "base/table/stats.h"

static const struct stats_entry entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct stats, name)},
#define TIMER(name, text) {#name, text, true, offsetof(struct stats, name)},
#define PEAK(name, text) {#name, text, false, offsetof(struct stats, name)},
#include "base/table/stats.def"
#undef PEAK
#undef COUNTER
#undef TIMER
};

const struct stats_table stats_of_run = STATS_TABLE(entries, struct stats);

void stats_each(const struct stats_table *table, const void *block,
                void (*each)(void *context, const struct stats_entry *entry, double value), void *context) {
  for (uint32_t i = 0; table && i < table->n; i++) {
    const struct stats_entry *entry = &table->entries[i];
    const void *field = (const char *)block + entry->offset;
    each(context, entry, entry->is_timer ? *(const double *)field : (double)*(const uint64_t *)field);
  }
}

void stats_difference(const struct stats *now, const struct stats *before, struct stats *out) {
#define COUNTER(name, text) .name = now->name - before->name,
#define TIMER(name, text) .name = now->name - before->name,
#define PEAK(name, text)
  *out = (struct stats){
#include "base/table/stats.def"
  };
#undef COUNTER
#undef TIMER
#undef PEAK
}
