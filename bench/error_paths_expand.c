// One flat automaton: every call inlined, once per call string.
//
// An instance is a function on a call string. Instances are made breadth
// first; each gets its own variables ("f@3::x"; main keeps its names), its own
// locations and its own inputs and addresses. A call becomes an edge that sets the
// parameters and one that fetches the result.
#include "cfa/build.h"
#include "cfa/pass/reduce.h"
#include "error_paths.h"

// More locations are not made: what would come is LOC_UNSUPPORTED.
enum { LOCATIONS_MAX = 2000000 };

struct instance {
  uint32_t function, parent;     // parent: instance, CFA_NONE for main's
  uint32_t number;               // among those of the function, from 1
  struct location return_to;     // location of the new automaton
  uint32_t result;               // variable of the new automaton, CFA_NONE: none
  struct location first_location; // its first location there; the others of the function follow in order
  uint32_t first_var;            // likewise its variables
  struct source_place place;     // of the call's end
};
VEC_TYPE(vec_instance, struct instance)

struct expansion {
  const struct cfa *old;
  struct cfa *new;
  uint32_t bound;
  struct vec_instance instances;
  struct vec_location *locations;     // function → its locations in order
  uint32_t *index;               // location → its index there
  uint32_t *made;                // function → instances so far
  uint32_t *global;              // variable → new variable, for globals
};

static struct location location_in(const struct expansion *x, const struct instance *in, struct location location) {
  return (struct location){in->first_location.id + x->index[location.id]};
}

static uint32_t var_in(const struct expansion *x, const struct instance *in, uint32_t var) {
  const struct cfa_var *v = &x->old->vars.data[var];
  return v->function == CFA_NONE ? x->global[var] : in->first_var + v->slot;
}

static uint32_t copy_var(struct expansion *x, const struct cfa_var *v, uint32_t function, const char *unique) {
  uint32_t id = cfa_add_var_as(x->new, function, v->kind == VAR_RESULT && function != CFA_NONE ? VAR_TEMP : v->kind,
                               v->name, v->ctype, v->sort, unique);
  x->new->vars.data[id].is_unsigned = v->is_unsigned;
  x->new->vars.data[id].place = v->place;
  return id;
}

// Makes the locations and variables of an instance; its edges come later. Returns its number.
static uint32_t add_instance(struct expansion *x, uint32_t function, uint32_t parent) {
  const struct cfa_function *f = &x->old->functions.data[function];
  struct instance in = {.function = function,
                        .parent = parent,
                        .return_to = LOCATION_NONE,
                        .result = CFA_NONE,
                        .first_location = {x->new->locations.size},
                        .first_var = x->new->vars.size};
  in.number = ++x->made[function];
  struct text unique = {0};
  for (uint32_t k = 0; k < f->locals.size; k++) {
    const struct cfa_var *v = &x->old->vars.data[f->locals.data[k]];
    const char *name = term_var_name(x->old->tm, v->term);
    if (parent != CFA_NONE) {
      // "f::x" becomes "f@3::x"
      size_t prefix = strlen(f->name);
      bool qualified = !strncmp(name, f->name, prefix) && !strncmp(name + prefix, "::", 2);
      text_clear(&unique);
      text_printf(&unique, "%s@%u::%s", f->name, in.number, qualified ? name + prefix + 2 : name);
      name = text_cstr(&unique);
    }
    copy_var(x, v, 0, name);
  }
  text_release(&unique);
  for (uint32_t k = 0; k < x->locations[function].size; k++) {
    const struct cfa_location *l = cfa_location(x->old, x->locations[function].data[k]);
    struct location id = cfa_add_location(x->new, 0, l->kind == LOC_EXIT && parent != CFA_NONE ? LOC_PLAIN : l->kind);
    cfa_location(x->new, id)->text = cfa_string(x->new, l->text);
    cfa_location(x->new, id)->place = l->place;
    cfa_location(x->new, id)->complete = l->complete || (l->kind == LOC_EXIT && parent != CFA_NONE);
  }
  vec_instance_push(&x->instances, in);
  return x->instances.size - 1;
}

static uint32_t count_on_string(const struct expansion *x, uint32_t instance, uint32_t function) {
  uint32_t n = 0;
  for (; instance != CFA_NONE; instance = x->instances.data[instance].parent)
    n += x->instances.data[instance].function == function;
  return n;
}

// The renaming of one instance: its variables, and its own inputs and addresses.
struct renaming {
  struct substitution *sub;
  bool fresh;                    // inputs and addresses get new names: the function has been expanded before
  struct map_u32 locals;         // old input or address → new one
};

