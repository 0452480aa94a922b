// See segments.h.
#include "explore/segments.h"
#include "explore/forward.h"

// Segments from one point in the making.
struct start {
  struct forward forward;
  struct point from;
  struct vec_segment *out;
};

static void hit(void *context, uint32_t target, const struct symbolic *s) {
  struct start *start = context;
  struct symbolic at;
  if (forward_meet(&start->forward, target, s, &at))
    vec_segment_push(start->out, (struct segment){.from = start->from, .to = POINT_NONE, .path = at.path});
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
  struct start start = {.from = from, .out = out};
  forward_init(&start.forward, x);
  start.forward.deadline = deadline;
  start.forward.hit = hit;
  start.forward.context = &start;
  struct symbolic first = {0};
  if (!expansion_at(x, from)->cut) forward_at_entry(x, &first);
  forward_from(&start.forward, from, &first);
  symbolic_release(&first);
  bool good = forward_run(&start.forward);
  for (uint32_t i = 0; i < x->cuts.size && good; i++) {
    struct vec_symbolic states = forward_take(&start.forward, x->cuts.data[i]);
    for (uint32_t k = 0; k < states.size; k++)
      vec_segment_push(out, segment_of(x->tm, from, x->cuts.data[i], &states.data[k]));
    vec_symbolic_drop(&states);
  }
  forward_release(&start.forward);
  return good;
}

void vec_segment_drop(struct vec_segment *segments) {
  for (uint32_t i = 0; i < segments->size; i++) {
    vec_term_release(&segments->data[i].path);
    substitution_free(segments->data[i].end);
  }
  vec_segment_release(segments);
}
