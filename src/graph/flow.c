// See flow.h.
#include "graph/flow.h"
#include "solve/solve.h"

// --- the black part --------------------------------------------------------------------

struct place flow_step(const struct cfa *cfa, struct unfold *u, struct context context, struct edge edge) {
  const struct cfa_edge *e = cfa_edge(cfa, edge);
  struct place at = {NODE_NONE, context, e->to};
  if (e->callee != CFA_NONE) {
    at.context = unfold_enter(u, context, edge);
    at.location = cfa->functions.data[e->callee].entry;
  }
  // Returning takes no edge of its own.
  while (!context_same(at.context, CONTEXT_ROOT) && cfa_location(cfa, at.location)->kind == LOC_EXIT) {
    at.location = cfa_edge(cfa, unfold_call(u, at.context))->to;
    at.context = unfold_parent(u, at.context);
  }
  return at;
}

bool flow_is_end(const struct cfa *cfa, struct location location) {
  return cfa_location(cfa, location)->kind != LOC_PLAIN || !cfa_location(cfa, location)->out.size;
}

static bool location_is_exhaustive(struct cfa *cfa, struct solver *solver, const struct cfa_location *l) {
  struct terms *tm = cfa->tm;
  struct vec_term guards = {0};
  bool fits = true;
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(cfa, l->out.data[i]);
    vec_term_push(&guards, e->guard);
    // An object of a size that is not known may be too large for the memory model: then no edge is taken either.
    for (uint32_t k = 0; k < e->allocs.size; k++) fits &= term_is_const(tm, e->allocs.data[k].size);
  }
  struct term none = term_not(tm, term_or_n(tm, guards.size, guards.data));
  bool exhaustive = fits && term_is_false(tm, none);
  if (fits && !exhaustive && !term_is_true(tm, none)) exhaustive = solver_check(solver, 1, &none) == ANSWER_UNSAT;
  vec_term_release(&guards);
  return exhaustive;
}

unsigned char *flow_exhaustive(struct cfa *cfa, struct solver *solver) {
  unsigned char *exhaustive = mem_zalloc((size_t)cfa->locations.size + 1, 1);
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (!flow_is_end(cfa, (struct location){i}))
      exhaustive[i] = location_is_exhaustive(cfa, solver, &cfa->locations.data[i]);
  return exhaustive;
}

static bool is_open(const struct graph *g) { return node_same(g->root, NODE_OPEN); }

// --- is the graph one that can be walked? --------------------------------------------------

static bool check_arc(const struct flow *flow, const struct graph_node *n, const struct graph_arc *arc,
                      const char **message) {
  const struct graph *g = flow->graph;
  *message = "an arc of the graph belongs to no out-edge of its node's location";
  if (arc->edge.id >= flow->cfa->edges.size || !location_same(cfa_edge(flow->cfa, arc->edge)->from, n->location))
    return false;
  if (node_same(arc->target, NODE_OPEN) || node_same(arc->target, NODE_CUT)) return true;
  *message = "the graph ends where the program goes on";
  if (arc->target.id >= g->nodes.size) return false;
  struct place to = flow_step(flow->cfa, flow->unfold, n->context, arc->edge);
  const struct graph_node *target = graph_node(g, arc->target);
  *message = "an arc of the graph leads where its edge does not";
  return location_same(target->location, to.location) && context_same(target->context, to.context);
}

static bool check_node(const struct flow *flow, struct node node, const char **message) {
  const struct graph *g = flow->graph;
  const struct graph_node *n = graph_node(g, node);
  *message = "the graph leaves out what lies between branches";
  if (n->flags & GRAPH_RUN) return false;
  *message = "a node of the graph is no place of the program";
  if (n->location.id >= flow->cfa->locations.size || n->context.id >= unfold_contexts(flow->unfold) ||
      cfa_location(flow->cfa, n->location)->function != unfold_function(flow->unfold, n->context))
    return false;
  if (!node_none(n->subsumer)) {
    *message = "a node is subsumed by one of another place";
    return n->subsumer.id < g->nodes.size && location_same(graph_node(g, n->subsumer)->location, n->location) &&
           context_same(graph_node(g, n->subsumer)->context, n->context);
  }
  if (!(n->flags & GRAPH_EXPANDED)) return true;
  for (uint32_t i = 0; i < n->n_arcs; i++) {
    if (!check_arc(flow, n, graph_arc(g, node, i), message)) return false;
    *message = "two arcs of a node have the same edge";
    for (uint32_t k = 0; k < i; k++)
      if (edge_same(graph_arc(g, node, k)->edge, graph_arc(g, node, i)->edge)) return false;
  }
  return true;
}

