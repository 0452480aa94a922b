// Straight lines become one edge.
//
// A plain location B that is no loop head and no entry, with exactly one
// edge e into it, from A ≠ B, disappears if e and all its out-edges f are ordinary and either
// B has one out-edge or e is A's only one (or large_block.c finds use in it): A gets e;f for each f in place of e.
// The number of edges never grows; terms grow by sharing, up to EDGE_TERMS.
// Edges that lead to a location whose only edge does nothing lead past it.
//
// Lists of dead edges stay as they are until cfa_sweep; a dead edge has
// from == LOCATION_NONE, and `in` and `out` count the living.
#include "cfa/pass/reduce.h"
#include "term/walk.h"
#include <assert.h>

static bool living(const struct cfa *cfa, struct edge e) { return !location_none(cfa_edge(cfa, e)->from); }

void reducer_queue(struct reducer *r, struct location location) {
  if (r->queued[location.id]) return;
  r->queued[location.id] = true;
  vec_location_push(&r->work, location);
}

static struct edge only(const struct cfa *cfa, const struct vec_edge *edges) {
  for (uint32_t i = 0; i < edges->size; i++)
    if (living(cfa, edges->data[i])) return edges->data[i];
  return EDGE_NONE;
}

void cfa_drop_dead(const struct cfa *cfa, struct vec_edge *edges) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < edges->size; i++)
    if (living(cfa, edges->data[i])) edges->data[n++] = edges->data[i];
  edges->size = n;
}

// Exhaustive apart from checks: declared so, or the one edge is always taken.
static bool is_complete(const struct reducer *r, struct location location) {
  const struct cfa_location *l = cfa_location(r->cfa, location);
  if (l->complete) return true;
  return r->out[location.id] == 1 && term_is_true(r->cfa->tm, cfa_edge(r->cfa, only(r->cfa, &l->out))->guard);
}

void reducer_kill_edge(struct reducer *r, struct edge edge) {
  struct cfa *cfa = r->cfa;
  struct vec_edge dead = {0};
  vec_edge_push(&dead, edge);
  while (dead.size) {
    struct cfa_edge *e = cfa_edge(cfa, vec_edge_pop(&dead));
    if (location_none(e->from)) continue;
    struct location from = e->from, to = e->to;
    e->from = LOCATION_NONE;
    struct cfa_location *a = cfa_location(cfa, from), *b = cfa_location(cfa, to);
    r->in[to.id]--;
    if (--r->out[from.id] == 0 && a->kind == LOC_PLAIN) {
      a->kind = LOC_STOP;
      a->complete = false;
      if (r->merge)   // edges into a stop may go
        for (uint32_t k = 0; k < a->in.size; k++)
          if (living(cfa, a->in.data[k])) reducer_queue(r, cfa_edge(cfa, a->in.data[k])->from);
    }
    reducer_queue(r, from);
    if (r->out[from.id] == 1) {
      struct edge left = only(cfa, &a->out);
      reducer_queue(r, cfa_edge(cfa, left)->to);
    }
    if (r->in[to.id]) {
      reducer_queue(r, to);
    } else if (!r->is_entry[to.id]) {
      for (uint32_t k = 0; k < b->out.size; k++) vec_edge_push(&dead, b->out.data[k]);
    }
  }
  vec_edge_release(&dead);
}

// --- composition -----------------------------------------------------------------

static void index_updates(struct reducer *r, struct edge edge) {
  if (edge_same(r->indexed, edge)) return;
  r->indexed = edge;
  r->epoch++;
  const struct vec_update *u = &cfa_edge(r->cfa, edge)->updates;
  for (uint32_t i = 0; i < u->size; i++) {
    r->stamp[u->data[i].var] = r->epoch;
    r->index[u->data[i].var] = i;
  }
}

// The updates of e that matter to t, added to the substitution once each.
struct relevant {
  struct vec_term from, to;
};

static void add_relevant(struct reducer *r, const struct cfa_edge *e, struct term t, struct relevant *out) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(r->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = cfa_var_of(r->cfa, (struct term){vars[i]});
    if (v == CFA_NONE || r->stamp[v] != r->epoch) continue;
    vec_term_push(&out->from, (struct term){vars[i]});
    vec_term_push(&out->to, e->updates.data[r->index[v]].value);
  }
}

static struct term after(struct reducer *r, const struct cfa_edge *e, struct term t) {
  if (!e->updates.size) return t;
  struct relevant sub = {0};
  add_relevant(r, e, t, &sub);
  if (sub.from.size) t = term_substitute(r->cfa->tm, t, sub.from.size, sub.from.data, sub.to.data);
  vec_term_release(&sub.from);
  vec_term_release(&sub.to);
  return t;
}

