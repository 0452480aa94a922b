// The induction step: the window from all cut points with arbitrary values.
#include "engine/kind/kind.h"

#define SECONDS_FIRST 0.5 // for a query about targets
#define SECONDS_MOST 16.0
#define CORE_SECONDS 0.2 // to make a core smaller

// --- queries ---------------------------------------------------------------------------------------------------------

static struct solver *new_solver(struct kind *k) {
  struct solver_config config = k->run.setting.solver;
  if (!(config.query_seconds > 0 && config.query_seconds < k->step_seconds)) config.query_seconds = k->step_seconds;
  config.record_file = config.trace_file = NULL;
  return solver_new(k->run.tm, k->run.limits, k->run.stats, &config);
}

struct term step_instance(struct kind *k, uint32_t conjunct, uint32_t visit) {
  struct conjunct *c = &k->conjuncts.data[conjunct];
  if (c->instances.size <= visit) vec_u32_resize(&c->instances, k->step.visits.size);
  if (!c->instances.data[visit])
    c->instances.data[visit] = symbolic_formula(k->run.tm, &k->step.visits.data[visit].state, c->formula).id;
  return (struct term){c->instances.data[visit]};
}

// What is assumed at a visit, which is certain or not; `owners`: by term the conjunct that says it.
static void assume(struct kind *k, uint32_t visit, bool certain, const struct step_question *q, struct vec_term *query,
                   struct map_u32 *owners) {
  const struct window_visit *v = &k->step.visits.data[visit];
  const struct vec_u32 *at = &k->at[v->cut];
  for (uint32_t i = 0; i < at->size; i++) {
    const struct conjunct *c = &k->conjuncts.data[at->data[i]];
    if ((!c->k && !(q->live && c->live)) || (q->alone && at->data[i] != q->alone - 1)) continue;
    struct term t = step_instance(k, at->data[i], visit);
    if (!certain) t = term_implies(k->run.tm, v->name, t);
    if (term_is_true(k->run.tm, t) || map_u32_find(owners, t.id)) continue;
    map_u32_put(owners, t.id, at->data[i]);
    vec_term_push(query, t);
  }
}

enum answer step_ask(struct kind *k, const struct step_question *q, struct vec_u32 *core, struct model **model) {
  struct vec_term query = {0};
  struct vec_u32 visits = {0}, certain = {0};
  struct map_u32 owners = {0};
  window_behind(&k->step, q->level, 1, &q->cut, &visits);
  window_query(&k->step, &visits, q->n, q->formulas, &query, &certain);
  for (uint32_t i = 0; i < visits.size; i++)
    if (k->step.visits.data[visits.data[i]].level < q->assumed)
      assume(k, visits.data[i], certain.data[i], q, &query, &owners);
  struct solver *solver = q->live ? k->run.best_effort : k->step_solver;
  struct location at = expansion_at(k->x, k->x->cuts.data[q->cut])->location;
  double before = run_asks(&k->run, at);
  enum answer answer = solver_check(solver, query.size, query.data);
  run_answered(&k->run, at, before);
  if (answer == ANSWER_UNKNOWN) k->run.branching += UNANSWERED_EFFORT;
  if (model) *model = answer == ANSWER_SAT ? solver_model(solver) : NULL;
  if (answer == ANSWER_UNSAT && core) {
    uint32_t size;
    const struct term *conflict = solver_core_minimise(solver, CORE_SECONDS, &size);
    for (uint32_t i = 0; i < size; i++) {
      const uint32_t *owner = map_u32_find(&owners, conflict[i].id);
      if (owner) vec_u32_push(core, *owner);
    }
  }
  vec_term_release(&query);
  vec_u32_release(&visits);
  vec_u32_release(&certain);
  map_u32_release(&owners);
  return answer;
}

// --- phases ----------------------------------------------------------------------------------------------------------

// Are targets excluded in segments from the cut point, after k - 1 others?
static bool is_safe(struct kind *k, uint32_t cut) {
  for (uint32_t i = window_hits_begin(&k->step, k->k - 1); i < window_hits_end(&k->step, k->k - 1); i++) {
    const struct window_hit *hit = &k->step.hits.data[i];
    if (hit->cut != cut) continue;
    struct step_question q = {k->k - 1, cut, k->k, false, hit->state.path.size, hit->state.path.data, 0};
    enum answer answer = step_ask(k, &q, NULL, NULL);
    if (answer == ANSWER_UNKNOWN) k->unanswered = true;
    if (answer == ANSWER_SAT) k->possible = true;
    if (answer != ANSWER_UNSAT) return false;
  }
  return true;
}

