// See assertions.h.
#include "cfa/assertions.h"
#include "cfa/build.h"
#include <stdlib.h>

// A function that only tests: it has an error and a parameter, few locations, no cycle, no result, changes no global,
// and calls nothing that the user wrote.
enum { TESTER_LOCATIONS = 16 };

// For each function, whose checks are those of its calls.
struct called {
  const struct cfa *cfa;
  unsigned char *is_called;
  properties *errors; // in it and in what it calls of these functions
};

static bool is_error(const struct cfa *cfa, const struct cfa_location *l) {
  return cfa->of_exits ? l->mark == MARK_CHECK : l->kind == LOC_ERROR;
}

// Can some location come back to itself? Each is reached from the one at hand in at most so many steps as there are
// locations.
static bool has_cycle(const struct cfa *cfa, uint32_t function) {
  struct location at[TESTER_LOCATIONS];
  uint32_t n = 0, alive = 0, in[TESTER_LOCATIONS] = {0};
  for (uint32_t i = 0; i < cfa->locations.size && n < TESTER_LOCATIONS; i++)
    if (cfa->locations.data[i].function == function) at[n++] = (struct location){i};
  for (uint32_t i = 0; i < n; i++) in[i] = cfa_location(cfa, at[i])->in.size;
  // Locations without edges in go, until none is left or each has one.
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n; i++) {
      if (in[i]) continue;
      in[i] = UINT32_MAX;
      alive++;
      changed = true;
      const struct cfa_location *l = cfa_location(cfa, at[i]);
      for (uint32_t k = 0; k < l->out.size; k++)
        for (uint32_t j = 0; j < n; j++) in[j] -= location_same(at[j], cfa_edge(cfa, l->out.data[k])->to);
    }
  }
  return alive < n;
}

static void find_testers(struct called *c) {
  const struct cfa *cfa = c->cfa;
  uint32_t nf = cfa->functions.size;
  uint32_t *locations = mem_zalloc(nf + 1, sizeof *locations);
  bool *tests = mem_zalloc(nf + 1, sizeof *tests), *does = mem_zalloc(nf + 1, sizeof *does);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    locations[l->function]++;
    tests[l->function] |= is_error(cfa, l) && property_has(l->property, TRAIT_WRITTEN);
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee != CFA_NONE && !cfa->functions.data[e->callee].is_model)
      does[cfa_location(cfa, e->from)->function] = true;
    for (uint32_t k = 0; k < e->updates.size; k++)
      if (cfa->vars.data[e->updates.data[k].var].function == CFA_NONE)
        does[cfa_location(cfa, e->from)->function] = true;
  }
  for (uint32_t f = 0; f < nf; f++) {
    const struct cfa_function *function = &cfa->functions.data[f];
    bool small = f != cfa->main && function->params.size && function->result == CFA_NONE &&
                 locations[f] <= TESTER_LOCATIONS;
    c->is_called[f] = function->is_model || (small && tests[f] && !does[f] && !has_cycle(cfa, f));
  }
  mem_free(locations);
  mem_free(tests);
  mem_free(does);
}

static void find_errors(struct called *c) {
  const struct cfa *cfa = c->cfa;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    if (is_error(cfa, l) && c->is_called[l->function]) c->errors[l->function] |= 1u << l->property;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      if (e->callee == CFA_NONE || location_none(e->from)) continue;
      uint32_t caller = cfa_location(cfa, e->from)->function;
      if (!c->is_called[caller] || !c->is_called[e->callee] || !(c->errors[e->callee] & ~c->errors[caller])) continue;
      c->errors[caller] |= c->errors[e->callee];
      changed = true;
    }
  }
}

static void called_init(struct called *c, const struct cfa *cfa) {
  *c = (struct called){.cfa = cfa};
  c->is_called = mem_zalloc(cfa->functions.size + 1, 1);
  c->errors = mem_zalloc(cfa->functions.size + 1, sizeof *c->errors);
  find_testers(c);
  find_errors(c);
}

static void called_release(struct called *c) {
  mem_free(c->is_called);
  mem_free(c->errors);
}

static int by_place(const void *x, const void *y) {
  const struct assertion *a = x, *b = y;
  if (a->place.file != b->place.file) return a->place.file < b->place.file ? -1 : 1;
  if (a->place.line != b->place.line) return a->place.line < b->place.line ? -1 : 1;
  if (a->place.column != b->place.column) return a->place.column < b->place.column ? -1 : 1;
  uint32_t m = a->error != NUMBER_NONE ? a->error : a->site, n = b->error != NUMBER_NONE ? b->error : b->site;
  if (m != n) return m < n ? -1 : 1;
  return a->property < b->property ? -1 : a->property > b->property;
}

