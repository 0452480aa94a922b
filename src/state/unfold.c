// Contexts, their variables, and edges as steps over them.
//
// A step is made in three parts: the objects that the location's edges allocate get their addresses (all of them, as
// the edges of a location share them and struct state makes them before it looks at any edge), then the edge or the
// call, then the returns at whose end struct state stops. The parts are composed by keeping the current value of each
// changed variable.
#include "state/unfold.h"
#include "state/code/address.h"
#include "state/program.h"
#include <assert.h>

#define UNKNOWN_STACK UINT64_MAX
#define NOT_REACHED (UINT64_MAX - 1)

struct context_record {
  struct context parent;
  struct edge call;
  uint32_t function, depth;
  struct vec_term vars;          // by slot; none until asked for
  struct substitution *rename;   // the function's variables → these; NULL until needed, and for the root
  bool entered;                  // `entry` is known
  uint64_t entry;                // the stack pointer at its entry
  uint64_t *stacks;              // stack pointers, by location of the function; NULL until needed
};

struct owner {
  struct context context;
  uint32_t var;
};
VEC_TYPE(vec_owner, struct owner)
VEC_TYPE(vec_step_update, struct step_update)

struct unfold {
  struct cfa *cfa;
  struct terms *tm;
  struct address_space space;
  struct vec_ptr contexts;
  struct map_u32 entered;        // context and call edge → context
  struct map_ptr steps;          // context and edge → step
  struct map_u32 taken;          // terms of inputs and addresses: names that instances must not have
  struct map_u32 owner_of;       // instance → index into owners
  struct vec_owner owners;
  struct term heap;
  uint32_t *index;               // location → its index among those of its function
  uint32_t *n_locations;         // by function
  bool *has_stack;               // by function: does it allocate stack objects?
  bool *has_objects;             // by location: do its edges allocate any?
  struct vec_u32 regions;        // variables that are memory
};

static uint64_t key_of(struct context context, struct edge edge) { return (uint64_t)context.id << 32 | edge.id; }
static bool is_root(struct context context) { return context_same(context, CONTEXT_ROOT); }
static struct context_record *context_at(const struct unfold *u, struct context context) {
  return u->contexts.data[context.id];
}
static const struct cfa_edge *edge_at(const struct unfold *u, struct edge edge) { return cfa_edge(u->cfa, edge); }

// --- contexts ------------------------------------------------------------------------------

static struct context add_context(struct unfold *u, struct context parent, struct edge call, uint32_t function) {
  struct context_record *c = mem_zalloc(1, sizeof *c);
  c->parent = parent;
  c->call = call;
  c->function = function;
  c->depth = context_none(parent) ? 1 : context_at(u, parent)->depth + 1;
  vec_ptr_push(&u->contexts, c);
  return (struct context){u->contexts.size - 1};
}

static void collect_locations(struct unfold *u) {
  const struct cfa *cfa = u->cfa;
  u->index = mem_zalloc(cfa->locations.size + 1, sizeof *u->index);
  u->n_locations = mem_zalloc(cfa->functions.size + 1, sizeof *u->n_locations);
  u->has_stack = mem_zalloc(cfa->functions.size + 1, sizeof *u->has_stack);
  u->has_objects = mem_zalloc(cfa->locations.size + 1, sizeof *u->has_objects);
  for (uint32_t i = 0; i < cfa->locations.size; i++) u->index[i] = u->n_locations[cfa->locations.data[i].function]++;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    for (uint32_t k = 0; k < e->inputs.size; k++) map_u32_put(&u->taken, e->inputs.data[k].term.id, 1);
    if (e->allocs.size) u->has_objects[e->from.id] = true;
    for (uint32_t k = 0; k < e->allocs.size; k++) {
      map_u32_put(&u->taken, e->allocs.data[k].term.id, 1);
      if (e->allocs.data[k].is_stack) u->has_stack[cfa_location(cfa, e->from)->function] = true;
    }
  }
}

