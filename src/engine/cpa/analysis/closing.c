// What a closed state can say.
#include "engine/cpa/analysis.h"

static bool is_program_variable(struct unfold *u, struct term t) {
  struct context context;
  uint32_t var;
  return unfold_var_of(u, t, &context, &var) || term_same(t, unfold_heap(u));
}

struct term closing_term(struct unfold *u, const struct closing *c, struct term t) {
  struct terms *tm = unfold_cfa(u)->tm;
  uint32_t n;
  const uint32_t *identifiers = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!map_u32_find(c->named, identifiers[i])) return TERM_NONE;
  if (!n) return t;
  struct term said = substitution_apply(c->names, t);
  const uint32_t *variables = term_free_vars(tm, said, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!is_program_variable(u, (struct term){variables[i]})) return TERM_NONE;
  return said;
}
