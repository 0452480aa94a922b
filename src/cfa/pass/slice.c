// Cutting what cannot matter for reaching an error.
//
// (1) Locations from which no error can be reached become stops. `down`: an
//     error can be reached within the function or in what it calls; `up`:
//     the function can return to a caller for which either holds.
// (2) Variables that no guard and no size of an allocation depends on lose
//     their updates; arguments for such parameters become zeros, such results
//     are not fetched. Objects on the stack whose address is not used go; those
//     on the heap stay, so that a replay has the others where they were.
// (3) Calls of functions that have become empty, branches that have become
//     equal, and straight lines are reduced.
// Each may allow another; they are repeated until nothing changes. Loops stay
// even if empty: whether they end matters for what follows.
#include "cfa/pass/reduce.h"
#include "term/model.h"

// They are repeated while they visit no more edges than this altogether.
enum { ROUNDS_MIN = 4, EDGES_MAX = 300000 };

// --- (1) locations ------------------------------------------------------------------

enum { DOWN = 1, UP = 2 };

struct callers {
  uint32_t *first;   // function → index into edges; one more at the end
  struct edge *edges;
};

static void callers_init(struct callers *c, const struct cfa *cfa) {
  uint32_t nf = cfa->functions.size, calls = 0;
  c->first = mem_zalloc((size_t)nf + 2, sizeof(uint32_t));
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee != CFA_NONE) {
      c->first[cfa->edges.data[i].callee + 2]++;
      calls++;
    }
  for (uint32_t i = 2; i < nf + 2; i++) c->first[i] += c->first[i - 1];
  c->edges = mem_zalloc((size_t)calls + 1, sizeof *c->edges);
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee != CFA_NONE) c->edges[c->first[cfa->edges.data[i].callee + 1]++] = (struct edge){i};
}

static void callers_release(struct callers *c) {
  mem_free(c->first);
  mem_free(c->edges);
}

struct matter {
  struct cfa *cfa;
  unsigned char *mark;   // location → DOWN | UP
  struct vec_location work;
};

static void mark(struct matter *m, struct location location, unsigned char how) {
  if (m->mark[location.id] & how) return;
  m->mark[location.id] |= how;
  vec_location_push(&m->work, location);
}

static void mark_down(struct matter *m, const struct callers *callers) {
  struct cfa *cfa = m->cfa;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR || cfa->locations.data[i].kind == LOC_UNSUPPORTED)
      mark(m, (struct location){i}, DOWN);
  while (m->work.size) {
    struct location id = vec_location_pop(&m->work);
    const struct cfa_location *l = cfa_location(cfa, id);
    for (uint32_t k = 0; k < l->in.size; k++) mark(m, cfa_edge(cfa, l->in.data[k])->from, DOWN);
    if (!location_same(cfa->functions.data[l->function].entry, id)) continue;
    for (uint32_t k = callers->first[l->function]; k < callers->first[l->function + 1]; k++)
      mark(m, cfa_edge(cfa, callers->edges[k])->from, DOWN);
  }
}

// What follows the call `e` matters, so its callee's return does.
static void mark_return(struct matter *m, const struct cfa_edge *e) {
  if (e->callee == CFA_NONE) return;
  struct location exit = m->cfa->functions.data[e->callee].exit;
  if (!location_none(exit)) mark(m, exit, UP);
}

static void mark_up(struct matter *m) {
  struct cfa *cfa = m->cfa;
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (m->mark[cfa->edges.data[i].to.id]) mark_return(m, &cfa->edges.data[i]);
  while (m->work.size) {
    const struct cfa_location *l = cfa_location(cfa, vec_location_pop(&m->work));
    for (uint32_t k = 0; k < l->in.size; k++) {
      const struct cfa_edge *e = cfa_edge(cfa, l->in.data[k]);
      mark(m, e->from, UP);
      mark_return(m, e);
    }
  }
}

