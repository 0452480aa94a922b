// See strengthen.h.
//
// Segments between cut points are executed forward once (segments.h); a candidate at the end of one is then a formula
// at its beginning, and Houdini has its steps.
//
// Components are finished one after the other, in the order in which the program reaches them: what is assumed before a
// component is final by then, and what was not finished when time is over costs only the components after it. A cut
// point whose turn has not come has no candidates, so that the order is a matter of precision, not of soundness.
#include "explore/strengthen.h"
#include "explore/segments.h"
#include "explore/suggest.h"
#include "solve/interpolate/houdini.h"
#include "solve/ring/ring.h"

enum {
  MAX_QUESTIONS = 2000, // about all candidates of a cut point at once, in one component
  MAX_SHARING = 8, // cut points of a component that share their candidates
};
#define QUERY_SECONDS 0.5
#define CORE_SECONDS 0.1

VEC_TYPE(vec_houdini_step, struct houdini_step)

struct strengthener {
  struct expansion *x;
  struct strengthening *out;
  struct solver *solver;
  struct suggest suggest;
  double deadline;
  struct vec_segment *segments; // by point, once `executed`
  unsigned char *executed; // by point
  struct vec_term *candidates; // by point: those of the component at hand
  struct map_u32 products; // for ring_concerns
};

static bool out_of_time(const struct strengthener *s) {
  return limits_stopped(s->x->run->limits) || clock_now() > s->deadline;
}

static bool has(const struct vec_term *list, struct term t) {
  for (uint32_t i = 0; i < list->size; i++)
    if (term_same(list->data[i], t)) return true;
  return false;
}

// --- Houdini ---------------------------------------------------------------------------------------------------------

static enum answer ask(void *context, const struct vec_term *conjuncts, struct model **model) {
  struct strengthener *s = context;
  if (out_of_time(s)) return ANSWER_UNKNOWN;
  enum answer answer = solver_check(s->solver, conjuncts->size, conjuncts->data);
  if (answer == ANSWER_SAT) *model = solver_model(s->solver);
  return answer;
}

// Is there no state in which all of these and the invariants hold? The invariants that were needed to tell go to `core`
// (may be NULL).
static bool follows(struct strengthener *s, const struct vec_term *formulas, const struct vec_term *invariants,
                    struct vec_term *core) {
  struct vec_term all = {0};
  for (uint32_t i = 0; i < formulas->size; i++) vec_term_push(&all, formulas->data[i]);
  for (uint32_t i = 0; i < invariants->size; i++) vec_term_push(&all, invariants->data[i]);
  bool unsat = !out_of_time(s) && solver_check(s->solver, all.size, all.data) == ANSWER_UNSAT;
  vec_term_release(&all);
  uint32_t n = 0;
  const struct term *conflict = unsat && core ? solver_core_minimise(s->solver, CORE_SECONDS, &n) : NULL;
  for (uint32_t i = 0; i < n; i++)
    if (has(invariants, conflict[i])) vec_term_push(core, conflict[i]);
  return unsat;
}

// The segments from a point, executed once. False: out of time.
static bool execute_from(struct strengthener *s, struct point p) {
  if (!s->executed[p.id] && !segments_from(s->x, p, s->deadline, &s->segments[p.id])) return false;
  s->executed[p.id] = 1;
  return true;
}

// What houdini.h wants of a component.
struct system {
  struct vec_u32 place; // by point; HOUDINI_OUTSIDE: none of the component's cut points
  struct vec_ptr candidates; // by place: struct vec_term *
  struct vec_houdini_step steps;
  struct vec_ptr guards; // struct vec_term *, own
  struct vec_ptr entering; // const struct segment *: those from outside
};