static struct term rename_local(struct expansion *x, struct renaming *r, struct term t) {
  if (!r->fresh) return t;
  uint32_t *known = map_u32_find(&r->locals, t.id);
  if (known) return (struct term){*known};
  const char *name = term_var_name(x->old->tm, t);
  char *prefix = mem_strndup(name, strcspn(name, "!"));
  struct term renamed = cfa_edge_term(x->new, term_sort(x->old->tm, t), prefix);
  mem_free(prefix);
  map_u32_put(&r->locals, t.id, renamed.id);
  substitution_set(r->sub, t, renamed);
  return renamed;
}

static void copy_locals(struct expansion *x, struct renaming *r, const struct cfa_edge *e, struct cfa_edge *copy) {
  for (uint32_t k = 0; k < e->inputs.size; k++) {
    struct cfa_input i = e->inputs.data[k];
    i.term = rename_local(x, r, i.term);
    i.name = cfa_string(x->new, i.name);
    i.ctype = cfa_string(x->new, i.ctype);
    vec_input_push(&copy->inputs, i);
  }
  for (uint32_t k = 0; k < e->allocs.size; k++) {
    struct cfa_alloc a = e->allocs.data[k];
    a.term = rename_local(x, r, a.term);
    a.size = substitution_apply(r->sub, a.size);
    a.name = cfa_string(x->new, a.name);
    vec_alloc_push(&copy->allocs, a);
  }
}

// Where a call goes that is not expanded.
static struct location add_unsupported(struct expansion *x, const struct cfa_edge *e, const char *why) {
  struct location id = cfa_add_location(x->new, 0, LOC_UNSUPPORTED);
  cfa_location(x->new, id)->text = why;
  cfa_location(x->new, id)->place = e->first;
  return id;
}

// The edge into the callee's instance: parameters get the arguments.
static void copy_call(struct expansion *x, struct renaming *r, uint32_t instance, const struct cfa_edge *e,
                      struct edge copy) {
  const struct cfa_function *f = &x->old->functions.data[e->callee];
  const char *refused = count_on_string(x, instance, e->callee) >= x->bound ? "recursion"
                        : x->new->locations.size > LOCATIONS_MAX            ? "expansion too large"
                                                                            : NULL;
  struct cfa *new = x->new;
  struct location to;
  if (refused) {
    to = add_unsupported(x, e, refused);
  } else {
    uint32_t callee = add_instance(x, e->callee, instance);
    struct instance *in = &x->instances.data[callee];
    in->return_to = location_in(x, &x->instances.data[instance], e->to);
    in->result = e->result == CFA_NONE ? CFA_NONE : var_in(x, &x->instances.data[instance], e->result);
    in->place = e->last;
    to = location_in(x, in, f->entry);
    for (uint32_t k = 0; k < e->args.size; k++) {
      struct cfa_update u = {var_in(x, in, f->params.data[k]), substitution_apply(r->sub, e->args.data[k])};
      vec_update_push(&cfa_edge(new, copy)->updates, u);
    }
  }
  cfa_edge(new, copy)->to = to;
  vec_edge_push(&cfa_location(new, to)->in, copy);
}

static void copy_edge(struct expansion *x, struct renaming *r, uint32_t instance, const struct cfa_edge *e) {
  const struct instance *in = &x->instances.data[instance];
  struct location from = location_in(x, in, e->from), to = location_in(x, in, e->to);
  struct cfa *new = x->new;
  struct cfa_edge copy =
      {.from = from, .to = to, .callee = CFA_NONE, .result = CFA_NONE, .first = e->first, .last = e->last};
  copy_locals(x, r, e, &copy);
  copy.guard = substitution_apply(r->sub, e->guard);
  for (uint32_t k = 0; k < e->updates.size; k++) {
    struct cfa_update u = {var_in(x, in, e->updates.data[k].var), substitution_apply(r->sub, e->updates.data[k].value)};
    vec_update_push(&copy.updates, u);
  }
  struct edge id = {new->edges.size};
  vec_cfa_edge_push(&new->edges, copy);
  vec_edge_push(&cfa_location(new, from)->out, id);
  if (e->callee == CFA_NONE) vec_edge_push(&cfa_location(new, to)->in, id);
  else copy_call(x, r, instance, e, id);
}

// From the exit of an instance back to its caller.
static void add_return(struct expansion *x, const struct instance *in) {
  const struct cfa_function *f = &x->old->functions.data[in->function];
  if (location_none(in->return_to) || location_none(f->exit)) return;
  struct edge id = cfa_add_edge(x->new, location_in(x, in, f->exit), in->return_to);
  struct cfa_edge *e = cfa_edge(x->new, id);
  e->first = e->last = in->place;
  if (in->result != CFA_NONE && f->result != CFA_NONE) {
    struct cfa_update u = {in->result, x->new->vars.data[var_in(x, in, f->result)].term};
    vec_update_push(&e->updates, u);
  }
}

