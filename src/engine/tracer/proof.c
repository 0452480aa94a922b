// The finished graph as a proof: formulas only where they are needed.
//
// A formula is needed where a node subsumes another. Everywhere else the exact configuration says more and is easier to
// check: symbolic execution goes through it, though below a formula not for too long, since it is done on terms there.
// An edge that was speculated about has a node at its end, since the formula of its source may not exclude it; below
// exact configurations it is infeasible, and said to be.
#include "engine/tracer/tracer.h"

#define STEPS_MAX 16

// Nodes that may be reached with what execution made of the initial states alone.
static void mark_exact(struct learner *l, const unsigned char *keeps, unsigned char *exact) {
  struct graph *g = l->graph;
  struct vec_u32 todo = {0};
  vec_u32_push(&todo, g->root);
  while (todo.size) {
    uint32_t node = vec_u32_pop(&todo);
    if (keeps[node] || exact[node]) continue;
    exact[node] = 1;
    for (uint32_t i = 0; i < g->nodes.data[node].n_arcs; i++) {
      struct graph_arc *arc = graph_arc(g, node, i);
      if (arc->target >= GRAPH_END) continue;
      if (l->works.data[arc->target].level) arc->target = GRAPH_CUT;
      else vec_u32_push(&todo, arc->target);
    }
  }
  vec_u32_release(&todo);
}

// Below a formula every so many steps there is another one.
static void keep_some(struct learner *l, unsigned char *keeps, const struct vec_u32 *nodes) {
  struct graph *g = l->graph;
  struct vec_u32 todo = {0}, depth = {0};
  for (uint32_t i = 0; i < nodes->size; i++) {
    if (!keeps[nodes->data[i]]) continue;
    vec_u32_push(&todo, nodes->data[i]);
    vec_u32_push(&depth, 0);
  }
  while (todo.size) {
    uint32_t node = vec_u32_pop(&todo), d = vec_u32_pop(&depth);
    for (uint32_t i = 0; i < g->nodes.data[node].n_arcs; i++) {
      uint32_t target = graph_arc(g, node, i)->target;
      if (target >= GRAPH_END || keeps[target]) continue;
      keeps[target] = d + 1 >= STEPS_MAX;
      vec_u32_push(&todo, target);
      vec_u32_push(&depth, keeps[target] ? 0 : d + 1);
    }
  }
  vec_u32_release(&todo);
  vec_u32_release(&depth);
}

void learn_finish(struct learner *l) {
  struct graph *g = l->graph;
  struct vec_u32 nodes = {0};
  if (g->root >= GRAPH_END) return;
  unsigned char *keeps = mem_zalloc(g->nodes.size, 1), *exact = mem_zalloc(g->nodes.size, 1);
  graph_reachable(g, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++)
    if (g->nodes.data[nodes.data[i]].subsumer != GRAPH_NONE) keeps[g->nodes.data[nodes.data[i]].subsumer] = 1;
  mark_exact(l, keeps, exact);
  keep_some(l, keeps, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++)
    if (!keeps[nodes.data[i]]) g->nodes.data[nodes.data[i]].formula = GRAPH_NONE;
  mem_free(keeps);
  mem_free(exact);
  vec_u32_release(&nodes);
}
