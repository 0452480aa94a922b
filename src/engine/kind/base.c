// The base case: the window from the entry.
#include "engine/kind/kind.h"
#include "explore/path.h"

#define SECONDS_FIRST 2.0 // for a query about targets, before the induction step gets its turn
#define SECONDS_MORE 4.0 // times that, when it was not answered
#define SECONDS_MOST 1000.0 // and then it will not be
#define POSSIBLE_MOST 24 // queries about visits of one level
#define REFUTE_LEVELS 24 // candidates are tried at visits of so many levels

// --- queries ---------------------------------------------------------------------------------------------------------

static struct solver *new_solver(struct kind *k) {
  struct solver_config config = k->run.setting.solver;
  if (!(config.query_seconds > 0 && config.query_seconds < k->base_seconds)) config.query_seconds = k->base_seconds;
  return solver_new(k->run.tm, k->run.limits, k->run.stats, &config);
}

// Where a query of this level asks: about the first target that a segment meets, or about a visit of the cut.
static struct location place_of_query(const struct kind *k, bool about_targets, uint32_t level, uint32_t cut) {
  struct point point = k->x->entry;
  if (!about_targets && cut < k->x->cuts.size) point = k->x->cuts.data[cut];
  else if (about_targets && window_hits_begin(&k->base, level) < window_hits_end(&k->base, level))
    point = k->x->targets.data[k->base.hits.data[window_hits_begin(&k->base, level)].target].point;
  return expansion_at(k->x, point)->location;
}

// Can the state be reached, after visits of this level at these cuts?
static enum answer ask(struct kind *k, struct solver *solver, const struct symbolic *s, struct term condition,
                       uint32_t level, uint32_t n, const uint32_t *cuts) {
  struct vec_term query = {0};
  struct vec_u32 visits = {0}, certain = {0};
  window_behind(&k->base, level, n, cuts, &visits);
  window_query(&k->base, &visits, s->path.size, s->path.data, &query, &certain);
  if (!term_none(condition)) vec_term_push(&query, condition);
  struct location at = place_of_query(k, solver == k->base_solver, level, n ? cuts[0] : UINT32_MAX);
  double before = run_asks(&k->run, at);
  enum answer answer = solver_check(solver, query.size, query.data);
  run_answered(&k->run, at, before);
  vec_term_release(&query);
  vec_u32_release(&visits);
  vec_u32_release(&certain);
  return answer;
}

// Visits that cannot be reached would make values look like several where there is one. An unanswered query is a hint
// that more of them will be unanswered.
static bool possible(void *context, struct window *w, const struct symbolic *s) {
  struct kind *k = context;
  if (!s->path.size) return true;
  if (k->skip || k->asked_level >= POSSIBLE_MOST) {
    if (k->skip) k->skip--;
    return true;
  }
  k->asked_level++;
  enum answer answer = ask(k, k->run.best_effort, s, TERM_NONE, window_level(w), 1, &w->at);
  if (answer == ANSWER_UNKNOWN) k->skip = 1u << (k->unknown < 16 ? k->unknown++ : 16);
  else if (k->unknown) k->unknown--;
  return answer != ANSWER_UNSAT;
}

// --- targets ---------------------------------------------------------------------------------------------------------

static bool is_error(const struct kind *k, const struct window_hit *hit) {
  return k->x->targets.data[hit->target].kind == TARGET_ERROR;
}

// The path of the model leads into an error.
static void report(struct kind *k, const struct symbolic *s, struct model *model) {
  struct trace_path path = {0};
  origin_path(s->origin, model, &path.contexts, &path.edges);
  run_progress(&k->run, path.edges.size);
  path_error(&k->run, path.edges.size, path.edges.data);
  trace_path_release(&path);
}

// Some target that is no error is met.
static void doubt(struct kind *k, struct model *model) {
  uint32_t begin = window_hits_begin(&k->base, k->safe), end = window_hits_end(&k->base, k->safe);
  for (uint32_t i = begin; i < end; i++) {
    const struct window_hit *hit = &k->base.hits.data[i];
    const struct target *target = &k->x->targets.data[hit->target];
    bool holds = !is_error(k, hit);
    for (uint32_t c = 0; c < hit->state.path.size && holds; c++) holds = model_holds(model, hit->state.path.data[c]);
    if (!holds) continue;
    run_incomplete(&k->run, target_reason(target->kind), target_text(k->x, target),
                   expansion_at(k->x, target->point)->location);
    return;
  }
}

// Errors, or the other targets, that are met in segments from the level that is not yet known to be safe, as one query.
static enum answer ask_targets(struct kind *k, bool errors) {
  struct vec_symbolic states = {0};
  struct vec_u32 cuts = {0};
  for (uint32_t i = window_hits_begin(&k->base, k->safe); i < window_hits_end(&k->base, k->safe); i++) {
    const struct window_hit *hit = &k->base.hits.data[i];
    if (is_error(k, hit) != errors) continue;
    if (!cuts.size || cuts.data[cuts.size - 1] != hit->cut) vec_u32_push(&cuts, hit->cut);
    struct symbolic s = {.origin = hit->state.origin};
    for (uint32_t c = 0; c < hit->state.path.size; c++) vec_term_push(&s.path, hit->state.path.data[c]);
    vec_symbolic_push(&states, s);
  }
  symbolic_merge(k->x->unfold, &states, &k->base.origins);
  enum answer worst = ANSWER_UNSAT;
  for (uint32_t i = 0; i < states.size && !k->run.found; i++) {
    enum answer answer = ask(k, k->base_solver, &states.data[i], TERM_NONE, k->safe, cuts.size, cuts.data);
    if (answer == ANSWER_SAT) {
      struct model *model = solver_model(k->base_solver);
      if (errors) report(k, &states.data[i], model);
      else doubt(k, model);
      model_unref(model);
    }
    if (answer == ANSWER_UNKNOWN || worst == ANSWER_UNSAT) worst = answer;
  }
  vec_symbolic_drop(&states);
  vec_u32_release(&cuts);
  return worst;
}

