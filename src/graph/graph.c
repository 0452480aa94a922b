// The storage of the red-black graph: see graph.h. Nothing is proved here.
#include "graph/graph.h"
#include <assert.h>
#include <stdlib.h>

void graph_init(struct graph *g) { *g = (struct graph){.root = GRAPH_OPEN}; }

void graph_release(struct graph *g) {
  vec_graph_node_release(&g->nodes);
  vec_graph_arc_release(&g->arcs);
  vec_graph_formula_release(&g->formulas);
  vec_term_release(&g->terms);
  map_u32_release(&g->known);
  vec_u32_release(&g->same);
  g->root = GRAPH_OPEN;
}

// --- nodes and arcs ------------------------------------------------------------------------

uint32_t graph_add(struct graph *g, uint32_t parent, uint32_t arc, uint32_t location, uint32_t context,
                   uint32_t flags) {
  uint32_t node = g->nodes.size;
  assert(node < GRAPH_NODES_MAX && !(flags & GRAPH_EXPANDED));
  bool hangs = !(flags & GRAPH_CASE);
  if (hangs) graph_set_target(g, parent, arc, node);
  vec_graph_node_push(&g->nodes,
                      (struct graph_node){
                          .location = location,
                          .context = context,
                          .parent = parent,
                          .arc = parent == GRAPH_NONE || !hangs ? GRAPH_NONE : g->nodes.data[parent].first_arc + arc,
                          .subsumer = GRAPH_NONE,
                          .formula = GRAPH_NONE,
                          .strengthening = GRAPH_NONE,
                          .flags = flags,
                      });
  return node;
}

void graph_expand(struct graph *g, uint32_t node, uint32_t n, const uint32_t *edges) {
  struct graph_node *v = &g->nodes.data[node];
  assert(node < g->nodes.size && !(v->flags & GRAPH_EXPANDED));
  v->first_arc = g->arcs.size;
  v->n_arcs = n;
  v->flags |= GRAPH_EXPANDED;
  for (uint32_t i = 0; i < n; i++) vec_graph_arc_push(&g->arcs, (struct graph_arc){edges[i], GRAPH_OPEN});
}

void graph_set_cases(struct graph *g, uint32_t node, uint32_t n, const uint32_t *cases) {
  struct graph_node *v = &g->nodes.data[node];
  assert(v->flags & GRAPH_LOOP && !(v->flags & GRAPH_EXPANDED));
  v->first_arc = g->arcs.size;
  v->n_arcs = n;
  v->flags |= GRAPH_EXPANDED;
  for (uint32_t i = 0; i < n; i++) {
    g->nodes.data[cases[i]].arc = g->arcs.size;
    vec_graph_arc_push(&g->arcs, (struct graph_arc){CFA_NONE, cases[i]});
  }
}

void graph_set_target(struct graph *g, uint32_t node, uint32_t arc, uint32_t target) {
  if (node == GRAPH_NONE) {
    g->root = target;
    return;
  }
  assert(node < g->nodes.size && arc < g->nodes.data[node].n_arcs);
  graph_arc(g, node, arc)->target = target;
}

void graph_forget(struct graph *g, uint32_t node) {
  assert(node < g->nodes.size);
  struct graph_node *v = &g->nodes.data[node];
  v->first_arc = v->n_arcs = 0;
  v->subsumer = v->formula = v->strengthening = GRAPH_NONE;
  v->flags &= ~(uint32_t)GRAPH_EXPANDED;
}

// --- formulas --------------------------------------------------------------------------------

static int by_id(const void *a, const void *b) {
  uint32_t x = ((const struct term *)a)->id, y = ((const struct term *)b)->id;
  return x < y ? -1 : x > y;
}

// The conjuncts in their normal form.
static void normalize(struct terms *tm, uint32_t n, const struct term *conjuncts, struct vec_term *out) {
  for (uint32_t i = 0; i < n; i++) {
    if (term_is_true(tm, conjuncts[i])) continue;
    if (term_is_false(tm, conjuncts[i])) out->size = 0;
    vec_term_push(out, conjuncts[i]);
    if (term_is_false(tm, conjuncts[i])) return;
  }
  if (!out->size) return;
  qsort(out->data, out->size, sizeof *out->data, by_id);
  uint32_t end = 1;
  for (uint32_t i = 1; i < out->size; i++)
    if (!term_same(out->data[end - 1], out->data[i])) out->data[end++] = out->data[i];
  out->size = end;
}

static bool formula_is(const struct graph *g, uint32_t formula, const struct vec_term *conjuncts) {
  uint32_t n;
  const struct term *own = graph_conjuncts(g, formula, &n);
  return n == conjuncts->size && (!n || !memcmp(own, conjuncts->data, n * sizeof *own));
}

uint32_t graph_conjunction(struct graph *g, struct terms *tm, uint32_t n, const struct term *conjuncts) {
  // Not in place: the conjuncts may be those of another formula, which move when the vector grows.
  struct vec_term normal = {0};
  normalize(tm, n, conjuncts, &normal);
  uint64_t hash = normal.size;
  for (uint32_t i = 0; i < normal.size; i++) hash = hash_mix(hash, normal.data[i].id);
  hash = hash_u64(hash) >> 1; // never MAP_EMPTY
  uint32_t last = map_u32_get_or(&g->known, hash, 0), formula = last ? last - 1 : GRAPH_NONE;
  while (formula != GRAPH_NONE && !formula_is(g, formula, &normal)) formula = g->same.data[formula];
  if (formula == GRAPH_NONE) {
    formula = g->formulas.size;
    vec_graph_formula_push(&g->formulas, (struct graph_formula){g->terms.size, normal.size});
    for (uint32_t i = 0; i < normal.size; i++) vec_term_push(&g->terms, normal.data[i]);
    vec_u32_push(&g->same, last ? last - 1 : GRAPH_NONE);
    map_u32_put(&g->known, hash, formula + 1);
  }
  vec_term_release(&normal);
  return formula;
}

const struct term *graph_conjuncts(const struct graph *g, uint32_t formula, uint32_t *n) {
  *n = 0;
  if (formula == GRAPH_NONE) return NULL;
  assert(formula < g->formulas.size);
  *n = g->formulas.data[formula].count;
  return g->terms.data + g->formulas.data[formula].first;
}

// --- what is reached -----------------------------------------------------------------------

void graph_reachable(const struct graph *g, struct vec_u32 *nodes) {
  struct vec_u32 seen = {0}, stack = {0};
  vec_u32_resize(&seen, g->nodes.size / 32 + 1);
  vec_u32_push(&stack, g->root);
  while (stack.size) {
    uint32_t node = vec_u32_pop(&stack);
    if (node >= g->nodes.size || seen.data[node / 32] >> node % 32 & 1) continue;
    seen.data[node / 32] |= UINT32_C(1) << node % 32;
    vec_u32_push(nodes, node);
    const struct graph_node *v = &g->nodes.data[node];
    vec_u32_push(&stack, v->subsumer);
    for (uint32_t i = v->n_arcs; i-- > 0;) vec_u32_push(&stack, graph_arc(g, node, i)->target);
  }
  vec_u32_release(&seen);
  vec_u32_release(&stack);
}