static struct source_place known(struct source_place a, struct source_place b) { return a.line ? a : b; }

// Turns f into e;f. If e is spent (no other edge follows it) its vectors move.
static void compose(struct reducer *r, struct edge e_id, struct edge f_id, bool spent) {
  struct cfa *cfa = r->cfa;
  struct cfa_edge *e = cfa_edge(cfa, e_id), *f = cfa_edge(cfa, f_id);
  index_updates(r, e_id);
  f->guard = term_and(cfa->tm, e->guard, after(r, e, f->guard));
  for (uint32_t i = 0; i < f->allocs.size; i++) f->allocs.data[i].size = after(r, e, f->allocs.data[i].size);
  for (uint32_t i = 0; i < f->inputs.size; i++)
    if (!term_none(f->inputs.data[i].address)) f->inputs.data[i].address = after(r, e, f->inputs.data[i].address);
  for (uint32_t i = 0; i < f->updates.size; i++) f->updates.data[i].value = after(r, e, f->updates.data[i].value);

  struct vec_update updates = {0};
  struct vec_input inputs = {0};
  struct vec_alloc allocs = {0};
  if (spent) {
    updates = e->updates, inputs = e->inputs, allocs = e->allocs;
    e->updates = (struct vec_update){0}, e->inputs = (struct vec_input){0}, e->allocs = (struct vec_alloc){0};
  } else {
    vec_update_reserve(&updates, e->updates.size + f->updates.size);
    for (uint32_t i = 0; i < e->updates.size; i++) vec_update_push(&updates, e->updates.data[i]);
    for (uint32_t i = 0; i < e->inputs.size; i++) vec_input_push(&inputs, e->inputs.data[i]);
    for (uint32_t i = 0; i < e->allocs.size; i++) vec_alloc_push(&allocs, e->allocs.data[i]);
  }
  for (uint32_t i = 0; i < f->updates.size; i++) {
    struct cfa_update u = f->updates.data[i];
    if (r->stamp[u.var] == r->epoch) {
      updates.data[r->index[u.var]].value = u.value;
    } else {
      if (spent) {
        r->stamp[u.var] = r->epoch;
        r->index[u.var] = updates.size;
      }
      vec_update_push(&updates, u);
    }
  }
  for (uint32_t i = 0; i < f->inputs.size; i++) vec_input_push(&inputs, f->inputs.data[i]);
  for (uint32_t i = 0; i < f->allocs.size; i++) vec_alloc_push(&allocs, f->allocs.data[i]);
  vec_update_release(&f->updates);
  vec_input_release(&f->inputs);
  vec_alloc_release(&f->allocs);
  f->updates = updates, f->inputs = inputs, f->allocs = allocs;
  if (spent) r->indexed = f_id;   // the index has been kept up to date
  f->first = known(e->first, f->first);
  f->last = known(f->last, e->last);
  r->size[f_id.id] += r->size[e_id.id];
}

// An update x := x is none. Composition makes such; they are dropped at the end.
static void drop_identities(struct cfa *cfa) {
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct vec_update *u = &cfa->edges.data[i].updates;
    uint32_t n = 0;
    for (uint32_t k = 0; k < u->size; k++)
      if (!term_same(u->data[k].value, cfa->vars.data[u->data[k].var].term)) u->data[n++] = u->data[k];
    u->size = n;
  }
}

// --- the two reductions ---------------------------------------------------------

bool reducer_can_absorb(struct reducer *r, struct location id) {
  struct cfa *cfa = r->cfa;
  struct cfa_location *b = cfa_location(cfa, id);
  if (b->kind != LOC_PLAIN || b->loop_head || r->is_entry[id.id] || r->in[id.id] != 1 || !r->out[id.id]) return false;
  cfa_drop_dead(cfa, &b->in);
  struct edge e = b->in.data[0];
  if (location_same(cfa_edge(cfa, e)->from, id) || cfa_edge(cfa, e)->callee != CFA_NONE) return false;
  for (uint32_t k = 0; k < b->out.size; k++) {
    struct edge f = b->out.data[k];
    if (!living(cfa, f)) continue;
    if (cfa_edge(cfa, f)->callee != CFA_NONE || r->size[e.id] + r->size[f.id] > EDGE_TERMS) return false;
  }
  return true;
}