static void add_step(struct strengthener *s, struct system *y, const struct segment *segment) {
  struct vec_term *guards = mem_zalloc(1, sizeof *guards);
  const struct vec_term *finished = &s->out->at[segment->from.id];
  for (uint32_t i = 0; i < segment->path.size; i++) vec_term_push(guards, segment->path.data[i]);
  for (uint32_t i = 0; i < finished->size; i++) vec_term_push(guards, finished->data[i]);
  vec_ptr_push(&y->guards, guards);
  vec_houdini_step_push(&y->steps, (struct houdini_step){y->place.data[segment->from.id], y->place.data[segment->to.id],
                                                         guards, segment->end});
  if (y->place.data[segment->from.id] == HOUDINI_OUTSIDE) vec_ptr_push(&y->entering, (void *)segment);
}

// The segments from a point to cut points of the component. False: out of time.
static bool add_segments(struct strengthener *s, struct system *y, struct point from) {
  struct vec_segment *segments = &s->segments[from.id];
  if (!execute_from(s, from)) return false;
  for (uint32_t i = 0; i < segments->size; i++) {
    struct point to = segments->data[i].to;
    if (!point_none(to) && y->place.data[to.id] != HOUDINI_OUTSIDE) add_step(s, y, &segments->data[i]);
  }
  return true;
}

// The points, cut points or the entry, from which segments lead to a cut point of the component: by point, 1.
static unsigned char *find_starts(const struct expansion *x, const struct component *component) {
  unsigned char *seen = mem_zalloc(x->points.size + 1, 1);
  struct vec_point todo = {0};
  for (uint32_t i = 0; i < component->cuts.size; i++) vec_point_push(&todo, component->cuts.data[i]);
  while (todo.size) {
    const struct vec_u32 *in = &expansion_at(x, vec_point_pop(&todo))->in;
    for (uint32_t i = 0; i < in->size; i++) {
      struct point from = x->steps.data[in->data[i]].from;
      if (seen[from.id]) continue;
      seen[from.id] = 1;
      if (!expansion_at(x, from)->cut) vec_point_push(&todo, from);
    }
  }
  vec_point_release(&todo);
  return seen;
}

static void system_init(struct strengthener *s, struct system *y, const struct component *component) {
  *y = (struct system){0};
  vec_u32_resize(&y->place, s->x->points.size);
  for (uint32_t i = 0; i < s->x->points.size; i++) y->place.data[i] = HOUDINI_OUTSIDE;
  for (uint32_t i = 0; i < component->cuts.size; i++) {
    y->place.data[component->cuts.data[i].id] = i;
    vec_ptr_push(&y->candidates, &s->candidates[component->cuts.data[i].id]);
  }
}

static void system_release(struct system *y) {
  for (uint32_t i = 0; i < y->guards.size; i++) {
    vec_term_release(y->guards.data[i]);
    mem_free(y->guards.data[i]);
  }
  vec_ptr_release(&y->guards);
  vec_ptr_release(&y->entering);
  vec_ptr_release(&y->candidates);
  vec_houdini_step_release(&y->steps);
  vec_u32_release(&y->place);
}

// All steps into the component. False: out of time.
static bool add_steps(struct strengthener *s, struct system *y, const struct component *component) {
  struct expansion *x = s->x;
  unsigned char *starts = find_starts(x, component);
  bool good = true;
  if (y->place.data[x->entry.id] != HOUDINI_OUTSIDE) { // the segment before it is empty
    struct vec_term *initial = mem_zalloc(1, sizeof *initial);
    vec_term_push(initial, expansion_initial(x));
    vec_ptr_push(&y->guards, initial);
    vec_houdini_step_push(&y->steps, (struct houdini_step){HOUDINI_OUTSIDE, y->place.data[x->entry.id], initial, NULL});
  } else if (starts[x->entry.id] && !expansion_at(x, x->entry)->cut) {
    good = add_segments(s, y, x->entry);
  }
  for (uint32_t i = 0; i < x->cuts.size && good; i++)
    if (starts[x->cuts.data[i].id]) good = add_segments(s, y, x->cuts.data[i]);
  mem_free(starts);
  return good;
}

