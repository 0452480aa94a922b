// The invariants of an automaton, checked; see cfa.h.
#include "cfa/build.h"
#include <stdarg.h>

struct checker {
  const struct cfa *cfa;
  struct error *error;
  struct map_u32 local_home;   // edge-local term → the location whose out-edges use it
  struct map_u32 local_edge;   // edge-local term → the last edge it was declared by
};

__attribute__((format(printf, 2, 3))) static bool broken(struct checker *c, const char *format, ...) {
  struct text t = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&t, format, args);
  va_end(args);
  error_set(c->error, EXIT_INTERNAL, "broken automaton: %s", text_cstr(&t));
  text_release(&t);
  return false;
}

static bool check_place(struct checker *c, struct source_place p, const char *what, uint32_t id) {
  if (p.line && p.file >= c->cfa->files.size)
    return broken(c, "%s %u has a place in a file that is not listed", what, id);
  return true;
}

static bool check_functions(struct checker *c) {
  const struct cfa *cfa = c->cfa;
  if (cfa->main >= cfa->functions.size) return broken(c, "there is no main function");
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    const struct cfa_function *f = &cfa->functions.data[i];
    if (!check_place(c, f->place, "function", i)) return false;
    if (f->entry.id >= cfa->locations.size || cfa_location(cfa, f->entry)->function != i)
      return broken(c, "the entry of %s is not one of its locations", f->name);
    if (!location_none(f->exit) && (f->exit.id >= cfa->locations.size || cfa_location(cfa, f->exit)->function != i ||
                                    cfa_location(cfa, f->exit)->kind != LOC_EXIT))
      return broken(c, "the exit of %s is not an exit location of it", f->name);
    if (f->params.size > f->locals.size) return broken(c, "%s has more parameters than locals", f->name);
    for (uint32_t k = 0; k < f->params.size; k++)
      if (f->params.data[k] != f->locals.data[k])
        return broken(c, "the parameters of %s are not its first locals", f->name);
    for (uint32_t k = 0; k < f->locals.size; k++) {
      uint32_t v = f->locals.data[k];
      if (v >= cfa->vars.size || cfa->vars.data[v].function != i || cfa->vars.data[v].slot != k)
        return broken(c, "slot %u of %s does not hold a variable that knows it", k, f->name);
    }
    if (f->result != CFA_NONE && (f->result >= cfa->vars.size || cfa->vars.data[f->result].function != i))
      return broken(c, "the result of %s is not one of its variables", f->name);
  }
  return true;
}

static bool check_vars(struct checker *c) {
  const struct cfa *cfa = c->cfa;
  for (uint32_t k = 0; k < cfa->globals.size; k++) {
    uint32_t v = cfa->globals.data[k];
    if (v >= cfa->vars.size || cfa->vars.data[v].function != CFA_NONE || cfa->vars.data[v].slot != k)
      return broken(c, "global slot %u does not hold a variable that knows it", k);
  }
  for (uint32_t i = 0; i < cfa->vars.size; i++) {
    const struct cfa_var *v = &cfa->vars.data[i];
    if (!check_place(c, v->place, "variable", i)) return false;
    if (term_none(v->term) || term_kind(cfa->tm, v->term) != TERM_VAR)
      return broken(c, "variable %s has no term", v->name);
    if (term_sort(cfa->tm, v->term).id != v->sort.id)
      return broken(c, "variable %s is not of its term's sort", v->name);
    if (cfa_var_of(cfa, v->term) != i) return broken(c, "variable %s is not found by its term", v->name);
    if (v->function != CFA_NONE && v->function >= cfa->functions.size)
      return broken(c, "variable %s has no function", v->name);
    const struct vec_u32 *slots = v->function == CFA_NONE ? &cfa->globals : &cfa->functions.data[v->function].locals;
    if (v->slot >= slots->size || slots->data[v->slot] != i)
      return broken(c, "variable %s is not in its slot", v->name);
  }
  return true;
}

