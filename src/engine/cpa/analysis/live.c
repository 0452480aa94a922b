// See live.h. A set of live variables is a row of bits: first the bump pointer, then the globals by slot, then the
// locals of the location's function by slot. The rows only grow; a location is looked at again when a row that it
// depends on has grown.
#include "engine/cpa/analysis/live.h"
#include <assert.h>

// More bits than this are not worth it: all globals count as live.
#define BITS_MAX ((uint64_t)1 << 31)

struct live {
  const struct cfa *cfa;
  uint32_t globals; // bits before the locals
  bool all; // all globals are live everywhere
  uint64_t **rows; // by location
  uint64_t *storage;
  struct map_u32 addresses; // terms of heap objects
  struct vec_u32 *callers; // by function: call edges
  struct vec_location work;
  bool *waits;
};

static uint32_t words_of(uint32_t bits) { return (bits + 63) / 64; }
static bool has(const uint64_t *row, uint32_t bit) { return row[bit / 64] >> (bit % 64) & 1; }

static uint32_t function_of(const struct live *l, struct location location) {
  return cfa_location(l->cfa, location)->function;
}

static uint32_t bit_of(const struct live *l, uint32_t var) {
  const struct cfa_var *v = &l->cfa->vars.data[var];
  return v->function == CFA_NONE ? 1 + v->slot : l->globals + v->slot;
}

static void wait_for(struct live *l, struct location location) {
  if (l->waits[location.id]) return;
  l->waits[location.id] = true;
  vec_location_push(&l->work, location);
}

// A set bit that was there already is no growth.
static void set(uint64_t *row, uint32_t bit, bool *grown) {
  if (has(row, bit)) return;
  row[bit / 64] |= (uint64_t)1 << (bit % 64);
  *grown = true;
}

static void clear(uint64_t *row, uint32_t bit) { row[bit / 64] &= ~((uint64_t)1 << (bit % 64)); }

// The bits below `bits`.
static void unite(uint64_t *row, const uint64_t *other, uint32_t bits, bool *grown) {
  for (uint32_t i = 0; i < words_of(bits); i++) {
    uint32_t left = bits - i * 64;
    uint64_t more = other[i] & ~row[i] & (left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX);
    row[i] |= more;
    if (more) *grown = true;
  }
}

static void use(struct live *l, uint64_t *row, struct term t, bool *grown) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(l->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(l->cfa, (struct term){vars[i]});
    if (var != CFA_NONE) set(row, bit_of(l, var), grown);
    else if (map_u32_find(&l->addresses, vars[i])) set(row, 0, grown);
  }
}

// What an ordinary edge needs of the variables before it: what it does not write and is live after it, and what the
// values of those that are live after it are made of.
static void flow_updates(struct live *l, const struct cfa_edge *e, uint64_t *row, uint64_t *scratch, bool *grown) {
  const uint64_t *after = l->rows[e->to.id];
  uint32_t bits = l->globals + l->cfa->functions.data[function_of(l, e->from)].locals.size;
  memcpy(scratch, after, words_of(bits) * sizeof *scratch);
  for (uint32_t i = 0; i < e->updates.size; i++) clear(scratch, bit_of(l, e->updates.data[i].var));
  unite(row, scratch, bits, grown);
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (has(after, bit_of(l, e->updates.data[i].var))) use(l, row, e->updates.data[i].value, grown);
}

static void flow_call(struct live *l, const struct cfa_edge *e, uint64_t *row, uint64_t *scratch, bool *grown) {
  const struct cfa_function *callee = &l->cfa->functions.data[e->callee];
  const uint64_t *after = l->rows[e->to.id], *entry = l->rows[callee->entry.id];
  uint32_t bits = l->globals + l->cfa->functions.data[function_of(l, e->from)].locals.size;
  memcpy(scratch, after, words_of(bits) * sizeof *scratch);
  memset(scratch, 0, l->globals / 64 * sizeof *scratch);
  scratch[l->globals / 64] &= ~(((uint64_t)1 << l->globals % 64) - 1);
  if (e->result != CFA_NONE) clear(scratch, bit_of(l, e->result));
  unite(row, scratch, bits, grown);
  unite(row, entry, l->globals, grown);
  for (uint32_t i = 0; i < e->args.size && i < callee->params.size; i++)
    if (has(entry, bit_of(l, callee->params.data[i]))) use(l, row, e->args.data[i], grown);
}

// The function returns to whoever called it.
static void flow_exit(struct live *l, uint32_t function, uint64_t *row, uint64_t *scratch, bool *grown) {
  const struct cfa_function *f = &l->cfa->functions.data[function];
  for (uint32_t i = 0; i < l->callers[function].size; i++) {
    const struct cfa_edge *call = &l->cfa->edges.data[l->callers[function].data[i]];
    const uint64_t *after = l->rows[call->to.id];
    memcpy(scratch, after, words_of(l->globals) * sizeof *scratch);
    if (call->result != CFA_NONE && bit_of(l, call->result) < l->globals) clear(scratch, bit_of(l, call->result));
    unite(row, scratch, l->globals, grown);
    if (call->result != CFA_NONE && f->result != CFA_NONE && has(after, bit_of(l, call->result)))
      set(row, bit_of(l, f->result), grown);
  }
}

