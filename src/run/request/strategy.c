// See strategy.h.
#include "run/request/strategy.h"
#include <string.h>

struct strategy strategy_of(const struct engine *engine) {
  if (!engine) return (struct strategy){0};
  return (struct strategy){engine->name, engine->summary, engine->options, engine->statistics, engine, NULL};
}

struct strategy strategy_at(const struct strategy *portfolio, uint32_t number) {
  if (!number--) return *portfolio;
  uint32_t n;
  const struct engine *const *all = engine_all(&n);
  for (uint32_t i = 0; i < n; i++)
    if (!(all[i]->capabilities & ENGINE_UNFOLDS) && !number--) return strategy_of(all[i]);
  return (struct strategy){0};
}

struct strategy strategy_find(const struct strategy *portfolio, const char *name) {
  struct strategy s;
  for (uint32_t i = 0; (s = strategy_at(portfolio, i)).name && strcmp(s.name, name) != 0; i++) continue;
  return s;
}

bool strategy_same(const struct strategy *a, const struct strategy *b) {
  return a->engine == b->engine && a->options == b->options;
}