static bool check_locations(struct checker *c) {
  const struct cfa *cfa = c->cfa;
  uint32_t outs = 0, ins = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    if (!check_place(c, l->place, "location", i)) return false;
    if (l->function >= cfa->functions.size) return broken(c, "location %u has no function", i);
    if (l->kind != LOC_PLAIN && l->out.size) return broken(c, "location %u is not plain and has out-edges", i);
    if (l->kind == LOC_EXIT && cfa->functions.data[l->function].exit.id != i)
      return broken(c, "location %u is an exit its function does not know", i);
    for (uint32_t k = 0; k < l->out.size; k++)
      if (l->out.data[k].id >= cfa->edges.size || cfa_edge(cfa, l->out.data[k])->from.id != i)
        return broken(c, "location %u lists an out-edge that does not start there", i);
    for (uint32_t k = 0; k < l->in.size; k++)
      if (l->in.data[k].id >= cfa->edges.size || cfa_edge(cfa, l->in.data[k])->to.id != i)
        return broken(c, "location %u lists an in-edge that does not end there", i);
    for (uint32_t k = 1; k < l->out.size; k++)
      if (edge_same(l->out.data[k - 1], l->out.data[k])) return broken(c, "location %u lists an edge twice", i);
    outs += l->out.size;
    ins += l->in.size;
  }
  if (outs != cfa->edges.size || ins != cfa->edges.size)
    return broken(c, "an edge is not listed at its two ends exactly once");
  return true;
}

// An input or address: a VAR of its own, declared once per edge and only by the out-edges of one location.
static bool check_local(struct checker *c, struct edge edge, struct term t) {
  const struct cfa *cfa = c->cfa;
  if (term_none(t) || term_kind(cfa->tm, t) != TERM_VAR)
    return broken(c, "an input or address of edge %u is not a VAR", edge.id);
  if (cfa_var_of(cfa, t) != CFA_NONE) return broken(c, "edge %u has a program variable as input or address", edge.id);
  uint32_t *last = map_u32_find(&c->local_edge, t.id);
  if (last && *last == edge.id) return broken(c, "edge %u declares %s twice", edge.id, term_var_name(cfa->tm, t));
  uint32_t *home = map_u32_find(&c->local_home, t.id);
  if (home && *home != cfa_edge(cfa, edge)->from.id)
    return broken(c, "%s is an input or address of edges from different locations", term_var_name(cfa->tm, t));
  map_u32_put(&c->local_edge, t.id, edge.id);
  map_u32_put(&c->local_home, t.id, cfa_edge(cfa, edge)->from.id);
  return true;
}

static bool visible(const struct cfa *cfa, uint32_t function, uint32_t var) {
  return var < cfa->vars.size && (cfa->vars.data[var].function == CFA_NONE || cfa->vars.data[var].function == function);
}

static bool check_term(struct checker *c, struct edge edge, struct term t, struct sort sort, const char *what) {
  const struct cfa *cfa = c->cfa;
  if (term_none(t)) return broken(c, "edge %u has no %s", edge.id, what);
  if (term_sort(cfa->tm, t).id != sort.id) return broken(c, "the %s of edge %u is of a wrong sort", what, edge.id);
  uint32_t n, function = cfa_location(cfa, cfa_edge(cfa, edge)->from)->function;
  const uint32_t *vars = term_free_vars(cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term v = {vars[i]};
    uint32_t var = cfa_var_of(cfa, v);
    if (var != CFA_NONE ? visible(cfa, function, var) : map_u32_get_or(&c->local_edge, v.id, CFA_NONE) == edge.id)
      continue;
    return broken(c, "the %s of edge %u speaks of %s, which is unknown there", what, edge.id,
                  term_var_name(cfa->tm, v));
  }
  return true;
}