static bool slice_locations(struct cfa *cfa) {
  bool changed = false;
  struct matter m = {.cfa = cfa, .mark = mem_zalloc((size_t)cfa->locations.size + 1, 1)};
  struct callers callers;
  callers_init(&callers, cfa);
  mark_down(&m, &callers);
  mark_up(&m);
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (!m.mark[cfa->edges.data[i].from.id]) cfa->edges.data[i].from = LOCATION_NONE;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    if (m.mark[i] || l->kind == LOC_STOP) continue;
    if (l->kind == LOC_EXIT) cfa->functions.data[l->function].exit = LOCATION_NONE;
    l->kind = LOC_STOP;
    l->complete = false;
    changed = true;
  }
  callers_release(&callers);
  vec_location_release(&m.work);
  mem_free(m.mark);
  return changed;
}

// --- (2) variables ------------------------------------------------------------------
// Unknowns are the variables, and after them one for each address of an
// allocation and each input that is memory. A definition says what an unknown
// gets its value from: a term, or another variable (the callee's result).

struct definition {
  uint32_t unknown, var;
  struct term value;
};
VEC_TYPE(vec_definition, struct definition)

struct relevance {
  struct cfa *cfa;
  struct vec_definition definitions;
  struct map_u32 addresses;       // term of an allocation, or of an input that has an address → unknown
  uint32_t *first, *order;        // definitions by unknown
  bool *needed;
  uint32_t n;
  struct vec_u32 work;
};

static void define(struct relevance *r, uint32_t unknown, struct term value, uint32_t var) {
  vec_definition_push(&r->definitions, (struct definition){unknown, var, value});
}

static void define_local(struct relevance *r, struct term local, struct term value) {
  uint32_t *known = map_u32_find(&r->addresses, local.id);
  uint32_t unknown = known ? *known : r->n;
  if (!known) map_u32_put(&r->addresses, local.id, r->n++);
  define(r, unknown, value, CFA_NONE);
}

static void collect_definitions(struct relevance *r) {
  struct cfa *cfa = r->cfa;
  r->n = cfa->vars.size;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    for (uint32_t k = 0; k < e->updates.size; k++)
      define(r, e->updates.data[k].var, e->updates.data[k].value, CFA_NONE);
    for (uint32_t k = 0; k < e->allocs.size; k++) define_local(r, e->allocs.data[k].term, e->allocs.data[k].size);
    for (uint32_t k = 0; k < e->inputs.size; k++)
      if (!term_none(e->inputs.data[k].address)) define_local(r, e->inputs.data[k].term, e->inputs.data[k].address);
    if (e->callee == CFA_NONE) continue;
    const struct cfa_function *f = &cfa->functions.data[e->callee];
    for (uint32_t k = 0; k < e->args.size; k++) define(r, f->params.data[k], e->args.data[k], CFA_NONE);
    if (e->result != CFA_NONE) define(r, e->result, TERM_NONE, f->result);
  }
  r->first = mem_zalloc((size_t)r->n + 2, sizeof(uint32_t));
  r->order = mem_zalloc((size_t)r->definitions.size + 1, sizeof(uint32_t));
  r->needed = mem_zalloc((size_t)r->n + 1, sizeof(bool));
  for (uint32_t i = 0; i < r->definitions.size; i++) r->first[r->definitions.data[i].unknown + 2]++;
  for (uint32_t i = 2; i < r->n + 2; i++) r->first[i] += r->first[i - 1];
  for (uint32_t i = 0; i < r->definitions.size; i++) r->order[r->first[r->definitions.data[i].unknown + 1]++] = i;
}

static void need(struct relevance *r, uint32_t unknown) {
  if (r->needed[unknown]) return;
  r->needed[unknown] = true;
  vec_u32_push(&r->work, unknown);
}

static void need_term(struct relevance *r, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(r->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = cfa_var_of(r->cfa, (struct term){vars[i]});
    if (v == CFA_NONE) v = map_u32_get_or(&r->addresses, vars[i], CFA_NONE);
    if (v != CFA_NONE) need(r, v);   // otherwise an input that depends on nothing
  }
}

static void find_relevant(struct relevance *r) {
  for (uint32_t k = 0; k < CFA_OPERANDS; k++) // set on the way into an error only, from what its guard is about
    if (r->cfa->operands[k] != CFA_NONE) need(r, r->cfa->operands[k]);
  for (uint32_t i = 0; i < r->cfa->edges.size; i++) {
    const struct cfa_edge *e = &r->cfa->edges.data[i];
    need_term(r, e->guard);
    for (uint32_t k = 0; k < e->allocs.size; k++)
      if (!e->allocs.data[k].is_stack) need_term(r, e->allocs.data[k].term);
  }
  while (r->work.size) {
    uint32_t unknown = vec_u32_pop(&r->work);
    for (uint32_t k = r->first[unknown]; k < r->first[unknown + 1]; k++) {
      const struct definition *d = &r->definitions.data[r->order[k]];
      if (d->var != CFA_NONE) need(r, d->var);
      else need_term(r, d->value);
    }
  }
}

