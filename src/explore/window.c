// See window.h.
#include "explore/window.h"

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

static void add_hit(void *context, uint32_t target, const struct symbolic *s) {
  struct window *w = context;
  struct window_hit hit = {.target = target, .cut = w->at, .level = window_level(w)};
  if (forward_meet(&w->forward, target, s, &hit.state)) vec_window_hit_push(&w->hits, hit);
}

// --- segments --------------------------------------------------------------------------------------------------------

static bool arrives(void *context, struct point cut, const struct symbolic *s) {
  struct window *w = context;
  if (w->possible && !w->possible(w->context, w, s)) return false;
  struct vec_u32 *from = &w->from[w->number[cut.id]];
  if (!from->size || from->data[from->size - 1] != w->at) vec_u32_push(from, w->at);
  return true;
}

static void clear_pending(struct window *w) {
  forward_clear(&w->forward);
  for (uint32_t i = 0; i < w->x->cuts.size; i++) vec_u32_clear(&w->from[i]);
}

// The states that wait at cut points begin the next level.
static void next_level(struct window *w) {
  struct expansion *x = w->x;
  vec_u32_push(&w->levels, w->visits.size);
  for (uint32_t i = 0; i < x->cuts.size; i++) {
    struct vec_symbolic states = forward_take(&w->forward, x->cuts.data[i]);
    for (uint32_t k = 0; k < states.size; k++) add_visit(w, i, states.data[k]);
    vec_symbolic_release(&states);
    vec_u32_clear(&w->from[i]);
  }
}

bool window_extend(struct window *w) {
  struct expansion *x = w->x;
  uint32_t level = window_level(w), hits = w->hits.size;
  vec_u32_push(&w->hit_levels, hits);
  for (uint32_t i = window_begin(w, level), end = w->visits.size; i < end;) {
    w->at = w->visits.data[i].cut;
    for (; i < end && w->visits.data[i].cut == w->at; i++)
      forward_from(&w->forward, window_cut(w, w->at), &w->visits.data[i].state);
    if (!forward_run(&w->forward)) break;
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
  forward_init(&w->forward, x);
  w->forward.origins = entry ? &w->origins : NULL;
  w->forward.counted = true;
  w->forward.hit = add_hit;
  w->forward.arrives = arrives;
  w->forward.context = w;
  w->number = mem_zalloc(x->points.size + 1, sizeof *w->number);
  w->from = mem_zalloc(x->cuts.size + 1, sizeof *w->from);
  for (uint32_t i = 0; i < x->cuts.size; i++) w->number[x->cuts.data[i].id] = i;
  vec_u32_push(&w->levels, 0);
  if (entry) {
    struct symbolic s = {0};
    forward_at_entry(x, &s);
    if (expansion_at(x, x->entry)->cut) { // the segment before it is empty
      vec_symbolic_push(&w->forward.pending[x->entry.id], s);
      vec_u32_push(&w->hit_levels, 0);
      next_level(w);
    } else {
      add_visit(w, CUT_NONE, s);
    }
  }
  for (uint32_t i = 0; !entry && i < x->cuts.size; i++) add_visit(w, i, (struct symbolic){0});
}

void window_release(struct window *w) {
  forward_release(&w->forward);
  for (uint32_t i = 0; i < w->visits.size; i++) {
    symbolic_release(&w->visits.data[i].state);
    vec_u32_release(&w->visits.data[i].from);
    vec_term_release(&w->visits.data[i].conditions);
  }
  for (uint32_t i = 0; i < w->x->cuts.size; i++) vec_u32_release(&w->from[i]);
  for (uint32_t i = 0; i < w->hits.size; i++) symbolic_release(&w->hits.data[i].state);
  mem_free(w->number);
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
    if (w->forward.passed[i] && cfa_location(r->cfa, location)->kind == LOC_PLAIN) r->setting.reached[location.id] = 1;
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