static bool all_proved(const struct kind *k) {
  for (uint32_t i = 0; i < k->x->cuts.size; i++)
    if (!k->proved[i]) return false;
  return true;
}

// The next cut point at which targets are not excluded yet. True: there is none.
static bool advance_safety(struct kind *k) {
  while (k->cursor < k->x->cuts.size && k->proved[k->cursor]) k->cursor++;
  if (k->cursor == k->x->cuts.size) return true;
  if (is_safe(k, k->cursor)) k->proved[k->cursor] = k->k;
  k->cursor++;
  return false;
}

// Is it worth while to try candidates at this k, once more?
static bool strengthens(const struct kind *k) {
  if (!k->options.sources) return false; // plain k-induction is wanted
  if (k->asked && facts_count(k->run.facts).shared > k->shared) return true;
  if (k->k == 1) return k->asked < CANDIDATES_EARLY;
  return !k->strengthened && (k->k <= 4 || (k->k & (k->k - 1)) == 0);
}

static void enter(struct kind *k, enum kind_phase phase) {
  k->phase = phase;
  k->cursor = 0;
}

void step_be_patient(struct kind *k, double seconds) {
  k->step_seconds = seconds;
  solver_free(k->step_solver);
  k->step_solver = new_solver(k);
  k->unanswered = false;
}

static void leave_safety(struct kind *k) {
  if (all_proved(k)) {
    enter(k, PHASE_PROVED);
  } else if (strengthens(k)) {
    enter(k, PHASE_STRENGTHEN);
  } else if (k->unanswered && !k->possible && k->step_seconds < SECONDS_MOST) {
    // With a greater k it is harder still.
    step_be_patient(k, 2 * k->step_seconds);
    enter(k, PHASE_SAFETY);
  } else {
    enter(k, PHASE_EXTEND);
  }
}

static void extend(struct kind *k) {
  if (!window_extend(&k->step)) return;
  k->k++;
  k->strengthened = k->possible = false;
  k->statistics->k = k->k;
  k->statistics->visits = k->base.visits.size + k->step.visits.size;
  if (k->unanswered && k->step_seconds < SECONDS_MOST) step_be_patient(k, 2 * k->step_seconds);
  enter(k, PHASE_SAFETY);
}

void step_advance(struct kind *k) {
  switch (k->phase) {
  case PHASE_EXTEND: extend(k); break;
  case PHASE_SAFETY:
    if (advance_safety(k)) leave_safety(k);
    break;
  case PHASE_STRENGTHEN:
    if (!kind_strengthen(k)) break;
    k->strengthened = true;
    if (k->gained) k->possible = false;
    if (k->gained) enter(k, PHASE_SAFETY);
    else leave_safety(k);
    break;
  case PHASE_PROVED: break;
  }
}

void step_init(struct kind *k) {
  window_init(&k->step, k->x, false);
  k->step_seconds = SECONDS_FIRST;
  k->step_solver = new_solver(k);
  k->proved = mem_zalloc(k->x->cuts.size + 1, sizeof *k->proved);
  k->at = mem_zalloc(k->x->cuts.size + 1, sizeof *k->at);
  k->bad = mem_zalloc(k->x->cuts.size + 1, sizeof *k->bad);
  k->seen = mem_zalloc(k->x->cuts.size + 1, sizeof *k->seen);
}

void step_release(struct kind *k) {
  window_release(&k->step);
  solver_free(k->step_solver);
  mem_free(k->proved);
  for (uint32_t i = 0; i < k->x->cuts.size; i++) vec_u32_release(&k->at[i]);
  mem_free(k->at);
  mem_free(k->bad);
  mem_free(k->seen);
  for (uint32_t i = 0; i < k->conjuncts.size; i++) vec_u32_release(&k->conjuncts.data[i].instances);
  vec_conjunct_release(&k->conjuncts);
  map_u32_release(&k->known);
}