void cfa_find_assertions(const struct cfa *cfa, struct vec_assertion *out) {
  struct called called;
  called_init(&called, cfa);
  struct assertion base = {.error = NUMBER_NONE, .site = NUMBER_NONE};
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    if (!is_error(cfa, l) || called.is_called[l->function]) continue;
    struct assertion a = base;
    a.property = l->property;
    a.error = l->number;
    a.text = l->text;
    a.place = l->place;
    a.function = cfa->functions.data[l->function].shown;
    vec_assertion_push(out, a);
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee == CFA_NONE || location_none(e->from)) continue;
    const struct cfa_location *from = cfa_location(cfa, e->from);
    if (called.is_called[from->function] || !called.is_called[e->callee]) continue;
    for (uint32_t p = 0; p < property_count; p++) {
      if (!(called.errors[e->callee] >> p & 1)) continue;
      struct assertion a = base;
      a.property = (enum property)p;
      a.site = from->number;
      a.callee = cfa->functions.data[e->callee].name;
      a.text = cfa->functions.data[e->callee].shown;
      a.place = e->first;
      a.function = cfa->functions.data[from->function].shown;
      vec_assertion_push(out, a);
    }
  }
  if (out->size) qsort(out->data, out->size, sizeof *out->data, by_place);
  called_release(&called);
}

// --- finding them again ------------------------------------------------------------------------------------------

static struct location location_numbered(const struct cfa *cfa, uint32_t number) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].number == number) return (struct location){i};
  return LOCATION_NONE;
}

static bool is_call(const struct cfa *cfa, const struct assertion *a, struct edge edge) {
  const struct cfa_edge *e = cfa_edge(cfa, edge);
  return a->site != NUMBER_NONE && cfa_location(cfa, e->from)->number == a->site && e->callee != CFA_NONE &&
         !strcmp(cfa->functions.data[e->callee].name, a->callee);
}

static struct edge call_at(const struct cfa *cfa, const struct assertion *a, struct location from) {
  const struct cfa_location *l = location_none(from) ? NULL : cfa_location(cfa, from);
  for (uint32_t i = 0; l && i < l->out.size; i++)
    if (is_call(cfa, a, l->out.data[i])) return l->out.data[i];
  return EDGE_NONE;
}

void cfa_decide_assertions(const struct cfa *cfa, struct vec_assertion *list) {
  struct map_u32 numbers = {0};
  for (uint32_t i = 0; i < cfa->locations.size; i++) map_u32_put(&numbers, cfa->locations.data[i].number, i);
  for (uint32_t i = 0; i < list->size; i++) {
    struct assertion *a = &list->data[i];
    if (a->disabled) continue;
    struct location l = {map_u32_get_or(&numbers, a->error != NUMBER_NONE ? a->error : a->site, UINT32_MAX)};
    bool there = a->error != NUMBER_NONE ? !location_none(l) : !edge_none(call_at(cfa, a, l));
    if (!there) a->status = a->error != NUMBER_NONE ? ASSERTION_PROVED : ASSERTION_UNREACHABLE;
  }
  map_u32_release(&numbers);
}

bool cfa_assertion_is_called(const struct vec_assertion *list, const struct cfa *cfa, struct location error) {
  uint32_t number = cfa_location(cfa, error)->number;
  for (uint32_t i = 0; i < list->size; i++)
    if (list->data[i].error == number) return false;
  return true;
}

uint32_t cfa_assertion_of(const struct cfa *cfa, const struct vec_assertion *list, struct location error,
                          const struct vec_edge *calls) {
  const struct cfa_location *l = cfa_location(cfa, error);
  for (uint32_t i = 0; i < list->size; i++)
    if (list->data[i].error == l->number) return i;
  for (uint32_t k = calls->size; k-- > 0;)
    for (uint32_t i = 0; i < list->size; i++)
      if (list->data[i].property == l->property && is_call(cfa, &list->data[i], calls->data[k])) return i;
  return ASSERTION_NONE;
}

// --- without them --------------------------------------------------------------------------------------------------

