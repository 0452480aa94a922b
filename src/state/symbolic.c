// See symbolic.h.
#include "state/symbolic.h"

#define MERGE_ARRAYS 4 // so many states of a place may differ in arrays before they are merged all the same

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
static struct symbolic merged(struct terms *tm, const struct symbolic *a, const struct symbolic *b,
                              struct arena *origins) {
  struct symbolic both = {0};
  struct term x = rest_of(tm, &a->path, &b->path, &both.path), y = rest_of(tm, &b->path, &a->path, NULL), choice = x;
  if (!term_same(term_not(tm, x), y)) {
    choice = term_fresh(tm, sort_bool(tm), "path");
    symbolic_assume(tm, &both, term_ite(tm, choice, x, y));
  }
  merge_values(tm, choice, a, b, &a->store, &both.store);
  merge_values(tm, choice, a, b, &b->store, &both.store);
  if (origins) {
    struct origin *origin = arena_alloc(origins, sizeof *origin);
    *origin = (struct origin){.before = a->origin, .other = b->origin, .choice = choice};
    both.origin = origin;
  }
  return both;
}

void symbolic_merge(struct unfold *u, struct vec_symbolic *states, struct arena *origins) {
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
    struct symbolic both = merged(tm, &kept.data[k], &s, origins);
    symbolic_release(&kept.data[k]);
    symbolic_release(&s);
    kept.data[k] = both;
  }
  vec_symbolic_release(states);
  *states = kept;
}

// --- origins --------------------------------------------------------------------------------------------------------

void symbolic_record(struct symbolic *s, struct arena *origins, const struct origin *before, struct context context,
                     struct edge edge) {
  struct origin *origin = arena_alloc(origins, sizeof *origin);
  *origin = (struct origin){.before = before, .choice = TERM_NONE, .context = context, .edge = edge};
  s->origin = origin;
}

void origin_path(const struct origin *origin, struct model *model, struct vec_context *contexts,
                 struct vec_edge *edges) {
  uint32_t first = edges->size;
  while (origin) {
    bool step = term_none(origin->choice);
    if (step) vec_context_push(contexts, origin->context);
    if (step) vec_edge_push(edges, origin->edge);
    origin = step || model_holds(model, origin->choice) ? origin->before : origin->other;
  }
  uint32_t shift = contexts->size - edges->size;
  for (uint32_t i = first, k = edges->size; i + 1 < k; i++) {
    k--;
    struct edge edge = edges->data[i];
    struct context context = contexts->data[i + shift];
    edges->data[i] = edges->data[k];
    edges->data[k] = edge;
    contexts->data[i + shift] = contexts->data[k + shift];
    contexts->data[k + shift] = context;
  }
}
