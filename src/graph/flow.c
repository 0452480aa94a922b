// See flow.h.
#include "graph/flow.h"
#include "solve/solve.h"

// --- the black part --------------------------------------------------------------------

struct place flow_step(const struct cfa *cfa, struct unfold *u, uint32_t context, uint32_t edge) {
  const struct cfa_edge *e = &cfa->edges.data[edge];
  struct place at = {GRAPH_NONE, context, e->to};
  if (e->callee != CFA_NONE) {
    at.context = unfold_enter(u, context, edge);
    at.location = cfa->functions.data[e->callee].entry;
  }
  // Returning takes no edge of its own.
  while (at.context != CONTEXT_ROOT && cfa->locations.data[at.location].kind == LOC_EXIT) {
    at.location = cfa->edges.data[unfold_call(u, at.context)].to;
    at.context = unfold_parent(u, at.context);
  }
  return at;
}

bool flow_is_end(const struct cfa *cfa, uint32_t location) {
  return cfa->locations.data[location].kind != LOC_PLAIN || !cfa->locations.data[location].out.size;
}

static bool location_is_exhaustive(struct cfa *cfa, struct solver *solver, const struct cfa_location *l) {
  struct terms *tm = cfa->tm;
  struct vec_term guards = {0};
  bool fits = true;
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[l->out.data[i]];
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
    if (!flow_is_end(cfa, i)) exhaustive[i] = location_is_exhaustive(cfa, solver, &cfa->locations.data[i]);
  return exhaustive;
}

// --- is the graph one that can be walked? --------------------------------------------------

static bool check_arc(const struct flow *flow, const struct graph_node *n, const struct graph_arc *arc,
                      const char **message) {
  const struct graph *g = flow->graph;
  *message = "an arc of the graph belongs to no out-edge of its node's location";
  if (arc->edge >= flow->cfa->edges.size || flow->cfa->edges.data[arc->edge].from != n->location) return false;
  if (arc->target == GRAPH_OPEN || arc->target == GRAPH_CUT) return true;
  *message = "the graph ends where the program goes on";
  if (arc->target >= g->nodes.size) return false;
  struct place to = flow_step(flow->cfa, flow->unfold, n->context, arc->edge);
  const struct graph_node *target = &g->nodes.data[arc->target];
  *message = "an arc of the graph leads where its edge does not";
  return target->location == to.location && target->context == to.context;
}

static bool check_node(const struct flow *flow, uint32_t node, const char **message) {
  const struct graph *g = flow->graph;
  const struct graph_node *n = &g->nodes.data[node];
  *message = "the graph leaves out what lies between branches";
  if (n->flags & GRAPH_RUN) return false;
  *message = "a node of the graph is no place of the program";
  if (n->location >= flow->cfa->locations.size || n->context >= unfold_contexts(flow->unfold) ||
      flow->cfa->locations.data[n->location].function != unfold_function(flow->unfold, n->context))
    return false;
  if (n->subsumer != GRAPH_NONE) {
    *message = "a node is subsumed by one of another place";
    return n->subsumer < g->nodes.size && g->nodes.data[n->subsumer].location == n->location &&
           g->nodes.data[n->subsumer].context == n->context;
  }
  if (!(n->flags & GRAPH_EXPANDED)) return true;
  for (uint32_t i = 0; i < n->n_arcs; i++) {
    if (!check_arc(flow, n, graph_arc(g, node, i), message)) return false;
    *message = "two arcs of a node have the same edge";
    for (uint32_t k = 0; k < i; k++)
      if (graph_arc(g, node, k)->edge == graph_arc(g, node, i)->edge) return false;
  }
  return true;
}

uint32_t flow_resolve(const struct graph *graph, uint32_t node) {
  while (graph->nodes.data[node].subsumer != GRAPH_NONE) node = graph->nodes.data[node].subsumer;
  return node;
}

