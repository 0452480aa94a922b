// See waitlist.h: a binary heap.
#include "engine/cpa/waitlist.h"

struct entry {
  struct node node;
  struct place place;
  uint64_t number; // of pushes
};
VEC_TYPE(vec_entry, struct entry)

struct waitlist {
  struct unfold *unfold;
  enum waitlist_order order;
  struct vec_entry heap;
  uint64_t pushes;
  uint32_t *positions; // by location
};

// --- reverse postorder -----------------------------------------------------------------------------------------------

struct visit {
  struct location location;
  uint32_t next; // number of the edge to look at next, of two rounds over the edges
};
VEC_TYPE(vec_visit, struct visit)

static bool leaves_loop(const struct cfa *cfa, struct location from, struct location to) {
  struct location head = cfa_location(cfa, from)->loop;
  return !location_none(head) && !cfa_in_loop(cfa, to, head);
}

// What leaves the loop is visited first, so that it comes after the loop.
static void number_function(const struct cfa *cfa, struct location entry, uint32_t *positions, uint32_t *last) {
  struct vec_visit stack = {0};
  positions[entry.id] = UINT32_MAX;
  vec_visit_push(&stack, (struct visit){entry, 0});
  while (stack.size) {
    struct visit *top = &stack.data[stack.size - 1];
    const struct vec_edge *out = &cfa_location(cfa, top->location)->out;
    if (top->next == 2 * out->size) {
      positions[top->location.id] = --*last;
      stack.size--;
      continue;
    }
    uint32_t i = top->next++;
    struct location to = cfa_edge(cfa, out->data[i % out->size])->to;
    if (positions[to.id] || leaves_loop(cfa, top->location, to) != (i < out->size)) continue;
    positions[to.id] = UINT32_MAX;
    vec_visit_push(&stack, (struct visit){to, 0});
  }
  vec_visit_release(&stack);
}

static uint32_t *number_locations(const struct cfa *cfa) {
  uint32_t last = cfa->locations.size + 1;
  uint32_t *positions = mem_zalloc(cfa->locations.size + 1, sizeof *positions);
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    number_function(cfa, cfa->functions.data[i].entry, positions, &last);
  return positions;
}

// --- the order -------------------------------------------------------------------------------------------------------

// The place that the call string has in the function of the context at this depth.
static struct location location_at(const struct waitlist *w, struct place p, uint32_t depth) {
  while (unfold_depth(w->unfold, p.context) > depth) {
    p.location = cfa_edge(unfold_cfa(w->unfold), unfold_call(w->unfold, p.context))->from;
    p.context = unfold_parent(w->unfold, p.context);
  }
  return p.location;
}

static int compare(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

// Negative: a comes before b in the program.
static int compare_places(const struct waitlist *w, struct place a, struct place b) {
  if (context_same(a.context, b.context)) return compare(w->positions[a.location.id], w->positions[b.location.id]);
  uint32_t da = unfold_depth(w->unfold, a.context), db = unfold_depth(w->unfold, b.context);
  for (uint32_t d = 1; d <= da && d <= db; d++) {
    int order = compare(w->positions[location_at(w, a, d).id], w->positions[location_at(w, b, d).id]);
    if (order) return order;
  }
  return compare(da, db);
}

static bool before(const struct waitlist *w, const struct entry *a, const struct entry *b) {
  if (w->order == ORDER_DFS) return a->number > b->number;
  int order = w->order == ORDER_PROGRAM ? compare_places(w, a->place, b->place) : 0;
  return order ? order < 0 : a->number < b->number;
}

// --- the heap --------------------------------------------------------------------------------------------------------

struct waitlist *waitlist_new(struct unfold *u, enum waitlist_order order) {
  struct waitlist *w = mem_zalloc(1, sizeof *w);
  w->unfold = u;
  w->order = order;
  w->positions = number_locations(unfold_cfa(u));
  return w;
}

void waitlist_free(struct waitlist *w) {
  if (!w) return;
  vec_entry_release(&w->heap);
  mem_free(w->positions);
  mem_free(w);
}

uint32_t waitlist_size(const struct waitlist *w) { return w->heap.size; }

void waitlist_push(struct waitlist *w, struct node node, struct place place) {
  struct entry new = {node, place, ++w->pushes};
  uint32_t i = w->heap.size;
  vec_entry_push(&w->heap, new);
  for (; i > 0 && before(w, &new, &w->heap.data[(i - 1) / 2]); i = (i - 1) / 2)
    w->heap.data[i] = w->heap.data[(i - 1) / 2];
  w->heap.data[i] = new;
}

bool waitlist_pop(struct waitlist *w, struct node *node) {
  if (!w->heap.size) return false;
  *node = w->heap.data[0].node;
  struct entry last = vec_entry_pop(&w->heap);
  uint32_t i = 0, n = w->heap.size;
  if (!n) return true;
  for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && before(w, &w->heap.data[child + 1], &w->heap.data[child])) child++;
    if (!before(w, &w->heap.data[child], &last)) break;
    w->heap.data[i] = w->heap.data[child];
  }
  w->heap.data[i] = last;
  return true;
}