// Is one of these edges always taken? Then no check is among their guards.
static bool always_goes_on(struct cfa *cfa, const struct vec_edge *edges) {
  struct vec_term guards = {0};
  for (uint32_t k = 0; k < edges->size; k++) vec_term_push(&guards, cfa_edge(cfa, edges->data[k])->guard);
  bool always =
      term_is_true(cfa->tm, guards.size == 1 ? guards.data[0] : cfa_guard_union(cfa->tm, guards.size, guards.data));
  vec_term_release(&guards);
  return always;
}

// B goes; its predecessor gets the compositions.
static void reducer_absorb(struct reducer *r, struct location id) {
  struct cfa *cfa = r->cfa;
  struct cfa_location *b = cfa_location(cfa, id);
  struct edge e = b->in.data[0];
  struct location from = cfa_edge(cfa, e)->from;
  struct cfa_location *a = cfa_location(cfa, from);
  bool complete = is_complete(r, from) && is_complete(r, id);
  bool siblings = r->out[from.id] > 1;
  struct vec_edge edges = b->out;
  b->out = (struct vec_edge){0};
  cfa_drop_dead(cfa, &edges);
  // With siblings, a check after e is one that not all edges of A share.
  if (complete && siblings && !always_goes_on(cfa, &edges)) complete = false;
  for (uint32_t k = 0; k < edges.size; k++) {
    compose(r, e, edges.data[k], k + 1 == edges.size);
    cfa_edge(cfa, edges.data[k])->from = from;
  }
  // The first takes the place of e, the others come last.
  uint32_t place = siblings ? r->position[e.id] : 0;
  if (!siblings) a->out.size = 0;
  for (uint32_t k = 0; k < edges.size; k++) {
    r->position[edges.data[k].id] = k || !siblings ? a->out.size : place;
    if (k || !siblings) vec_edge_push(&a->out, edges.data[k]);
    else a->out.data[place] = edges.data[k];
  }
  cfa_edge(cfa, e)->from = LOCATION_NONE;
  if (edge_same(r->indexed, e)) r->indexed = EDGE_NONE;
  b->in.size = 0;
  r->in[id.id] = r->out[id.id] = 0;
  r->out[from.id] += edges.size - 1;
  a->complete = complete;
  if (r->exclusive) r->exclusive[from.id] &= r->exclusive[id.id];
  if (!a->place.line) a->place = b->place;
  reducer_queue(r, from);
  for (uint32_t k = 0; k < edges.size; k++) {
    struct cfa_edge *f = cfa_edge(cfa, edges.data[k]);
    reducer_queue(r, f->to);
    if (term_is_false(cfa->tm, f->guard)) reducer_kill_edge(r, edges.data[k]);
  }
  vec_edge_release(&edges);
}

// Parallel edges that do the same become one if its guard is smaller than theirs.
static void merge_parallel(struct reducer *r, struct location id) {
  struct cfa *cfa = r->cfa;
  struct cfa_location *l = cfa_location(cfa, id);
  cfa_drop_dead(cfa, &l->out);
  for (uint32_t k = 0; k < l->out.size; k++) r->position[l->out.data[k].id] = k;
  struct map_u32 seen = {0};      // (target, what the edge does) → first such edge's position
  struct vec_u32 next = {0};      // position → next position in its group, + 1
  struct vec_edge group = {0};
  struct vec_term guards = {0};
  vec_u32_resize(&next, l->out.size);
  for (uint32_t k = l->out.size; k-- > 0;) {
    uint64_t key = cfa_edge_hash(cfa_edge(cfa, l->out.data[k])) >> 1;
    next.data[k] = map_u32_get_or(&seen, key, UINT32_MAX) + 1;
    map_u32_put(&seen, key, k);
  }
  for (uint32_t k = 0; k < l->out.size; k++) {
    struct edge first = l->out.data[k];
    if (!living(cfa, first) || !next.data[k] || cfa_edge(cfa, first)->callee != CFA_NONE) continue;
    vec_edge_clear(&group);
    vec_term_clear(&guards);
    uint64_t sum = 0;
    for (uint32_t j = k + 1; j; j = next.data[j - 1]) {
      struct edge e = l->out.data[j - 1];
      if (!living(cfa, e) || !cfa_edges_equal(cfa_edge(cfa, first), cfa_edge(cfa, e))) continue;
      vec_edge_push(&group, e);
      vec_term_push(&guards, cfa_edge(cfa, e)->guard);
      sum += term_dag_size(cfa->tm, cfa_edge(cfa, e)->guard);
    }
    for (uint32_t i = 0; i < group.size; i++) next.data[r->position[group.data[i].id]] = 0;   // once is enough
    if (group.size < 2) continue;
    struct term guard = cfa_guard_union(cfa->tm, guards.size, guards.data);
    if (term_dag_size(cfa->tm, guard) >= sum) continue;
    cfa_edge(cfa, first)->guard = guard;
    for (uint32_t i = 1; i < group.size; i++) reducer_kill_edge(r, group.data[i]);
  }
  map_u32_release(&seen);
  vec_u32_release(&next);
  vec_edge_release(&group);
  vec_term_release(&guards);
}