static bool check_call(struct checker *c, struct edge id) {
  const struct cfa *cfa = c->cfa;
  const struct cfa_edge *e = cfa_edge(cfa, id);
  if (e->callee >= cfa->functions.size) return broken(c, "edge %u calls a function that does not exist", id.id);
  const struct cfa_function *f = &cfa->functions.data[e->callee];
  if (e->updates.size || e->allocs.size) return broken(c, "call edge %u has updates or allocations", id.id);
  if (e->args.size != f->params.size)
    return broken(c, "edge %u calls %s with a wrong number of arguments", id.id, f->name);
  for (uint32_t k = 0; k < e->args.size; k++)
    if (!check_term(c, id, e->args.data[k], cfa->vars.data[f->params.data[k]].sort, "argument")) return false;
  if (e->result == CFA_NONE) return true;
  if (!visible(cfa, cfa_location(cfa, e->from)->function, e->result))
    return broken(c, "the result of call edge %u has nowhere to go", id.id);
  if (f->result == CFA_NONE) return broken(c, "edge %u wants a result that %s does not give", id.id, f->name);
  if (cfa->vars.data[f->result].sort.id != cfa->vars.data[e->result].sort.id)
    return broken(c, "the result of call edge %u is of a wrong sort", id.id);
  return true;
}

static bool check_edge(struct checker *c, struct edge id) {
  const struct cfa *cfa = c->cfa;
  const struct cfa_edge *e = cfa_edge(cfa, id);
  if (e->from.id >= cfa->locations.size || e->to.id >= cfa->locations.size)
    return broken(c, "edge %u leads nowhere", id.id);
  uint32_t function = cfa_location(cfa, e->from)->function;
  if (cfa_location(cfa, e->to)->function != function) return broken(c, "edge %u leaves its function", id.id);
  if (!check_place(c, e->first, "edge", id.id) || !check_place(c, e->last, "edge", id.id)) return false;
  for (uint32_t k = 0; k < e->inputs.size; k++) {
    if (!check_local(c, id, e->inputs.data[k].term)) return false;
    if (!check_place(c, e->inputs.data[k].place, "an input of edge", id.id)) return false;
  }
  for (uint32_t k = 0; k < e->allocs.size; k++)
    if (!check_local(c, id, e->allocs.data[k].term)) return false;
  for (uint32_t k = 0; k < e->allocs.size; k++)
    if (!check_term(c, id, e->allocs.data[k].size, term_sort(cfa->tm, e->allocs.data[k].term), "allocation size"))
      return false;
  for (uint32_t k = 0; k < e->inputs.size; k++)
    if (!term_none(e->inputs.data[k].address) &&
        !check_term(c, id, e->inputs.data[k].address, sort_index(cfa->tm, term_sort(cfa->tm, e->inputs.data[k].term)),
                    "address of an input"))
      return false;
  if (!check_term(c, id, e->guard, sort_bool(cfa->tm), "guard")) return false;
  for (uint32_t k = 0; k < e->updates.size; k++) {
    const struct cfa_update *u = &e->updates.data[k];
    if (!visible(cfa, function, u->var)) return broken(c, "edge %u updates a variable it cannot see", id.id);
    if (!check_term(c, id, u->value, cfa->vars.data[u->var].sort, "update")) return false;
  }
  if (e->callee != CFA_NONE) return check_call(c, id);
  if (e->args.size || e->result != CFA_NONE)
    return broken(c, "edge %u has arguments or a result but is no call", id.id);
  return true;
}

// One variable is updated at most once per edge; `last` remembers the edge of the last update seen.
static bool check_updates_once(struct checker *c) {
  const struct cfa *cfa = c->cfa;
  struct vec_u32 last = {0};
  vec_u32_resize(&last, cfa->vars.size);
  bool fine = true;
  for (uint32_t i = 0; fine && i < cfa->edges.size; i++)
    for (uint32_t k = 0; fine && k < cfa->edges.data[i].updates.size; k++) {
      uint32_t v = cfa->edges.data[i].updates.data[k].var;
      if (last.data[v] == i + 1) fine = broken(c, "edge %u updates %s twice", i, cfa->vars.data[v].name);
      last.data[v] = i + 1;
    }
  vec_u32_release(&last);
  return fine;
}

bool cfa_check(const struct cfa *cfa, struct error *error) {
  struct checker c = {.cfa = cfa, .error = error};
  bool fine = check_functions(&c) && check_vars(&c) && check_locations(&c);
  for (uint32_t i = 0; fine && i < cfa->edges.size; i++) fine = check_edge(&c, (struct edge){i});
  fine = fine && check_updates_once(&c);
  map_u32_release(&c.local_home);
  map_u32_release(&c.local_edge);
  return fine;
}