// A variable that is none of the program's, so named if it can be.
static struct term new_variable(struct unfold *u, struct sort sort, struct text *name) {
  for (;; text_addc(name, '\'')) {
    struct term t = term_var(u->tm, sort, text_cstr(name));
    if (cfa_var_of(u->cfa, t) == CFA_NONE && !map_u32_find(&u->taken, t.id) && !map_u32_find(&u->owner_of, t.id))
      return t;
  }
}

struct unfold *unfold_new(struct cfa *cfa) {
  struct unfold *u = mem_zalloc(1, sizeof *u);
  u->cfa = cfa;
  u->tm = cfa->tm;
  u->space = address_space_of(cfa);
  collect_locations(u);
  for (uint32_t i = 0; i < cfa->globals.size; i++)
    if (cfa->vars.data[cfa->globals.data[i]].kind == VAR_REGION) vec_u32_push(&u->regions, cfa->globals.data[i]);
  struct text name = {0};
  text_printf(&name, "heap@%u", cfa->pointer_bits);
  u->heap = new_variable(u, sort_bv(u->tm, cfa->pointer_bits), &name);
  text_release(&name);
  map_u32_put(&u->taken, u->heap.id, 1);
  add_context(u, CONTEXT_NONE, EDGE_NONE, cfa->main);
  return u;
}

static void step_free(struct unfold_step *step) {
  mem_free((void *)step->step.updates);
  mem_free((void *)step->step.inputs);
  substitution_free(step->back);
  mem_free(step);
}

void unfold_free(struct unfold *u) {
  if (!u) return;
  for (uint32_t i = 0; i < u->contexts.size; i++) {
    struct context_record *c = u->contexts.data[i];
    vec_term_release(&c->vars);
    substitution_free(c->rename);
    mem_free(c->stacks);
    mem_free(c);
  }
  for (uint32_t i = 0; i < u->steps.capacity; i++)
    if (u->steps.cells[i].key != MAP_EMPTY) step_free(u->steps.cells[i].value);
  vec_ptr_release(&u->contexts);
  map_u32_release(&u->entered);
  map_ptr_release(&u->steps);
  map_u32_release(&u->taken);
  map_u32_release(&u->owner_of);
  vec_owner_release(&u->owners);
  vec_u32_release(&u->regions);
  mem_free(u->index);
  mem_free(u->n_locations);
  mem_free(u->has_stack);
  mem_free(u->has_objects);
  mem_free(u);
}

struct cfa *unfold_cfa(const struct unfold *u) { return u->cfa; }
uint32_t unfold_contexts(const struct unfold *u) { return u->contexts.size; }
struct context unfold_parent(const struct unfold *u, struct context context) { return context_at(u, context)->parent; }
struct edge unfold_call(const struct unfold *u, struct context context) { return context_at(u, context)->call; }
uint32_t unfold_function(const struct unfold *u, struct context context) { return context_at(u, context)->function; }
uint32_t unfold_depth(const struct unfold *u, struct context context) { return context_at(u, context)->depth; }
struct term unfold_heap(struct unfold *u) { return u->heap; }

struct context unfold_enter(struct unfold *u, struct context context, struct edge call_edge) {
  const struct cfa_edge *e = edge_at(u, call_edge);
  assert(e->callee != CFA_NONE && cfa_location(u->cfa, e->from)->function == context_at(u, context)->function);
  uint64_t key = key_of(context, call_edge);
  uint32_t *known = map_u32_find(&u->entered, key);
  if (known) return (struct context){*known};
  struct context made = add_context(u, context, call_edge, e->callee);
  map_u32_put(&u->entered, key, made.id);
  return made;
}

// --- variables -----------------------------------------------------------------------------

