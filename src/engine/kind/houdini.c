// Candidates that are k-inductive together: Houdini (solve/interpolate/houdini.h) with windows of k segments.
//
// A candidate that does not survive with one k is tried again with a greater one, unless a path from the entry refutes
// it.
#include "engine/kind/kind.h"

#define PATIENCE 16 // queries of one Houdini that may remain unanswered

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

static enum answer ask_broken(struct kind *k, uint32_t visit, struct term broken, struct model **model) {
  struct term formulas[] = {k->step.visits.data[visit].name, broken};
  return step_ask(k, k->k, true, 2, formulas, NULL, model);
}

static void drop_singly(struct kind *k, uint32_t visit, const struct vec_u32 *live) {
  for (uint32_t i = 0; i < live->size; i++) {
    struct term broken = term_not(k->run.tm, step_instance(k, live->data[i], visit));
    enum answer answer = ANSWER_UNKNOWN;
    if (k->patience && !limits_stopped(k->run.limits)) answer = ask_broken(k, visit, broken, NULL);
    if (answer == ANSWER_UNKNOWN && k->patience) k->patience--;
    if (answer != ANSWER_UNSAT) drop(k, live->data[i]);
  }
}

// One question about a visit. True: all that is live holds there.
static bool settle(struct kind *k, uint32_t visit) {
  struct terms *tm = k->run.tm;
  struct vec_u32 live = {0};
  struct vec_term broken = {0};
  struct model *model = NULL;
  live_at(k, k->step.visits.data[visit].cut, &live);
  for (uint32_t i = 0; i < live.size; i++) vec_term_push(&broken, term_not(tm, step_instance(k, live.data[i], visit)));
  enum answer answer = live.size ? ask_broken(k, visit, term_or_n(tm, broken.size, broken.data), &model) : ANSWER_UNSAT;
  if (answer == ANSWER_UNKNOWN) drop_singly(k, visit, &live);
  for (uint32_t i = 0; i < live.size && model; i++)
    if (model_holds(model, broken.data[i])) drop(k, live.data[i]);
  model_unref(model);
  vec_u32_release(&live);
  vec_term_release(&broken);
  return answer != ANSWER_SAT;
}

static bool begin(struct kind *k) {
  kind_candidates(k);
  k->houdini = true;
  k->changed = k->gained = false;
  k->patience = PATIENCE;
  for (uint32_t i = 0; i < k->conjuncts.size; i++) {
    struct conjunct *c = &k->conjuncts.data[i];
    c->live = !c->k && !c->refuted;
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
    if (settle(k, k->cursor)) k->cursor++;
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
