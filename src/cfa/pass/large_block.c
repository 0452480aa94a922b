// Large-block encoding: branches that meet again become one edge.
//
// Two reductions, beside those of compress.c and with its worklist, until
// neither applies:
//
// (1) Parallel edges A → B, ordinary, with the same inputs and allocations:
//       [g1] x := v1,  [g2] x := v2   give   [g1 ∨ g2] x := ite(c, v1, v2)
//     where g1 implies c and g2 implies ¬c; a variable that an edge does not
//     update keeps its value there. Outside of g1 ∨ g2 the edge is not taken, so c
//     need not be all of g1: mostly it is one literal whose opposite is in g2.
// (2) A location B with one edge in, from A, where both branch, is absorbed if A
//     then has parallel edges. So `if (a && b)`, `continue`, and branches that contain
//     assertions become parallel edges.
//
// (1) is right only where at most one of the guards holds in a state. That is
// known of a location that is `complete`, or seen from its guards (their conjunction
// rewrites to false); both reductions, and composition, keep it: guards are united or
// get stronger. Locations of which it is not known stay as they are.
//
// With only tests united (cfa_unite_tests), (1) is done where the edges do the same, so that nothing is chosen, and (2)
// where that lets it be done: `if (a && b)` is one branch.
//
// The k-th input of a run stays the k-th, since merged edges read the same.
// A loop head is never absorbed, so merged edges have no loop inside.
#include "cfa/pass/reduce.h"
#include <stdlib.h>

enum {
  MERGED_TERMS = 250, // nodes of the terms of edges to merge, together: a merged edge is evaluated on all paths
  GROUP = 32, // edges merged at once
  PAIRS = 24, // guards of a location compared pairwise
  BRANCHES = 12, // edges out of locations that (2) looks at
  CELLS = 64, // cells that a merged edge writes in one array
  UNKNOWN_CELLS = 6, // those whose index is not constant and that not all edges write
};

static bool ends_path(const struct cfa *cfa, struct location location) {
  enum cfa_location_kind kind = cfa_location(cfa, location)->kind;
  return kind == LOC_ERROR || kind == LOC_STOP || kind == LOC_UNSUPPORTED;
}

// --- which of the edges is taken ----------------------------------------------------------

static bool is_exclusive(const struct cfa *cfa, const struct cfa_location *l) {
  if (l->complete || l->out.size < 2) return true;
  if (l->out.size > PAIRS) return false;
  for (uint32_t i = 0; i < l->out.size; i++)
    for (uint32_t j = 0; j < i; j++) {
      struct term both = term_and(cfa->tm, cfa_edge(cfa, l->out.data[i])->guard, cfa_edge(cfa, l->out.data[j])->guard);
      if (!term_is_false(cfa->tm, both)) return false;
    }
  return true;
}

// Functions that may be called again and again: from inside a loop, or by one of them. (A recursive one is repeated
// only if it is called so.)
static void find_repeated(const struct cfa *cfa, bool *repeated) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < cfa->edges.size; i++) {
      const struct cfa_edge *e = &cfa->edges.data[i];
      const struct cfa_location *from = cfa_location(cfa, e->from);
      if (e->callee == CFA_NONE || repeated[e->callee] || (location_none(from->loop) && !repeated[from->function]))
        continue;
      repeated[e->callee] = more = true;
    }
  }
}

bool *large_block_find_exclusive(const struct cfa *cfa, bool loops_only) {
  bool *exclusive = mem_zalloc((size_t)cfa->locations.size + 1, sizeof *exclusive);
  bool *repeated = mem_zalloc((size_t)cfa->functions.size + 1, sizeof *repeated);
  if (loops_only) find_repeated(cfa, repeated);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    exclusive[i] = (!loops_only || !location_none(l->loop) || repeated[l->function]) && is_exclusive(cfa, l);
  }
  mem_free(repeated);
  return exclusive;
}

// --- a group of parallel edges ------------------------------------------------------------

struct group {
  struct reducer *r;
  struct vec_edge edges;
  struct vec_term guards;
  struct vec_update updates; // of the edges so far, as one
  struct vec_u32 *literals; // of each guard
};

static void group_clear(struct group *g) {
  for (uint32_t i = 0; i < g->edges.size; i++) vec_u32_release(&g->literals[i]);
  vec_edge_clear(&g->edges);
  vec_term_clear(&g->guards);
  vec_update_clear(&g->updates);
}

