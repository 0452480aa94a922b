// See segments.h.
#include "proof/segments.h"

#define PLACES_MAX (1u << 18)
#define MERGE_ARRAYS 4 // so many states of a place may differ in arrays before they are merged all the same

// --- symbolic states ------------------------------------------------------------------------------------------------

void symbolic_release(struct symbolic *s) {
  vec_term_release(&s->path);
  map_u32_release(&s->store);
}

void vec_symbolic_drop(struct vec_symbolic *states) {
  for (uint32_t i = 0; i < states->size; i++) symbolic_release(&states->data[i]);
  vec_symbolic_release(states);
}

bool symbolic_assume(struct terms *tm, struct symbolic *s, struct term condition) {
  if (term_kind(tm, condition) == TERM_AND)
    for (uint32_t i = 0; i < term_arity(tm, condition); i++) vec_term_push(&s->path, term_child(tm, condition, i));
  else if (!term_is_true(tm, condition)) vec_term_push(&s->path, condition);
  return !term_is_false(tm, condition);
}

static void add_values(struct terms *tm, const struct symbolic *s, struct substitution *sub, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t *value = map_u32_find(&s->store, ids[i]);
    if (value) substitution_set(sub, (struct term){ids[i]}, (struct term){*value});
  }
}

struct term symbolic_formula(struct terms *tm, const struct symbolic *s, struct term formula) {
  struct substitution *sub = substitution_new(tm);
  add_values(tm, s, sub, formula);
  struct term result = substitution_apply(sub, formula);
  substitution_free(sub);
  return result;
}

// --- steps ----------------------------------------------------------------------------------------------------------

// Has a state in the context a frame of that one?
static bool has_frame(const struct unfold *u, struct context context, struct context frame) {
  while (!context_none(context) && !context_same(context, frame)) context = unfold_parent(u, context);
  return !context_none(context);
}

static bool is_live(const struct unfold *u, struct context context, struct term variable) {
  struct context owner;
  uint32_t var;
  return !unfold_var_of(u, variable, &owner, &var) || has_frame(u, context, owner);
}

static bool updates_var(const struct step *step, struct term var) {
  for (uint32_t i = 0; i < step->n_updates; i++)
    if (term_same(step->updates[i].var, var)) return true;
  return false;
}

