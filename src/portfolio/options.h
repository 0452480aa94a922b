// The options and statistics of the portfolio `auto`.
#ifndef CLEW_PORTFOLIO_OPTIONS_H
#define CLEW_PORTFOLIO_OPTIONS_H
#include "base/table/option.h"
#include "base/table/stats.h"

struct portfolio_options {
#include "base/table/option_fields.h"
#include "portfolio/options.def"
#include "base/table/option_end.h"
};
// The unit of turns (--turns). An engine that asks hard queries shows little effort for its time: by effort it gets far
// more time than its share.
enum { TURNS_TIME, TURNS_EFFORT };

struct portfolio_statistics {
#define COUNTER(name, text) uint64_t name;
#include "portfolio/statistics.def"
#undef COUNTER
};

#endif