static bool drop_irrelevant(struct relevance *r) {
  struct cfa *cfa = r->cfa;
  bool changed = false;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    uint32_t n = 0;
    for (uint32_t k = 0; k < e->updates.size; k++)
      if (r->needed[e->updates.data[k].var]) e->updates.data[n++] = e->updates.data[k];
    changed |= n < e->updates.size;
    e->updates.size = n;
    n = 0;
    for (uint32_t k = 0; k < e->allocs.size; k++)
      if (r->needed[map_u32_get_or(&r->addresses, e->allocs.data[k].term.id, 0)])
        e->allocs.data[n++] = e->allocs.data[k];
    changed |= n < e->allocs.size;
    e->allocs.size = n;
    for (uint32_t k = 0; k < e->inputs.size; k++) {
      const uint32_t *unknown = map_u32_find(&r->addresses, e->inputs.data[k].term.id);
      if (unknown && !r->needed[*unknown]) e->inputs.data[k].address = TERM_NONE; // it may speak of what is gone
    }
    if (e->callee == CFA_NONE) continue;
    const struct cfa_function *f = &cfa->functions.data[e->callee];
    for (uint32_t k = 0; k < e->args.size; k++) {
      uint32_t param = f->params.data[k];
      if (r->needed[param]) continue;
      struct term zero = term_zero(cfa->tm, cfa->vars.data[param].sort);
      changed |= !term_same(zero, e->args.data[k]);
      cfa->vars.data[param].is_sliced = true;
      e->args.data[k] = zero;
    }
    if (e->result != CFA_NONE && !r->needed[e->result]) {
      e->result = CFA_NONE;
      changed = true;
    }
  }
  return changed;
}

static bool slice_variables(struct cfa *cfa) {
  struct relevance r = {.cfa = cfa};
  collect_definitions(&r);
  find_relevant(&r);
  bool changed = drop_irrelevant(&r);
  vec_definition_release(&r.definitions);
  map_u32_release(&r.addresses);
  vec_u32_release(&r.work);
  mem_free(r.first);
  mem_free(r.order);
  mem_free(r.needed);
  return changed;
}

// --- (3) empty calls ------------------------------------------------------------------

// Entered, it returns at once, reads nothing and changes nothing.
static bool is_empty(const struct cfa *cfa, const struct cfa_function *f) {
  if (location_none(f->exit)) return false;
  if (location_same(f->entry, f->exit)) return true;
  const struct cfa_location *l = cfa_location(cfa, f->entry);
  if (l->out.size != 1) return false;
  const struct cfa_edge *e = cfa_edge(cfa, l->out.data[0]);
  return location_same(e->to, f->exit) && e->callee == CFA_NONE && term_is_true(cfa->tm, e->guard) &&
         !e->updates.size && !e->inputs.size && !e->allocs.size;
}

static bool drop_empty_calls(struct cfa *cfa) {
  bool changed = false;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee == CFA_NONE || e->result != CFA_NONE || !is_empty(cfa, &cfa->functions.data[e->callee])) continue;
    e->callee = CFA_NONE;
    vec_term_clear(&e->args);
    changed = true;
  }
  return changed;
}

void cfa_slice(struct cfa *cfa) {
  cfa_sweep(cfa);
  uint64_t visited = 0;
  for (uint32_t round = 0; round < ROUNDS_MIN || visited < EDGES_MAX; round++) {
    uint32_t locations = cfa->locations.size, edges = cfa->edges.size;
    visited += edges + 1;
    if (slice_locations(cfa)) cfa_sweep(cfa);
    bool changed = slice_variables(cfa);
    changed |= drop_empty_calls(cfa);
    cfa_reduce(cfa, REDUCE_EQUAL);
    if (!changed && cfa->locations.size == locations && cfa->edges.size == edges) break;
  }
}
