// See bounds.h.
#include "explore/bounds.h"

#define NARROWING_PASSES 3
#define POINTS_MOST (1u << 15) // of the expanded program
// Operations on ranges that a short run before an engine may cost.
#define SHORT_EFFORT (UINT64_C(1) << 25)

VEC_TYPE(vec_persistent, struct persistent)

struct bounds {
  struct run *run;
  struct ranges *r;
  struct range_steps *steps;
  struct expansion *x;
  struct vec_persistent at; // by point
  unsigned char *reached; // by point
  unsigned char *waits; // by order
  uint32_t next; // no point of lesser order waits
  uint64_t most; // effort
  uint32_t checked; // transfers since the clock was looked at
};

void bounds_free(struct bounds *b) {
  if (!b) return;
  expansion_free(b->x);
  vec_persistent_release(&b->at);
  mem_free(b->reached);
  mem_free(b->waits);
  mem_free(b);
}

static bool goes_on(struct bounds *b) {
  if (range_steps_effort(b->steps) > b->most) return false;
  return ++b->checked % 64 || run_goes_on(b->run);
}

static struct expanded_step *step_at(const struct bounds *b, uint32_t i) { return &b->x->steps.data[i]; }

static bool transfer(struct bounds *b, const struct expanded_step *s, struct persistent *out) {
  if (!s->step->known || point_none(s->to) || !b->reached[s->from.id]) return false;
  return range_step(b->steps, s->context, s->step, b->at.data[s->from.id], out);
}

// --- upwards ---------------------------------------------------------------------------------------------------------

static void wait(struct bounds *b, struct point p) {
  uint32_t order = expansion_at(b->x, p)->order;
  b->waits[order] = 1;
  if (order < b->next) b->next = order;
}

static void arrive(struct bounds *b, struct point p, struct persistent state) {
  struct persistent *at = &b->at.data[p.id], old = *at;
  if (!b->reached[p.id]) {
    b->reached[p.id] = 1;
    *at = state;
    wait(b, p);
    return;
  }
  if (ranges_less(b->r, state, old)) return;
  struct persistent joined = ranges_join(b->r, old, state);
  if (expansion_at(b->x, p)->cut) joined = ranges_widen(b->r, old, joined, p.id);
  if (persistent_same(joined, old)) return;
  *at = joined;
  wait(b, p);
}

// False: it is not a fixpoint.
static bool ascend(struct bounds *b) {
  arrive(b, b->x->entry, ranges_initial(b->r));
  uint32_t n = b->x->points.size;
  for (;;) {
    while (b->next < n && !b->waits[b->next]) b->next++;
    if (b->next == n) return true;
    struct point p = b->x->by_order.data[b->next];
    b->waits[b->next] = 0;
    const struct vec_u32 *out = &expansion_at(b->x, p)->out;
    for (uint32_t i = 0; i < out->size; i++) {
      struct persistent state;
      if (!goes_on(b)) return false;
      if (transfer(b, step_at(b, out->data[i]), &state)) arrive(b, step_at(b, out->data[i])->to, state);
    }
  }
}

// --- downwards -------------------------------------------------------------------------------------------------------

// True: the point has less than before.
static bool narrow(struct bounds *b, struct point p) {
  const struct vec_u32 *in = &expansion_at(b->x, p)->in;
  bool any = false;
  struct persistent joined = PERSISTENT_EMPTY, state, met;
  if (point_same(p, b->x->entry)) return false;
  for (uint32_t i = 0; i < in->size; i++) {
    if (!transfer(b, step_at(b, in->data[i]), &state)) continue;
    joined = any ? ranges_join(b->r, joined, state) : state;
    any = true;
  }
  any = any && ranges_meet(b->r, b->at.data[p.id], joined, &met);
  b->reached[p.id] = any;
  if (!any || persistent_same(met, b->at.data[p.id])) return !any;
  b->at.data[p.id] = met;
  return true;
}

static void descend(struct bounds *b) {
  bool changed = true;
  for (uint32_t pass = 0; pass < NARROWING_PASSES && changed; pass++) {
    changed = false;
    for (uint32_t i = 0; i < b->x->by_order.size; i++) {
      struct point p = b->x->by_order.data[i];
      if (!b->reached[p.id]) continue;
      if (!goes_on(b)) return;
      if (narrow(b, p)) changed = true;
    }
  }
}

// --- the whole -------------------------------------------------------------------------------------------------------

struct bounds *bounds_new(struct run *run, struct ranges *r, struct range_steps *steps, uint64_t effort) {
  struct bounds *b = mem_zalloc(1, sizeof *b);
  *b = (struct bounds){.run = run, .r = r, .steps = steps, .most = range_steps_effort(steps) + effort};
  b->x = expansion_brief(run, 0, POINTS_MOST);
  if (b->x && !b->x->bounded) {
    uint32_t n = b->x->points.size;
    vec_persistent_resize(&b->at, n);
    b->reached = mem_zalloc(n + 1, 1);
    b->waits = mem_zalloc(n + 1, 1);
    if (ascend(b)) {
      descend(b);
      return b;
    }
  }
  bounds_free(b);
  return NULL;
}

