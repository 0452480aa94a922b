// See expansion.h.
#include "explore/expansion.h"
#include <assert.h>

#define POINTS_MAX (1u << 17)
#define LOOKS 64 // at a term, for each that is made: see expansion_sweep_bounded

// --- points and steps ------------------------------------------------------------------------------------------------

static uint64_t point_key(struct context context, struct location location) {
  return (uint64_t)context.id << 32 | location.id;
}

struct point expansion_point(const struct expansion *x, struct context context, struct location location) {
  return (struct point){map_u32_get_or(&x->number, point_key(context, location), UINT32_MAX)};
}

static struct point add_point(struct expansion *x, struct context context, struct location location) {
  struct point p = expansion_point(x, context, location);
  if (!point_none(p)) return p;
  p.id = x->points.size;
  map_u32_put(&x->number, point_key(context, location), p.id);
  const struct cfa_location *at = cfa_location(x->cfa, location);
  vec_expanded_point_push(&x->points, (struct expanded_point){.context = context,
                                                              .location = location,
                                                              .cut = at->loop_head && at->kind == LOC_PLAIN,
                                                              .component = COMPONENT_NONE,
                                                              .loop = POINT_NONE,
                                                              .loop_parent = POINT_NONE});
  return p;
}

// How often the context's function is on the call string besides.
static uint32_t recursions(const struct unfold *u, struct context context) {
  uint32_t function = unfold_function(u, context), n = 0;
  for (struct context c = unfold_parent(u, context); !context_none(c); c = unfold_parent(u, c))
    n += unfold_function(u, c) == function;
  return n;
}

static void add_step(struct expansion *x, struct point from, struct edge edge) {
  struct context context = expansion_at(x, from)->context;
  struct expanded_step s = {.from = from, .to = POINT_NONE, .context = context};
  s.step = unfold_step(x->unfold, context, edge);
  if (recursions(x->unfold, s.step->context) > x->recursion) x->bounded = true;
  else s.to = add_point(x, s.step->context, s.step->location);
  vec_u32_push(&x->points.data[from.id].out, x->steps.size);
  if (!point_none(s.to)) vec_u32_push(&x->points.data[s.to.id].in, x->steps.size);
  vec_expanded_step_push(&x->steps, s);
}

static bool find_points(struct expansion *x) {
  x->entry = add_point(x, CONTEXT_ROOT, x->cfa->functions.data[x->cfa->main].entry);
  for (uint32_t i = 0; i < x->points.size; i++) {
    struct location location = x->points.data[i].location;
    if (limits_stopped(x->run->limits)) return false;
    if (x->most && (x->points.size > x->most || run_slice_is_used(x->run))) return false;
    if (x->points.size > POINTS_MAX) {
      run_incomplete(x->run, REASON_DEPTH, "the program with its calls expanded is too large", location);
      return false;
    }
    const struct cfa_location *at = cfa_location(x->cfa, location);
    for (uint32_t k = 0; at->kind == LOC_PLAIN && k < at->out.size; k++)
      add_step(x, (struct point){i}, at->out.data[k]);
  }
  return true;
}

// --- order -----------------------------------------------------------------------------------------------------------

struct descent {
  struct point point;
  uint32_t next; // of its steps
};
VEC_TYPE(vec_descent, struct descent)

// Depth first; a point is done when all that follows it before the next cut point is.
static void order_from(struct expansion *x, struct point root, unsigned char *seen, struct vec_descent *stack,
                       struct vec_point *done) {
  if (seen[root.id]) return;
  seen[root.id] = 1;
  vec_descent_push(stack, (struct descent){root, 0});
  while (stack->size) {
    struct descent *top = &stack->data[stack->size - 1];
    const struct expanded_point *p = expansion_at(x, top->point);
    if (top->next == p->out.size) {
      vec_point_push(done, top->point);
      stack->size--;
      continue;
    }
    struct point to = x->steps.data[p->out.data[top->next++]].to;
    if (point_none(to) || seen[to.id] || expansion_at(x, to)->cut) continue;
    seen[to.id] = 1;
    vec_descent_push(stack, (struct descent){to, 0});
  }
}

