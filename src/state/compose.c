// Forward composition: a store from variables to their current values, into which each edge's guard and values are
// substituted.
#include "state/compose.h"
#include "base/memory/map.h"
#include <assert.h>

VEC_TYPE(vec_step_update, struct step_update)

struct piece {
  struct terms *tm;
  struct unfold *u;
  struct context context;        // where the path is
  struct map_u32 now;            // variable, or input of the step at hand → its current value
  struct vec_term changed;       // variables with a value, in the order of their first change
  struct vec_term guards;
  struct map_u32 times;          // input of an edge → how often it was taken
  struct map_u32 names;          // the inputs of the piece
  struct vec_term inputs;        // the same in order
  struct vec_term values;        // scratch: of the step at hand
};

static void piece_release(struct piece *p) {
  map_u32_release(&p->now);
  map_u32_release(&p->times);
  map_u32_release(&p->names);
  vec_term_release(&p->changed);
  vec_term_release(&p->guards);
  vec_term_release(&p->inputs);
  vec_term_release(&p->values);
}

// --- inputs ----------------------------------------------------------------------------------

// Is the variable the program's, or an input of the piece already?
static bool is_taken(const struct piece *p, struct term name) {
  struct context context;
  uint32_t var;
  return map_u32_find(&p->names, name.id) || unfold_var_of(p->u, name, &context, &var) ||
         term_same(name, unfold_heap(p->u));
}

// The first time an input is itself. Later names depend on the number alone, so that pieces share terms.
static struct term new_input(struct piece *p, struct term input) {
  uint32_t time = map_u32_get_or(&p->times, input.id, 0) + 1;
  struct term name = input;
  struct text text = {0};
  if (time == 1 && is_taken(p, name)) time++;
  for (; time > 1; time++) {
    text_clear(&text);
    text_printf(&text, "%s#%u", term_var_name(p->tm, input), time);
    name = term_var(p->tm, term_sort(p->tm, input), text_cstr(&text));
    if (!is_taken(p, name)) break;
  }
  text_release(&text);
  map_u32_put(&p->times, input.id, time);
  map_u32_put(&p->names, name.id, 1);
  vec_term_push(&p->inputs, name);
  return name;
}

// --- one edge --------------------------------------------------------------------------------

static void add_replacements(struct piece *p, struct substitution *sub, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(p->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t *value = map_u32_find(&p->now, ids[i]);
    if (value) substitution_set(sub, (struct term){ids[i]}, (struct term){*value});
  }
}

// A substitution of its own for each edge: one of the whole store would forget at each update what it has rebuilt, and
// that costs as much as was ever in it.
static struct term pass(struct piece *p, const struct step *s) {
  struct substitution *sub = substitution_new(p->tm);
  add_replacements(p, sub, s->guard);
  for (uint32_t i = 0; i < s->n_updates; i++) add_replacements(p, sub, s->updates[i].value);
  vec_term_clear(&p->values);
  struct term guard = substitution_apply(sub, s->guard);
  for (uint32_t i = 0; i < s->n_updates && !term_is_false(p->tm, guard); i++)
    vec_term_push(&p->values, substitution_apply(sub, s->updates[i].value));
  substitution_free(sub);
  return guard;
}

// False: the edge cannot be taken.
static bool take(struct piece *p, const struct unfold_step *edge) {
  const struct step *s = &edge->step;
  for (uint32_t i = 0; i < s->n_inputs; i++) map_u32_put(&p->now, s->inputs[i].id, new_input(p, s->inputs[i]).id);
  struct term guard = pass(p, s);
  if (!term_is_true(p->tm, guard)) vec_term_push(&p->guards, guard);
  for (uint32_t i = 0; i < p->values.size; i++) {
    struct term var = s->updates[i].var;
    if (!map_u32_find(&p->now, var.id)) vec_term_push(&p->changed, var);
    map_u32_put(&p->now, var.id, p->values.data[i].id);
  }
  p->context = edge->context;
  return !term_is_false(p->tm, guard);
}

// --- the result ------------------------------------------------------------------------------

// The call string at the end, as far down as variables of other contexts were changed.
static void find_frames(const struct piece *p, struct map_u32 *frames) {
  uint32_t lowest = unfold_depth(p->u, p->context), var;
  struct context context;
  for (uint32_t i = 0; i < p->changed.size; i++) {
    if (!unfold_var_of(p->u, p->changed.data[i], &context, &var)) continue;
    uint32_t depth = unfold_depth(p->u, context);
    if (depth < lowest) lowest = depth;
  }
  for (struct context c = p->context; !context_none(c) && unfold_depth(p->u, c) >= lowest; c = unfold_parent(p->u, c))
    map_u32_put(frames, c.id, 1);
  map_u32_put(frames, CONTEXT_ROOT.id, 1); // globals too
}

static void find_updates(const struct piece *p, struct vec_step_update *out) {
  struct map_u32 frames = {0};
  find_frames(p, &frames);
  for (uint32_t i = 0; i < p->changed.size; i++) {
    struct term variable = p->changed.data[i], value = {*map_u32_find(&p->now, variable.id)};
    struct context context;
    uint32_t var;
    bool gone = unfold_var_of(p->u, variable, &context, &var) && !map_u32_find(&frames, context.id);
    if (!gone && !term_same(variable, value)) vec_step_update_push(out, (struct step_update){variable, value});
  }
  map_u32_release(&frames);
}

static void add_mentioned(struct terms *tm, struct term t, struct map_u32 *mentioned) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++) map_u32_put(mentioned, ids[i], 1);
}

static const void *copy_to(struct arena *arena, const void *from, size_t bytes) {
  void *to = arena_alloc(arena, bytes ? bytes : 1);
  if (bytes) memcpy(to, from, bytes);
  return to;
}

static void finish(struct piece *p, struct arena *arena, struct step *out) {
  struct vec_step_update updates = {0};
  struct map_u32 mentioned = {0};
  struct term guard = p->guards.size ? term_and_n(p->tm, p->guards.size, p->guards.data) : term_true(p->tm);
  if (!term_is_false(p->tm, guard)) find_updates(p, &updates);
  add_mentioned(p->tm, guard, &mentioned);
  for (uint32_t i = 0; i < updates.size; i++) add_mentioned(p->tm, updates.data[i].value, &mentioned);
  uint32_t n_inputs = 0;
  for (uint32_t i = 0; i < p->inputs.size; i++)
    if (map_u32_find(&mentioned, p->inputs.data[i].id)) p->inputs.data[n_inputs++] = p->inputs.data[i];
  *out = (struct step){.guard = guard,
                       .n_updates = updates.size,
                       .n_inputs = n_inputs,
                       .updates = copy_to(arena, updates.data, updates.size * sizeof *updates.data),
                       .inputs = copy_to(arena, p->inputs.data, n_inputs * sizeof *p->inputs.data)};
  vec_step_update_release(&updates);
  map_u32_release(&mentioned);
}

bool compose_steps(struct terms *tm, struct unfold *u, struct arena *arena, uint32_t n, const struct context *contexts,
                   const struct edge *edges, struct step *out) {
  struct piece p = {.tm = tm, .u = u, .context = n ? contexts[0] : CONTEXT_ROOT};
  bool known = true, open = true;
  for (uint32_t i = 0; i < n && known && open; i++) {
    const struct unfold_step *edge = unfold_step(u, contexts[i], edges[i]);
    assert(context_same(contexts[i], p.context));
    known = edge->known;
    if (known) open = take(&p, edge);
  }
  if (known) finish(&p, arena, out);
  piece_release(&p);
  return known;
}