static void group_release(struct group *g) {
  group_clear(g);
  vec_edge_release(&g->edges);
  vec_term_release(&g->guards);
  vec_update_release(&g->updates);
  mem_free(g->literals);
}

// Edge e belongs to the group; what the group does is now `updates`.
static void group_push(struct group *g, struct edge e, const struct vec_update *updates) {
  struct cfa *cfa = g->r->cfa;
  vec_update_clear(&g->updates);
  for (uint32_t i = 0; i < updates->size; i++) vec_update_push(&g->updates, updates->data[i]);
  struct vec_u32 *literals = &g->literals[g->edges.size];
  *literals = (struct vec_u32){0};
  cfa_guard_literals(cfa->tm, cfa_edge(cfa, e)->guard, literals);
  vec_edge_push(&g->edges, e);
  vec_term_push(&g->guards, cfa_edge(cfa, e)->guard);
}

// In how many guards of the group is the opposite of this literal?
static uint32_t count_opposite(const struct group *g, uint32_t literal) {
  uint32_t opposite = term_not(g->r->cfa->tm, (struct term){literal}).id, n = 0;
  for (uint32_t i = 0; i < g->edges.size; i++) n += cfa_has_literal(&g->literals[i], opposite);
  return n;
}

// Tells the guard with these literals from all guards of the group, to which it is disjoint: a literal whose opposite
// all of them have, or else all literals that not all of them have as well.
static struct term condition(const struct group *g, const struct vec_u32 *literals) {
  struct terms *tm = g->r->cfa->tm;
  struct vec_term rest = {0};
  for (uint32_t k = 0; k < literals->size; k++) {
    if (count_opposite(g, literals->data[k]) == g->edges.size) {
      vec_term_release(&rest);
      return (struct term){literals->data[k]};
    }
    bool everywhere = true;
    for (uint32_t i = 0; everywhere && i < g->edges.size; i++)
      everywhere = cfa_has_literal(&g->literals[i], literals->data[k]);
    if (!everywhere) vec_term_push(&rest, (struct term){literals->data[k]});
  }
  struct term c = rest.size ? term_and_n(tm, rest.size, rest.data) : term_true(tm);
  vec_term_release(&rest);
  return c;
}

// --- values -------------------------------------------------------------------------------

struct cell {
  struct term index, value;
};
VEC_TYPE(vec_cell, struct cell)

static bool is_change(const struct terms *tm, struct term array) {
  return term_kind(tm, array) == TERM_STORE || term_kind(tm, array) == TERM_STORES;
}

// The array below all stores that both have; none if there is no such.
static struct term common_base(const struct terms *tm, struct term a, struct term b) {
  for (uint32_t i = 0; i < CELLS; i++) {
    struct term below = b;
    for (uint32_t k = 0; k < CELLS; k++) {
      if (term_same(a, below)) return a;
      if (!is_change(tm, below)) break;
      below = term_child(tm, below, 0);
    }
    if (!is_change(tm, a)) break;
    a = term_child(tm, a, 0);
  }
  return TERM_NONE;
}

// The stores that make `array` of `base`, first ones first. False if there are too many.
static bool list_cells(const struct terms *tm, struct term array, struct term base, struct vec_cell *cells) {
  for (; !term_same(array, base); array = term_child(tm, array, 0)) {
    uint32_t n = (term_arity(tm, array) - 1) / 2;
    if (cells->size + n > CELLS) return false;
    for (uint32_t i = n; i-- > 0;)
      vec_cell_push(cells, (struct cell){term_child(tm, array, 1 + 2 * i), term_child(tm, array, 2 + 2 * i)});
  }
  for (uint32_t i = 0; i < cells->size / 2; i++) {
    struct cell c = cells->data[i];
    cells->data[i] = cells->data[cells->size - 1 - i];
    cells->data[cells->size - 1 - i] = c;
  }
  return true;
}

// The stores from the k-th on, as they are under c; without c each writes the value that its cell has. (Right also for
// equal indices: that value is read after the stores before.)
static struct term store_if(struct terms *tm, struct term c, const struct vec_cell *cells, uint32_t k,
                            struct term array) {
  for (; k < cells->size; k++) {
    struct cell cell = cells->data[k];
    array = term_store(tm, array, cell.index, term_ite(tm, c, cell.value, term_select(tm, array, cell.index)));
  }
  return array;
}