// The candidates that are not inductive together are removed. False: that was not found out.
static bool houdini(struct strengthener *s, struct system *y) {
  struct houdini h = {.tm = s->x->tm,
                      .candidates = (struct vec_term *const *)y->candidates.data,
                      .n_steps = y->steps.size,
                      .steps = y->steps.data,
                      .ask = ask,
                      .context = s,
                      .max_questions = MAX_QUESTIONS,
                      .one_by_one = true};
  return houdini_run(&h);
}

// --- candidates ------------------------------------------------------------------------------------------------------

// The value that the variable has at the end of all segments into the cut point from outside, if that is a constant.
static struct term constant_at(struct strengthener *s, const struct system *y, struct point p, struct term variable) {
  struct term value = TERM_NONE;
  for (uint32_t i = 0; i < y->entering.size; i++) {
    const struct segment *segment = y->entering.data[i];
    if (!point_same(segment->to, p)) continue;
    struct term t = substitution_apply(segment->end, variable);
    if (!term_is_const(s->x->tm, t) || (!term_none(value) && !term_same(value, t))) return TERM_NONE;
    value = t;
  }
  return value;
}

static void suggest_constant(struct strengthener *s, const struct system *y, struct point p, struct term variable) {
  struct term value = constant_at(s, y, p, variable);
  if (!term_none(value)) suggest_one(&s->suggest, p, term_eq(s->x->tm, variable, value));
}

// Conditions that hold when the loops are entered: those proved before them, and constants.
static void suggest_entering(struct strengthener *s, const struct system *y, struct point p) {
  const struct cfa *cfa = s->x->cfa;
  for (uint32_t i = 0; i < y->entering.size; i++) {
    const struct segment *segment = y->entering.data[i];
    const struct vec_term *finished = &s->out->at[segment->from.id];
    for (uint32_t k = 0; point_same(segment->to, p) && k < finished->size; k++)
      suggest_one(&s->suggest, p, finished->data[k]);
  }
  for (uint32_t i = 0; i < cfa->globals.size; i++)
    suggest_constant(s, y, p, unfold_var(s->x->unfold, CONTEXT_ROOT, cfa->globals.data[i]));
  for (struct context c = expansion_at(s->x, p)->context; !context_none(c); c = unfold_parent(s->x->unfold, c)) {
    const struct vec_u32 *locals = &cfa->functions.data[unfold_function(s->x->unfold, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) suggest_constant(s, y, p, unfold_var(s->x->unfold, c, locals->data[i]));
  }
}

// How hard candidates are looked for. Earlier candidates are tried again together with new ones.
enum effort {
  EFFORT_EQUATIONS,
  EFFORT_FACTS,
  EFFORT_MANY,
  EFFORT_TARGETS,
  EFFORT_PAIRS,
  EFFORT_PRODUCTS,
  EFFORT_COUNT
};

static void suggest_at(struct strengthener *s, const struct system *y, enum effort effort, struct point p) {
  struct suggest *g = &s->suggest;
  switch (effort) {
  case EFFORT_EQUATIONS:
  case EFFORT_FACTS:
    suggest_from_targets(g, 0, p);
    suggest_from_facts(g, p, false);
    break;
  case EFFORT_MANY:
    suggest_entering(s, y, p);
    suggest_from_facts(g, p, true);
    break;
  case EFFORT_TARGETS:
    for (uint32_t level = 1; level < SUGGEST_LEVELS; level++) suggest_from_targets(g, level, p);
    break;
  case EFFORT_PAIRS: suggest_pairs(g, p, &s->out->at[p.id]); break;
  case EFFORT_PRODUCTS:
  case EFFORT_COUNT: break;
  }
}

static void suggest_for(struct strengthener *s, const struct system *y, enum effort effort,
                        const struct component *component) {
  const struct vec_point *cuts = &component->cuts;
  for (uint32_t i = 0; i < cuts->size && !out_of_time(s); i++) suggest_at(s, y, effort, cuts->data[i]);
  for (uint32_t i = 0; i < cuts->size && cuts->size <= MAX_SHARING && effort < EFFORT_PAIRS; i++)
    for (uint32_t k = 0; k < cuts->size; k++) suggest_from_point(&s->suggest, cuts->data[i], cuts->data[k]);
}

static bool has_product(struct strengthener *s, struct term t) { return ring_concerns(s->x->tm, &s->products, 1, &t); }

static bool is_equation(struct terms *tm, struct term t) {
  return term_kind(tm, t) == TERM_EQ && sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) == SORT_BV;
}

