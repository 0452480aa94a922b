// `auto` as --engine offers it: its options and statistics.
#include "portfolio/options.h"
#include "portfolio/portfolio.h"

static const struct option_entry option_entries[] = {
#define OPTIONS struct portfolio_options
#include "base/table/option_entries.h"
#include "portfolio/options.def"
#include "base/table/option_end.h"
#undef OPTIONS
};
static const struct option_table option_table = OPTION_TABLE(option_entries, struct portfolio_options);

static const struct stats_entry stats_entries[] = {
#define COUNTER(name, text) {#name, text, false, offsetof(struct portfolio_statistics, name)},
#include "portfolio/statistics.def"
#undef COUNTER
};
static const struct stats_table stats_table = STATS_TABLE(stats_entries, struct portfolio_statistics);

const struct strategy strategy_portfolio = {
    .name = "auto",
    .summary = "runs engines that fit the program together, on all processors, and shares what they find out",
    .options = &option_table,
    .statistics = &stats_table,
    .run = portfolio_run,
};