static void find_order(struct expansion *x) {
  unsigned char *seen = mem_zalloc(x->points.size + 1, sizeof *seen);
  struct vec_descent stack = {0};
  struct vec_point done = {0};
  for (uint32_t i = x->points.size; i-- > 0;)
    if (x->points.data[i].cut) order_from(x, (struct point){i}, seen, &stack, &done);
  order_from(x, x->entry, seen, &stack, &done);
  for (uint32_t i = done.size; i-- > 0;) {
    x->points.data[done.data[i].id].order = x->by_order.size;
    vec_point_push(&x->by_order, done.data[i]);
    if (expansion_at(x, done.data[i])->cut) vec_point_push(&x->cuts, done.data[i]);
  }
  assert(x->by_order.size == x->points.size);
  mem_free(seen);
  vec_descent_release(&stack);
  vec_point_release(&done);
}

// --- components (R. Tarjan, Depth-first search and linear graph algorithms) ------------------------------------------

struct tarjan {
  struct vec_descent stack;
  struct vec_point open; // visited, their component is not complete
  uint32_t *number, *low; // by point; number 0: not visited
  unsigned char *is_open;
  uint32_t count;
};

static void visit(struct tarjan *t, struct point p) {
  t->number[p.id] = t->low[p.id] = ++t->count;
  t->is_open[p.id] = 1;
  vec_point_push(&t->open, p);
  vec_descent_push(&t->stack, (struct descent){p, 0});
}

static bool steps_to_itself(const struct expansion *x, struct point p) {
  const struct vec_u32 *out = &expansion_at(x, p)->out;
  for (uint32_t i = 0; i < out->size; i++)
    if (point_same(x->steps.data[out->data[i]].to, p)) return true;
  return false;
}

static void close_component(struct expansion *x, struct tarjan *t, struct point root) {
  uint32_t first = t->open.size;
  while (!point_same(t->open.data[--first], root)) continue;
  bool cyclic = t->open.size - first > 1 || steps_to_itself(x, root);
  for (uint32_t i = first; i < t->open.size; i++) {
    t->is_open[t->open.data[i].id] = 0;
    if (cyclic) x->points.data[t->open.data[i].id].component = x->components.size;
  }
  t->open.size = first;
  if (cyclic) vec_component_push(&x->components, (struct component){0});
}

static void find_components(struct expansion *x) {
  uint32_t n = x->points.size + 1;
  struct tarjan t = {.number = mem_zalloc(n, sizeof(uint32_t)),
                     .low = mem_zalloc(n, sizeof(uint32_t)),
                     .is_open = mem_zalloc(n, 1)};
  visit(&t, x->entry);
  while (t.stack.size) {
    struct descent *top = &t.stack.data[t.stack.size - 1];
    struct point p = top->point;
    const struct expanded_point *at = expansion_at(x, p);
    if (top->next < at->out.size) {
      struct point to = x->steps.data[at->out.data[top->next++]].to;
      if (point_none(to)) continue;
      if (!t.number[to.id]) visit(&t, to);
      else if (t.is_open[to.id] && t.number[to.id] < t.low[p.id]) t.low[p.id] = t.number[to.id];
      continue;
    }
    t.stack.size--;
    if (t.low[p.id] == t.number[p.id]) close_component(x, &t, p);
    if (!t.stack.size) break;
    struct point before = t.stack.data[t.stack.size - 1].point;
    if (t.low[p.id] < t.low[before.id]) t.low[before.id] = t.low[p.id];
  }
  mem_free(t.number);
  mem_free(t.low);
  mem_free(t.is_open);
  vec_point_release(&t.open);
  vec_descent_release(&t.stack);
}

static void fill_components(struct expansion *x) {
  for (uint32_t i = 0; i < x->by_order.size; i++) {
    struct point p = x->by_order.data[i];
    const struct expanded_point *at = expansion_at(x, p);
    if (at->component == COMPONENT_NONE) continue;
    vec_point_push(&x->components.data[at->component].points, p);
    if (at->cut) vec_point_push(&x->components.data[at->component].cuts, p);
  }
  for (uint32_t i = 0; i < x->steps.size; i++) {
    const struct expanded_step *s = &x->steps.data[i];
    if (point_none(s->to)) continue;
    uint32_t from = expansion_at(x, s->from)->component, to = expansion_at(x, s->to)->component;
    if (to != COMPONENT_NONE && from != to) vec_u32_push(&x->components.data[to].entering, i);
  }
}