// Is it worth while to ask again, with more time?
static bool be_patient(struct kind *k) {
  double most = k->run.setting.solver.query_seconds;
  if (limits_stopped(k->run.limits) || k->base_seconds > SECONDS_MOST || (most > 0 && most <= k->base_seconds))
    return false;
  k->base_seconds *= SECONDS_MORE;
  solver_free(k->base_solver);
  k->base_solver = new_solver(k);
  return true;
}

void base_advance(struct kind *k) {
  struct run *r = &k->run;
  k->asked_level = 0;
  if (window_level(&k->base) == k->safe && !window_extend(&k->base)) return;
  enum answer answer = ask_targets(k, true);
  if (answer != ANSWER_UNKNOWN && !r->found && r->incomplete == REASON_NONE) answer = ask_targets(k, false);
  if (answer == ANSWER_UNKNOWN) {
    k->run.branching += UNANSWERED_EFFORT;
    if (be_patient(k)) return;
    run_incomplete(r, REASON_SOLVER, "", expansion_at(k->x, k->x->entry)->location);
  }
  k->certain += k->certain == k->safe && answer == ANSWER_UNSAT;
  k->safe++;
  k->closed = window_begin(&k->base, k->safe) == k->base.visits.size;
  k->statistics->base_levels = k->safe;
  run_progress(r, k->safe);
}

void base_init(struct kind *k) {
  window_init(&k->base, k->x, true);
  k->safe = k->certain = window_level(&k->base);
  k->base.possible = possible;
  k->base.context = k;
  k->base_seconds = SECONDS_FIRST;
  k->base_solver = new_solver(k);
}

void base_release(struct kind *k) {
  window_release(&k->base);
  solver_free(k->base_solver);
}

// --- candidates ------------------------------------------------------------------------------------------------------

// Of the conjuncts at the visit's cut point, those that are live and were not tried there.
static void due(struct kind *k, const struct window_visit *visit, struct vec_u32 *out) {
  const struct vec_u32 *at = &k->at[visit->cut];
  vec_u32_clear(out);
  for (uint32_t i = 0; i < at->size; i++) {
    const struct conjunct *c = &k->conjuncts.data[at->data[i]];
    if (c->live && c->held < visit->level) vec_u32_push(out, at->data[i]);
  }
}

// A conjunct that cannot be decided is left out for good: it would cost the same time again.
static void refute(struct kind *k, uint32_t conjunct) {
  k->conjuncts.data[conjunct].live = false;
  k->conjuncts.data[conjunct].refuted = true;
  k->statistics->conjuncts_refuted++;
}

// One by one, where the question about all was not answered.
static void refute_singly(struct kind *k, const struct window_visit *visit, const struct vec_u32 *conjuncts) {
  struct terms *tm = k->run.tm;
  for (uint32_t i = 0; i < conjuncts->size && !limits_stopped(k->run.limits); i++) {
    struct term there = symbolic_formula(tm, &visit->state, k->conjuncts.data[conjuncts->data[i]].formula);
    if (ask(k, k->run.best_effort, &visit->state, term_not(tm, there), visit->level, 1, &visit->cut) != ANSWER_UNSAT)
      refute(k, conjuncts->data[i]);
  }
}

static void refute_at(struct kind *k, const struct window_visit *visit) {
  struct terms *tm = k->run.tm;
  struct vec_u32 conjuncts = {0};
  struct vec_term broken = {0};
  enum answer answer = ANSWER_SAT;
  while (answer == ANSWER_SAT && (due(k, visit, &conjuncts), conjuncts.size) && !limits_stopped(k->run.limits)) {
    vec_term_clear(&broken);
    for (uint32_t i = 0; i < conjuncts.size; i++)
      vec_term_push(&broken,
                    term_not(tm, symbolic_formula(tm, &visit->state, k->conjuncts.data[conjuncts.data[i]].formula)));
    answer = ask(k, k->run.best_effort, &visit->state, term_or_n(tm, broken.size, broken.data), visit->level, 1,
                 &visit->cut);
    if (answer == ANSWER_UNKNOWN) refute_singly(k, visit, &conjuncts);
    if (answer != ANSWER_SAT) break;
    struct model *model = solver_model(k->run.best_effort);
    for (uint32_t i = 0; i < conjuncts.size; i++)
      if (model_holds(model, broken.data[i])) refute(k, conjuncts.data[i]);
    model_unref(model);
  }
  vec_u32_release(&conjuncts);
  vec_term_release(&broken);
}

bool base_refute(struct kind *k, uint32_t level) {
  uint32_t last = level;
  // More levels than must be looked at refute more: states that are reached cost less than induction.
  if (last < REFUTE_LEVELS) last = REFUTE_LEVELS;
  if (last > window_level(&k->base)) last = window_level(&k->base);
  for (uint32_t l = 1; l <= last; l++) {
    for (uint32_t i = window_begin(&k->base, l); i < window_end(&k->base, l); i++)
      refute_at(k, &k->base.visits.data[i]);
    if (limits_stopped(k->run.limits)) return false;
    for (uint32_t i = 0; i < k->conjuncts.size; i++)
      if (k->conjuncts.data[i].live && k->conjuncts.data[i].held < l) k->conjuncts.data[i].held = l;
  }
  return true;
}