static uint32_t count_unknown(const struct terms *tm, const struct vec_cell *cells, uint32_t k) {
  uint32_t n = 0;
  for (; k < cells->size; k++) n += !term_is_const(tm, cells->data[k].index);
  return n;
}

// An array chosen by `ite` would be frozen into a term whenever c is not concrete, and copied otherwise. So the cells
// that one of the two writes are written always. None if that is not possible.
static struct term choose_array(struct terms *tm, struct term c, struct term a, struct term b) {
  struct term base = common_base(tm, a, b), t = TERM_NONE;
  struct vec_cell of_a = {0}, of_b = {0};
  if (!term_none(base) && list_cells(tm, a, base, &of_a) && list_cells(tm, b, base, &of_b)) {
    uint32_t k = 0;
    t = base;
    for (; k < of_a.size && k < of_b.size && term_same(of_a.data[k].index, of_b.data[k].index); k++)
      t = term_store(tm, t, of_a.data[k].index, term_ite(tm, c, of_a.data[k].value, of_b.data[k].value));
    if (count_unknown(tm, &of_a, k) + count_unknown(tm, &of_b, k) > UNKNOWN_CELLS) t = TERM_NONE;
    else t = store_if(tm, term_not(tm, c), &of_b, k, store_if(tm, c, &of_a, k, t));
  }
  vec_cell_release(&of_a);
  vec_cell_release(&of_b);
  return t;
}

// None: not to be chosen.
static struct term choose(const struct reducer *r, struct term c, struct term a, struct term b) {
  struct terms *tm = r->cfa->tm;
  if (term_same(a, b)) return a;
  if (r->tests) return TERM_NONE;
  if (sort_kind(tm, term_sort(tm, a)) == SORT_ARRAY) return choose_array(tm, c, a, b);
  return term_ite(tm, c, a, b);
}

// What `mine` does if c, else what the group does. False if that cannot be said.
static bool choose_updates(struct group *g, struct term c, const struct vec_update *mine, struct vec_update *out) {
  struct reducer *r = g->r;
  struct cfa *cfa = r->cfa;
  r->indexed = EDGE_NONE;
  r->epoch++;
  for (uint32_t i = 0; i < mine->size; i++) {
    r->stamp[mine->data[i].var] = r->epoch;
    r->index[mine->data[i].var] = i;
  }
  uint32_t mine_epoch = r->epoch++;
  for (uint32_t i = 0; i < g->updates.size; i++) {
    struct cfa_update u = g->updates.data[i];
    struct term value = r->stamp[u.var] == mine_epoch ? mine->data[r->index[u.var]].value : cfa->vars.data[u.var].term;
    u.value = choose(r, c, value, u.value);
    if (term_none(u.value)) return false;
    r->stamp[u.var] = r->epoch; // done
    vec_update_push(out, u);
  }
  for (uint32_t i = 0; i < mine->size; i++) {
    struct cfa_update u = mine->data[i];
    if (r->stamp[u.var] == r->epoch) continue;
    u.value = choose(r, c, u.value, cfa->vars.data[u.var].term);
    if (term_none(u.value)) return false;
    vec_update_push(out, u);
  }
  return true;
}

static void group_add(struct group *g, struct edge edge) {
  const struct cfa_edge *e = cfa_edge(g->r->cfa, edge);
  if (!g->edges.size) {
    group_push(g, edge, &e->updates);
    return;
  }
  struct vec_u32 literals = {0};
  struct vec_update updates = {0};
  cfa_guard_literals(g->r->cfa->tm, e->guard, &literals);
  if (choose_updates(g, condition(g, &literals), &e->updates, &updates)) group_push(g, edge, &updates);
  vec_u32_release(&literals);
  vec_update_release(&updates);
}

// --- (1) ------------------------------------------------------------------------------------

// Do the edges read the same inputs and allocate the same objects?
static bool same_locals(const struct cfa_edge *a, const struct cfa_edge *b) {
  if (a->inputs.size != b->inputs.size || a->allocs.size != b->allocs.size) return false;
  for (uint32_t i = 0; i < a->inputs.size; i++)
    if (!term_same(a->inputs.data[i].term, b->inputs.data[i].term) ||
        !term_same(a->inputs.data[i].address, b->inputs.data[i].address))
      return false;
  for (uint32_t i = 0; i < a->allocs.size; i++)
    if (!term_same(a->allocs.data[i].term, b->allocs.data[i].term) ||
        !term_same(a->allocs.data[i].size, b->allocs.data[i].size))
      return false;
  return true;
}