// Who reads the row of the location.
static void tell(struct live *l, struct location location) {
  const struct cfa_location *loc = cfa_location(l->cfa, location);
  for (uint32_t i = 0; i < loc->in.size; i++) {
    const struct cfa_edge *e = cfa_edge(l->cfa, loc->in.data[i]);
    wait_for(l, e->from);
    if (e->callee == CFA_NONE) continue;
    struct location exit = l->cfa->functions.data[e->callee].exit;
    if (!location_none(exit)) wait_for(l, exit);
  }
  if (!location_same(l->cfa->functions.data[loc->function].entry, location)) return;
  for (uint32_t i = 0; i < l->callers[loc->function].size; i++)
    wait_for(l, l->cfa->edges.data[l->callers[loc->function].data[i]].from);
}

static void look_at(struct live *l, struct location location, uint64_t *scratch) {
  const struct cfa_location *loc = cfa_location(l->cfa, location);
  uint64_t *row = l->rows[location.id];
  bool grown = false;
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(l->cfa, loc->out.data[i]);
    use(l, row, e->guard, &grown);
    for (uint32_t k = 0; k < e->allocs.size; k++) use(l, row, e->allocs.data[k].size, &grown);
    if (e->callee == CFA_NONE) flow_updates(l, e, row, scratch, &grown);
    else flow_call(l, e, row, scratch, &grown);
  }
  if (loc->kind == LOC_EXIT) flow_exit(l, loc->function, row, scratch, &grown);
  if (grown) tell(l, location);
}

static void allocate(struct live *l) {
  const struct cfa *cfa = l->cfa;
  uint64_t words = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    words += words_of(l->globals + cfa->functions.data[cfa->locations.data[i].function].locals.size);
  l->all = words * 64 > BITS_MAX;
  if (l->all) return;
  l->storage = mem_zalloc(words + 1, sizeof *l->storage);
  l->rows = mem_zalloc(cfa->locations.size + 1, sizeof *l->rows);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    l->rows[i] = l->storage;
    if (i) {
      const struct cfa_function *before = &cfa->functions.data[cfa->locations.data[i - 1].function];
      l->rows[i] = l->rows[i - 1] + words_of(l->globals + before->locals.size);
    }
  }
}

static void collect(struct live *l) {
  const struct cfa *cfa = l->cfa;
  l->callers = mem_zalloc(cfa->functions.size + 1, sizeof *l->callers);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (e->callee != CFA_NONE) vec_u32_push(&l->callers[e->callee], i);
    for (uint32_t k = 0; k < e->allocs.size; k++)
      if (!e->allocs.data[k].is_stack) map_u32_put(&l->addresses, e->allocs.data[k].term.id, 1);
  }
}

struct live *live_new(const struct cfa *cfa) {
  struct live *l = mem_zalloc(1, sizeof *l);
  l->cfa = cfa;
  l->globals = 1 + cfa->globals.size;
  allocate(l);
  if (l->all) return l;
  collect(l);
  l->waits = mem_zalloc(cfa->locations.size + 1, sizeof *l->waits);
  uint32_t most = 1;
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    if (words_of(l->globals + cfa->functions.data[i].locals.size) > most)
      most = words_of(l->globals + cfa->functions.data[i].locals.size);
  uint64_t *scratch = mem_zalloc(most + 1, sizeof *scratch);
  // Ids mostly grow along the program: the last ones first.
  for (uint32_t i = 0; i < cfa->locations.size; i++) wait_for(l, (struct location){i});
  while (l->work.size) {
    struct location location = vec_location_pop(&l->work);
    l->waits[location.id] = false;
    look_at(l, location, scratch);
  }
  mem_free(scratch);
  return l;
}

void live_free(struct live *l) {
  if (!l) return;
  for (uint32_t i = 0; l->callers && i < l->cfa->functions.size; i++) vec_u32_release(&l->callers[i]);
  mem_free(l->callers);
  mem_free(l->rows);
  mem_free(l->storage);
  mem_free(l->waits);
  map_u32_release(&l->addresses);
  vec_location_release(&l->work);
  mem_free(l);
}

bool live_at(const struct live *l, struct location location, uint32_t var) {
  uint32_t owner = l->cfa->vars.data[var].function;
  assert(owner == CFA_NONE || owner == function_of(l, location));
  return l->all || has(l->rows[location.id], bit_of(l, var));
}

bool live_heap_at(const struct live *l, struct location location) { return l->all || has(l->rows[location.id], 0); }

bool live_after_call(const struct live *l, struct edge call, uint32_t var) {
  const struct cfa_edge *e = cfa_edge(l->cfa, call);
  return var != e->result && live_at(l, e->to, var);
}