bool bounds_at(const struct bounds *b, struct context context, struct location location, struct persistent *out) {
  struct point p = expansion_point(b->x, context, location);
  if (point_none(p) || !b->reached[p.id]) return false;
  *out = b->at.data[p.id];
  return true;
}

uint32_t bounds_edges_cut(const struct bounds *b) {
  uint32_t n = b->x->cfa->edges.size, count = 0;
  unsigned char *seen = mem_zalloc(n + 1, 1); // 1: its location is reached, 2: it can be taken
  for (uint32_t i = 0; i < b->x->steps.size; i++) {
    const struct expanded_step *s = step_at(b, i);
    struct persistent out;
    if (!b->reached[s->from.id]) continue;
    unsigned char *edge = &seen[s->step->edge.id];
    if (*edge == 2) continue;
    *edge = !s->step->known || point_none(s->to) ||
                    range_step(b->steps, s->context, s->step, b->at.data[s->from.id], &out)
                ? 2
                : 1;
  }
  for (uint32_t i = 0; i < n; i++) count += seen[i] == 1;
  mem_free(seen);
  return count;
}

// --- facts -----------------------------------------------------------------------------------------------------------

// The ranges of a location: what its contexts have in common, for a variable of its function or a global.
static bool range_at(const struct bounds *b, const struct vec_point *points, uint32_t var, struct dom *out) {
  const struct cfa_var *v = &b->x->cfa->vars.data[var];
  uint32_t width = range_width(b->x->tm, v->term);
  bool any = false;
  for (uint32_t i = 0; i < points->size; i++) {
    struct point p = points->data[i];
    if (!b->reached[p.id]) continue;
    struct term instance = unfold_var(b->x->unfold, expansion_at(b->x, p)->context, var);
    struct dom d = ranges_get(b->r, b->at.data[p.id], instance);
    *out = any ? dom_join(out, &d) : d;
    dom_close(out, width);
    any = true;
  }
  struct dom top = dom_top(width);
  return any && !dom_equal(out, &top);
}

static void prove_variables(struct bounds *b, struct location head, const struct vec_point *points,
                            const struct vec_u32 *vars) {
  struct cfa *cfa = b->x->cfa;
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0; i < vars->size; i++) {
    const struct cfa_var *v = &cfa->vars.data[vars->data[i]];
    struct dom d;
    if (!range_width(cfa->tm, v->term) || !range_at(b, points, vars->data[i], &d)) continue;
    if (v->function == CFA_NONE || facts_is_live(cfa, head, vars->data[i]))
      range_formula(cfa->tm, v->term, &d, v->is_unsigned, &conjuncts);
  }
  for (uint32_t i = 0; i < conjuncts.size; i++) facts_prove(b->run->facts, head, conjuncts.data[i]);
  vec_term_release(&conjuncts);
}

uint32_t bounds_prove(struct bounds *b) {
  const struct cfa *cfa = b->x->cfa;
  uint64_t before = facts_count(b->run->facts).proven;
  if (!expansion_is_complete(b->x)) return 0;
  struct vec_point *points = mem_zalloc(cfa->locations.size + 1, sizeof *points); // cut points by location
  for (uint32_t i = 0; i < b->x->cuts.size; i++)
    vec_point_push(&points[expansion_at(b->x, b->x->cuts.data[i])->location.id], b->x->cuts.data[i]);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct location head = {i};
    if (!points[i].size) continue;
    prove_variables(b, head, &points[i], &cfa->functions.data[cfa_location(cfa, head)->function].locals);
    prove_variables(b, head, &points[i], &cfa->globals);
    vec_point_release(&points[i]);
  }
  mem_free(points);
  return (uint32_t)(facts_count(b->run->facts).proven - before);
}

uint32_t bounds_of_setting(const struct run_setting *setting, double seconds, uint32_t *edges) {
  struct claim claim;
  struct run run;
  uint32_t proven = 0;
  claim_init(&claim);
  run_init(&run, setting, NULL, &claim);
  run_begin_slice(&run, &(struct slice){.cpu_seconds = seconds});
  struct persistents *pool = persistents_new();
  struct ranges *r = ranges_new(run.unfold, pool);
  struct range_steps *steps = range_steps_new(r);
  struct bounds *b = bounds_new(&run, r, steps, SHORT_EFFORT);
  *edges = b ? bounds_edges_cut(b) : 0;
  if (b) proven = bounds_prove(b);
  bounds_free(b);
  range_steps_free(steps);
  ranges_free(r);
  persistents_free(pool);
  run_end_slice(&run);
  run_release(&run);
  claim_release(&claim);
  return proven;
}
