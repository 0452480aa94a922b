// See paths.h.
#include "engine/kind/paths.h"
#include "base/memory/arena.h"
#include "explore/expansion.h"
#include "explore/path.h"
#include "solve/path.h"
#include "state/symbolic.h"

// A feasible path that no target ends, or one whose feasibility is not known.
struct walked {
  struct point at; // where it ends
  uint32_t cuts; // cut points on it, where it begins included, where it ends not
  struct symbolic state; // without path condition
  struct path *condition;
  struct model *model; // of the condition; NULL: none is known
};
VEC_TYPE(vec_walked, struct walked)

// Paths of one length, which are prolonged one after the other.
struct level {
  struct vec_walked paths, longer; // longer: prolonged by one step
  uint32_t next; // the first path that is not prolonged yet
};

struct kind_paths {
  struct run *run;
  struct terms *tm;
  struct expansion *expansion; // NULL: it could not be made
  struct arena origins;
  struct vec_u32 *targets; // by point: those of the expansion
  unsigned char *leads; // by point: do steps lead from there to a target? A path that ends elsewhere is of no interest
  uint32_t k;
  struct level initial; // paths of length k - 1 → k
  struct level any; // paths of length k → k + 1; of length 0 → 1 before k is 1
  bool base_done; // for this k
  bool step_failed;
  uint32_t cuts_most; // on an error path that may be feasible
};

static void walked_release(struct walked *w) {
  symbolic_release(&w->state);
  path_unref(w->condition);
  model_unref(w->model);
  *w = (struct walked){0};
}

static void vec_walked_drop(struct vec_walked *paths) {
  for (uint32_t i = 0; i < paths->size; i++) walked_release(&paths->data[i]);
  vec_walked_release(paths);
}

// --- targets ---------------------------------------------------------------------------------------------------------

// An initial path reaches the target, as its model shows.
static void reach(struct kind_paths *p, const struct walked *w, const struct target *target, struct model *model) {
  p->run->stats->paths++;
  if (target->kind != TARGET_ERROR) {
    run_incomplete(p->run, target_reason(target->kind), target_text(p->expansion, target),
                   expansion_at(p->expansion, target->point)->location);
    return;
  }
  struct trace_path path = {0};
  origin_path(w->state.origin, model, &path.contexts, &path.edges);
  path_error(p->run, path.edges.size, path.edges.data);
  trace_path_release(&path);
}

// The targets at the end of a path: errors of the base case, or failures of the induction step.
static void look_at_targets(struct kind_paths *p, bool initial, const struct walked *w) {
  const struct vec_u32 *targets = &p->targets[w->at.id];
  uint32_t cuts = w->cuts + expansion_at(p->expansion, w->at)->cut;
  for (uint32_t i = 0; i < targets->size && !p->run->found; i++) {
    const struct target *target = &p->expansion->targets.data[targets->data[i]];
    struct term condition = symbolic_formula(p->tm, &w->state, expansion_target(p->expansion, target, 0));
    struct model *model = NULL;
    enum answer answer = path_check(p->run->solver, w->condition, condition, w->model, &model);
    if (initial && answer == ANSWER_SAT) reach(p, w, target, model);
    else if (initial && answer == ANSWER_UNKNOWN)
      run_incomplete(p->run, run_unanswered(p->run), "", expansion_at(p->expansion, w->at)->location);
    else if (!initial && answer != ANSWER_UNSAT) {
      p->step_failed = true;
      if (cuts > p->cuts_most) p->cuts_most = cuts;
    }
    model_unref(model);
  }
}

// --- paths -----------------------------------------------------------------------------------------------------------

// Conjunct by conjunct: false as soon as one is infeasible. What is not answered stays: it may be feasible.
static bool assume(struct kind_paths *p, struct walked *w, const struct vec_term *conjuncts) {
  for (uint32_t i = 0; i < conjuncts->size; i++) {
    struct model *model = NULL;
    enum answer answer = path_check(p->run->solver, w->condition, conjuncts->data[i], w->model, &model);
    struct path *longer = path_add(w->condition, conjuncts->data[i]);
    path_unref(w->condition);
    w->condition = longer;
    model_unref(w->model);
    w->model = model;
    if (answer == ANSWER_UNSAT) return false;
  }
  return true;
}

static void prolong_by(struct kind_paths *p, bool initial, struct level *level, const struct walked *w, uint32_t step,
                       struct map_u32 *inputs) {
  const struct expanded_step *s = &p->expansion->steps.data[step];
  if (!s->step->known || point_none(s->to) || !p->leads[s->to.id]) return; // the first two are targets
  struct walked longer = {.at = s->to, .cuts = w->cuts + expansion_at(p->expansion, w->at)->cut};
  run_count_step(p->run, path_size(w->condition));
  if (!symbolic_take(p->run->unfold, &w->state, s->context, s->step, inputs, &longer.state)) return;
  struct vec_term conjuncts = longer.state.path;
  longer.state.path = (struct vec_term){0};
  longer.condition = path_ref(w->condition);
  longer.model = w->model ? model_ref(w->model) : NULL;
  bool feasible = assume(p, &longer, &conjuncts);
  vec_term_release(&conjuncts);
  if (feasible && initial) symbolic_record(&longer.state, &p->origins, w->state.origin, s->context, s->step->edge);
  if (feasible) look_at_targets(p, initial, &longer);
  if (feasible && expansion_at(p->expansion, s->to)->out.size) {
    vec_walked_push(&level->longer, longer);
    return;
  }
  walked_release(&longer);
}

