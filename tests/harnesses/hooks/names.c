#include "names.h"
#include <stdlib.h>
#include <string.h>

static const struct hooks defaults = {malloc, free};

void names_init(struct names *names, const struct hooks *hooks) {
  *names = (struct names){.hooks = hooks ? *hooks : defaults};
}

static int grow(struct names *names) {
  size_t capacity = names->capacity ? 2 * names->capacity : 2;
  char **all = names->hooks.allocate(capacity * sizeof *all);
  if (!all) return 0;
  if (names->count) memcpy(all, names->all, names->count * sizeof *all);
#ifndef BROKEN
  names->hooks.release(names->all);
#endif
  names->all = all;
  names->capacity = capacity;
  return 1;
}

int names_add(struct names *names, const char *name) {
  if (names->count == names->capacity && !grow(names)) return 0;
  size_t size = strlen(name) + 1;
  char *copy = names->hooks.allocate(size);
  if (!copy) return 0;
  memcpy(copy, name, size);
  names->all[names->count++] = copy;
  return 1;
}

void names_release(struct names *names) {
  for (size_t i = 0; i < names->count; i++) names->hooks.release(names->all[i]);
  names->hooks.release(names->all);
  *names = (struct names){.hooks = names->hooks};
}