// Where products are in equations, these come first, alone: they are decided by identities (solve/ring). What else says
// something about products is hard, and is tried when all else is not enough.
static bool is_due(struct strengthener *s, enum effort effort, bool products, struct term t) {
  struct terms *tm = s->x->tm;
  if (effort == EFFORT_EQUATIONS) return products && is_equation(tm, t);
  if (effort == EFFORT_PRODUCTS && !products) return false;
  return effort == EFFORT_PRODUCTS || !products || is_equation(tm, t) || !has_product(s, t);
}

// Candidates that are not known to hold yet.
static void fill_candidates(struct strengthener *s, enum effort effort, const struct component *component) {
  bool products = false;
  for (uint32_t i = 0; i < component->cuts.size; i++) {
    const struct vec_term *suggested = &s->suggest.at[component->cuts.data[i].id].candidates;
    for (uint32_t k = 0; k < suggested->size && !products; k++)
      products = is_equation(s->x->tm, suggested->data[k]) && has_product(s, suggested->data[k]);
  }
  for (uint32_t i = 0; i < component->cuts.size; i++) {
    struct point p = component->cuts.data[i];
    const struct vec_term *suggested = &s->suggest.at[p.id].candidates;
    vec_term_clear(&s->candidates[p.id]);
    for (uint32_t k = 0; k < suggested->size; k++)
      if (is_due(s, effort, products, suggested->data[k]) && !has(&s->out->at[p.id], suggested->data[k]))
        vec_term_push(&s->candidates[p.id], suggested->data[k]);
  }
}

static void keep_candidates(struct strengthener *s, const struct component *component) {
  for (uint32_t i = 0; i < component->cuts.size; i++) {
    struct point p = component->cuts.data[i];
    for (uint32_t k = 0; k < s->candidates[p.id].size; k++)
      vec_term_push(&s->out->at[p.id], s->candidates[p.id].data[k]);
    s->out->kept += s->candidates[p.id].size;
  }
}

static void strengthen_component(struct strengthener *s, enum effort effort, const struct component *component) {
  struct system y;
  system_init(s, &y, component);
  if (add_steps(s, &y, component)) {
    suggest_for(s, &y, effort, component);
    fill_candidates(s, effort, component);
    if (houdini(s, &y)) keep_candidates(s, component);
  }
  system_release(&y);
}

// --- proofs ----------------------------------------------------------------------------------------------------------

// Can no target be met, with these invariants, in a segment from the point? Conjuncts that were needed go to `core`
// (may be NULL).
static bool excludes_at(struct strengthener *s, struct point p, const struct vec_term *invariants,
                        struct vec_term *core) {
  struct vec_term all = {0}, met = {0};
  const struct vec_segment *segments = &s->segments[p.id];
  for (uint32_t i = 0; i < segments->size; i++)
    if (point_none(segments->data[i].to))
      vec_term_push(&met, term_and_n(s->x->tm, segments->data[i].path.size, segments->data[i].path.data));
  if (met.size) vec_term_push(&all, term_or_n(s->x->tm, met.size, met.data));
  bool excluded = !met.size || follows(s, &all, invariants, core);
  vec_term_release(&met);
  vec_term_release(&all);
  return excluded;
}

