// See segments.h.
#include "explore/segments.h"
#include "state/symbolic.h"

// What is under way from one point.
struct flow {
  struct expansion *x;
  struct point from;
  struct map_u32 targets; // points of targets
  struct vec_segment *out;
  struct map_u32 waiting; // point → index into `states`
  struct vec_ptr states; // struct vec_symbolic *
  uint32_t left; // of the points that wait, those that are no cut points
  uint32_t next; // no such point has a smaller order
};

static struct vec_symbolic *states_at(struct flow *f, struct point p) {
  const uint32_t *known = map_u32_find(&f->waiting, p.id);
  if (known) return f->states.data[*known];
  map_u32_put(&f->waiting, p.id, f->states.size);
  vec_ptr_push(&f->states, mem_zalloc(1, sizeof(struct vec_symbolic)));
  return f->states.data[f->states.size - 1];
}

static void arrive(struct flow *f, struct point p, struct symbolic s) {
  struct vec_symbolic *states = states_at(f, p);
  const struct expanded_point *at = expansion_at(f->x, p);
  if (!at->cut && !states->size) {
    if (!f->left++ || at->order < f->next) f->next = at->order;
  }
  vec_symbolic_push(states, s);
}

static void meet_targets(struct flow *f, struct point p, const struct symbolic *s) {
  struct terms *tm = f->x->tm;
  for (uint32_t i = 0; i < f->x->targets.size; i++) {
    const struct target *target = &f->x->targets.data[i];
    if (!point_same(target->point, p)) continue;
    struct symbolic at = {0};
    for (uint32_t k = 0; k < s->path.size; k++) vec_term_push(&at.path, s->path.data[k]);
    if (symbolic_assume(tm, &at, symbolic_formula(tm, s, target->condition)))
      vec_segment_push(f->out, (struct segment){.from = f->from, .to = POINT_NONE, .path = at.path});
    else symbolic_release(&at);
  }
}

static void execute(struct flow *f, struct point p, const struct symbolic *s) {
  const struct expanded_point *at = expansion_at(f->x, p);
  if (map_u32_find(&f->targets, p.id)) meet_targets(f, p, s);
  struct map_u32 inputs = {0};
  for (uint32_t i = 0; i < at->out.size; i++) {
    const struct expanded_step *step = &f->x->steps.data[at->out.data[i]];
    struct symbolic after;
    if (point_none(step->to) || !step->step->known) continue; // a target
    if (symbolic_take(f->x->unfold, s, at->context, step->step, &inputs, &after)) arrive(f, step->to, after);
  }
  map_u32_release(&inputs);
}

static bool flow_on(struct flow *f, double deadline) {
  struct expansion *x = f->x;
  while (f->left) {
    struct point p = x->by_order.data[f->next++];
    const uint32_t *index = map_u32_find(&f->waiting, p.id);
    if (!index || expansion_at(x, p)->cut) continue;
    if (limits_stopped(x->run->limits) || clock_now() > deadline) return false;
    struct vec_symbolic *at = f->states.data[*index], states = *at;
    *at = (struct vec_symbolic){0};
    f->left--;
    symbolic_merge(x->unfold, &states, NULL);
    for (uint32_t i = 0; i < states.size; i++) execute(f, p, &states.data[i]);
    vec_symbolic_drop(&states);
  }
  return true;
}

static struct segment segment_of(struct terms *tm, struct point from, struct point to, struct symbolic *s) {
  struct segment segment = {.from = from, .to = to, .path = s->path, .end = substitution_new(tm)};
  s->path = (struct vec_term){0};
  for (uint32_t i = 0; i < s->store.capacity; i++)
    if (s->store.cells[i].key != MAP_EMPTY)
      substitution_set(segment.end, (struct term){(uint32_t)s->store.cells[i].key},
                       (struct term){s->store.cells[i].value});
  return segment;
}

bool segments_from(struct expansion *x, struct point from, double deadline, struct vec_segment *out) {
  struct flow f = {.x = x, .from = from, .out = out};
  for (uint32_t i = 0; i < x->targets.size; i++) map_u32_put(&f.targets, x->targets.data[i].point.id, 1);
  struct symbolic start = {0};
  if (!expansion_at(x, from)->cut) { // the entry: the bump pointer as a value, so that addresses are constants
    struct term heap = unfold_heap(x->unfold);
    map_u32_put(&start.store, heap.id, term_bv(x->tm, term_width(x->tm, heap), x->cfa->heap_start).id);
  }
  execute(&f, from, &start);
  symbolic_release(&start);
  bool good = flow_on(&f, deadline);
  for (uint32_t i = 0; i < x->cuts.size && good; i++) {
    const uint32_t *index = map_u32_find(&f.waiting, x->cuts.data[i].id);
    if (!index) continue;
    struct vec_symbolic *states = f.states.data[*index];
    symbolic_merge(x->unfold, states, NULL);
    for (uint32_t k = 0; k < states->size; k++)
      vec_segment_push(out, segment_of(x->tm, from, x->cuts.data[i], &states->data[k]));
  }
  for (uint32_t i = 0; i < f.states.size; i++) {
    vec_symbolic_drop(f.states.data[i]);
    mem_free(f.states.data[i]);
  }
  vec_ptr_release(&f.states);
  map_u32_release(&f.waiting);
  map_u32_release(&f.targets);
  return good;
}

void vec_segment_drop(struct vec_segment *segments) {
  for (uint32_t i = 0; i < segments->size; i++) {
    vec_term_release(&segments->data[i].path);
    substitution_free(segments->data[i].end);
  }
  vec_segment_release(segments);
}