static void expand_instance(struct expansion *x, uint32_t instance) {
  const struct cfa *old = x->old;
  struct instance in = x->instances.data[instance];
  const struct cfa_function *f = &old->functions.data[in.function];
  struct renaming r = {.sub = substitution_new(x->new->tm), .fresh = in.number > 1};
  for (uint32_t k = 0; k < f->locals.size; k++) {
    struct term from = old->vars.data[f->locals.data[k]].term, to = x->new->vars.data[in.first_var + k].term;
    if (!term_same(from, to)) substitution_set(r.sub, from, to);
  }
  for (uint32_t i = 0; i < x->locations[in.function].size; i++) {
    const struct cfa_location *l = cfa_location(old, x->locations[in.function].data[i]);
    // All names first: a substitution that grows forgets what it has computed.
    for (uint32_t k = 0; k < l->out.size && r.fresh; k++) {
      const struct cfa_edge *e = cfa_edge(old, l->out.data[k]);
      for (uint32_t j = 0; j < e->inputs.size; j++) rename_local(x, &r, e->inputs.data[j].term);
      for (uint32_t j = 0; j < e->allocs.size; j++) rename_local(x, &r, e->allocs.data[j].term);
    }
  }
  for (uint32_t i = 0; i < x->locations[in.function].size; i++) {
    const struct cfa_location *l = cfa_location(old, x->locations[in.function].data[i]);
    for (uint32_t k = 0; k < l->out.size; k++) copy_edge(x, &r, instance, cfa_edge(old, l->out.data[k]));
  }
  add_return(x, &in);
  substitution_free(r.sub);
  map_u32_release(&r.locals);
}

static void copy_globals(struct expansion *x) {
  const struct cfa *old = x->old;
  struct cfa *new = x->new;
  const struct cfa_function *main = &old->functions.data[old->main];
  new->name = cfa_string(new, old->name);
  new->pointer_bits = old->pointer_bits;
  new->heap_start = old->heap_start;
  for (uint32_t i = 0; i < old->files.size; i++) vec_string_push(&new->files, cfa_string(new, old->files.data[i]));
  for (uint32_t i = 0; i < old->undefined.size; i++)
    vec_string_push(&new->undefined, cfa_string(new, old->undefined.data[i]));
  for (uint32_t i = 0; i < old->assumptions.size; i++) {
    const struct cfa_assumption *a = &old->assumptions.data[i];
    cfa_add_assumption(new, a->kind, a->text, a->place);
  }
  for (uint32_t i = 0; i < old->approximated.size; i++)
    vec_string_push(&new->approximated, cfa_string(new, old->approximated.data[i]));
  for (uint32_t i = 0; i < old->globals.size; i++) {
    const struct cfa_var *v = &old->vars.data[old->globals.data[i]];
    x->global[old->globals.data[i]] = copy_var(x, v, CFA_NONE, term_var_name(old->tm, v->term));
  }
  new->main = cfa_add_function(new, main->name);
  struct cfa_function *f = &new->functions.data[0];
  f->place = main->place;
  f->address = main->address;
  f->is_model = main->is_model;
}

static void finish_main(struct expansion *x) {
  const struct cfa_function *main = &x->old->functions.data[x->old->main];
  struct cfa_function *f = &x->new->functions.data[0];
  const struct instance *in = &x->instances.data[0];
  f->entry = location_in(x, in, main->entry);
  f->exit = location_none(main->exit) ? LOCATION_NONE : location_in(x, in, main->exit);
  for (uint32_t k = 0; k < main->params.size; k++) vec_u32_push(&f->params, var_in(x, in, main->params.data[k]));
  if (main->result != CFA_NONE) {
    f->result = var_in(x, in, main->result);
    x->new->vars.data[f->result].kind = VAR_RESULT;
  }
}

struct cfa *paths_expand(const struct cfa *cfa, uint32_t bound) {
  struct expansion x = {
      .old = cfa,
      .new = cfa_new(cfa->tm),
      .bound = bound,
      .locations = mem_zalloc((size_t)cfa->functions.size + 1, sizeof(struct vec_location)),
      .index = mem_zalloc((size_t)cfa->locations.size + 1, sizeof(uint32_t)),
      .made = mem_zalloc((size_t)cfa->functions.size + 1, sizeof(uint32_t)),
      .global = mem_zalloc((size_t)cfa->vars.size + 1, sizeof(uint32_t)),
  };
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct vec_location *list = &x.locations[cfa->locations.data[i].function];
    x.index[i] = list->size;
    vec_location_push(list, (struct location){i});
  }
  copy_globals(&x);
  add_instance(&x, cfa->main, CFA_NONE);
  for (uint32_t i = 0; i < x.instances.size; i++) expand_instance(&x, i);
  finish_main(&x);
  struct cfa *new = x.new;
  vec_instance_release(&x.instances);
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_location_release(&x.locations[i]);
  mem_free(x.locations);
  mem_free(x.index);
  mem_free(x.made);
  mem_free(x.global);
  cfa_sweep(new);
  cfa_find_loops(new);
  return new;
}