static bool excludes_targets(struct strengthener *s) {
  struct expansion *x = s->x;
  for (uint32_t i = 0; i < x->cuts.size; i++)
    if (!execute_from(s, x->cuts.data[i]) || !excludes_at(s, x->cuts.data[i], &s->out->at[x->cuts.data[i].id], NULL))
      return false;
  // From the entry, which has no invariants but is where it all begins.
  return execute_from(s, x->entry) && excludes_at(s, x->entry, &s->out->at[x->entry.id], NULL);
}

// Adds the new ones.
static void need(struct strengthener *s, struct point p, const struct vec_term *core, struct vec_point *todo) {
  for (uint32_t i = 0; i < core->size; i++) {
    if (has(&s->out->needed[p.id], core->data[i])) continue;
    vec_term_push(&s->out->needed[p.id], core->data[i]);
    vec_point_push(todo, p);
  }
}

// What the conjunct needs at the beginning of segments to its cut point.
static bool need_before(struct strengthener *s, struct point p, struct term conjunct, struct vec_point *todo) {
  bool good = true;
  struct vec_term all = {0}, core = {0};
  for (uint32_t i = 0; i < s->x->points.size && good; i++) {
    const struct vec_segment *segments = &s->segments[i];
    for (uint32_t k = 0; k < segments->size && good; k++) {
      const struct segment *g = &segments->data[k];
      if (!point_same(g->to, p)) continue;
      vec_term_clear(&all);
      for (uint32_t n = 0; n < g->path.size; n++) vec_term_push(&all, g->path.data[n]);
      vec_term_push(&all, term_not(s->x->tm, substitution_apply(g->end, conjunct)));
      vec_term_clear(&core);
      // Invariants that are needed anyway may suffice.
      good = follows(s, &all, &s->out->needed[i], NULL) || follows(s, &all, &s->out->at[i], &core);
      need(s, (struct point){i}, &core, todo);
    }
  }
  vec_term_release(&all);
  vec_term_release(&core);
  return good;
}

// Of the invariants, which exclude the targets, those that are needed for it. False: out of time, or a query was not
// answered.
static bool find_needed(struct strengthener *s) {
  struct expansion *x = s->x;
  struct vec_point todo = {0};
  struct vec_term core = {0};
  bool good = true;
  for (uint32_t i = 0; i < x->cuts.size && good; i++) {
    struct point p = x->cuts.data[i];
    vec_term_clear(&core);
    good = excludes_at(s, p, &s->out->at[p.id], &core);
    need(s, p, &core, &todo);
  }
  uint32_t *done = mem_zalloc(x->points.size + 1, sizeof *done); // by point: of those needed
  while (todo.size && good) {
    struct point p = vec_point_pop(&todo);
    good = need_before(s, p, s->out->needed[p.id].data[done[p.id]++], &todo);
  }
  mem_free(done);
  vec_term_release(&core);
  vec_point_release(&todo);
  return good;
}

// Those that are needed come first: a caller that takes only some takes these.
static void needed_first(struct strengthener *s, struct point p) {
  struct vec_term *at = &s->out->at[p.id], ordered = {0};
  const struct vec_term *needed = &s->out->needed[p.id];
  for (uint32_t i = 0; i < needed->size; i++) vec_term_push(&ordered, needed->data[i]);
  for (uint32_t i = 0; i < at->size; i++)
    if (!has(needed, at->data[i])) vec_term_push(&ordered, at->data[i]);
  vec_term_release(at);
  *at = ordered;
}

static void prove(struct strengthener *s) {
  struct strengthening *out = s->out;
  out->excludes = excludes_targets(s);
  if (!out->excludes) return;
  bool found = find_needed(s);
  for (uint32_t i = 0; i < s->x->cuts.size; i++) {
    struct point p = s->x->cuts.data[i];
    if (!found) vec_term_clear(&out->needed[p.id]);
    for (uint32_t k = 0; k < out->at[p.id].size && !found; k++)
      vec_term_push(&out->needed[p.id], out->at[p.id].data[k]);
    needed_first(s, p);
  }
}

