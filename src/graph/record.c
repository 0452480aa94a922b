// See record.h.
#include "graph/record.h"
#include <assert.h>

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

struct node graph_record_node(struct graph *g, struct node parent, uint32_t arc, struct location location,
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
  graph_record_target(g, parent, arc, node);
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

void graph_record_arcs(struct graph *g, struct node node, uint32_t n, const struct edge *edges) {
  begin_arcs(g, node, n);
  for (uint32_t i = 0; i < n; i++) vec_graph_arc_push(&g->arcs, (struct graph_arc){edges[i], NODE_OPEN});
}

void graph_record_target(struct graph *g, struct node node, uint32_t arc, struct node target) {
  if (node_none(node)) {
    g->root = target;
    return;
  }
  const struct graph_node *v = node_at(g, node);
  assert(arc < v->n_arcs);
  g->arcs.data[v->first_arc + arc].target = target;
}

void graph_record_formula(struct graph *g, struct node node, struct formula formula) {
  node_at(g, node)->formula = formula;
}

void graph_record_exact(struct graph *g, struct node node) { node_at(g, node)->formula = FORMULA_NONE; }

void graph_record_inexact(struct graph *g, struct node node) { node_at(g, node)->flags |= GRAPH_INEXACT; }

void graph_record_cover(struct graph *g, struct node node, struct node by) {
  struct graph_node *v = node_at(g, node);
  const struct graph_node *subsumer = graph_node(g, by);
  assert(location_same(v->location, subsumer->location) && context_same(v->context, subsumer->context));
  assert(!(v->flags & GRAPH_EXPANDED) && !node_same(node, by) && node_none(subsumer->subsumer));
  v->subsumer = by;
}

// --- loops in graphs of branches -------------------------------------------------------------------------------------

struct node graph_record_case(struct graph *g, struct node loop, struct formula formula) {
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

void graph_record_cases(struct graph *g, struct node loop, uint32_t n, const struct node *cases) {
  assert(graph_node(g, loop)->flags & GRAPH_LOOP);
  begin_arcs(g, loop, n);
  for (uint32_t i = 0; i < n; i++) {
    node_at(g, cases[i])->arc = g->arcs.size;
    vec_graph_arc_push(&g->arcs, (struct graph_arc){EDGE_NONE, cases[i]});
  }
}

struct node graph_record_back(struct graph *g, struct node parent, uint32_t arc, struct node loop) {
  assert(graph_node(g, loop)->flags & GRAPH_LOOP);
  struct location location = graph_node(g, loop)->location;
  struct context context = graph_node(g, loop)->context;
  struct node node = graph_record_node(g, parent, arc, location, context, GRAPH_RUN | GRAPH_BACK);
  node_at(g, node)->subsumer = loop;
  return node;
}

void graph_record_run(struct graph *g, struct node node, uint32_t steps, uint32_t near) {
  struct graph_node *v = node_at(g, node);
  assert(v->flags & (GRAPH_LOOP | GRAPH_BACK));
  v->steps = steps;
  v->near = near;
}
