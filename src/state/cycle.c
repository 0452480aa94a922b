// Does a path diverge?
//
// While every step is decided by concrete values, a state determines all that
// follows, whatever inputs are read on the way. A path that comes back to a state it was in before, with no branch in
// between, will do so again and again: it ends here without error. This is Brent's way of finding a cycle with a
// bounded number of comparisons, so that a long loop pays nothing for it.
#include "state/convert.h"
#include "state/program.h"
#include "state/cycle.h"

static bool values_same(const struct value *a, const struct value *b, bool is_array) {
  if (!is_array) return a->term == b->term && (a->term || a->bits == b->bits);
  if (a->memory == b->memory) return true;
  return a->memory && b->memory && memory_same(a->memory, b->memory);
}

static bool chunks_same(const struct chunk *a, const struct chunk *b) {
  if (a == b) return true;
  for (uint32_t i = 0; i < a->size; i++)
    if (!values_same(&a->values[i], &b->values[i], a->arrays >> i & 1)) return false;
  return true;
}

static bool states_same(const struct state *a, const struct state *b) {
  if (!location_same(a->location, b->location) || !values_same(&a->heap, &b->heap, false) || a->stack != b->stack ||
      a->uninit_top != b->uninit_top)
    return false;
  if (a->frame->depth != b->frame->depth || a->path != b->path) return false;
  for (const struct frame *f = a->frame, *g = b->frame; f != g; f = f->parent, g = g->parent) {
    if (f->function != g->function || !edge_same(f->call_edge, g->call_edge) || f->stack_start != g->stack_start)
      return false;
    for (uint32_t i = 0; i < f->n_chunks; i++)
      if (!chunks_same(f->chunks[i], g->chunks[i])) return false;
  }
  for (uint32_t i = 0; i < a->program->globals.n_chunks; i++)
    if (!chunks_same(a->globals[i], b->globals[i])) return false;
  return true;
}

void cycle_start(struct cycle *c, const struct state *s) {
  *c = (struct cycle){.location = LOCATION_NONE, .next = s->steps + CYCLE_FIRST, .interval = CYCLE_FIRST};
}

bool cycle_look(struct cycle *c, struct state *s) {
  if (s->steps >= c->next) {
    cycle_stop(c);
    c->earlier = state_copy(s);
    c->location = s->location;
    c->comparisons = CYCLE_COMPARISONS;
    c->interval *= 2;
    c->next = s->steps + c->interval;
    return false;
  }
  if (states_same(c->earlier, s)) return true;
  // Given up soon: what a snapshot shares with the state is copied when it changes.
  if (!--c->comparisons) cycle_stop(c);
  return false;
}

void cycle_stop(struct cycle *c) {
  state_free(c->earlier);
  c->earlier = NULL;
  c->location = LOCATION_NONE;
}
