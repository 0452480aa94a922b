// What --engine chooses: one engine, or the portfolio `auto`, which runs several (src/portfolio).
#ifndef CLEW_RUN_REQUEST_STRATEGY_H
#define CLEW_RUN_REQUEST_STRATEGY_H
#include "engine/engine.h"

struct strategy {
  const char *name, *summary; // name: NULL: no strategy
  const struct option_table *options; // NULL: none
  const struct stats_table *statistics; // NULL: none
  const struct engine *engine; // NULL: the portfolio
};

extern const struct strategy strategy_portfolio; // the default; in src/portfolio

// Without a name: there is no such strategy.
struct strategy strategy_of(const struct engine *engine); // NULL: none
struct strategy strategy_find(const char *name);
// All of them, from 0, in the order of `clew engines`.
struct strategy strategy_at(uint32_t number);

bool strategy_same(const struct strategy *a, const struct strategy *b);

#endif