// The variables of frames that the step opens are arbitrary but for what the step says: in the store may be the values
// of an earlier frame.
static void open_frames(struct unfold *u, struct context context, const struct unfold_step *step, struct symbolic *s) {
  const struct cfa *cfa = unfold_cfa(u);
  for (struct context c = step->context; !has_frame(u, context, c); c = unfold_parent(u, c)) {
    const struct vec_u32 *locals = &cfa->functions.data[unfold_function(u, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) {
      struct term var = unfold_var(u, c, locals->data[i]);
      if (!updates_var(&step->step, var))
        map_u32_put(&s->store, var.id, term_fresh(cfa->tm, term_sort(cfa->tm, var), "frame").id);
    }
  }
}

// Copies what the state knows of frames that are still there after the step.
static void copy_live(const struct unfold *u, const struct symbolic *from, struct context context,
                      struct symbolic *to) {
  for (uint32_t i = 0; i < from->path.size; i++) vec_term_push(&to->path, from->path.data[i]);
  for (uint32_t i = 0; i < from->store.capacity; i++) {
    if (from->store.cells[i].key == MAP_EMPTY) continue;
    struct term variable = {(uint32_t)from->store.cells[i].key};
    if (is_live(u, context, variable)) map_u32_put(&to->store, variable.id, from->store.cells[i].value);
  }
}

bool symbolic_take(struct unfold *u, const struct symbolic *from, struct context context,
                   const struct unfold_step *step, struct map_u32 *inputs, struct symbolic *to) {
  struct terms *tm = unfold_cfa(u)->tm;
  const struct step *s = &step->step;
  struct substitution *sub = substitution_new(tm);
  add_values(tm, from, sub, s->guard);
  for (uint32_t i = 0; i < s->n_updates; i++) add_values(tm, from, sub, s->updates[i].value);
  for (uint32_t i = 0; i < s->n_inputs; i++) {
    struct term input = s->inputs[i];
    if (!map_u32_find(inputs, input.id))
      map_u32_put(inputs, input.id, term_fresh(tm, term_sort(tm, input), "input").id);
    substitution_set(sub, input, (struct term){*map_u32_find(inputs, input.id)});
  }
  struct term guard = substitution_apply(sub, s->guard);
  bool possible = !term_is_false(tm, guard);
  if (possible) {
    *to = (struct symbolic){0};
    copy_live(u, from, step->context, to);
    symbolic_assume(tm, to, guard);
    for (uint32_t i = 0; i < s->n_updates; i++)
      map_u32_put(&to->store, s->updates[i].var.id, substitution_apply(sub, s->updates[i].value).id);
    open_frames(u, context, step, to);
  }
  substitution_free(sub);
  return possible;
}

// --- merging --------------------------------------------------------------------------------------------------------

static struct term value_of(const struct symbolic *s, uint32_t variable) {
  return (struct term){map_u32_get_or(&s->store, variable, variable)};
}

// Do the states differ in the value of an array?
static bool differ_in_arrays(struct terms *tm, const struct symbolic *a, const struct symbolic *b) {
  for (uint32_t i = 0; i < a->store.capacity; i++) {
    uint64_t key = a->store.cells[i].key;
    if (key == MAP_EMPTY || sort_kind(tm, term_sort(tm, (struct term){(uint32_t)key})) != SORT_ARRAY) continue;
    if (!term_same(value_of(a, (uint32_t)key), value_of(b, (uint32_t)key))) return true;
  }
  return false;
}

// The conjuncts of one path that the other has not; those that both have go to `common` (may be NULL).
static struct term rest_of(struct terms *tm, const struct vec_term *path, const struct vec_term *other,
                           struct vec_term *common) {
  struct map_u32 others = {0};
  struct vec_term rest = {0};
  for (uint32_t i = 0; i < other->size; i++) map_u32_put(&others, other->data[i].id, 1);
  for (uint32_t i = 0; i < path->size; i++)
    if (!map_u32_find(&others, path->data[i].id)) vec_term_push(&rest, path->data[i]);
    else if (common) vec_term_push(common, path->data[i]);
  struct term all = term_and_n(tm, rest.size, rest.data);
  map_u32_release(&others);
  vec_term_release(&rest);
  return all;
}

// The value of each variable that one of the states knows, by the choice between them.
static void merge_values(struct terms *tm, struct term choice, const struct symbolic *a, const struct symbolic *b,
                         const struct map_u32 *variables, struct map_u32 *out) {
  for (uint32_t i = 0; i < variables->capacity; i++) {
    if (variables->cells[i].key == MAP_EMPTY) continue;
    uint32_t variable = (uint32_t)variables->cells[i].key;
    struct term x = value_of(a, variable), y = value_of(b, variable);
    map_u32_put(out, variable, (term_same(x, y) ? x : term_ite(tm, choice, x, y)).id);
  }
}

// Paths need not exclude each other: which one it is, is an arbitrary choice, unless their conditions are opposites.
static struct symbolic merged(struct terms *tm, const struct symbolic *a, const struct symbolic *b) {
  struct symbolic both = {0};
  struct term x = rest_of(tm, &a->path, &b->path, &both.path), y = rest_of(tm, &b->path, &a->path, NULL), choice = x;
  if (!term_same(term_not(tm, x), y)) {
    choice = term_fresh(tm, sort_bool(tm), "path");
    symbolic_assume(tm, &both, term_ite(tm, choice, x, y));
  }
  merge_values(tm, choice, a, b, &a->store, &both.store);
  merge_values(tm, choice, a, b, &b->store, &both.store);
  return both;
}

void symbolic_merge(struct unfold *u, struct vec_symbolic *states) {
  struct terms *tm = unfold_cfa(u)->tm;
  struct vec_symbolic kept = {0};
  for (uint32_t i = 0; i < states->size; i++) {
    struct symbolic s = states->data[i];
    uint32_t k = 0;
    while (k < kept.size && differ_in_arrays(tm, &s, &kept.data[k])) k++;
    if (k == kept.size && k < MERGE_ARRAYS) {
      vec_symbolic_push(&kept, s);
      continue;
    }
    if (k == kept.size) k--;
    struct symbolic both = merged(tm, &kept.data[k], &s);
    symbolic_release(&kept.data[k]);
    symbolic_release(&s);
    kept.data[k] = both;
  }
  vec_symbolic_release(states);
  *states = kept;
}

// --- places ---------------------------------------------------------------------------------------------------------

static uint64_t place_key(struct context context, struct location location) {
  return (uint64_t)context.id << 32 | location.id;
}

static uint32_t point_at(const struct annotation *a, struct context context, struct location location) {
  for (uint32_t i = 0; i < a->points.size; i++)
    if (context_same(a->points.data[i].context, context) && location_same(a->points.data[i].location, location))
      return i;
  return PLACE_NONE;
}

static uint32_t place_number(struct segments *g, struct context context, struct location location) {
  uint64_t key = place_key(context, location);
  const uint32_t *known = map_u32_find(&g->number, key);
  if (known) return *known;
  map_u32_put(&g->number, key, g->places.size);
  vec_place_push(&g->places, (struct place){context, location, point_at(g->annotation, context, location), {0}});
  return g->places.size - 1;
}

struct place *segments_place(struct segments *g, struct context context, struct location location) {
  const uint32_t *known = map_u32_find(&g->number, place_key(context, location));
  return known ? &g->places.data[*known] : NULL;
}

uint32_t segments_entry(const struct segments *g) {
  return map_u32_get_or(&g->number, place_key(CONTEXT_ROOT, g->cfa->functions.data[g->cfa->main].entry), PLACE_NONE);
}

static bool refuse(struct segments *g, const char *message) {
  g->message = message;
  return false;
}

// A function that is called while it runs has no end of contexts.
static bool is_recursive(const struct unfold *u, struct context context) {
  uint32_t function = unfold_function(u, context);
  for (struct context c = unfold_parent(u, context); !context_none(c); c = unfold_parent(u, c))
    if (unfold_function(u, c) == function) return true;
  return false;
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
  if (is_recursive(g->unfold, step->context))
    return refuse(g, "the program is recursive: an annotation speaks of finitely many call strings");
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
  vec_u32_release(&g->order);
  vec_u32_release(&g->rank);
}