// --- facts ----------------------------------------------------------------------------------------------------------

static bool holds_in_all_contexts(struct strengthener *s, struct location location, struct term plain) {
  for (uint32_t i = 0; i < s->x->cuts.size; i++) {
    const struct expanded_point *p = expansion_at(s->x, s->x->cuts.data[i]);
    if (!location_same(p->location, location)) continue;
    if (!has(&s->out->at[s->x->cuts.data[i].id], facts_instance(s->x->unfold, p->context, plain))) return false;
  }
  return true;
}

static void offer_proven(struct strengthener *s) {
  if (!expansion_is_complete(s->x)) return;
  for (uint32_t i = 0; i < s->x->cuts.size; i++) {
    const struct expanded_point *p = expansion_at(s->x, s->x->cuts.data[i]);
    const struct vec_term *kept = &s->out->at[s->x->cuts.data[i].id];
    for (uint32_t k = 0; k < kept->size; k++) {
      struct term plain = facts_plain(s->x->unfold, p->context, kept->data[k]);
      if (term_none(plain) || !holds_in_all_contexts(s, p->location, plain)) continue;
      facts_prove(s->x->run->facts, p->location, plain);
    }
  }
}

// --- the whole -------------------------------------------------------------------------------------------------------

static void strengthen_to(struct expansion *x, uint32_t sources, double seconds, enum effort most,
                          struct strengthening *out) {
  *out = (struct strengthening){.points = x->points.size,
                                .at = mem_zalloc(x->points.size + 1, sizeof *out->at),
                                .needed = mem_zalloc(x->points.size + 1, sizeof *out->needed)};
  struct solver_config config = x->run->setting.solver;
  if (!(config.query_seconds > 0 && config.query_seconds < QUERY_SECONDS)) config.query_seconds = QUERY_SECONDS;
  config.record_file = config.trace_file = NULL;
  struct strengthener s = {.x = x,
                           .out = out,
                           .solver = solver_new(x->tm, x->run->limits, x->run->stats, &config),
                           .deadline = clock_now() + seconds,
                           .segments = mem_zalloc(x->points.size + 1, sizeof *s.segments),
                           .executed = mem_zalloc(x->points.size + 1, 1),
                           .candidates = mem_zalloc(x->points.size + 1, sizeof *s.candidates)};
  suggest_init(&s.suggest, x, sources);
  for (enum effort effort = 0; effort <= most && !out_of_time(&s); effort++) {
    if (effort && excludes_targets(&s)) break;
    // Components are numbered against the order in which they are reached.
    for (uint32_t i = x->components.size; i-- > 0 && !out_of_time(&s);)
      strengthen_component(&s, effort, &x->components.data[i]);
  }
  prove(&s);
  out->candidates = s.suggest.tried;
  out->refuted = s.suggest.refuted;
  offer_proven(&s);
  for (uint32_t i = 0; i < x->points.size; i++) {
    vec_segment_drop(&s.segments[i]);
    vec_term_release(&s.candidates[i]);
  }
  mem_free(s.segments);
  mem_free(s.executed);
  mem_free(s.candidates);
  suggest_release(&s.suggest);
  map_u32_release(&s.products);
  solver_free(s.solver);
}

void strengthen(struct expansion *x, uint32_t sources, double seconds, struct strengthening *out) {
  strengthen_to(x, sources, seconds, EFFORT_PRODUCTS, out);
}

void strengthen_facts(struct expansion *x, uint32_t sources, double seconds, struct strengthening *out) {
  strengthen_to(x, sources, seconds, EFFORT_FACTS, out);
}

void strengthening_release(struct strengthening *s) {
  for (uint32_t i = 0; i < s->points; i++) {
    vec_term_release(&s->at[i]);
    vec_term_release(&s->needed[i]);
  }
  mem_free(s->at);
  mem_free(s->needed);
  *s = (struct strengthening){0};
}