// Where a path ends without error it may as well end one edge earlier.
static void cut_stops(struct reducer *r, struct location id) {
  struct cfa *cfa = r->cfa;
  struct cfa_location *l = cfa_location(cfa, id);
  for (uint32_t k = 0; k < l->out.size; k++) {
    const struct cfa_edge *e = cfa_edge(cfa, l->out.data[k]);
    if (location_none(e->from) || e->callee != CFA_NONE || cfa_location(cfa, e->to)->kind != LOC_STOP) continue;
    l->complete = false;
    reducer_kill_edge(r, l->out.data[k]);
  }
}

static void reduce_location(struct reducer *r, struct location id) {
  if (r->merge && r->out[id.id]) {
    cut_stops(r, id);
    if (r->out[id.id] > 1) merge_parallel(r, id);
  }
  if (r->exclusive && r->out[id.id] > 1) large_block_merge(r, id);
  if (!reducer_can_absorb(r, id)) return;
  bool branches = r->out[id.id] > 1 && r->out[cfa_edge(r->cfa, cfa_location(r->cfa, id)->in.data[0])->from.id] > 1;
  if (!branches || (r->exclusive && large_block_gain(r, id))) reducer_absorb(r, id);
}

// --- empty edges -----------------------------------------------------------------

// The only edge of a plain location that is no head and no entry, if it does nothing; or EDGE_NONE.
static struct edge empty_edge(const struct cfa *cfa, struct location id) {
  const struct cfa_location *l = cfa_location(cfa, id);
  if (l->kind != LOC_PLAIN || l->loop_head || l->out.size != 1 ||
      location_same(cfa->functions.data[l->function].entry, id))
    return EDGE_NONE;
  const struct cfa_edge *e = cfa_edge(cfa, l->out.data[0]);
  bool empty = e->callee == CFA_NONE && term_is_true(cfa->tm, e->guard) && !e->updates.size && !e->inputs.size &&
               !e->allocs.size;
  return empty ? l->out.data[0] : EDGE_NONE;
}

// Lists the living edges, and no others, at their two ends.
static void relist_edges(struct cfa *cfa) {
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    cfa_drop_dead(cfa, &cfa->locations.data[i].out);
    cfa->locations.data[i].in.size = 0;
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    if (living(cfa, (struct edge){i})) vec_edge_push(&cfa_location(cfa, cfa->edges.data[i].to)->in, (struct edge){i});
}

// Edges that lead to where an empty edge starts lead to where it ends, and the empty edge goes. Every cycle has a head,
// so following ends. Lists must be exact, and are afterwards.
static void bypass_empty_edges(struct cfa *cfa) {
  bool changed = false;
  uint32_t *end = mem_zalloc((size_t)cfa->locations.size + 1, sizeof *end); // location → where one ends up from it, + 1
  struct vec_location chain = {0};
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct cfa_edge *e = &cfa->edges.data[i];
    struct location at = e->to;
    if (location_none(e->from)) continue;
    vec_location_clear(&chain);
    while (!end[at.id]) {
      struct edge next = empty_edge(cfa, at);
      if (edge_none(next)) break;
      vec_location_push(&chain, at);
      at = cfa_edge(cfa, next)->to;
    }
    if (end[at.id]) at.id = end[at.id] - 1;
    for (uint32_t k = 0; k < chain.size; k++) end[chain.data[k].id] = at.id + 1;
    if (location_same(at, e->to)) continue;
    if (e->callee == CFA_NONE) e->last = known(cfa_edge(cfa, cfa_location(cfa, e->to)->out.data[0])->last, e->last);
    e->to = at;
    changed = true;
  }
  if (changed) {
    // All edges into these locations lead elsewhere now.
    for (uint32_t i = 0; i < cfa->locations.size; i++)
      if (end[i]) cfa_edge(cfa, cfa->locations.data[i].out.data[0])->from = LOCATION_NONE;
    relist_edges(cfa);
  }
  vec_location_release(&chain);
  mem_free(end);
}

// --- driver ---------------------------------------------------------------------

