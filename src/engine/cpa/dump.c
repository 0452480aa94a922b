// --dump-reached: the reached states in the order in which they were reached.
#include "engine/cpa/composite.h"

static void print_place(const struct cpa *cpa, struct place place, struct text *out) {
  const struct cfa *cfa = cpa->run.cfa;
  const struct cfa_location *location = cfa_location(cfa, place.location);
  text_printf(out, "%s", cfa->functions.data[location->function].name);
  for (struct context c = place.context; !context_none(unfold_parent(cpa->run.unfold, c));
       c = unfold_parent(cpa->run.unfold, c)) {
    struct context caller = unfold_parent(cpa->run.unfold, c);
    text_printf(out, " called by %s", cfa->functions.data[unfold_function(cpa->run.unfold, caller)].name);
  }
  text_printf(out, ", location %u", place.location.id);
  if (location->place.line) text_printf(out, ", line %u", location->place.line);
  switch (location->kind) {
  case LOC_PLAIN: break;
  case LOC_ERROR: text_add(out, ", error"); break;
  case LOC_UNSUPPORTED: text_add(out, ", unsupported"); break;
  case LOC_STOP:
  case LOC_EXIT: text_add(out, ", end"); break;
  }
}

static void print_successors(const struct cpa *cpa, struct node node, struct text *out) {
  const struct graph *g = cpa->run.graph;
  const struct graph_node *v = graph_node(g, node);
  if (!v->n_arcs) return;
  text_add(out, "  successors:");
  for (uint32_t i = 0; i < v->n_arcs; i++) {
    struct node target = graph_arc(g, node, i)->target;
    if (node_is_real(target)) text_printf(out, " %u", target.id);
    else text_add(out, node_same(target, NODE_CUT) ? " none" : " open");
  }
  text_add(out, "\n");
}

void cpa_dump(struct cpa *cpa, struct text *out) {
  const struct graph *g = cpa->run.graph;
  for (uint32_t i = 0; i < cpa->states.size; i++) {
    const struct reached_state *s = &cpa->states.data[i];
    struct node node = {i}, by = graph_node(g, node)->subsumer;
    if (s->removed) continue;
    text_printf(out, "state %u: ", i);
    print_place(cpa, cpa_place(cpa, node), out);
    text_add(out, s->closed ? ", closed\n" : "\n");
    composite_print(cpa, &s->state, out);
    if (!node_none(by)) text_printf(out, "  covered by: %u\n", by.id);
    print_successors(cpa, node, out);
  }
}
