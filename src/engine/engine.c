// The table of engines.
#include "engine/engines.h"
#include <string.h>

static const struct engine *const engines[] = {
#define ENGINE(name) &engine_##name,
#include "engine/engines.def"
#undef ENGINE
};
enum { COUNT = sizeof engines / sizeof *engines };

const struct engine *const *engine_all(uint32_t *count) {
  *count = COUNT;
  return engines;
}

const struct engine *engine_find(const char *name) {
  for (uint32_t i = 0; i < COUNT; i++)
    if (!strcmp(engines[i]->name, name)) return engines[i];
  return NULL;
}

const struct engine *engine_with(enum engine_capability capability, uint32_t number) {
  for (uint32_t i = 0; i < COUNT; i++)
    if (engines[i]->capabilities & capability && !number--) return engines[i];
  return NULL;
}

bool engine_can(const struct engine *engine, enum engine_capability capability, const void *options) {
  if (!(engine->capabilities & capability)) return false;
  return !options || !engine->capabilities_with || engine->capabilities_with(options) & capability;
}
