// Candidates that are k-inductive together: Houdini (solve/interpolate/houdini.h) with windows of k segments.
//
// A candidate that does not survive with one k is tried again with a greater one, unless a path from the entry refutes
// it.
#include "engine/kind/kind.h"

#define PATIENCE 10 // queries of one Houdini that may remain unanswered

// The conjuncts at the visit's cut point that are live.
static void live_at(const struct kind *k, uint32_t cut, struct vec_u32 *out) {
  vec_u32_clear(out);
  for (uint32_t i = 0; i < k->at[cut].size; i++)
    if (k->conjuncts.data[k->at[cut].data[i]].live) vec_u32_push(out, k->at[cut].data[i]);
}

static void drop(struct kind *k, uint32_t conjunct) {
  k->conjuncts.data[conjunct].live = false;
  k->changed = true;
}

// Some of the conjuncts are broken at the visit.
static enum answer ask_broken(struct kind *k, uint32_t visit, uint32_t n, const uint32_t *conjuncts, bool alone,
                              struct model **model) {
  const struct window_visit *v = &k->step.visits.data[visit];
  struct vec_term broken = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&broken, term_not(k->run.tm, step_instance(k, conjuncts[i], visit)));
  struct term formulas[] = {v->name, term_or_n(k->run.tm, broken.size, broken.data)};
  struct step_question q = {v->level, v->cut, k->k, true, 2, formulas, alone ? conjuncts[0] + 1 : 0};
  vec_term_release(&broken);
  return step_ask(k, &q, NULL, model);
}

// Drops what a model breaks, until all that is left of the conjuncts holds at the visit. What is not answered about
// many may be about some.
static void check_some(struct kind *k, uint32_t visit, struct vec_u32 conjuncts) {
  enum answer answer = ANSWER_SAT;
  while (conjuncts.size && answer == ANSWER_SAT && !limits_stopped(k->run.limits)) {
    struct model *model = NULL;
    answer = ask_broken(k, visit, conjuncts.size, conjuncts.data, false, &model);
    uint32_t left = 0;
    for (uint32_t i = 0; i < conjuncts.size && model; i++) {
      uint32_t c = conjuncts.data[i];
      if (model_holds(model, step_instance(k, c, visit))) conjuncts.data[left++] = c;
      else drop(k, c);
    }
    if (model) conjuncts.size = left;
    model_unref(model);
  }
  if (answer != ANSWER_UNKNOWN || limits_stopped(k->run.limits)) return;
  if (k->patience) k->patience--;
  // By itself it may be inductive for a reason that is easy to see.
  if (conjuncts.size == 1 && ask_broken(k, visit, 1, conjuncts.data, true, NULL) == ANSWER_UNSAT) return;
  if (conjuncts.size == 1 || !k->patience) {
    for (uint32_t i = 0; i < conjuncts.size; i++) drop(k, conjuncts.data[i]);
    return;
  }
  uint32_t half = conjuncts.size / 2;
  check_some(k, visit, (struct vec_u32){.data = conjuncts.data, .size = half});
  check_some(k, visit, (struct vec_u32){.data = conjuncts.data + half, .size = conjuncts.size - half});
}

static void check_visit(struct kind *k, uint32_t visit) {
  struct vec_u32 live = {0};
  live_at(k, k->step.visits.data[visit].cut, &live);
  check_some(k, visit, live);
  vec_u32_release(&live);
}

static bool begin(struct kind *k) {
  k->houdini = true;
  k->changed = k->gained = false;
  kind_candidates(k);
  k->patience = PATIENCE;
  for (uint32_t i = 0; i < k->conjuncts.size; i++) {
    struct conjunct *c = &k->conjuncts.data[i];
    c->live = !k->minimal && !c->k && !c->refuted;
  }
  k->cursor = window_begin(&k->step, k->k);
  return base_refute(k, k->k);
}

static void finish(struct kind *k) {
  for (uint32_t i = 0; i < k->conjuncts.size; i++) {
    struct conjunct *c = &k->conjuncts.data[i];
    if (!c->live) continue;
    c->live = false;
    c->k = k->k;
    k->gained = true;
    k->statistics->conjuncts_proved++;
  }
  k->houdini = false;
}

bool kind_strengthen(struct kind *k) {
  if (!k->houdini) {
    begin(k);
    return false;
  }
  if (k->cursor < k->step.visits.size) {
    check_visit(k, k->cursor++);
    return false;
  }
  if (k->changed) { // what was asked before assumed more
    k->changed = false;
    k->cursor = window_begin(&k->step, k->k);
    return false;
  }
  finish(k);
  return true;
}
