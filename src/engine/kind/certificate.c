// What TRUE rests on: the annotation of all cut points, with the conjuncts that are needed.
#include "engine/kind/kind.h"

#define SECONDS 4.0 // for a query

static void need(struct kind *k, const struct vec_u32 *core, struct vec_u32 *needed) {
  for (uint32_t i = 0; i < core->size; i++) {
    struct conjunct *c = &k->conjuncts.data[core->data[i]];
    if (!c->needed) vec_u32_push(needed, core->data[i]);
    c->needed = true;
  }
}

// What excludes targets in segments from the cut point. False: it was not found out again.
static bool need_for_safety(struct kind *k, uint32_t cut, struct vec_u32 *core, struct vec_u32 *needed) {
  uint32_t level = k->proved[cut] - 1;
  for (uint32_t i = window_hits_begin(&k->step, level); i < window_hits_end(&k->step, level); i++) {
    const struct window_hit *hit = &k->step.hits.data[i];
    if (hit->cut != cut) continue;
    struct step_question q = {level, cut, level + 1, false, hit->state.path.size, hit->state.path.data, 0};
    vec_u32_clear(core);
    if (step_ask(k, &q, core, NULL) != ANSWER_UNSAT) return false;
    need(k, core, needed);
  }
  return true;
}

// What makes the conjunct inductive.
static bool need_for_induction(struct kind *k, uint32_t conjunct, struct vec_u32 *core, struct vec_u32 *needed) {
  uint32_t level = k->conjuncts.data[conjunct].k, cut = k->conjuncts.data[conjunct].cut;
  for (uint32_t i = window_begin(&k->step, level); i < window_end(&k->step, level); i++) {
    if (k->step.visits.data[i].cut != cut) continue;
    struct term formulas[] = {k->step.visits.data[i].name, term_not(k->run.tm, step_instance(k, conjunct, i))};
    struct step_question q = {level, cut, level, false, 2, formulas, 0};
    vec_u32_clear(core);
    if (step_ask(k, &q, core, NULL) != ANSWER_UNSAT) return false;
    need(k, core, needed);
  }
  return true;
}

// From the targets back: what is needed to exclude them, what is needed for that, and so on. A smaller certificate is
// worth some time: it is checked.
static bool find_needed(struct kind *k) {
  struct vec_u32 needed = {0}, core = {0};
  bool good = true;
  if (k->step_seconds < SECONDS) step_be_patient(k, SECONDS);
  for (uint32_t i = 0; i < k->x->cuts.size && good; i++) good = need_for_safety(k, i, &core, &needed);
  for (uint32_t i = 0; i < needed.size && good; i++) good = need_for_induction(k, needed.data[i], &core, &needed);
  vec_u32_release(&needed);
  vec_u32_release(&core);
  return good;
}

static void annotate(struct kind *k, uint32_t cut) {
  const struct expanded_point *p = expansion_at(k->x, k->x->cuts.data[cut]);
  struct cut_point *point = annotation_at(&k->run.claim->certificate.annotation, p->context, p->location);
  if (k->proved[cut] > point->k) point->k = k->proved[cut];
  if (k->cells) {
    const struct vec_term *formulas = &k->cells[k->x->cuts.data[cut].id];
    for (uint32_t i = 0; i < formulas->size; i++) vec_term_push(&point->conjuncts, formulas->data[i]);
    k->statistics->conjuncts_needed += formulas->size;
    return;
  }
  for (uint32_t i = 0; i < k->at[cut].size; i++) {
    const struct conjunct *c = &k->conjuncts.data[k->at[cut].data[i]];
    if (!c->needed) continue;
    vec_term_push(&point->conjuncts, c->formula);
    if (c->k > point->k) point->k = c->k;
    k->statistics->conjuncts_needed++;
  }
}

void kind_certificate(struct kind *k) {
  struct annotation *a = &k->run.claim->certificate.annotation;
  a->recursion = k->options.recursion;
  // Every path was followed to its end. The last level of the base is empty.
  bool unwound = k->phase != PHASE_PROVED;
  if (unwound && k->x->cuts.size) a->unwinding = k->safe > 2 ? k->safe - 1 : 1;
  if (!unwound && !k->minimal && !find_needed(k))
    for (uint32_t i = 0; i < k->conjuncts.size; i++) k->conjuncts.data[i].needed = k->conjuncts.data[i].k > 0;
  for (uint32_t i = 0; i < k->x->cuts.size; i++) annotate(k, i);
}
