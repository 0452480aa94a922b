// The finished graph as a proof: formulas only where they are needed.
//
// A formula is needed where a node subsumes another. Everywhere else the exact configuration says more and is easier to
// check: symbolic execution goes through it, though below a formula not for too long, since it is done on terms there.
// An edge that was speculated about has a node at its end, since the formula of its source may not exclude it; below
// exact configurations it is infeasible, and said to be.
#include "engine/tracer/tracer.h"
#include "graph/record.h"

#define STEPS_MAX 16

// Nodes that may be reached with what execution made of the initial states alone.
static void mark_exact(struct learner *l, const unsigned char *keeps, unsigned char *exact) {
  struct graph *g = l->run.graph;
  struct vec_node todo = {0};
  vec_node_push(&todo, g->root);
  while (todo.size) {
    struct node node = vec_node_pop(&todo);
    if (keeps[node.id] || exact[node.id]) continue;
    exact[node.id] = 1;
    for (uint32_t i = 0; i < graph_node(g, node)->n_arcs; i++) {
      struct node target = graph_arc(g, node, i)->target;
      if (!node_is_real(target)) continue;
      if (l->works.data[target.id].level) graph_record_target(g, node, i, NODE_CUT);
      else vec_node_push(&todo, target);
    }
  }
  vec_node_release(&todo);
}

// Below a formula every so many steps there is another one.
static void keep_some(struct learner *l, unsigned char *keeps, const struct vec_node *nodes) {
  struct graph *g = l->run.graph;
  struct vec_node todo = {0};
  struct vec_u32 depth = {0};
  for (uint32_t i = 0; i < nodes->size; i++) {
    if (!keeps[nodes->data[i].id]) continue;
    vec_node_push(&todo, nodes->data[i]);
    vec_u32_push(&depth, 0);
  }
  while (todo.size) {
    struct node node = vec_node_pop(&todo);
    uint32_t d = vec_u32_pop(&depth);
    for (uint32_t i = 0; i < graph_node(g, node)->n_arcs; i++) {
      struct node target = graph_arc(g, node, i)->target;
      if (!node_is_real(target) || keeps[target.id]) continue;
      keeps[target.id] = d + 1 >= STEPS_MAX;
      vec_node_push(&todo, target);
      vec_u32_push(&depth, keeps[target.id] ? 0 : d + 1);
    }
  }
  vec_node_release(&todo);
  vec_u32_release(&depth);
}

void learn_finish(struct learner *l) {
  struct graph *g = l->run.graph;
  struct vec_node nodes = {0};
  if (!node_is_real(g->root)) return;
  unsigned char *keeps = mem_zalloc(g->nodes.size, 1), *exact = mem_zalloc(g->nodes.size, 1);
  graph_reachable(g, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++) {
    struct node by = graph_node(g, nodes.data[i])->subsumer;
    if (!node_none(by)) keeps[by.id] = 1;
  }
  mark_exact(l, keeps, exact);
  keep_some(l, keeps, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++)
    if (!keeps[nodes.data[i].id]) graph_record_exact(g, nodes.data[i]);
  mem_free(keeps);
  mem_free(exact);
  vec_node_release(&nodes);
}
