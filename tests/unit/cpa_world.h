// What the tests of analyses share: an automaton from text, and all that an analysis is opened with.
#ifndef CLEW_CPA_WORLD_H
#define CLEW_CPA_WORLD_H
#include "engine/cpa/cpa.h"
#include "unfold_world.h"

struct cpa_world {
  struct world *w;
  struct claim claim;
  struct facts *facts;
  struct cpa cpa; // without analyses, which the test opens and closes
  struct cpa_options options;
  struct cpa_statistics statistics;
};

static inline void cpa_world_init(struct cpa_world *c, const char *automaton) {
  *c = (struct cpa_world){.w = world_new(automaton)};
  struct world *w = c->w;
  claim_init(&c->claim);
  c->facts = facts_new(w->cfa, w->program, &w->limits, 1);
  run_init(&c->cpa.run,
           &(struct run_setting){.cfa = w->cfa,
                                 .program = w->program,
                                 .limits = &w->limits,
                                 .stats = &w->stats,
                                 .solver = {.backend = "native", .caches = true},
                                 .facts = c->facts},
           NULL, &c->claim);
  c->cpa.options = &c->options;
  c->cpa.statistics = &c->statistics;
  c->cpa.pool = persistents_new();
}

static inline void cpa_world_release(struct cpa_world *c) {
  persistents_free(c->cpa.pool);
  run_release(&c->cpa.run);
  claim_release(&c->claim);
  facts_free(c->facts);
  world_free(c->w);
}

#endif