// Adds the parts of the term to n, but no more than it takes to know that there are too many: an edge of a straight
// line of a thousand assignments has as many terms, each as large as all before it.
static uint32_t add_size(const struct cfa *cfa, uint32_t n, struct term t) {
  struct term_walk walk = {.tm = cfa->tm};
  term_walk_add(&walk, t);
  for (struct term part; n <= EDGE_TERMS && term_walk_next(&walk, &part);) n++;
  term_walk_release(&walk);
  return n;
}

uint32_t cfa_edge_size(const struct cfa *cfa, const struct cfa_edge *e) {
  uint32_t n = add_size(cfa, 0, e->guard);
  for (uint32_t i = 0; i < e->updates.size && n <= EDGE_TERMS; i++) n = add_size(cfa, n + 1, e->updates.data[i].value);
  for (uint32_t i = 0; i < e->allocs.size && n <= EDGE_TERMS; i++) n = add_size(cfa, n + 1, e->allocs.data[i].size);
  return n > EDGE_TERMS ? EDGE_TERMS + 1 : n;
}

// All locations, each after one it is entered from: chains are then composed from their beginning, which keeps the
// terms that are substituted into small.
static void queue_all(struct reducer *r) {
  struct cfa *cfa = r->cfa;
  struct vec_location stack = {0};
  for (uint32_t f = cfa->functions.size; f-- > 0;) vec_location_push(&stack, cfa->functions.data[f].entry);
  while (stack.size) {
    struct location id = vec_location_pop(&stack);
    if (r->queued[id.id]) continue;
    reducer_queue(r, id);
    const struct cfa_location *l = cfa_location(cfa, id);
    for (uint32_t k = l->out.size; k-- > 0;) {
      struct location to = cfa_edge(cfa, l->out.data[k])->to;
      if (!r->queued[to.id]) vec_location_push(&stack, to);
    }
  }
  vec_location_release(&stack);
}

static void reducer_init(struct reducer *r, struct cfa *cfa, enum reduction what) {
  uint32_t nl = cfa->locations.size + 1, ne = cfa->edges.size + 1, nv = cfa->vars.size + 1;
  *r = (struct reducer){
      .cfa = cfa,
      .merge = what == REDUCE_EQUAL,
      .tests = what == REDUCE_TESTS,
      .in = mem_zalloc(nl, sizeof(uint32_t)),
      .out = mem_zalloc(nl, sizeof(uint32_t)),
      .size = mem_zalloc(ne, sizeof(uint32_t)),
      .position = mem_zalloc(ne, sizeof(uint32_t)),
      .queued = mem_zalloc(nl, sizeof(bool)),
      .is_entry = mem_zalloc(nl, sizeof(bool)),
      .indexed = EDGE_NONE,
      .stamp = mem_zalloc(nv, sizeof(uint32_t)),
      .index = mem_zalloc(nv, sizeof(uint32_t)),
  };
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    r->in[i] = l->in.size;
    r->out[i] = l->out.size;
    for (uint32_t k = 0; k < l->out.size; k++) r->position[l->out.data[k].id] = k;
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) r->size[i] = cfa_edge_size(cfa, &cfa->edges.data[i]);
  for (uint32_t i = 0; i < cfa->functions.size; i++) r->is_entry[cfa->functions.data[i].entry.id] = true;
  if (what >= REDUCE_BLOCKS) r->exclusive = large_block_find_exclusive(cfa, what == REDUCE_LOOP_BLOCKS);
}

static void reducer_release(struct reducer *r) {
  mem_free(r->in);
  mem_free(r->out);
  mem_free(r->size);
  mem_free(r->position);
  mem_free(r->queued);
  mem_free(r->is_entry);
  mem_free(r->stamp);
  mem_free(r->index);
  mem_free(r->exclusive);
  vec_location_release(&r->work);
}

void cfa_reduce(struct cfa *cfa, enum reduction what) {
  cfa_find_loops(cfa);
  bypass_empty_edges(cfa); // no head goes
  struct reducer r;
  reducer_init(&r, cfa, what);
  queue_all(&r);
  for (uint32_t i = 0; i < r.work.size; i++) {
    r.queued[r.work.data[i].id] = false;
    reduce_location(&r, r.work.data[i]);
  }
  reducer_release(&r);
  drop_identities(cfa);
  relist_edges(cfa);
  bypass_empty_edges(cfa);
  cfa_sweep(cfa);
  cfa_find_loops(cfa);
}

void cfa_compress(struct cfa *cfa) {
  cfa_sweep(cfa);
  cfa_reduce(cfa, REDUCE_LINES);
}