// A copy of functions for one call.
struct copy {
  struct cfa *cfa;
  enum property property; // whose errors only end paths in the copy
  uint32_t *function; // → its copy + 1; 0: none yet
  uint32_t *var; // → its copy, for locals of those
  struct location *location; // → its copy
  uint32_t n_locations;
  struct substitution *terms;
};

static void copy_vars(struct copy *c, uint32_t function, uint32_t twin) {
  struct cfa *cfa = c->cfa;
  for (uint32_t i = 0; i < cfa->functions.data[function].locals.size; i++) {
    uint32_t var = cfa->functions.data[function].locals.data[i];
    struct cfa_var v = cfa->vars.data[var];
    uint32_t other = cfa_add_var(cfa, twin, v.kind, v.name, v.ctype, v.sort);
    cfa->vars.data[other].is_unsigned = v.is_unsigned;
    cfa->vars.data[other].is_sliced = v.is_sliced;
    cfa->vars.data[other].place = v.place;
    c->var[var] = other;
    substitution_set(c->terms, v.term, cfa->vars.data[other].term);
  }
  const struct cfa_function *old = &cfa->functions.data[function];
  struct cfa_function *new = &cfa->functions.data[twin];
  for (uint32_t i = 0; i < old->params.size; i++) vec_u32_push(&new->params, c->var[old->params.data[i]]);
  new->result = old->result == CFA_NONE ? CFA_NONE : c->var[old->result];
}

static void copy_locations(struct copy *c, uint32_t function, uint32_t twin) {
  struct cfa *cfa = c->cfa;
  for (uint32_t i = 0; i < c->n_locations; i++) {
    struct cfa_location old = cfa->locations.data[i];
    if (old.function != function) continue;
    bool ends = old.kind == LOC_ERROR && old.property == c->property;
    struct location id = cfa_add_location(cfa, twin, ends ? LOC_STOP : old.kind);
    struct cfa_location *l = cfa_location(cfa, id);
    l->property = old.property;
    l->operation = old.operation;
    l->operand_bits = old.operand_bits;
    l->text = old.text;
    l->place = old.place;
    l->complete = old.complete;
    c->location[i] = id;
  }
  struct cfa_function *new = &cfa->functions.data[twin], *old = &cfa->functions.data[function];
  new->entry = c->location[old->entry.id];
  new->exit = location_none(old->exit) ? LOCATION_NONE : c->location[old->exit.id];
}

// Copies of the functions that a check of a call is in: first they are made, then their edges.
static uint32_t copy_function(struct copy *c, uint32_t function) {
  struct cfa *cfa = c->cfa;
  if (c->function[function]) return c->function[function] - 1;
  struct text name = {0};
  const struct cfa_function *old = &cfa->functions.data[function];
  for (uint32_t k = 2; !name.size || cfa_function_named(cfa, text_cstr(&name)) != CFA_NONE; k++) {
    text_clear(&name);
    text_printf(&name, "%s#%u", old->name, k);
  }
  uint32_t twin = cfa_add_function(cfa, text_cstr(&name));
  text_release(&name);
  old = &cfa->functions.data[function];
  cfa->functions.data[twin].shown = old->shown;
  cfa->functions.data[twin].is_model = old->is_model;
  cfa->functions.data[twin].place = old->place;
  c->function[function] = twin + 1;
  copy_vars(c, function, twin);
  copy_locations(c, function, twin);
  return twin;
}

// Edges of one location may share inputs and addresses: each has one copy.
static struct term fresh_term(struct copy *c, struct term old, const char *prefix) {
  struct term known = substitution_apply(c->terms, old);
  if (!term_same(known, old)) return known;
  struct term new = cfa_edge_term(c->cfa, term_sort(c->cfa->tm, old), prefix);
  substitution_set(c->terms, old, new);
  return new;
}

