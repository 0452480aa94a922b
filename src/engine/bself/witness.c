// From a model of an item at the entry to the error: the search's chain of sweeps is walked forward on values, which
// gives the edges of the path; the path is then run exactly.
#include "engine/bself/bself.h"
#include "explore/path.h"
#include <assert.h>

struct walk {
  struct bself *b;
  struct search *search;
  struct model *model; // values at the point, and of the inputs of all passes
  struct point at;
  struct vec_edge edges;
};

// The step is taken: variables get their values after it.
static void take(struct walk *w, uint32_t step, uint32_t pass) {
  const struct expanded_step *s = &w->b->x->steps.data[step];
  struct model *after = model_merge(w->b->tm, w->model, NULL);
  for (uint32_t i = 0; i < s->step->step.n_updates; i++) {
    const struct step_update *u = &s->step->step.updates[i];
    model_set(after, u->var, model_eval(w->model, expansion_value(w->b->x, step, u->value, pass)));
  }
  model_unref(w->model);
  w->model = after;
  w->at = s->to;
  vec_edge_push(&w->edges, s->step->edge);
}

// A step from here that leads into the formulas: into the goal itself, or to where the sweep goes on.
static bool find_step(struct walk *w, const struct map_u32 *swept, const struct goal *goal, uint32_t pass,
                      uint32_t *found) {
  struct expansion *x = w->b->x;
  const struct vec_u32 *out = &expansion_at(x, w->at)->out;
  for (uint32_t i = 0; i < out->size; i++) {
    struct point to = x->steps.data[out->data[i]].to;
    if (point_none(to) || !x->steps.data[out->data[i]].step->known) continue;
    struct term formula = expansion_at(x, to)->cut ? term_false(w->b->tm) : bself_swept(w->b, swept, to);
    if (goal && point_same(goal->point, to)) formula = goal->formula;
    if (!model_holds(w->model, expansion_pre(x, out->data[i], formula, pass))) continue;
    *found = out->data[i];
    return true;
  }
  return false;
}

static bool at_goal(const struct walk *w, const struct root *root) {
  for (uint32_t i = 0; i < root->goals.size; i++)
    if (point_same(root->goals.data[i].point, w->at) && model_holds(w->model, root->goals.data[i].formula)) return true;
  return false;
}

// From an item into the next one, or into the root's goals (next: NULL). False: it does not lead there.
static bool walk_segment(struct walk *w, const struct root *root, const struct item *next) {
  struct map_u32 swept = {0};
  struct goal goal = {0};
  uint32_t pass = next ? next->depth : 0, step;
  if (next) goal = (struct goal){.point = next->point, .formula = next->formula};
  if (next) bself_sweep(w->b, 1, &goal, pass, NULL, &swept);
  else bself_sweep(w->b, root->goals.size, root->goals.data, 0, NULL, &swept);
  bool good = model_holds(w->model, bself_swept(w->b, &swept, w->at));
  bool first = true;
  while (good && !(next ? !first && point_same(w->at, next->point) : at_goal(w, root))) {
    good = find_step(w, &swept, next ? &goal : NULL, pass, &step);
    if (good) take(w, step, pass);
    first = false;
  }
  map_u32_release(&swept);
  return good;
}

// Where paths are not merged, an item knows its steps.
static void list_steps(struct walk *w, uint32_t number) {
  for (const struct item *i = &w->search->items.data[number]; i->next.size; i = &w->search->items.data[i->next.data[0]])
    vec_edge_push(&w->edges, w->b->x->steps.data[i->step].step->edge);
}

static bool walk_chain(struct walk *w, uint32_t number) {
  for (;;) {
    const struct item *item = &w->search->items.data[number];
    const struct root *root = &w->search->roots.data[item->root];
    bool gone_on = false;
    if (!item->next.size) return walk_segment(w, root, NULL);
    for (uint32_t i = 0; i < item->next.size && !gone_on; i++) {
      gone_on = walk_segment(w, root, &w->search->items.data[item->next.data[i]]);
      if (gone_on) number = item->next.data[i];
    }
    if (!gone_on) return false;
  }
}

void witness_error(struct bself *b, struct search *s, uint32_t item, struct model *model) {
  struct walk w = {.b = b, .search = s, .model = model_ref(model), .at = b->x->entry};
  struct run *r = &b->run;
  struct location location = expansion_at(b->x, s->roots.data[s->items.data[item].root].target->point)->location;
  struct state *end = NULL;
  enum reason why = REASON_NONE;
  bool merged = bself_adds(b, ADDITION_MERGING), walked = merged && walk_chain(&w, item);
  assert(walked || !merged);
  if (!merged) list_steps(&w, item);
  enum answer answer = path_feasible(r, w.edges.size, w.edges.data, &end, &why);
  if (answer == ANSWER_SAT) run_error(r, end);
  else
    run_incomplete(r, answer == ANSWER_UNSAT ? REASON_UNCONFIRMED : why, cfa_location(r->cfa, location)->text,
                   location);
  if (end) state_free(end);
  model_unref(w.model);
  vec_edge_release(&w.edges);
}
