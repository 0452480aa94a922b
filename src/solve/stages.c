// The names of the stages.
#include "solve/solve.h"
#include <string.h>

static const char *const names[] = {
#define STAGE(id, name, summary) name,
#include "solve/stages.def"
#undef STAGE
};

bool solver_stages_parse(const char *text, uint32_t *without, const char **unknown, size_t *length) {
  *without = (1u << STAGE_COUNT) - 1;
  while (*text) {
    size_t n = strcspn(text, ",");
    uint32_t found = 0;
    if (n == 3 && !memcmp(text, "all", 3)) found = (1u << STAGE_COUNT) - 1;
    for (uint32_t i = 0; i < STAGE_COUNT; i++)
      if (strlen(names[i]) == n && !memcmp(names[i], text, n)) found = 1u << i;
    if (!found && !(n == 4 && !memcmp(text, "none", 4))) {
      *unknown = text;
      *length = n;
      return false;
    }
    *without &= ~found;
    text += n + (text[n] == ',');
  }
  return true;
}
