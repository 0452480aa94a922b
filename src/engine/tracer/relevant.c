// See relevant.h.
#include "engine/tracer/relevant.h"
#include "base/memory/alloc.h"

struct relevant {
  struct cfa *cfa;
  uint32_t words; // of a set of variables
  uint64_t *sets; // by location
  struct vec_edge *calls; // by function: the edges that call it
  uint64_t *scratch; // a set
};

static uint64_t *set_at(const struct relevant *r, struct location location) {
  return r->sets + (size_t)location.id * r->words;
}

static bool has(const uint64_t *set, uint32_t var) { return set[var / 64] >> var % 64 & 1; }
static void add(uint64_t *set, uint32_t var) { set[var / 64] |= UINT64_C(1) << var % 64; }

static void add_term(const struct relevant *r, uint64_t *set, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(r->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(r->cfa, (struct term){vars[i]});
    if (var != CFA_NONE) add(set, var);
  }
}

static bool is_global(const struct relevant *r, uint32_t var) { return r->cfa->vars.data[var].function == CFA_NONE; }

// What the callee and what follows the call need of the variables before it.
static void add_call(const struct relevant *r, const struct cfa_edge *e) {
  const struct cfa_function *callee = &r->cfa->functions.data[e->callee];
  const uint64_t *inside = set_at(r, callee->entry), *after = set_at(r, e->to);
  for (uint32_t var = 0; var < r->cfa->vars.size; var++) {
    bool global = is_global(r, var);
    if (global ? has(inside, var) : has(after, var) && var != e->result) add(r->scratch, var);
  }
  for (uint32_t i = 0; i < callee->params.size && i < e->args.size; i++)
    if (has(inside, callee->params.data[i]) && !term_none(e->args.data[i])) add_term(r, r->scratch, e->args.data[i]);
}

static void add_edge(const struct relevant *r, const struct cfa_edge *e) {
  add_term(r, r->scratch, e->guard);
  for (uint32_t i = 0; i < e->allocs.size; i++) add_term(r, r->scratch, e->allocs.data[i].size);
  if (e->callee != CFA_NONE) {
    add_call(r, e);
    return;
  }
  const uint64_t *after = set_at(r, e->to);
  uint64_t *written = mem_zalloc(r->words, sizeof *written);
  for (uint32_t i = 0; i < e->updates.size; i++) {
    add(written, e->updates.data[i].var);
    if (has(after, e->updates.data[i].var)) add_term(r, r->scratch, e->updates.data[i].value);
  }
  for (uint32_t i = 0; i < r->words; i++) r->scratch[i] |= after[i] & ~written[i];
  mem_free(written);
}

static void add_exit(const struct relevant *r, uint32_t function) {
  uint32_t result = r->cfa->functions.data[function].result;
  for (uint32_t i = 0; i < r->calls[function].size; i++) {
    const struct cfa_edge *e = cfa_edge(r->cfa, r->calls[function].data[i]);
    const uint64_t *after = set_at(r, e->to);
    for (uint32_t k = 0; k < r->cfa->globals.size; k++)
      if (has(after, r->cfa->globals.data[k]) && r->cfa->globals.data[k] != e->result)
        add(r->scratch, r->cfa->globals.data[k]);
    if (result != CFA_NONE && e->result != CFA_NONE && has(after, e->result)) add(r->scratch, result);
  }
}

// True: the location's set has grown.
static bool update(const struct relevant *r, struct location location) {
  const struct cfa_location *l = cfa_location(r->cfa, location);
  memset(r->scratch, 0, r->words * sizeof *r->scratch);
  if (l->kind == LOC_EXIT) add_exit(r, l->function);
  for (uint32_t i = 0; i < l->out.size; i++) add_edge(r, cfa_edge(r->cfa, l->out.data[i]));
  bool grown = false;
  uint64_t *set = set_at(r, location);
  for (uint32_t i = 0; i < r->words; i++) {
    grown = grown || (r->scratch[i] & ~set[i]);
    set[i] |= r->scratch[i];
  }
  return grown;
}

struct relevant *relevant_new(struct cfa *cfa) {
  struct relevant *r = mem_zalloc(1, sizeof *r);
  *r = (struct relevant){.cfa = cfa, .words = cfa->vars.size / 64 + 1};
  r->sets = mem_zalloc((size_t)cfa->locations.size * r->words + 1, sizeof *r->sets);
  r->scratch = mem_zalloc(r->words, sizeof *r->scratch);
  r->calls = mem_zalloc(cfa->functions.size + 1, sizeof *r->calls);
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (cfa->edges.data[i].callee != CFA_NONE) vec_edge_push(&r->calls[cfa->edges.data[i].callee], (struct edge){i});
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = cfa->locations.size; i-- > 0;) changed = update(r, (struct location){i}) || changed;
  }
  return r;
}

void relevant_free(struct relevant *r) {
  if (!r) return;
  for (uint32_t i = 0; i < r->cfa->functions.size; i++) vec_edge_release(&r->calls[i]);
  mem_free(r->calls);
  mem_free(r->scratch);
  mem_free(r->sets);
  mem_free(r);
}

void relevant_instances(const struct relevant *r, struct unfold *u, struct context context, struct location location,
                        struct vec_term *out) {
  for (bool innermost = true; !context_none(context); innermost = false) {
    const uint64_t *set = set_at(r, location);
    const struct vec_u32 *locals = &r->cfa->functions.data[unfold_function(u, context)].locals;
    for (uint32_t i = 0; innermost && i < r->cfa->globals.size; i++)
      if (has(set, r->cfa->globals.data[i])) vec_term_push(out, unfold_var(u, context, r->cfa->globals.data[i]));
    struct edge call = unfold_call(u, context);
    for (uint32_t i = 0; i < locals->size; i++)
      if (has(set, locals->data[i])) vec_term_push(out, unfold_var(u, context, locals->data[i]));
    context = unfold_parent(u, context);
    if (!edge_none(call)) location = cfa_edge(r->cfa, call)->to;
  }
}