// --- nesting ---------------------------------------------------------------------------------------------------------

// The innermost loop around a location in a context, the loops of callers included. `above`: not the location's own
// loop, but what is around it.
static struct point loop_around(const struct expansion *x, struct context context, struct location location,
                                bool above) {
  const struct cfa_location *at = cfa_location(x->cfa, location);
  struct location head = above ? at->loop_parent : at->loop;
  while (location_none(head) && !context_same(context, CONTEXT_ROOT)) {
    const struct cfa_edge *call = cfa_edge(x->cfa, unfold_call(x->unfold, context));
    context = unfold_parent(x->unfold, context);
    head = cfa_location(x->cfa, call->from)->loop;
    while (!location_none(head) && !cfa_in_loop(x->cfa, call->to, head)) head = cfa_location(x->cfa, head)->loop_parent;
  }
  return location_none(head) ? POINT_NONE : expansion_point(x, context, head);
}

static void find_nesting(struct expansion *x) {
  for (uint32_t i = 0; i < x->points.size; i++) {
    struct expanded_point *p = &x->points.data[i];
    p->loop = p->cut ? (struct point){i} : loop_around(x, p->context, p->location, false);
    if (p->cut) p->loop_parent = loop_around(x, p->context, p->location, true);
  }
}

bool expansion_in_loop(const struct expansion *x, struct point p, struct point head) {
  struct point at = expansion_at(x, p)->loop;
  while (!point_none(at) && !point_same(at, head)) at = expansion_at(x, at)->loop_parent;
  return !point_none(at);
}

// --- targets ---------------------------------------------------------------------------------------------------------

static void add_target(struct expansion *x, enum target_kind kind, uint32_t point, struct term condition) {
  if (term_is_false(x->tm, condition)) return;
  vec_target_push(&x->targets, (struct target){kind, (struct point){point}, condition});
}

static void find_targets(struct expansion *x) {
  for (uint32_t i = 0; i < x->points.size; i++)
    if (cfa_location(x->cfa, x->points.data[i].location)->kind == LOC_ERROR)
      add_target(x, TARGET_ERROR, i, term_true(x->tm));
  for (uint32_t i = 0; i < x->points.size; i++) {
    const struct expanded_point *p = &x->points.data[i];
    enum cfa_location_kind kind = cfa_location(x->cfa, p->location)->kind;
    if (kind == LOC_UNSUPPORTED) add_target(x, TARGET_UNSUPPORTED, i, term_true(x->tm));
    if (kind != LOC_PLAIN) continue;
    add_target(x, TARGET_TOO_LARGE, i, unfold_too_large(x->unfold, p->context, p->location));
    for (uint32_t k = 0; k < p->out.size; k++) {
      const struct expanded_step *s = &x->steps.data[p->out.data[k]];
      if (!s->step->known) add_target(x, TARGET_UNKNOWN, i, term_true(x->tm));
      else if (point_none(s->to)) add_target(x, TARGET_RECURSION, i, s->step->step.guard);
    }
  }
}

enum reason target_reason(enum target_kind kind) {
  switch (kind) {
  case TARGET_TOO_LARGE: return REASON_ALLOCATION;
  case TARGET_RECURSION: return REASON_RECURSION;
  case TARGET_ERROR:
  case TARGET_UNSUPPORTED:
  case TARGET_UNKNOWN: break;
  }
  return REASON_UNSUPPORTED;
}

const char *target_text(const struct expansion *x, const struct target *target) {
  switch (target->kind) {
  case TARGET_TOO_LARGE: return "an object of a size that is not constant";
  case TARGET_RECURSION: return "a recursive call";
  case TARGET_UNKNOWN: return "a frame whose size is not the same on all paths";
  case TARGET_ERROR:
  case TARGET_UNSUPPORTED: break;
  }
  return cfa_location(x->cfa, expansion_at(x, target->point)->location)->text;
}

// --- the whole -------------------------------------------------------------------------------------------------------