// The node that a node stands for.
static struct node flow_resolve(const struct graph *graph, struct node node) {
  while (!node_none(graph_node(graph, node)->subsumer)) node = graph_node(graph, node)->subsumer;
  return node;
}

// Nodes that stand for each other in a cycle stand for nothing. Each link is looked at twice.
static bool check_circles(const struct graph *g, const struct vec_node *nodes) {
  bool good = true;
  uint32_t *seen = mem_zalloc((size_t)g->nodes.size + 1, sizeof *seen); // the walk that came by, + 1
  for (uint32_t i = 0; i < nodes->size && good; i++)
    for (struct node n = nodes->data[i]; !node_none(n); n = graph_node(g, n)->subsumer) {
      if (seen[n.id] == i + 1) good = false;
      if (seen[n.id]) break;
      seen[n.id] = i + 1;
    }
  mem_free(seen);
  return good;
}

// --- removed arcs and nodes ----------------------------------------------------------------------

static bool formula_is_false(const struct flow *flow, const struct graph_node *n) {
  uint32_t count = 0;
  const struct term *conjuncts = graph_conjuncts(flow->graph, n->formula, &count);
  return count == 1 && term_is_false(flow->cfa->tm, conjuncts[0]);
}

static bool leads_nowhere(const struct flow *flow, struct node target) {
  return node_same(target, NODE_CUT) || (!node_same(target, NODE_OPEN) && flow->gone[target.id]);
}

static bool is_gone(const struct flow *flow, struct node node, const unsigned char *exhaustive) {
  const struct graph_node *n = graph_node(flow->graph, node);
  if (formula_is_false(flow, n)) return true;
  if (!node_none(n->subsumer)) return flow->gone[n->subsumer.id];
  if (!(n->flags & GRAPH_EXPANDED) || flow_is_end(flow->cfa, n->location) || !exhaustive || !exhaustive[n->location.id])
    return false;
  for (uint32_t i = 0; i < n->n_arcs; i++)
    if (!leads_nowhere(flow, graph_arc(flow->graph, node, i)->target)) return false;
  return true;
}

// Backwards: what a node depends on mostly comes after it in a depth-first walk.
static void find_gone(struct flow *flow, const struct vec_node *nodes, const unsigned char *exhaustive) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = nodes->size; i-- > 0;)
      if (!flow->gone[nodes->data[i].id] && is_gone(flow, nodes->data[i], exhaustive))
        flow->gone[nodes->data[i].id] = changed = true;
  }
}

static void count_open(struct flow *flow) {
  struct vec_node live = {0};
  flow_live(flow, &live);
  flow->n_live = live.size;
  if (node_none(flow->root.node)) flow->n_open++;
  for (uint32_t i = 0; i < live.size; i++) {
    const struct graph_node *n = graph_node(flow->graph, live.data[i]);
    if (!node_none(n->subsumer) || flow_is_end(flow->cfa, n->location)) continue;
    if (!(n->flags & GRAPH_EXPANDED)) {
      flow->n_open++;
      continue;
    }
    uint32_t taken = 0;
    for (uint32_t k = 0; k < n->n_arcs; k++) {
      struct node target = graph_arc(flow->graph, live.data[i], k)->target;
      flow->n_open += node_same(target, NODE_OPEN);
      taken += !leads_nowhere(flow, target);
    }
    flow->n_cut += cfa_location(flow->cfa, n->location)->out.size - taken;
  }
  vec_node_release(&live);
}

// Only what can be reached is looked at: nodes that were dropped may hold anything.
static bool check_graph(const struct flow *flow, const struct vec_node *nodes, const char **message) {
  const struct graph *g = flow->graph;
  for (uint32_t i = 0; i < nodes->size; i++)
    if (!check_node(flow, nodes->data[i], message)) return false;
  *message = "nodes of the graph subsume each other";
  if (!check_circles(g, nodes)) return false;
  *message = "the root of the graph is not where the program begins";
  return is_open(g) || (context_same(graph_node(g, g->root)->context, CONTEXT_ROOT) &&
                        location_same(graph_node(g, g->root)->location, flow->root.location));
}

