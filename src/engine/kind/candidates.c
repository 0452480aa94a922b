// Where candidates come from: the facts, and what excludes the targets.
#include "engine/kind/kind.h"
#include "term/quantified.h"

#define CANDIDATES_MOST 96 // of a cut point

// Only of variables that a formula at the cut point may have.
static bool fits(struct kind *k, struct context context, struct term formula) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(k->run.tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct context of;
    uint32_t var;
    if (term_same((struct term){ids[i]}, unfold_heap(k->run.unfold))) continue;
    if (!unfold_var_of(k->run.unfold, (struct term){ids[i]}, &of, &var)) return false;
    if (k->run.cfa->vars.data[var].function == CFA_NONE) continue;
    struct context c = context;
    while (!context_none(c) && !context_same(c, of)) c = unfold_parent(k->run.unfold, c);
    if (context_none(c)) return false;
  }
  return true;
}

bool kind_offer(struct kind *k, uint32_t cut, struct term formula) {
  const struct expanded_point *p = expansion_at(k->x, k->x->cuts.data[cut]);
  uint64_t key = (uint64_t)cut << 32 | formula.id;
  if (term_is_const(k->run.tm, formula) || map_u32_find(&k->known, key) || k->at[cut].size >= CANDIDATES_MOST ||
      !fits(k, p->context, formula))
    return false;
  map_u32_put(&k->known, key, k->conjuncts.size);
  struct conjunct c = {.cut = cut, .formula = formula};
  k->statistics->conjuncts_tried++;
  struct term plain = facts_plain(k->run.unfold, p->context, formula);
  if (!term_none(plain) && facts_refute(k->run.facts, p->location, plain)) {
    k->statistics->conjuncts_refuted++;
    return false;
  }
  vec_u32_push(&k->at[cut], k->conjuncts.size);
  vec_conjunct_push(&k->conjuncts, c);
  return true;
}

static void of_facts(struct kind *k, uint32_t cut) {
  const struct expanded_point *p = expansion_at(k->x, k->x->cuts.data[cut]);
  struct vec_term found = {0};
  facts_candidates(k->run.facts, p->location, k->options.sources, &found);
  for (uint32_t i = 0; i < found.size; i++) {
    struct term formula = facts_instance(k->run.unfold, p->context, found.data[i]);
    if (term_none(formula) || !term_none(quantified_in(k->run.tm, formula))) continue;
    kind_offer(k, cut, formula);
    kind_offer(k, cut, term_not(k->run.tm, formula));
  }
  vec_term_release(&found);
}

void kind_candidates(struct kind *k) {
  for (uint32_t i = 0; i < k->x->cuts.size && !limits_stopped(k->run.limits); i++) of_facts(k, i);
}
