// What --engine chooses: one engine, or the portfolio, which runs several. The portfolio is no part of this module:
// whoever reads a request gives its strategy (portfolio/portfolio.h).
#ifndef CLEW_RUN_REQUEST_STRATEGY_H
#define CLEW_RUN_REQUEST_STRATEGY_H
#include "engine/engine.h"

struct verifier;

struct strategy {
  const char *name, *summary; // name: NULL: no strategy
  const struct option_table *options; // NULL: none
  const struct stats_table *statistics; // NULL: none
  const struct engine *engine; // NULL: the portfolio
  // Of the portfolio: runs it on a program that was read; v->result, or `error`. NULL: the engine is run.
  void (*run)(struct verifier *v, struct error *error);
};

// Without a name: there is no such strategy.
struct strategy strategy_of(const struct engine *engine); // NULL: none
struct strategy strategy_find(const struct strategy *portfolio, const char *name);
// All of them, from 0, in the order of `clew engines`: the portfolio is the first.
struct strategy strategy_at(const struct strategy *portfolio, uint32_t number);

bool strategy_same(const struct strategy *a, const struct strategy *b);

#endif
