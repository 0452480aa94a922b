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

// --- nodes and arcs ------------------------------------------------------------------------

static struct graph_node *node_at(struct graph *g, struct node node) {
  assert(node.id < g->nodes.size);
  return &g->nodes.data[node.id];
}

static struct node new_node(struct graph *g, struct graph_node v) {
  struct node node = {g->nodes.size};
  assert(node.id < GRAPH_NODES_MAX);
  v.subsumer = NODE_NONE;
  v.strengthening = FORMULA_NONE;
  vec_graph_node_push(&g->nodes, v);
  return node;
}

struct node graph_add(struct graph *g, struct node parent, uint32_t arc, struct location location,
                      struct context context, uint32_t flags) {
  assert(!(flags & (GRAPH_EXPANDED | GRAPH_CASE)));
  struct node node = new_node(g, (struct graph_node){
                                     .location = location,
                                     .context = context,
                                     .parent = parent,
                                     .arc = node_none(parent) ? GRAPH_NO_ARC : graph_node(g, parent)->first_arc + arc,
                                     .formula = FORMULA_NONE,
                                     .flags = flags,
                                 });
  graph_set_target(g, parent, arc, node);
  return node;
}

struct node graph_add_case(struct graph *g, struct node loop, struct formula formula) {
  const struct graph_node *v = graph_node(g, loop);
  assert(v->flags & GRAPH_LOOP);
  return new_node(g, (struct graph_node){
                         .location = v->location,
                         .context = v->context,
                         .parent = loop,
                         .arc = GRAPH_NO_ARC,
                         .formula = formula,
                         .flags = GRAPH_RUN | GRAPH_CASE,
                     });
}

struct node graph_add_back(struct graph *g, struct node parent, uint32_t arc, struct node loop) {
  assert(graph_node(g, loop)->flags & GRAPH_LOOP);
  struct location location = graph_node(g, loop)->location;
  struct context context = graph_node(g, loop)->context;
  struct node node = graph_add(g, parent, arc, location, context, GRAPH_RUN | GRAPH_BACK);
  node_at(g, node)->subsumer = loop;
  return node;
}

// The node gets n arcs, to be added at the end.
static void begin_arcs(struct graph *g, struct node node, uint32_t n) {
  struct graph_node *v = node_at(g, node);
  assert(!(v->flags & GRAPH_EXPANDED));
  v->first_arc = g->arcs.size;
  v->n_arcs = n;
  v->flags |= GRAPH_EXPANDED;
}

void graph_expand(struct graph *g, struct node node, uint32_t n, const struct edge *edges) {
  begin_arcs(g, node, n);
  for (uint32_t i = 0; i < n; i++) vec_graph_arc_push(&g->arcs, (struct graph_arc){edges[i], NODE_OPEN});
}

void graph_set_cases(struct graph *g, struct node loop, uint32_t n, const struct node *cases) {
  assert(graph_node(g, loop)->flags & GRAPH_LOOP);
  begin_arcs(g, loop, n);
  for (uint32_t i = 0; i < n; i++) {
    node_at(g, cases[i])->arc = g->arcs.size;
    vec_graph_arc_push(&g->arcs, (struct graph_arc){EDGE_NONE, cases[i]});
  }
}

void graph_set_run(struct graph *g, struct node node, uint32_t steps, uint32_t near) {
  struct graph_node *v = node_at(g, node);
  assert(v->flags & (GRAPH_LOOP | GRAPH_BACK));
  v->steps = steps;
  v->near = near;
}

void graph_set_target(struct graph *g, struct node node, uint32_t arc, struct node target) {
  if (node_none(node)) {
    g->root = target;
    return;
  }
  const struct graph_node *v = node_at(g, node);
  assert(arc < v->n_arcs);
  g->arcs.data[v->first_arc + arc].target = target;
}

void graph_set_formula(struct graph *g, struct node node, struct formula formula) {
  node_at(g, node)->formula = formula;
}

void graph_cover(struct graph *g, struct node node, struct node by) {
  struct graph_node *v = node_at(g, node);
  const struct graph_node *subsumer = graph_node(g, by);
  assert(location_same(v->location, subsumer->location) && context_same(v->context, subsumer->context));
  assert(!(v->flags & GRAPH_EXPANDED) && !node_same(node, by) && node_none(subsumer->subsumer));
  v->subsumer = by;
}

void graph_make_exact(struct graph *g, struct node node) { node_at(g, node)->formula = FORMULA_NONE; }

void graph_reset(struct graph *g, struct node node) {
  struct graph_node *v = node_at(g, node);
  v->first_arc = v->n_arcs = 0;
  v->subsumer = NODE_NONE;
  v->formula = v->strengthening = FORMULA_NONE;
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

// --- what is reached -----------------------------------------------------------------------

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