static struct expansion *expand(struct run *r, uint32_t recursion, uint32_t most) {
  struct expansion *x = mem_zalloc(1, sizeof *x);
  *x = (struct expansion){.run = r,
                          .tm = r->tm,
                          .cfa = r->cfa,
                          .unfold = r->unfold,
                          .recursion = recursion,
                          .most = most};
  if (!find_points(x)) {
    expansion_free(x);
    return NULL;
  }
  find_order(x);
  find_components(x);
  fill_components(x);
  find_nesting(x);
  find_targets(x);
  return x;
}

struct expansion *expansion_new(struct run *r, uint32_t recursion) { return expand(r, recursion, 0); }

struct expansion *expansion_brief(struct run *r, uint32_t recursion, uint32_t most) {
  return expand(r, recursion, most < POINTS_MAX ? most : POINTS_MAX);
}

void expansion_free(struct expansion *x) {
  if (!x) return;
  for (uint32_t i = 0; i < x->points.size; i++) {
    vec_u32_release(&x->points.data[i].in);
    vec_u32_release(&x->points.data[i].out);
  }
  for (uint32_t i = 0; i < x->components.size; i++) {
    vec_point_release(&x->components.data[i].points);
    vec_point_release(&x->components.data[i].cuts);
    vec_u32_release(&x->components.data[i].entering);
  }
  vec_expanded_point_release(&x->points);
  vec_expanded_step_release(&x->steps);
  vec_point_release(&x->cuts);
  vec_point_release(&x->by_order);
  vec_target_release(&x->targets);
  vec_component_release(&x->components);
  map_u32_release(&x->number);
  map_u32_release(&x->renamed);
  mem_free(x);
}

void expansion_mark_reached(const struct expansion *x) {
  unsigned char *reached = x->run->setting.reached;
  for (uint32_t i = 0; reached && i < x->points.size; i++) {
    struct location location = x->points.data[i].location;
    if (cfa_location(x->cfa, location)->kind == LOC_PLAIN) reached[location.id] = 1;
  }
}

bool expansion_is_complete(const struct expansion *x) {
  for (uint32_t i = 0; i < x->targets.size; i++)
    if (x->targets.data[i].kind != TARGET_ERROR && x->targets.data[i].kind != TARGET_UNSUPPORTED) return false;
  return !x->bounded;
}

struct term expansion_initial(struct expansion *x) {
  struct term heap = unfold_heap(x->unfold);
  return term_eq(x->tm, heap, term_bv(x->tm, term_width(x->tm, heap), x->cfa->heap_start));
}

// --- backward --------------------------------------------------------------------------------------------------------

bool expansion_is_input(const struct expansion *x, struct term variable) {
  return map_u32_find(&x->renamed, variable.id) != NULL;
}

// Where an input occurs, it becomes the one of this context and pass.
static struct term rename_inputs(struct expansion *x, struct context context, uint32_t n, const struct term *inputs,
                                 struct term formula, uint32_t pass) {
  struct vec_term from = {0}, to = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (!term_mentions(x->tm, formula, inputs[i])) continue;
    struct text name = {0};
    text_printf(&name, "%s^%u@%u", term_var_name(x->tm, inputs[i]), pass, context.id);
    struct term renamed = term_var(x->tm, term_sort(x->tm, inputs[i]), text_cstr(&name));
    text_release(&name);
    map_u32_put(&x->renamed, renamed.id, 1);
    vec_term_push(&from, inputs[i]);
    vec_term_push(&to, renamed);
  }
  if (from.size) formula = term_substitute(x->tm, formula, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return formula;
}

struct term expansion_value(struct expansion *x, uint32_t step, struct term value, uint32_t pass) {
  const struct expanded_step *s = &x->steps.data[step];
  return rename_inputs(x, s->context, s->step->step.n_inputs, s->step->step.inputs, value, pass);
}

struct term expansion_pre(struct expansion *x, uint32_t step, struct term formula, uint32_t pass) {
  const struct expanded_step *s = &x->steps.data[step];
  assert(s->step->known);
  struct term before = term_and(x->tm, s->step->step.guard, substitution_apply(s->step->back, formula));
  return expansion_value(x, step, before, pass);
}