static struct term new_instance(struct unfold *u, struct context context, uint32_t var) {
  const struct cfa_var *v = &u->cfa->vars.data[var];
  const char *function = u->cfa->functions.data[v->function].name, *name = term_var_name(u->tm, v->term);
  size_t prefix = strlen(function);
  bool qualified = !strncmp(name, function, prefix) && !strncmp(name + prefix, "::", 2);
  struct text unique = {0};
  text_printf(&unique, "%s@c%u::%s", function, context.id, qualified ? name + prefix + 2 : name);
  struct term t = new_variable(u, v->sort, &unique);
  text_release(&unique);
  map_u32_put(&u->owner_of, t.id, u->owners.size);
  vec_owner_push(&u->owners, (struct owner){context, var});
  return t;
}

struct term unfold_var(struct unfold *u, struct context context, uint32_t var) {
  const struct cfa_var *v = &u->cfa->vars.data[var];
  if (v->function == CFA_NONE || is_root(context)) return v->term;
  struct context_record *c = context_at(u, context);
  assert(v->function == c->function);
  if (!c->vars.size) vec_term_resize(&c->vars, u->cfa->functions.data[c->function].locals.size);
  if (term_none(c->vars.data[v->slot])) c->vars.data[v->slot] = new_instance(u, context, var);
  return c->vars.data[v->slot];
}

bool unfold_var_of(const struct unfold *u, struct term t, struct context *context, uint32_t *var) {
  const uint32_t *at = map_u32_find(&u->owner_of, t.id);
  if (at) {
    *context = u->owners.data[*at].context;
    *var = u->owners.data[*at].var;
    return true;
  }
  uint32_t found = cfa_var_of(u->cfa, t);
  if (found == CFA_NONE) return false;
  uint32_t function = u->cfa->vars.data[found].function;
  if (function != CFA_NONE && function != u->cfa->main) return false;
  *context = CONTEXT_ROOT;
  *var = found;
  return true;
}

// A term of the context's function over the context's variables.
static struct term rename_in(struct unfold *u, struct context context, struct term t) {
  if (is_root(context)) return t;
  struct context_record *c = context_at(u, context);
  if (!c->rename) {
    const struct vec_u32 *locals = &u->cfa->functions.data[c->function].locals;
    c->rename = substitution_new(u->tm);
    for (uint32_t i = 0; i < locals->size; i++)
      substitution_set(c->rename, u->cfa->vars.data[locals->data[i]].term, unfold_var(u, context, locals->data[i]));
  }
  return substitution_apply(c->rename, t);
}

// --- objects -------------------------------------------------------------------------------

// What the edges of a location allocate, each object once.
struct placed {
  struct vec_term terms;         // their address terms
  struct vec_term fits;          // when the object is small enough
  struct substitution *addresses; // NULL: no objects
  struct term heap;              // the bump pointer after them
  struct term room;              // for all of them on the heap, also those of other edges: addresses do not wrap
  uint64_t stack;
};

static void placed_release(struct placed *p) {
  vec_term_release(&p->terms);
  vec_term_release(&p->fits);
  substitution_free(p->addresses);
}

static struct term in_context(struct unfold *u, struct context context, const struct placed *p, struct term t) {
  t = rename_in(u, context, t);
  return p->addresses ? substitution_apply(p->addresses, t) : t;
}

uint64_t unfold_block_space(const struct unfold *u, const struct cfa_alloc *alloc, uint64_t size) {
  if (size < alloc->space) size = alloc->space;
  return (size + u->space.gap + OBJECT_GAP - 1) / OBJECT_GAP * OBJECT_GAP;
}

// Returns that the heap has room for it.
static struct term place_heap(struct unfold *u, struct placed *p, const struct cfa_alloc *alloc, struct term size) {
  struct placement at = address_place_term(u->tm, &u->space, alloc, size, p->heap);
  substitution_set(p->addresses, alloc->term, address_to_width(u->tm, at.address, term_width(u->tm, alloc->term)));
  p->heap = at.pointer;
  return address_has_room(u->tm, &u->space, alloc, size, at.address);
}

