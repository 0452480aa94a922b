// The table of analyses (analyses.def).
#include "engine/cpa/analysis.h"
#include <string.h>

#define ANALYSIS(name) extern const struct analysis analysis_##name;
#include "engine/cpa/analyses.def"
#undef ANALYSIS

static const struct analysis *const analyses[] = {
#define ANALYSIS(name) &analysis_##name,
#include "engine/cpa/analyses.def"
#undef ANALYSIS
    NULL,
};

const struct analysis *const *analysis_all(void) { return analyses; }

const struct analysis *analysis_find(const char *name, size_t length) {
  for (const struct analysis *const *a = analyses; *a; a++)
    if (strlen((*a)->name) == length && !strncmp((*a)->name, name, length)) return *a;
  return NULL;
}