struct term expansion_target(struct expansion *x, const struct target *target, uint32_t pass) {
  const struct expanded_point *p = expansion_at(x, target->point);
  struct term condition = target->condition;
  // Whether an object is too large depends on the inputs of all edges of the location.
  const struct vec_edge *out = &cfa_location(x->cfa, p->location)->out;
  for (uint32_t i = 0; i < out->size; i++) {
    const struct vec_input *inputs = &cfa_edge(x->cfa, out->data[i])->inputs;
    for (uint32_t k = 0; k < inputs->size; k++)
      condition = rename_inputs(x, p->context, 1, &inputs->data[k].term, condition, pass);
  }
  return condition;
}

// A sweep in the making: points that wait, the latest first.
struct sweep {
  struct expansion *x;
  uint32_t pass;
  const unsigned char *within;
  struct map_u32 *out;
  struct vec_u32 heap; // orders, a binary heap with the greatest on top
};

static void heap_push(struct vec_u32 *heap, uint32_t value) {
  uint32_t i = heap->size;
  vec_u32_push(heap, value);
  for (; i && heap->data[(i - 1) / 2] < value; i = (i - 1) / 2) heap->data[i] = heap->data[(i - 1) / 2];
  heap->data[i] = value;
}

static uint32_t heap_pop(struct vec_u32 *heap) {
  uint32_t top = heap->data[0], last = vec_u32_pop(heap), i = 0;
  for (uint32_t child; (child = 2 * i + 1) < heap->size; i = child) {
    if (child + 1 < heap->size && heap->data[child + 1] > heap->data[child]) child++;
    if (heap->data[child] <= last) break;
    heap->data[i] = heap->data[child];
  }
  if (heap->size) heap->data[i] = last;
  return top;
}

static void contribute(struct sweep *w, struct point p, struct term formula) {
  if (term_is_false(w->x->tm, formula)) return;
  const uint32_t *known = map_u32_find(w->out, p.id);
  if (!known) heap_push(&w->heap, expansion_at(w->x, p)->order);
  if (known) formula = term_or(w->x->tm, (struct term){*known}, formula);
  map_u32_put(w->out, p.id, formula.id);
}

static void propagate(struct sweep *w, struct point p, struct term formula) {
  const struct vec_u32 *in = &expansion_at(w->x, p)->in;
  for (uint32_t i = 0; i < in->size; i++) {
    const struct expanded_step *s = &w->x->steps.data[in->data[i]];
    if (!s->step->known || (w->within && !w->within[s->from.id])) continue;
    contribute(w, s->from, expansion_pre(w->x, in->data[i], formula, w->pass));
  }
}

bool expansion_sweep_bounded(struct expansion *x, uint32_t n, const struct goal *goals, uint32_t pass,
                             const unsigned char *within, uint32_t terms, struct map_u32 *out) {
  struct sweep w = {.x = x, .pass = pass, .within = within, .out = out};
  uint32_t before = terms_count(x->tm), made = 0;
  uint64_t size = 0, looked_at = 0; // every step looks at the whole formula, which is as large as what was made for it
  for (uint32_t i = 0; i < n && terms != UINT32_MAX; i++) size += term_dag_size(x->tm, goals[i].formula);
  map_u32_clear(out);
  for (uint32_t i = 0; i < n; i++)
    if (goals[i].here) contribute(&w, goals[i].point, goals[i].formula);
    else propagate(&w, goals[i].point, goals[i].formula);
  while (w.heap.size && made <= terms && (terms == UINT32_MAX || looked_at / LOOKS <= terms)) {
    struct point p = x->by_order.data[heap_pop(&w.heap)];
    made = terms_count(x->tm) - before;
    looked_at += size + made;
    // What begins at a cut point ends the sweep.
    if (!expansion_at(x, p)->cut) propagate(&w, p, (struct term){*map_u32_find(out, p.id)});
  }
  bool complete = !w.heap.size;
  vec_u32_release(&w.heap);
  return complete;
}

void expansion_sweep(struct expansion *x, uint32_t n, const struct goal *goals, uint32_t pass,
                     const unsigned char *within, struct map_u32 *out) {
  bool complete = expansion_sweep_bounded(x, n, goals, pass, within, UINT32_MAX, out);
  assert(complete);
  (void)complete;
}