// All paths of the level get one step longer. False: the slice is used up.
static bool prolong(struct kind_paths *p, bool initial, struct level *level) {
  for (; level->next < level->paths.size; level->next++) {
    if (!run_goes_on(p->run)) return false;
    struct walked *w = &level->paths.data[level->next];
    const struct vec_u32 *out = &expansion_at(p->expansion, w->at)->out;
    struct map_u32 inputs = {0};
    run_progress(p->run, p->k);
    for (uint32_t i = 0; i < out->size && !p->run->found; i++) prolong_by(p, initial, level, w, out->data[i], &inputs);
    map_u32_release(&inputs);
    walked_release(w);
  }
  if (!run_goes_on(p->run)) return false;
  vec_walked_release(&level->paths);
  *level = (struct level){.paths = level->longer};
  return true;
}

// --- the loop --------------------------------------------------------------------------------------------------------

// What TRUE rests on: k-induction on segments between cut points, of which no feasible error path has so many.
static void certify(struct kind_paths *p) {
  struct annotation *annotation = &p->run->claim->certificate.annotation;
  annotation->recursion = p->expansion->recursion;
  for (uint32_t i = 0; i < p->expansion->cuts.size; i++) {
    const struct expanded_point *at = expansion_at(p->expansion, p->expansion->cuts.data[i]);
    annotation_at(annotation, at->context, at->location)->k = 1 + p->cuts_most;
  }
}

static void find_targets(struct kind_paths *p) {
  const struct expansion *x = p->expansion;
  struct vec_point work = {0};
  p->targets = mem_zalloc(x->points.size + 1, sizeof *p->targets);
  p->leads = mem_zalloc(x->points.size + 1, 1);
  for (uint32_t i = 0; i < x->targets.size; i++) {
    struct point at = x->targets.data[i].point;
    vec_u32_push(&p->targets[at.id], i);
    if (!p->leads[at.id]) vec_point_push(&work, at);
    p->leads[at.id] = 1;
  }
  while (work.size) {
    const struct vec_u32 *in = &expansion_at(x, vec_point_pop(&work))->in;
    for (uint32_t i = 0; i < in->size; i++) {
      struct point from = x->steps.data[in->data[i]].from;
      if (!p->leads[from.id]) vec_point_push(&work, from);
      p->leads[from.id] = 1;
    }
  }
  vec_point_release(&work);
}

static void begin(struct kind_paths *p) {
  const struct expansion *x = p->expansion;
  find_targets(p);
  struct walked first = {.at = x->entry, .condition = path_new(p->tm)};
  struct path *initial = path_add(first.condition, expansion_initial(p->expansion));
  path_unref(first.condition);
  first.condition = initial;
  vec_walked_push(&p->initial.paths, first);
  look_at_targets(p, true, &first);
  for (uint32_t i = 0; i < x->points.size; i++) {
    if (!p->leads[i]) continue;
    struct walked w = {.at = {i}, .condition = path_new(p->tm), .model = model_new(p->tm)};
    vec_walked_push(&p->any.paths, w);
    look_at_targets(p, false, &w);
  }
}

struct kind_paths *kind_paths_new(struct run *r, uint32_t recursion) {
  struct kind_paths *p = mem_zalloc(1, sizeof *p);
  p->run = r;
  p->tm = r->tm;
  p->expansion = expansion_new(r, recursion);
  if (p->expansion) expansion_mark_reached(p->expansion);
  if (p->expansion) begin(p);
  return p;
}

bool kind_paths_advance(struct kind_paths *p) {
  if (!p->expansion) return true;
  // Paths of length 1 from whatever point are what the first induction step begins with.
  if (!p->k && !prolong(p, false, &p->any)) return false;
  if (!p->k) p->k = 1;
  while (run_goes_on(p->run)) {
    if (!p->base_done && !prolong(p, true, &p->initial)) return false;
    p->base_done = true;
    // Nothing can be proved any more, and no path is left on which an error might be found.
    if (p->run->incomplete != REASON_NONE && !p->initial.paths.size) return true;
    if (!p->any.next) p->step_failed = false;
    if (!prolong(p, false, &p->any)) return false;
    if (!p->step_failed) {
      certify(p);
      return true;
    }
    p->k++;
    p->base_done = false;
  }
  return false;
}

void kind_paths_free(struct kind_paths *p) {
  if (!p) return;
  vec_walked_drop(&p->initial.paths);
  vec_walked_drop(&p->initial.longer);
  vec_walked_drop(&p->any.paths);
  vec_walked_drop(&p->any.longer);
  for (uint32_t i = 0; p->targets && i < p->expansion->points.size; i++) vec_u32_release(&p->targets[i]);
  mem_free(p->targets);
  mem_free(p->leads);
  arena_release(&p->origins);
  expansion_free(p->expansion);
  mem_free(p);
}

uint32_t kind_paths_k(const struct kind_paths *p) { return p->k; }
