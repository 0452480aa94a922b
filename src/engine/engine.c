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

const struct engine *engine_for(const char *role) {
  for (uint32_t i = 0; i < COUNT; i++)
    if (engines[i]->role && !strcmp(engines[i]->role, role)) return engines[i];
  return NULL;
}

const struct engine *engine_default(void) { return engines[0]; }