static bool before(struct source_place a, struct source_place b) {
  return a.line < b.line || (a.line == b.line && a.column < b.column);
}

// `e` gets a source range that covers that of `f`, if they are in one file.
static void cover(struct cfa_edge *e, const struct cfa_edge *f) {
  if (!e->first.line || (f->first.line && f->first.file == e->first.file && before(f->first, e->first)))
    e->first = f->first;
  if (!e->last.line || (f->last.line && f->last.file == e->last.file && before(e->last, f->last))) e->last = f->last;
}

// What was asked about A's edges may have another answer for the locations near it.
static void wake(struct reducer *r, struct location id) {
  struct cfa *cfa = r->cfa;
  const struct cfa_location *l = cfa_location(cfa, id);
  reducer_queue(r, id);
  for (uint32_t k = 0; k < l->out.size; k++)
    if (location_same(cfa_edge(cfa, l->out.data[k])->from, id)) reducer_queue(r, cfa_edge(cfa, l->out.data[k])->to);
  if (r->in[id.id] != 1) return;
  for (uint32_t k = 0; k < l->in.size; k++) {
    struct location from = cfa_edge(cfa, l->in.data[k])->from;
    if (location_none(from) || r->out[from.id] > BRANCHES) continue;
    const struct vec_edge *out = &cfa_location(cfa, from)->out;
    for (uint32_t j = 0; j < out->size; j++)
      if (location_same(cfa_edge(cfa, out->data[j])->from, from)) reducer_queue(r, cfa_edge(cfa, out->data[j])->to);
  }
}

static void group_commit(struct group *g) {
  struct reducer *r = g->r;
  struct cfa *cfa = r->cfa;
  struct edge kept = g->edges.data[0];
  for (uint32_t i = 1; i < g->edges.size; i++)
    if (r->position[g->edges.data[i].id] < r->position[kept.id]) kept = g->edges.data[i];
  struct cfa_edge *e = cfa_edge(cfa, kept);
  for (uint32_t i = 0; i < g->edges.size; i++) cover(e, cfa_edge(cfa, g->edges.data[i]));
  e->guard = cfa_guard_union(cfa->tm, g->guards.size, g->guards.data);
  struct vec_update old = e->updates;
  e->updates = g->updates;
  g->updates = old;
  r->size[kept.id] = cfa_edge_size(cfa, e);
  struct location from = e->from;
  for (uint32_t i = 0; i < g->edges.size; i++)
    if (!edge_same(g->edges.data[i], kept)) reducer_kill_edge(r, g->edges.data[i]);
  wake(r, from);
}

struct candidate {
  struct edge edge;
  uint32_t size;
};
VEC_TYPE(vec_candidate, struct candidate)

// Long guards first, since the one of the first edge in a group is not needed to choose values.
static int by_guard(const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->size != y->size) return x->size < y->size ? 1 : -1;
  return (x->edge.id > y->edge.id) - (x->edge.id < y->edge.id);
}

static void merge_candidates(struct group *g, struct vec_candidate *candidates) {
  if (candidates->size < 2) return;
  qsort(candidates->data, candidates->size, sizeof *candidates->data, by_guard);
  for (uint32_t i = 0; i < candidates->size; i++) group_add(g, candidates->data[i].edge);
  if (g->edges.size > 1) group_commit(g);
  group_clear(g);
}

void large_block_merge(struct reducer *r, struct location id) {
  struct cfa *cfa = r->cfa;
  struct cfa_location *l = cfa_location(cfa, id);
  if (!r->exclusive[id.id]) return;
  cfa_drop_dead(cfa, &l->out);
  for (uint32_t k = 0; k < l->out.size; k++) r->position[l->out.data[k].id] = k;
  struct group g = {.r = r, .literals = mem_zalloc(GROUP, sizeof(struct vec_u32))};
  struct vec_candidate candidates = {0};
  for (uint32_t k = 0; k < l->out.size; k++) {
    const struct cfa_edge *first = cfa_edge(cfa, l->out.data[k]);
    if (location_none(first->from) || first->callee != CFA_NONE) continue;
    uint64_t size = 0;
    vec_candidate_clear(&candidates);
    for (uint32_t j = k; j < l->out.size && candidates.size < GROUP; j++) {
      struct edge edge = l->out.data[j];
      const struct cfa_edge *e = cfa_edge(cfa, edge);
      if (location_none(e->from) || !location_same(e->to, first->to) || e->callee != CFA_NONE || !same_locals(first, e))
        continue;
      if (size + r->size[edge.id] > MERGED_TERMS) continue;
      size += r->size[edge.id];
      vec_candidate_push(&candidates, (struct candidate){edge, term_dag_size(cfa->tm, e->guard)});
    }
    merge_candidates(&g, &candidates);
  }
  vec_candidate_release(&candidates);
  group_release(&g);
}