// False: it does not fit. An object whose size is not constant takes the reserve; struct state may know the size, and
// is not static then.
static bool place_stack(struct unfold *u, struct placed *p, const struct cfa_alloc *alloc, uint64_t bytes) {
  uint64_t address;
  if (p->stack == UNKNOWN_STACK) return true;
  if (!address_place(&u->space, alloc, bytes, &p->stack, &address)) {
    p->stack = UNKNOWN_STACK;
    return false;
  }
  substitution_set(p->addresses, alloc->term, term_bv(u->tm, term_width(u->tm, alloc->term), address));
  return true;
}

static bool allocates(const struct cfa_edge *e, struct term address) {
  for (uint32_t k = 0; k < e->allocs.size; k++)
    if (term_same(e->allocs.data[k].term, address)) return true;
  return false;
}

static void place_one(struct unfold *u, struct context context, const struct cfa_edge *own, struct placed *p,
                      const struct cfa_alloc *alloc) {
  struct terms *tm = u->tm;
  if (!p->addresses) p->addresses = substitution_new(tm);
  struct term size = in_context(u, context, p, alloc->size), fits = term_true(tm);
  uint64_t bytes;
  uint64_t most = alloc->space      ? alloc->space
                  : alloc->is_stack ? u->space.reserve // on the stack the space is taken
                                    : u->space.largest;
  bool constant = term_value64(tm, size, &bytes);
  if (!constant) bytes = u->space.reserve;
  if (!constant) fits = term_ule(tm, size, term_bv(tm, term_width(tm, size), most));
  else if (bytes > u->space.largest) fits = term_false(tm);
  if (alloc->is_stack) {
    if (!place_stack(u, p, alloc, bytes)) fits = term_false(tm);
  } else {
    // The guard says that an object of this very edge fits; one of another edge must not take the bump pointer
    // anywhere.
    if (!constant && !(own && allocates(own, alloc->term)))
      size = term_ite(tm, fits, size, term_bv(tm, term_width(tm, size), u->space.largest));
    if (constant && bytes > u->space.largest) size = term_bv(tm, term_width(tm, size), u->space.largest);
    if (alloc->space) size = term_bv(tm, term_width(tm, size), alloc->space);
    struct term room = place_heap(u, p, alloc, size);
    if (!u->space.never_ends) p->room = term_and(tm, p->room, room);
  }
  vec_term_push(&p->terms, alloc->term);
  vec_term_push(&p->fits, fits);
}

static uint32_t find_placed(const struct placed *p, struct term address) {
  uint32_t k = 0;
  while (k < p->terms.size && !term_same(p->terms.data[k], address)) k++;
  return k;
}

// `own`: the edge to be taken, or NULL.
static void place_objects(struct unfold *u, struct context context, struct location location,
                          const struct cfa_edge *own, uint64_t stack, struct placed *p) {
  const struct cfa_location *loc = cfa_location(u->cfa, location);
  *p = (struct placed){.heap = u->heap, .stack = stack, .room = term_true(u->tm)};
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct cfa_edge *e = edge_at(u, loc->out.data[i]);
    for (uint32_t k = 0; k < e->allocs.size; k++)
      if (find_placed(p, e->allocs.data[k].term) == p->terms.size) place_one(u, context, own, p, &e->allocs.data[k]);
  }
}

static struct term edge_fits(struct unfold *u, const struct placed *p, const struct cfa_edge *e) {
  struct term fits = cfa_edge_on_heap(e) ? p->room : term_true(u->tm);
  for (uint32_t k = 0; k < e->allocs.size; k++)
    fits = term_and(u->tm, fits, p->fits.data[find_placed(p, e->allocs.data[k].term)]);
  return fits;
}

// --- stack pointers -----------------------------------------------------------------------------

