// The table of engines that verify, and claims.
#include "engine/engine.h"
#include "explore/internal.h"

static const struct engine *const engines[] = {
    &engine_symex,
    &engine_eager,
    &engine_lazy,
    &engine_symexpa,
};

const struct engine *const *engine_all(uint32_t *count) {
  *count = sizeof engines / sizeof engines[0];
  return engines;
}

const struct engine *engine_find(const char *name) {
  for (uint32_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
    if (!strcmp(engines[i]->name, name)) return engines[i];
  return NULL;
}

void claim_init(struct claim *claim) {
  *claim = (struct claim){.verdict = VERDICT_UNKNOWN, .error_location = LOCATION_NONE};
  graph_init(&claim->graph);
}

void claim_release(struct claim *claim) {
  vec_input_value_release(&claim->inputs);
  graph_release(&claim->graph);
  vec_invariant_release(&claim->invariants);
  claim->unfold = NULL;
}