// --- (2) ------------------------------------------------------------------------------------

static bool same_updates(const struct cfa_edge *a, const struct cfa_edge *b) {
  if (a->updates.size != b->updates.size) return false;
  for (uint32_t i = 0; i < a->updates.size; i++)
    if (a->updates.data[i].var != b->updates.data[i].var ||
        !term_same(a->updates.data[i].value, b->updates.data[i].value))
      return false;
  return true;
}

// Are there edges e;f and g, or g;h with h out of `middle`, to one location, that could be merged?
static bool would_meet(const struct reducer *r, struct edge e, struct edge f, struct edge g, struct edge h) {
  const struct cfa *cfa = r->cfa;
  const struct cfa_edge *ef = cfa_edge(cfa, f), *eg = cfa_edge(cfa, g), *second = edge_none(h) ? eg : cfa_edge(cfa, h);
  if (location_none(second->from) || !location_same(second->to, ef->to) || second->callee != CFA_NONE ||
      eg->callee != CFA_NONE)
    return false;
  if (ef->inputs.size || ef->allocs.size || (!edge_none(h) && (second->inputs.size || second->allocs.size)))
    return false;
  if ((uint64_t)r->size[e.id] + r->size[f.id] + r->size[g.id] + (edge_none(h) ? 0 : r->size[h.id]) > MERGED_TERMS)
    return false;
  if (r->tests && (ef->updates.size || (!edge_none(h) && second->updates.size) || !same_updates(cfa_edge(cfa, e), eg)))
    return false;
  return same_locals(cfa_edge(cfa, e), eg);
}

// Does e;f meet what g leads to, directly or through a location that can be absorbed too?
static bool meets(struct reducer *r, struct edge e, struct edge f, struct edge g) {
  if (would_meet(r, e, f, g, EDGE_NONE)) return true;
  struct location middle = cfa_edge(r->cfa, g)->to;
  if (r->out[middle.id] > BRANCHES || !r->exclusive[middle.id] || !reducer_can_absorb(r, middle)) return false;
  const struct vec_edge *out = &cfa_location(r->cfa, middle)->out;
  for (uint32_t k = 0; k < out->size; k++)
    if (would_meet(r, e, f, g, out->data[k])) return true;
  return false;
}

bool large_block_gain(struct reducer *r, struct location id) {
  struct cfa *cfa = r->cfa;
  const struct cfa_location *b = cfa_location(cfa, id);
  struct edge e = b->in.data[0];
  struct location a = cfa_edge(cfa, e)->from;
  if (!r->exclusive[a.id] || !r->exclusive[id.id] || r->out[a.id] > BRANCHES || r->out[id.id] > BRANCHES) return false;
  const struct vec_edge *siblings = &cfa_location(cfa, a)->out;
  uint32_t meeting = 0;
  for (uint32_t k = 0; k < b->out.size; k++) {
    struct edge f = b->out.data[k];
    if (location_none(cfa_edge(cfa, f)->from) || ends_path(cfa, cfa_edge(cfa, f)->to)) continue;
    bool met = false;
    for (uint32_t j = 0; !met && j < siblings->size; j++)
      met = !edge_same(siblings->data[j], e) && location_same(cfa_edge(cfa, siblings->data[j])->from, a) &&
            meets(r, e, f, siblings->data[j]);
    meeting += met;
  }
  uint32_t most = r->out[a.id] > r->out[id.id] ? r->out[a.id] : r->out[id.id];
  return meeting && r->out[a.id] - 1 + r->out[id.id] - meeting <= most;
}

void cfa_large_blocks(struct cfa *cfa) {
  cfa_sweep(cfa);
  cfa_reduce(cfa, REDUCE_LOOP_BLOCKS);
}

void cfa_unite_tests(struct cfa *cfa) {
  cfa_sweep(cfa);
  cfa_reduce(cfa, REDUCE_TESTS);
}
