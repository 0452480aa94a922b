// A search of the setting that a test has for its engine.
#ifndef CLEW_SEARCH_FIXTURE_H
#define CLEW_SEARCH_FIXTURE_H
#include "run/search.h"

static inline struct search search_of(const struct run_setting *setting) {
  return (struct search){.cfa = setting->cfa,
                         .limits = setting->limits,
                         .stats = setting->stats,
                         .seed = setting->seed,
                         .program = setting->program,
                         .facts = setting->facts,
                         .reached = setting->reached};
}

#endif
