// See window.h.
#include "explore/window.h"
#include <assert.h>

#define PATH_SHORT 8 // a path condition of more conjuncts gets a name

// --- visits and hits -------------------------------------------------------------------------------------------------

static void add_visit(struct window *w, uint32_t cut, struct symbolic s) {
  struct terms *tm = w->x->tm;
  struct window_visit visit = {.cut = cut, .level = window_level(w), .state = s};
  if (!w->entry || s.path.size > PATH_SHORT) {
    visit.name = term_fresh(tm, sort_bool(tm), "visit");
    if (s.path.size) visit.definition = term_implies(tm, visit.name, term_and_n(tm, s.path.size, s.path.data));
    visit.conditions = s.path;
    visit.state.path = (struct vec_term){0};
    vec_term_push(&visit.state.path, visit.name);
    w->named++;
  }
  for (uint32_t i = 0; cut != CUT_NONE && i < w->from[cut].size; i++) vec_u32_push(&visit.from, w->from[cut].data[i]);
  vec_window_visit_push(&w->visits, visit);
}

static void add_hit(struct window *w, uint32_t target, const struct symbolic *s) {
  struct terms *tm = w->x->tm;
  struct window_hit hit = {.target = target, .cut = w->at, .level = window_level(w)};
  for (uint32_t i = 0; i < s->path.size; i++) vec_term_push(&hit.state.path, s->path.data[i]);
  hit.state.origin = s->origin;
  if (symbolic_assume(tm, &hit.state, symbolic_formula(tm, s, w->x->targets.data[target].condition)))
    vec_window_hit_push(&w->hits, hit);
  else symbolic_release(&hit.state);
}

// --- segments --------------------------------------------------------------------------------------------------------

// The state reaches a point. Owns it.
static void arrive(struct window *w, struct point p, struct symbolic s) {
  bool cut = expansion_at(w->x, p)->cut;
  if (cut && w->possible && !w->possible(w->context, w, &s)) {
    symbolic_release(&s);
    return;
  }
  struct vec_u32 *from = cut ? &w->from[w->number[p.id]] : NULL;
  if (cut && (!from->size || from->data[from->size - 1] != w->at)) vec_u32_push(from, w->at);
  vec_symbolic_push(&w->pending[p.id], s);
  uint32_t order = expansion_at(w->x, p)->order;
  if (!cut && (!w->waiting++ || order < w->lowest)) w->lowest = order;
}

// All steps from a point, and its targets.
static void execute(struct window *w, struct point p, const struct symbolic *s) {
  struct expansion *x = w->x;
  const struct expanded_point *at = expansion_at(x, p);
  w->passed[p.id] = 1;
  for (uint32_t i = 0; i < w->targets[p.id].size; i++) add_hit(w, w->targets[p.id].data[i], s);
  struct map_u32 inputs = {0};
  for (uint32_t i = 0; i < at->out.size; i++) {
    const struct expanded_step *step = &x->steps.data[at->out.data[i]];
    struct symbolic after;
    run_count_step(x->run, s->path.size);
    if (point_none(step->to) || !step->step->known) continue; // a target
    if (!symbolic_take(x->unfold, s, at->context, step->step, &inputs, &after)) continue;
    if (w->entry) symbolic_record(&after, &w->origins, s->origin, at->context, step->step->edge);
    arrive(w, step->to, after);
  }
  map_u32_release(&inputs);
}

// Executes what waits, in the order in which everything has arrived before a point is left.
static void flow(struct window *w) {
  struct expansion *x = w->x;
  while (w->waiting) {
    assert(w->lowest < x->by_order.size);
    struct point p = x->by_order.data[w->lowest++];
    if (!w->pending[p.id].size || expansion_at(x, p)->cut) continue;
    struct vec_symbolic states = w->pending[p.id];
    w->pending[p.id] = (struct vec_symbolic){0};
    w->waiting -= states.size;
    symbolic_merge(x->unfold, &states, w->entry ? &w->origins : NULL);
    for (uint32_t i = 0; i < states.size && !limits_stopped(x->run->limits); i++) execute(w, p, &states.data[i]);
    vec_symbolic_drop(&states);
  }
}