// The stack pointer after the location's objects; a call finds it again when it returns.
static uint64_t stack_after(struct unfold *u, struct context context, struct location location, uint64_t stack) {
  const struct cfa_location *loc = cfa_location(u->cfa, location);
  bool any = false;
  for (uint32_t i = 0; i < loc->out.size && !any; i++) {
    const struct cfa_edge *e = edge_at(u, loc->out.data[i]);
    for (uint32_t k = 0; k < e->allocs.size && !any; k++) any = e->allocs.data[k].is_stack;
  }
  if (!any || stack == UNKNOWN_STACK) return stack;
  struct placed p;
  place_objects(u, context, location, NULL, stack, &p);
  placed_release(&p);
  return p.stack;
}

// The stack pointers at all locations of the context's function, from its entry on. They only go from not reached to
// one, and on to unknown.
static void flow_stacks(struct unfold *u, struct context context) {
  struct context_record *c = context_at(u, context);
  uint32_t n = u->n_locations[c->function];
  struct location entry = u->cfa->functions.data[c->function].entry;
  uint64_t *stacks = mem_alloc((n + 1) * sizeof *stacks);
  for (uint32_t i = 0; i < n; i++) stacks[i] = NOT_REACHED;
  struct vec_location work = {0};
  stacks[u->index[entry.id]] = c->entry;
  vec_location_push(&work, entry);
  while (work.size) {
    struct location location = vec_location_pop(&work);
    const struct cfa_location *loc = cfa_location(u->cfa, location);
    uint64_t after = stack_after(u, context, location, stacks[u->index[location.id]]);
    for (uint32_t i = 0; i < loc->out.size; i++) {
      struct location to = edge_at(u, loc->out.data[i])->to;
      uint64_t *stack = &stacks[u->index[to.id]];
      if (*stack == after || *stack == UNKNOWN_STACK) continue;
      *stack = *stack == NOT_REACHED ? after : UNKNOWN_STACK;
      vec_location_push(&work, to);
    }
  }
  vec_location_release(&work);
  c->stacks = stacks;
}

// The context's entry is known.
static uint64_t stack_at(struct unfold *u, struct context context, struct location location) {
  struct context_record *c = context_at(u, context);
  if (c->entry == UNKNOWN_STACK || !u->has_stack[c->function]) return c->entry;
  if (!c->stacks) flow_stacks(u, context);
  uint64_t stack = c->stacks[u->index[location.id]];
  return stack == NOT_REACHED ? UNKNOWN_STACK : stack;
}

uint64_t unfold_entry(struct unfold *u, struct context context) {
  struct vec_context inner = {0};
  while (!context_at(u, context)->entered && !is_root(context)) {
    vec_context_push(&inner, context);
    context = context_at(u, context)->parent;
  }
  struct context_record *c = context_at(u, context);
  if (!c->entered) c->entry = u->space.stack_base;
  c->entered = true;
  while (inner.size) {
    struct context next = vec_context_pop(&inner);
    c = context_at(u, next);
    struct location from = edge_at(u, c->call)->from;
    c->entry = stack_after(u, context, from, stack_at(u, context, from));
    c->entered = true;
    context = next;
  }
  vec_context_release(&inner);
  return c->entry;
}

uint64_t unfold_stack(struct unfold *u, struct context context, struct location location) {
  assert(cfa_location(u->cfa, location)->function == context_at(u, context)->function);
  unfold_entry(u, context);
  return stack_at(u, context, location);
}

// --- steps -----------------------------------------------------------------------------------

// A step in the making: the current values of the variables that it has changed.
struct making {
  struct unfold *u;
  struct context context;
  struct location location;
  uint64_t stack;                // UNKNOWN_STACK: the step cannot be said in terms
  struct vec_step_update updates;
  struct map_u32 index;          // variable → index into updates
  struct vec_term inputs;
};

static struct term current(const struct making *m, struct term var) {
  const uint32_t *at = map_u32_find(&m->index, var.id);
  return at ? m->updates.data[*at].value : var;
}

