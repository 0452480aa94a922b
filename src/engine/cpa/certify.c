// The finished reached set as a certificate: closed states have formulas, what lies between them is exact.
#include "engine/cpa/composite.h"
#include "graph/record.h"

// What is known at the entry of main besides what the analyses track.
static struct term initial_heap(const struct cpa *cpa) {
  struct term heap = unfold_heap(cpa->run.unfold);
  return term_eq(cpa->run.tm, heap, term_bv(cpa->run.tm, term_width(cpa->run.tm, heap), cpa->run.cfa->heap_start));
}

void cpa_certify(struct cpa *cpa) {
  struct graph *g = cpa->run.graph;
  struct vec_term conjuncts = {0};
  for (uint32_t i = 0; i < cpa->states.size; i++) {
    const struct reached_state *s = &cpa->states.data[i];
    struct node node = {i};
    if (s->removed || !s->closed || !node_none(graph_node(g, node)->subsumer)) continue;
    vec_term_clear(&conjuncts);
    composite_formula(cpa, &s->state, &conjuncts);
    if (node_same(node, g->root)) vec_term_push(&conjuncts, initial_heap(cpa));
    graph_record_formula(g, node, graph_conjunction(g, cpa->run.tm, conjuncts.size, conjuncts.data));
  }
  vec_term_release(&conjuncts);
}