static void copy_edge(struct copy *c, uint32_t id) {
  struct cfa *cfa = c->cfa;
  struct cfa_edge old = cfa->edges.data[id]; // its lists stay where they are
  struct edge edge = cfa_add_edge(cfa, c->location[old.from.id], c->location[old.to.id]);
  struct cfa_edge *e = cfa_edge(cfa, edge);
  for (uint32_t i = 0; i < old.inputs.size; i++) {
    struct cfa_input input = old.inputs.data[i];
    input.term = fresh_term(c, input.term, "in");
    vec_input_push(&e->inputs, input);
  }
  for (uint32_t i = 0; i < old.allocs.size; i++) {
    struct cfa_alloc alloc = old.allocs.data[i];
    alloc.term = fresh_term(c, alloc.term, "at");
    vec_alloc_push(&e->allocs, alloc);
  }
  for (uint32_t i = 0; i < e->inputs.size; i++)
    if (!term_none(e->inputs.data[i].address))
      e->inputs.data[i].address = substitution_apply(c->terms, e->inputs.data[i].address);
  for (uint32_t i = 0; i < e->allocs.size; i++)
    e->allocs.data[i].size = substitution_apply(c->terms, e->allocs.data[i].size);
  e->guard = substitution_apply(c->terms, old.guard);
  for (uint32_t i = 0; i < old.updates.size; i++) {
    struct cfa_update update = old.updates.data[i];
    if (cfa->vars.data[update.var].function != CFA_NONE) update.var = c->var[update.var];
    update.value = substitution_apply(c->terms, update.value);
    vec_update_push(&e->updates, update);
  }
  for (uint32_t i = 0; i < old.args.size; i++) vec_term_push(&e->args, substitution_apply(c->terms, old.args.data[i]));
  e->callee = old.callee;
  e->result = old.result;
  if (old.result != CFA_NONE && cfa->vars.data[old.result].function != CFA_NONE) e->result = c->var[old.result];
  e->first = old.first;
  e->last = old.last;
}

// All functions that are needed, then their edges, which call copies where there are such.
static void copy_all(struct copy *c, const struct called *called, uint32_t first, uint32_t n_edges) {
  struct cfa *cfa = c->cfa;
  copy_function(c, first);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n_edges; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      if (location_none(e->from) || e->callee == CFA_NONE || !called->is_called[e->callee]) continue;
      if (!c->function[cfa_location(cfa, e->from)->function] || c->function[e->callee]) continue;
      if (!(called->errors[e->callee] >> c->property & 1)) continue;
      copy_function(c, e->callee);
      changed = true;
    }
  }
  for (uint32_t i = 0; i < n_edges; i++) {
    if (location_none(cfa->edges.data[i].from)) continue;
    if (!c->function[cfa_location(cfa, cfa->edges.data[i].from)->function]) continue;
    copy_edge(c, i);
    struct cfa_edge *e = &cfa->edges.data[cfa->edges.size - 1];
    if (e->callee != CFA_NONE && c->function[e->callee]) e->callee = c->function[e->callee] - 1;
  }
}

static void disable_call(struct cfa *cfa, struct edge call, enum property property) {
  struct called called;
  called_init(&called, cfa);
  struct copy c = {.cfa = cfa, .property = property, .n_locations = cfa->locations.size};
  uint32_t n_edges = cfa->edges.size;
  c.function = mem_zalloc(cfa->functions.size + 1, sizeof *c.function);
  c.var = mem_zalloc(cfa->vars.size + 1, sizeof *c.var);
  c.location = mem_zalloc(c.n_locations + 1, sizeof *c.location);
  c.terms = substitution_new(cfa->tm);
  uint32_t callee = cfa_edge(cfa, call)->callee;
  copy_all(&c, &called, callee, n_edges);
  cfa_edge(cfa, call)->callee = c.function[callee] - 1;
  substitution_free(c.terms);
  mem_free(c.function);
  mem_free(c.var);
  mem_free(c.location);
  called_release(&called);
}

// Other checks of the same call are found by the name of the function called.
static void rename_calls(struct vec_assertion *list, uint32_t site, const char *old, const char *new) {
  for (uint32_t i = 0; i < list->size; i++)
    if (list->data[i].site == site && !strcmp(list->data[i].callee, old)) list->data[i].callee = new;
}

void cfa_disable_assertion(struct cfa *cfa, struct vec_assertion *list, uint32_t index) {
  struct assertion *a = &list->data[index];
  a->disabled = true;
  struct location l = location_numbered(cfa, a->error != NUMBER_NONE ? a->error : a->site);
  if (a->error != NUMBER_NONE) {
    if (!location_none(l) && cfa_location(cfa, l)->kind == LOC_ERROR) cfa_location(cfa, l)->kind = LOC_STOP;
    return;
  }
  struct edge call = call_at(cfa, a, l);
  if (edge_none(call)) return;
  disable_call(cfa, call, a->property);
  rename_calls(list, a->site, a->callee, cfa->functions.data[cfa_edge(cfa, call)->callee].name);
}