static void assign(struct making *m, struct term var, struct term value) {
  const uint32_t *at = map_u32_find(&m->index, var.id);
  if (at) {
    m->updates.data[*at].value = value;
    return;
  }
  map_u32_put(&m->index, var.id, m->updates.size);
  vec_step_update_push(&m->updates, (struct step_update){var, value});
}

static bool occurs(struct terms *tm, struct term var, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (vars[i] == var.id) return true;
  return false;
}

// The edge's inputs, and those of other edges of the location if the sizes of their objects move the bump pointer.
static void make_inputs(struct making *m, const struct cfa_edge *e, struct term heap) {
  const struct cfa_location *loc = cfa_location(m->u->cfa, e->from);
  for (uint32_t i = 0; i < e->inputs.size; i++) vec_term_push(&m->inputs, e->inputs.data[i].term);
  if (term_same(heap, m->u->heap)) return;
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct vec_input *inputs = &edge_at(m->u, loc->out.data[i])->inputs;
    for (uint32_t k = 0; k < inputs->size; k++) {
      bool listed = false;
      for (uint32_t j = 0; j < m->inputs.size && !listed; j++)
        listed = term_same(m->inputs.data[j], inputs->data[k].term);
      if (!listed && occurs(m->u->tm, inputs->data[k].term, heap)) vec_term_push(&m->inputs, inputs->data[k].term);
    }
  }
}

static void make_updates(struct making *m, const struct placed *p, const struct cfa_edge *e) {
  struct unfold *u = m->u;
  for (uint32_t i = 0; i < e->updates.size; i++)
    assign(m, unfold_var(u, m->context, e->updates.data[i].var),
           in_context(u, m->context, p, e->updates.data[i].value));
}

// A new frame is zero but for the parameters.
static void make_call(struct making *m, const struct placed *p, const struct cfa_edge *e, struct context callee) {
  struct unfold *u = m->u;
  const struct cfa_function *f = &u->cfa->functions.data[e->callee];
  for (uint32_t i = 0; i < e->args.size && i < f->params.size; i++)
    assign(m, unfold_var(u, callee, f->params.data[i]), in_context(u, m->context, p, e->args.data[i]));
  for (uint32_t i = 0; i < f->locals.size; i++) {
    struct term local = unfold_var(u, callee, f->locals.data[i]);
    if (!map_u32_find(&m->index, local.id))
      assign(m, local, term_zero(u->tm, u->cfa->vars.data[f->locals.data[i]].sort));
  }
}

// What lay on the stack from `start` on may be anything: the cells that struct state erases.
static void havoc_frame(struct making *m, uint64_t start) {
  struct unfold *u = m->u;
  for (uint32_t i = 0; i < u->regions.size; i++) {
    const struct cfa_var *v = &u->cfa->vars.data[u->regions.data[i]];
    struct term fresh = term_fresh(u->tm, v->sort, "frame"), value = fresh;
    struct sort index = sort_index(u->tm, v->sort);
    if (sort_kind(u->tm, index) == SORT_BV && sort_width(u->tm, index) <= 64) {
      uint32_t width = sort_width(u->tm, index), shift = region_shift(u->cfa, v->sort);
      struct term first = term_bv(u->tm, width, start >> shift),
                  n = term_bv(u->tm, width, (m->stack >> shift) - (start >> shift) + 1);
      value = term_copy(u->tm, current(m, v->term), first, fresh, first, n);
    }
    assign(m, v->term, value);
    vec_term_push(&m->inputs, fresh);
  }
}

