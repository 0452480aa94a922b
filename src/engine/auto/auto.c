// See auto.h.
#include "engine/auto/auto.h"
#include "engine/engines.h"

static const struct option_entry option_entries[] = {
#define OPTIONS struct auto_options
#include "base/table/option_entries.h"
#include "engine/auto/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct auto_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct auto_statistics, name)},
#include "engine/auto/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct auto_statistics);

const struct engine engine_auto = {
    .name = "auto",
    .summary = "runs engines that fit the program together, on all processors, and shares what they find out",
    .options = &option_table,
    .statistics = &stats_table,
    .schedules = true,
    .pre_run = "symex",
};