static void clear_pending(struct window *w) {
  for (uint32_t i = 0; i < w->x->points.size; i++) vec_symbolic_drop(&w->pending[i]);
  for (uint32_t i = 0; i < w->x->cuts.size; i++) vec_u32_clear(&w->from[i]);
  w->waiting = 0;
}

// What waits at cut points is what the next level begins with.
static void next_level(struct window *w) {
  struct expansion *x = w->x;
  vec_u32_push(&w->levels, w->visits.size);
  for (uint32_t i = 0; i < x->cuts.size; i++) {
    struct vec_symbolic *states = &w->pending[x->cuts.data[i].id];
    symbolic_merge(x->unfold, states, w->entry ? &w->origins : NULL);
    for (uint32_t k = 0; k < states->size; k++) add_visit(w, i, states->data[k]);
    vec_symbolic_release(states);
    vec_u32_clear(&w->from[i]);
  }
}

bool window_extend(struct window *w) {
  struct expansion *x = w->x;
  uint32_t level = window_level(w), hits = w->hits.size;
  vec_u32_push(&w->hit_levels, hits);
  for (uint32_t i = window_begin(w, level), end = w->visits.size; i < end;) {
    w->at = w->visits.data[i].cut;
    for (; i < end && w->visits.data[i].cut == w->at; i++) execute(w, window_cut(w, w->at), &w->visits.data[i].state);
    flow(w);
  }
  if (limits_stopped(x->run->limits)) {
    clear_pending(w);
    while (w->hits.size > hits) symbolic_release(&w->hits.data[--w->hits.size].state);
    w->hit_levels.size--;
    return false;
  }
  next_level(w);
  return true;
}

// --- the whole -------------------------------------------------------------------------------------------------------

void window_init(struct window *w, struct expansion *x, bool entry) {
  *w = (struct window){.x = x, .entry = entry};
  w->pending = mem_zalloc(x->points.size + 1, sizeof *w->pending);
  w->targets = mem_zalloc(x->points.size + 1, sizeof *w->targets);
  w->passed = mem_zalloc(x->points.size + 1, sizeof *w->passed);
  w->number = mem_zalloc(x->points.size + 1, sizeof *w->number);
  w->from = mem_zalloc(x->cuts.size + 1, sizeof *w->from);
  for (uint32_t i = 0; i < x->cuts.size; i++) w->number[x->cuts.data[i].id] = i;
  for (uint32_t i = 0; i < x->targets.size; i++) vec_u32_push(&w->targets[x->targets.data[i].point.id], i);
  vec_u32_push(&w->levels, 0);
  if (entry) {
    struct symbolic s = {0};
    // As a value, not as a condition: addresses on the heap are constants as far as paths agree.
    struct term heap = unfold_heap(x->unfold);
    map_u32_put(&s.store, heap.id, term_bv(x->tm, term_width(x->tm, heap), x->cfa->heap_start).id);
    if (expansion_at(x, x->entry)->cut) { // the segment before it is empty
      vec_symbolic_push(&w->pending[x->entry.id], s);
      vec_u32_push(&w->hit_levels, 0);
      next_level(w);
    } else {
      add_visit(w, CUT_NONE, s);
    }
  }
  for (uint32_t i = 0; !entry && i < x->cuts.size; i++) add_visit(w, i, (struct symbolic){0});
}