static void make_return(struct making *m) {
  struct unfold *u = m->u;
  const struct context_record *c = context_at(u, m->context);
  const struct cfa_edge *call = edge_at(u, c->call);
  uint32_t result = u->cfa->functions.data[c->function].result;
  if (m->stack != UNKNOWN_STACK) {
    if (call->result != CFA_NONE && result != CFA_NONE)
      assign(m, unfold_var(u, c->parent, call->result), current(m, unfold_var(u, m->context, result)));
    uint64_t start = unfold_entry(u, m->context);
    if (m->stack != start) havoc_frame(m, start);
    m->stack = start;
  }
  m->context = c->parent;
  m->location = call->to;
}

// A variable's own value is no update.
static void drop_identities(struct making *m) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < m->updates.size; i++)
    if (!term_same(m->updates.data[i].var, m->updates.data[i].value)) m->updates.data[k++] = m->updates.data[i];
  m->updates.size = k;
}

static struct unfold_step *finish(struct making *m, struct edge edge, struct term guard) {
  struct unfold_step *step = mem_zalloc(1, sizeof *step);
  step->edge = edge;
  step->context = m->context;
  step->location = m->location;
  step->known = m->stack != UNKNOWN_STACK;
  map_u32_release(&m->index);
  if (!step->known) {
    vec_step_update_release(&m->updates);
    vec_term_release(&m->inputs);
    return step;
  }
  drop_identities(m);
  step->step = (struct step){.guard = guard,
                             .n_updates = m->updates.size,
                             .n_inputs = m->inputs.size,
                             .updates = m->updates.data,
                             .inputs = m->inputs.data};
  step->back = substitution_new(m->u->tm);
  for (uint32_t i = 0; i < m->updates.size; i++)
    substitution_set(step->back, m->updates.data[i].var, m->updates.data[i].value);
  return step;
}

static struct unfold_step *make_step(struct unfold *u, struct context context, struct edge edge) {
  const struct cfa_edge *e = edge_at(u, edge);
  struct placed p;
  place_objects(u, context, e->from, e, unfold_stack(u, context, e->from), &p);
  struct term guard = term_and(u->tm, in_context(u, context, &p, e->guard), edge_fits(u, &p, e));
  struct making m = {.u = u, .context = context, .stack = p.stack};
  make_inputs(&m, e, cfa_edge_on_heap(e) ? p.heap : u->heap);
  if (e->callee == CFA_NONE) {
    make_updates(&m, &p, e);
    m.location = e->to;
  } else {
    struct context callee = unfold_enter(u, context, edge);
    if (p.stack != UNKNOWN_STACK) make_call(&m, &p, e, callee);
    m.context = callee;
    m.location = u->cfa->functions.data[e->callee].entry;
  }
  if (cfa_edge_on_heap(e)) assign(&m, u->heap, p.heap);
  placed_release(&p);
  while (!is_root(m.context) && cfa_location(u->cfa, m.location)->kind == LOC_EXIT) make_return(&m);
  return finish(&m, edge, guard);
}

const struct unfold_step *unfold_step(struct unfold *u, struct context context, struct edge edge) {
  assert(cfa_location(u->cfa, edge_at(u, edge)->from)->function == context_at(u, context)->function);
  uint64_t key = key_of(context, edge);
  void **known = map_ptr_find(&u->steps, key);
  if (known) return *known;
  struct unfold_step *step = make_step(u, context, edge);
  map_ptr_put(&u->steps, key, step);
  return step;
}

struct term unfold_too_large(struct unfold *u, struct context context, struct location location) {
  const struct cfa_location *loc = cfa_location(u->cfa, location);
  struct term any = term_false(u->tm);
  if (!u->has_objects[location.id]) return any;
  struct placed p;
  place_objects(u, context, location, NULL, unfold_stack(u, context, location), &p);
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct cfa_edge *e = edge_at(u, loc->out.data[i]);
    struct term not_fits = term_not(u->tm, edge_fits(u, &p, e));
    if (!term_is_false(u->tm, not_fits))
      any = term_or(u->tm, any, term_and(u->tm, in_context(u, context, &p, e->guard), not_fits));
  }
  placed_release(&p);
  return any;
}