// Nodes that stand for each other in a circle stand for nothing. Each link is looked at twice.
static bool check_circles(const struct graph *g, const struct vec_u32 *nodes) {
  bool good = true;
  uint32_t *seen = mem_zalloc((size_t)g->nodes.size + 1, sizeof *seen); // the walk that came by, + 1
  for (uint32_t i = 0; i < nodes->size && good; i++)
    for (uint32_t n = nodes->data[i]; n != GRAPH_NONE; n = g->nodes.data[n].subsumer) {
      if (seen[n] == i + 1) good = false;
      if (seen[n]) break;
      seen[n] = i + 1;
    }
  mem_free(seen);
  return good;
}

// --- what is gone ----------------------------------------------------------------------

static bool formula_is_false(const struct flow *flow, const struct graph_node *n) {
  uint32_t count = 0;
  const struct term *conjuncts = graph_conjuncts(flow->graph, n->formula, &count);
  return count == 1 && term_is_false(flow->cfa->tm, conjuncts[0]);
}

static bool leads_nowhere(const struct flow *flow, uint32_t target) {
  return target == GRAPH_CUT || (target != GRAPH_OPEN && flow->gone[target]);
}

static bool is_gone(const struct flow *flow, uint32_t node, const unsigned char *exhaustive) {
  const struct graph_node *n = &flow->graph->nodes.data[node];
  if (formula_is_false(flow, n)) return true;
  if (n->subsumer != GRAPH_NONE) return flow->gone[n->subsumer];
  if (!(n->flags & GRAPH_EXPANDED) || flow_is_end(flow->cfa, n->location) || !exhaustive || !exhaustive[n->location])
    return false;
  for (uint32_t i = 0; i < n->n_arcs; i++)
    if (!leads_nowhere(flow, graph_arc(flow->graph, node, i)->target)) return false;
  return true;
}

// Backwards: what a node depends on mostly comes after it in a depth-first walk.
static void find_gone(struct flow *flow, const struct vec_u32 *nodes, const unsigned char *exhaustive) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = nodes->size; i-- > 0;)
      if (!flow->gone[nodes->data[i]] && is_gone(flow, nodes->data[i], exhaustive))
        flow->gone[nodes->data[i]] = changed = true;
  }
}

static void count_open(struct flow *flow) {
  struct vec_u32 live = {0};
  flow_live(flow, &live);
  flow->n_live = live.size;
  if (flow->root.node == GRAPH_NONE) flow->n_open++;
  for (uint32_t i = 0; i < live.size; i++) {
    const struct graph_node *n = &flow->graph->nodes.data[live.data[i]];
    if (n->subsumer != GRAPH_NONE || flow_is_end(flow->cfa, n->location)) continue;
    if (!(n->flags & GRAPH_EXPANDED)) {
      flow->n_open++;
      continue;
    }
    uint32_t taken = 0;
    for (uint32_t k = 0; k < n->n_arcs; k++) {
      uint32_t target = graph_arc(flow->graph, live.data[i], k)->target;
      flow->n_open += target == GRAPH_OPEN;
      taken += !leads_nowhere(flow, target);
    }
    flow->n_cut += flow->cfa->locations.data[n->location].out.size - taken;
  }
  vec_u32_release(&live);
}

// Only what can be reached is looked at: nodes that were forgotten may hold anything.
static bool check_graph(const struct flow *flow, const struct vec_u32 *nodes, const char **message) {
  const struct graph *g = flow->graph;
  for (uint32_t i = 0; i < nodes->size; i++)
    if (!check_node(flow, nodes->data[i], message)) return false;
  *message = "nodes of the graph subsume each other";
  if (!check_circles(g, nodes)) return false;
  *message = "the root of the graph is not where the program begins";
  return g->root == GRAPH_OPEN ||
         (g->nodes.data[g->root].context == CONTEXT_ROOT && g->nodes.data[g->root].location == flow->root.location);
}

