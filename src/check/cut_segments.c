// See cut_segments.h.
#include "check/cut_segments.h"

#define PLACES_MAX (1u << 18)

// --- places ---------------------------------------------------------------------------------------------------------

static uint64_t place_key(struct context context, struct location location) {
  return (uint64_t)context.id << 32 | location.id;
}

static uint32_t place_number(struct segments *g, struct context context, struct location location) {
  uint64_t key = place_key(context, location);
  const uint32_t *known = map_u32_find(&g->number, key);
  if (known) return *known;
  map_u32_put(&g->number, key, g->places.size);
  vec_place_push(&g->places, (struct place){context, location, map_u32_get_or(&g->points, key, PLACE_NONE), {0}});
  return g->places.size - 1;
}

struct place *segments_place(struct segments *g, struct context context, struct location location) {
  const uint32_t *known = map_u32_find(&g->number, place_key(context, location));
  return known ? &g->places.data[*known] : NULL;
}

static bool refuse(struct segments *g, const char *message) {
  g->message = message;
  return false;
}

bool segments_beyond(const struct segments *g, const struct unfold_step *step) {
  const struct unfold *u = g->unfold;
  uint32_t function = unfold_function(u, step->context), besides = 0;
  for (struct context c = unfold_parent(u, step->context); !context_none(c); c = unfold_parent(u, c))
    besides += unfold_function(u, c) == function;
  return besides > g->annotation->recursion;
}

struct visit {
  uint32_t place, next; // next: index of the next out-edge
};
VEC_TYPE(vec_visit, struct visit)
enum { PLACE_OPEN = 1, PLACE_DONE = 2 };

struct search {
  struct vec_visit stack;
  struct vec_u32 colour; // by place
  struct vec_u32 roots;  // cut points, and the entry
  struct vec_u32 post;   // places in the order in which they are done
};

static void enter(struct search *search, uint32_t place) {
  search->colour.data[place] = PLACE_OPEN;
  vec_visit_push(&search->stack, (struct visit){place, 0});
}

// The end of a step: cut points begin searches of their own.
static bool reach(struct segments *g, struct search *search, const struct unfold_step *step) {
  if (segments_beyond(g, step)) return true;
  uint32_t place = place_number(g, step->context, step->location);
  if (g->places.size > PLACES_MAX)
    return refuse(g, "the program with its calls unfolded is too large for an annotation");
  vec_u32_resize(&search->colour, g->places.size);
  bool cut = g->places.data[place].point != PLACE_NONE;
  if (search->colour.data[place] == PLACE_OPEN && !cut) return refuse(g, "the program has a cycle without a cut point");
  if (search->colour.data[place]) return true;
  if (cut) {
    search->colour.data[place] = PLACE_DONE;
    vec_u32_push(&search->roots, place);
  } else {
    enter(search, place);
  }
  return true;
}

static bool search_from(struct segments *g, struct search *search, uint32_t root) {
  enter(search, root);
  while (search->stack.size) {
    if (limits_stopped(g->limits)) return refuse(g, "a limit was reached before the annotation was checked");
    struct visit *top = &search->stack.data[search->stack.size - 1];
    struct place at = g->places.data[top->place];
    const struct cfa_location *location = cfa_location(g->cfa, at.location);
    const struct vec_edge *out = &location->out;
    if (location->kind != LOC_PLAIN || top->next == out->size) {
      search->colour.data[top->place] = PLACE_DONE;
      if (at.point == PLACE_NONE) vec_u32_push(&search->post, top->place);
      search->stack.size--;
    } else if (!reach(g, search, unfold_step(g->unfold, at.context, out->data[top->next++]))) {
      return false;
    }
  }
  return true;
}

bool segments_init(struct segments *g, struct cfa *cfa, struct unfold *unfold, struct limits *limits,
                   const struct annotation *annotation) {
  *g = (struct segments){.cfa = cfa, .unfold = unfold, .limits = limits, .annotation = annotation};
  struct search search = {0};
  for (uint32_t i = 0; i < annotation->points.size; i++)
    map_u32_put(&g->points, place_key(annotation->points.data[i].context, annotation->points.data[i].location), i);
  uint32_t entry = place_number(g, CONTEXT_ROOT, cfa->functions.data[cfa->main].entry);
  vec_u32_resize(&search.colour, g->places.size);
  vec_u32_push(&search.roots, entry);
  bool good = true;
  for (uint32_t i = 0; i < search.roots.size && good; i++) good = search_from(g, &search, search.roots.data[i]);
  vec_u32_resize(&g->rank, g->places.size);
  for (uint32_t i = search.post.size; i-- > 0;) {
    g->rank.data[search.post.data[i]] = g->order.size;
    vec_u32_push(&g->order, search.post.data[i]);
  }
  vec_visit_release(&search.stack);
  vec_u32_release(&search.colour);
  vec_u32_release(&search.roots);
  vec_u32_release(&search.post);
  return good;
}

void segments_release(struct segments *g) {
  for (uint32_t i = 0; i < g->places.size; i++) vec_symbolic_drop(&g->places.data[i].pending);
  vec_place_release(&g->places);
  map_u32_release(&g->number);
  map_u32_release(&g->points);
  vec_u32_release(&g->order);
  vec_u32_release(&g->rank);
}
