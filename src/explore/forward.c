// See forward.h.
#include "explore/forward.h"
#include <assert.h>

// The state reaches a point. Owns it.
static void arrive(struct forward *f, struct point p, struct symbolic s) {
  bool cut = expansion_at(f->x, p)->cut;
  if (cut && f->arrives && !f->arrives(f->context, p, &s)) {
    symbolic_release(&s);
    return;
  }
  vec_symbolic_push(&f->pending[p.id], s);
  uint32_t order = expansion_at(f->x, p)->order;
  if (!cut && (!f->waiting++ || order < f->lowest)) f->lowest = order;
}

void forward_from(struct forward *f, struct point p, const struct symbolic *s) {
  struct expansion *x = f->x;
  const struct expanded_point *at = expansion_at(x, p);
  f->passed[p.id] = 1;
  for (uint32_t i = 0; i < f->targets[p.id].size && f->hit; i++) f->hit(f->context, f->targets[p.id].data[i], s);
  struct map_u32 inputs = {0};
  for (uint32_t i = 0; i < at->out.size; i++) {
    const struct expanded_step *step = &x->steps.data[at->out.data[i]];
    struct symbolic after;
    if (f->counted) run_count_step(x->run, s->path.size);
    if (point_none(step->to) || !step->step->known) continue; // a target
    if (!symbolic_take(x->unfold, s, at->context, step->step, &inputs, &after)) continue;
    if (f->origins) symbolic_record(&after, f->origins, s->origin, at->context, step->step->edge);
    arrive(f, step->to, after);
  }
  map_u32_release(&inputs);
}

static bool is_late(const struct forward *f) {
  return limits_stopped(f->x->run->limits) || (f->deadline > 0 && clock_now() > f->deadline);
}

bool forward_run(struct forward *f) {
  struct expansion *x = f->x;
  while (f->waiting) {
    assert(f->lowest < x->by_order.size);
    struct point p = x->by_order.data[f->lowest++];
    if (!f->pending[p.id].size || expansion_at(x, p)->cut) continue;
    if (is_late(f)) return false;
    struct vec_symbolic states = f->pending[p.id];
    f->pending[p.id] = (struct vec_symbolic){0};
    f->waiting -= states.size;
    symbolic_merge(x->unfold, &states, f->origins);
    for (uint32_t i = 0; i < states.size && !limits_stopped(x->run->limits); i++) forward_from(f, p, &states.data[i]);
    vec_symbolic_drop(&states);
  }
  return !limits_stopped(x->run->limits);
}

struct vec_symbolic forward_take(struct forward *f, struct point cut) {
  assert(expansion_at(f->x, cut)->cut);
  struct vec_symbolic states = f->pending[cut.id];
  f->pending[cut.id] = (struct vec_symbolic){0};
  symbolic_merge(f->x->unfold, &states, f->origins);
  return states;
}

void forward_clear(struct forward *f) {
  for (uint32_t i = 0; i < f->x->points.size; i++) vec_symbolic_drop(&f->pending[i]);
  f->waiting = 0;
}

bool forward_meet(struct forward *f, uint32_t target, const struct symbolic *s, struct symbolic *out) {
  struct terms *tm = f->x->tm;
  *out = (struct symbolic){.origin = s->origin};
  for (uint32_t i = 0; i < s->path.size; i++) vec_term_push(&out->path, s->path.data[i]);
  if (symbolic_assume(tm, out, symbolic_formula(tm, s, f->x->targets.data[target].condition))) return true;
  symbolic_release(out);
  return false;
}

void forward_at_entry(const struct expansion *x, struct symbolic *s) {
  struct term heap = unfold_heap(x->unfold);
  map_u32_put(&s->store, heap.id, term_bv(x->tm, term_width(x->tm, heap), x->cfa->heap_start).id);
}

void forward_init(struct forward *f, struct expansion *x) {
  *f = (struct forward){.x = x};
  f->pending = mem_zalloc(x->points.size + 1, sizeof *f->pending);
  f->targets = mem_zalloc(x->points.size + 1, sizeof *f->targets);
  f->passed = mem_zalloc(x->points.size + 1, sizeof *f->passed);
  for (uint32_t i = 0; i < x->targets.size; i++) vec_u32_push(&f->targets[x->targets.data[i].point.id], i);
}

void forward_release(struct forward *f) {
  forward_clear(f);
  for (uint32_t i = 0; i < f->x->points.size; i++) vec_u32_release(&f->targets[i]);
  mem_free(f->pending);
  mem_free(f->targets);
  mem_free(f->passed);
}