void window_release(struct window *w) {
  clear_pending(w);
  for (uint32_t i = 0; i < w->visits.size; i++) {
    symbolic_release(&w->visits.data[i].state);
    vec_u32_release(&w->visits.data[i].from);
    vec_term_release(&w->visits.data[i].conditions);
  }
  for (uint32_t i = 0; i < w->x->cuts.size; i++) vec_u32_release(&w->from[i]);
  for (uint32_t i = 0; i < w->hits.size; i++) symbolic_release(&w->hits.data[i].state);
  for (uint32_t i = 0; i < w->x->points.size; i++) vec_u32_release(&w->targets[i]);
  mem_free(w->pending);
  mem_free(w->targets);
  mem_free(w->number);
  mem_free(w->passed);
  mem_free(w->from);
  vec_window_visit_release(&w->visits);
  vec_window_hit_release(&w->hits);
  vec_u32_release(&w->levels);
  vec_u32_release(&w->hit_levels);
  arena_release(&w->origins);
}

void window_mark_reached(const struct window *w) {
  const struct run *r = w->x->run;
  for (uint32_t i = 0; r->setting.reached && i < w->x->points.size; i++) {
    struct location location = w->x->points.data[i].location;
    if (w->passed[i] && cfa_location(r->cfa, location)->kind == LOC_PLAIN) r->setting.reached[location.id] = 1;
  }
}

// The entry is the last.
static void mark(const struct window *w, uint32_t n, const uint32_t *cuts, unsigned char *marked) {
  for (uint32_t i = 0; i < n; i++) marked[cuts[i] == CUT_NONE ? w->x->cuts.size : cuts[i]] = 1;
}

void window_behind(struct window *w, uint32_t level, uint32_t n_cuts, const uint32_t *cuts, struct vec_u32 *visits) {
  uint32_t n = w->x->cuts.size + 1;
  vec_u32_clear(visits);
  if (!w->named) return;
  unsigned char *now = mem_zalloc(n, 1), *before = mem_zalloc(n, 1);
  mark(w, n_cuts, cuts, now);
  for (uint32_t l = level + 1; l-- > 0;) {
    memset(before, 0, n);
    for (uint32_t i = window_end(w, l); i-- > window_begin(w, l);) {
      const struct window_visit *v = &w->visits.data[i];
      if (!now[v->cut == CUT_NONE ? n - 1 : v->cut]) continue;
      vec_u32_push(visits, i);
      mark(w, v->from.size, v->from.data, before);
    }
    unsigned char *was = now;
    now = before;
    before = was;
  }
  for (uint32_t i = 0, k = visits->size; i + 1 < k; i++) {
    uint32_t v = visits->data[i];
    visits->data[i] = visits->data[--k];
    visits->data[k] = v;
  }
  mem_free(now);
  mem_free(before);
}

void window_query(const struct window *w, const struct vec_u32 *behind, uint32_t n, const struct term *formulas,
                  struct vec_term *query, struct vec_u32 *certain) {
  struct map_u32 names = {0}; // name → index + 1
  vec_u32_clear(certain);
  vec_u32_resize(certain, behind->size);
  for (uint32_t i = 0; i < behind->size; i++) {
    struct term name = w->visits.data[behind->data[i]].name;
    if (!term_none(name)) map_u32_put(&names, name.id, i + 1);
  }
  uint32_t next = query->size;
  for (uint32_t i = 0; i < n; i++) vec_term_push(query, formulas[i]);
  for (; next < query->size; next++) {
    uint32_t i = map_u32_get_or(&names, query->data[next].id, 0);
    if (!i || certain->data[i - 1]) continue;
    certain->data[i - 1] = 1;
    const struct vec_term *conditions = &w->visits.data[behind->data[i - 1]].conditions;
    for (uint32_t k = 0; k < conditions->size; k++) vec_term_push(query, conditions->data[k]);
  }
  for (uint32_t i = 0; i < behind->size; i++) {
    struct term definition = w->visits.data[behind->data[i]].definition;
    if (!certain->data[i] && !term_none(definition)) vec_term_push(query, definition);
  }
  map_u32_release(&names);
}
