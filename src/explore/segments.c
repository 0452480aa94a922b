// See segments.h.
#include "explore/segments.h"
#include "explore/flow.h"

// Segments from one point in the making.
struct start {
  struct flow flow;
  struct point from;
  struct vec_segment *out;
};

static void hit(void *context, uint32_t target, const struct symbolic *s) {
  struct start *start = context;
  struct symbolic at;
  if (flow_meet(&start->flow, target, s, &at))
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
  flow_init(&start.flow, x);
  start.flow.deadline = deadline;
  start.flow.hit = hit;
  start.flow.context = &start;
  struct symbolic first = {0};
  if (!expansion_at(x, from)->cut) flow_at_entry(x, &first);
  flow_from(&start.flow, from, &first);
  symbolic_release(&first);
  bool good = flow_run(&start.flow);
  for (uint32_t i = 0; i < x->cuts.size && good; i++) {
    struct vec_symbolic states = flow_take(&start.flow, x->cuts.data[i]);
    for (uint32_t k = 0; k < states.size; k++)
      vec_segment_push(out, segment_of(x->tm, from, x->cuts.data[i], &states.data[k]));
    vec_symbolic_drop(&states);
  }
  flow_release(&start.flow);
  return good;
}

void vec_segment_drop(struct vec_segment *segments) {
  for (uint32_t i = 0; i < segments->size; i++) {
    vec_term_release(&segments->data[i].path);
    substitution_free(segments->data[i].end);
  }
  vec_segment_release(segments);
}
