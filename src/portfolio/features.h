// What a program looks like, as numbers, for the choice of a schedule: read off the automaton as it stands when workers
// are forked. No name of a file, a function or a variable counts.
#ifndef CLEW_PORTFOLIO_FEATURES_H
#define CLEW_PORTFOLIO_FEATURES_H
#include "base/text/text.h"
#include "cfa/cfa.h"

struct features {
#define FEATURE(name, text) uint64_t name;
#include "portfolio/features.def"
#undef FEATURE
};

void features_find(const struct cfa *cfa, struct features *out);
uint32_t feature_count(void);
const char *feature_name(uint32_t i);
uint64_t feature_value(const struct features *features, uint32_t i);
void features_print(const struct features *features, struct text *out); // "edges 143, loops 1": what is not 0

#endif