bool flow_init(struct flow *flow, const struct cfa *cfa, struct unfold *u, const struct graph *graph,
               const unsigned char *exhaustive, const char **message) {
  *flow = (struct flow){.cfa = cfa,
                        .graph = graph,
                        .unfold = u,
                        .root = {GRAPH_NONE, CONTEXT_ROOT, cfa->functions.data[cfa->main].entry}};
  *message = "the graph has no root";
  if (graph->root != GRAPH_OPEN && graph->root >= graph->nodes.size) return false;
  struct vec_u32 nodes = {0};
  if (graph->root != GRAPH_OPEN) graph_reachable(graph, &nodes);
  bool good = check_graph(flow, &nodes, message);
  if (good) {
    flow->gone = mem_zalloc((size_t)graph->nodes.size + 1, 1);
    find_gone(flow, &nodes, exhaustive);
    if (graph->root != GRAPH_OPEN) {
      flow->empty = flow->gone[graph->root];
      flow->root.node = flow_resolve(graph, graph->root);
    }
    count_open(flow);
    *message = NULL;
  }
  vec_u32_release(&nodes);
  return good;
}

void flow_release(struct flow *flow) {
  mem_free(flow->gone);
  flow->gone = NULL;
}

// --- walking -----------------------------------------------------------------------------

static bool is_expanded(const struct flow *flow, struct place at) {
  return at.node != GRAPH_NONE && flow->graph->nodes.data[at.node].flags & GRAPH_EXPANDED;
}

uint32_t flow_out(const struct flow *flow, struct place at) {
  if (flow_is_end(flow->cfa, at.location)) return 0;
  return is_expanded(flow, at) ? flow->graph->nodes.data[at.node].n_arcs
                               : flow->cfa->locations.data[at.location].out.size;
}

bool flow_next(const struct flow *flow, struct place at, uint32_t i, uint32_t *edge, struct place *to) {
  if (!is_expanded(flow, at)) {
    *edge = flow->cfa->locations.data[at.location].out.data[i];
    *to = flow_step(flow->cfa, flow->unfold, at.context, *edge);
    return true;
  }
  struct graph_arc arc = *graph_arc(flow->graph, at.node, i);
  *edge = arc.edge;
  if (leads_nowhere(flow, arc.target)) return false;
  *to = flow_step(flow->cfa, flow->unfold, at.context, arc.edge);
  if (arc.target != GRAPH_OPEN) to->node = flow_resolve(flow->graph, arc.target);
  return true;
}

bool flow_contains(const struct flow *flow, uint32_t n, const uint32_t *edges) {
  struct place at = flow->root, to;
  if (flow->empty) return false;
  for (uint32_t i = 0; i < n; i++, at = to) {
    uint32_t k = 0, out = flow_out(flow, at), edge;
    while (k < out && (!flow_next(flow, at, k, &edge, &to) || edge != edges[i])) k++;
    if (k == out) return false;
  }
  return true;
}

void flow_live(const struct flow *flow, struct vec_u32 *nodes) {
  const struct graph *g = flow->graph;
  if (g->root == GRAPH_OPEN || flow->empty) return;
  unsigned char *seen = mem_zalloc((size_t)g->nodes.size + 1, 1);
  struct vec_u32 stack = {0};
  vec_u32_push(&stack, g->root);
  while (stack.size) {
    uint32_t node = vec_u32_pop(&stack);
    if (seen[node]) continue;
    seen[node] = 1;
    vec_u32_push(nodes, node);
    const struct graph_node *n = &g->nodes.data[node];
    if (n->subsumer != GRAPH_NONE) {
      vec_u32_push(&stack, n->subsumer);
      continue;
    }
    if (!(n->flags & GRAPH_EXPANDED)) continue;
    for (uint32_t i = n->n_arcs; i-- > 0;) {
      uint32_t target = graph_arc(g, node, i)->target;
      if (target != GRAPH_OPEN && !leads_nowhere(flow, target)) vec_u32_push(&stack, target);
    }
  }
  vec_u32_release(&stack);
  mem_free(seen);
}
