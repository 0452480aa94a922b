// The storage of the red-black graph: see graph.h. Nothing is proved here.
#include "graph/graph.h"
#include <assert.h>
#include <stdlib.h>

void graph_init(struct graph *g) { *g = (struct graph){.root = NODE_OPEN}; }

void graph_release(struct graph *g) {
  vec_graph_node_release(&g->nodes);
  vec_graph_arc_release(&g->arcs);
  vec_graph_formula_release(&g->formulas);
  vec_term_release(&g->terms);
  map_u32_release(&g->known);
  vec_u32_release(&g->same);
  g->root = NODE_OPEN;
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

static bool formula_is(const struct graph *g, struct formula formula, const struct vec_term *conjuncts) {
  uint32_t n;
  const struct term *own = graph_conjuncts(g, formula, &n);
  return n == conjuncts->size && (!n || !memcmp(own, conjuncts->data, n * sizeof *own));
}

struct formula graph_conjunction(struct graph *g, struct terms *tm, uint32_t n, const struct term *conjuncts) {
  // Not in place: the conjuncts may be those of another formula, which move when the vector grows.
  struct vec_term normal = {0};
  normalize(tm, n, conjuncts, &normal);
  uint64_t hash = normal.size;
  for (uint32_t i = 0; i < normal.size; i++) hash = hash_mix(hash, normal.data[i].id);
  hash = hash_u64(hash) >> 1; // never MAP_EMPTY
  uint32_t last = map_u32_get_or(&g->known, hash, 0);
  struct formula formula = last ? (struct formula){last - 1} : FORMULA_NONE;
  while (!formula_none(formula) && !formula_is(g, formula, &normal)) formula.id = g->same.data[formula.id];
  if (formula_none(formula)) {
    formula.id = g->formulas.size;
    vec_graph_formula_push(&g->formulas, (struct graph_formula){g->terms.size, normal.size});
    for (uint32_t i = 0; i < normal.size; i++) vec_term_push(&g->terms, normal.data[i]);
    vec_u32_push(&g->same, last ? last - 1 : UINT32_MAX);
    map_u32_put(&g->known, hash, formula.id + 1);
  }
  vec_term_release(&normal);
  return formula;
}

const struct term *graph_conjuncts(const struct graph *g, struct formula formula, uint32_t *n) {
  *n = 0;
  if (formula_none(formula)) return NULL;
  assert(formula.id < g->formulas.size);
  *n = g->formulas.data[formula.id].count;
  return g->terms.data + g->formulas.data[formula.id].first;
}

// --- reachable nodes -----------------------------------------------------------------------

void graph_reachable(const struct graph *g, struct vec_node *nodes) {
  struct vec_u32 seen = {0};
  struct vec_node stack = {0};
  vec_u32_resize(&seen, g->nodes.size / 32 + 1);
  vec_node_push(&stack, g->root);
  while (stack.size) {
    struct node node = vec_node_pop(&stack);
    if (node.id >= g->nodes.size || seen.data[node.id / 32] >> node.id % 32 & 1) continue;
    seen.data[node.id / 32] |= UINT32_C(1) << node.id % 32;
    vec_node_push(nodes, node);
    const struct graph_node *v = graph_node(g, node);
    vec_node_push(&stack, v->subsumer);
    for (uint32_t i = v->n_arcs; i-- > 0;) vec_node_push(&stack, graph_arc(g, node, i)->target);
  }
  vec_u32_release(&seen);
  vec_node_release(&stack);
}