bool flow_init(struct flow *flow, const struct cfa *cfa, struct unfold *u, const struct graph *graph,
               const unsigned char *exhaustive, const char **message) {
  *flow = (struct flow){.cfa = cfa,
                        .graph = graph,
                        .unfold = u,
                        .root = {NODE_NONE, CONTEXT_ROOT, cfa->functions.data[cfa->main].entry}};
  *message = "the graph has no root";
  if (!is_open(graph) && graph->root.id >= graph->nodes.size) return false;
  struct vec_node nodes = {0};
  if (!is_open(graph)) graph_reachable(graph, &nodes);
  bool good = check_graph(flow, &nodes, message);
  if (good) {
    flow->gone = mem_zalloc((size_t)graph->nodes.size + 1, 1);
    find_gone(flow, &nodes, exhaustive);
    if (!is_open(graph)) {
      flow->empty = flow->gone[graph->root.id];
      flow->root.node = flow_resolve(graph, graph->root);
    }
    count_open(flow);
    *message = NULL;
  }
  vec_node_release(&nodes);
  return good;
}

void flow_release(struct flow *flow) {
  mem_free(flow->gone);
  flow->gone = NULL;
}

// --- walking -----------------------------------------------------------------------------

static bool is_expanded(const struct flow *flow, struct place at) {
  return !node_none(at.node) && graph_node(flow->graph, at.node)->flags & GRAPH_EXPANDED;
}

uint32_t flow_out(const struct flow *flow, struct place at) {
  if (flow_is_end(flow->cfa, at.location)) return 0;
  return is_expanded(flow, at) ? graph_node(flow->graph, at.node)->n_arcs
                               : cfa_location(flow->cfa, at.location)->out.size;
}

bool flow_next(const struct flow *flow, struct place at, uint32_t i, struct edge *edge, struct place *to) {
  if (!is_expanded(flow, at)) {
    *edge = cfa_location(flow->cfa, at.location)->out.data[i];
    *to = flow_step(flow->cfa, flow->unfold, at.context, *edge);
    return true;
  }
  struct graph_arc arc = *graph_arc(flow->graph, at.node, i);
  *edge = arc.edge;
  if (leads_nowhere(flow, arc.target)) return false;
  *to = flow_step(flow->cfa, flow->unfold, at.context, arc.edge);
  if (!node_same(arc.target, NODE_OPEN)) to->node = flow_resolve(flow->graph, arc.target);
  return true;
}

bool flow_contains(const struct flow *flow, uint32_t n, const struct edge *edges) {
  struct place at = flow->root, to;
  if (flow->empty) return false;
  for (uint32_t i = 0; i < n; i++, at = to) {
    struct edge edge;
    uint32_t k = 0, out = flow_out(flow, at);
    while (k < out && (!flow_next(flow, at, k, &edge, &to) || !edge_same(edge, edges[i]))) k++;
    if (k == out) return false;
  }
  return true;
}

void flow_live(const struct flow *flow, struct vec_node *nodes) {
  const struct graph *g = flow->graph;
  if (is_open(g) || flow->empty) return;
  unsigned char *seen = mem_zalloc((size_t)g->nodes.size + 1, 1);
  struct vec_node stack = {0};
  vec_node_push(&stack, g->root);
  while (stack.size) {
    struct node node = vec_node_pop(&stack);
    if (seen[node.id]) continue;
    seen[node.id] = 1;
    vec_node_push(nodes, node);
    const struct graph_node *n = graph_node(g, node);
    if (!node_none(n->subsumer)) {
      vec_node_push(&stack, n->subsumer);
      continue;
    }
    if (!(n->flags & GRAPH_EXPANDED)) continue;
    for (uint32_t i = n->n_arcs; i-- > 0;) {
      struct node target = graph_arc(g, node, i)->target;
      if (!node_same(target, NODE_OPEN) && !leads_nowhere(flow, target)) vec_node_push(&stack, target);
    }
  }
  vec_node_release(&stack);
  mem_free(seen);
}
