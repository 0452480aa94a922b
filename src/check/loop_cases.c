// See loop_cases.h.
#include "check/loop_cases.h"
#include "check/shape.h"
#include "term/quantified.h"

void walk_loops_release(struct walk_loops *loops) {
  for (uint32_t i = 0; i < loops->changes.capacity; i++) {
    if (loops->changes.cells[i].key == MAP_EMPTY) continue;
    vec_u32_release(loops->changes.cells[i].value);
    mem_free(loops->changes.cells[i].value);
  }
  map_ptr_release(&loops->changes);
  vec_loop_entry_release(&loops->entries);
}

// --- nodes -----------------------------------------------------------------------------------

static const char *case_shape(const struct walk_loops *loops, const struct graph_node *loop, struct node node) {
  const struct graph *g = loops->graph;
  if (node.id >= g->nodes.size) return "the graph refers to a node that does not exist";
  const struct graph_node *n = graph_node(g, node);
  if (!(n->flags & GRAPH_RUN) || (n->flags & GRAPH_KINDS) != GRAPH_CASE) return "a case of a loop is of the wrong kind";
  if (!location_same(n->location, loop->location) || !context_same(n->context, loop->context))
    return "a case is at another place than its loop";
  if (formula_none(n->formula) || !node_none(n->subsumer)) return "a case of a loop is of the wrong kind";
  const char *misfit = shape_formula(loops->cfa, loops->unfold, g, n->context, n->formula, true);
  if (!misfit) misfit = shape_arcs(g, n);
  if (misfit || !(n->flags & GRAPH_EXPANDED)) return misfit;
  if (n->n_arcs != 1 || !edge_none(graph_arc(g, node, 0)->edge))
    return "a case of a loop has other arcs than one without an edge";
  return NULL;
}

const char *walk_loops_shape(const struct walk_loops *loops, struct node node) {
  const struct graph *g = loops->graph;
  const struct graph_node *n = graph_node(g, node);
  if (!formula_none(n->formula) || !node_none(n->subsumer)) return "a node of the graph is of the wrong kind";
  if (!cfa_location(loops->cfa, n->location)->loop_head) return "a loop of the graph is not at the head of a loop";
  const char *misfit = shape_arcs(g, n);
  for (uint32_t i = 0; i < n->n_arcs && !misfit; i++) {
    const struct graph_arc *arc = graph_arc(g, node, i);
    if (!edge_none(arc->edge)) misfit = "a case of a loop is reached by an edge";
    else if (!node_same(arc->target, NODE_OPEN)) misfit = case_shape(loops, n, arc->target);
  }
  return misfit;
}

bool walk_loops_open(const struct graph *graph, struct node node) {
  const struct graph_node *n = graph_node(graph, node);
  for (uint32_t i = 0; i < n->n_arcs; i++)
    if (node_same(graph_arc(graph, node, i)->target, NODE_OPEN)) return true;
  return !(n->flags & GRAPH_EXPANDED);
}

// --- the list --------------------------------------------------------------------------------

uint32_t walk_loops_enter(struct walk_loops *loops, uint32_t inside, struct node node, const struct state *s) {
  vec_loop_entry_push(&loops->entries, (struct loop_entry){node, state_location(s), state_depth(s), inside,
                                                           cfa_loop_allocates(loops->cfa, state_location(s)),
                                                           state_heap(s), state_steps(s)});
  return loops->entries.size - 1;
}

uint32_t walk_loops_stay(const struct walk_loops *loops, uint32_t inside, const struct state *s) {
  // Entries are deeper the further in they are, and loops of one frame lie in each other: when one was not left, those
  // around it were not.
  for (; inside != LOOPS_NONE; inside = loops->entries.data[inside].outer) {
    const struct loop_entry *e = &loops->entries.data[inside];
    if (e->depth < state_depth(s) ||
        (e->depth == state_depth(s) && cfa_in_loop(loops->cfa, state_location(s), e->head)))
      break;
  }
  return inside;
}

const struct loop_entry *walk_loops_find(const struct walk_loops *loops, uint32_t inside, struct node node) {
  while (inside != LOOPS_NONE && !node_same(loops->entries.data[inside].node, node))
    inside = loops->entries.data[inside].outer;
  return inside == LOOPS_NONE ? NULL : &loops->entries.data[inside];
}

// --- states ----------------------------------------------------------------------------------

struct term walk_loops_outside(const struct walk_loops *loops, struct state *s, struct node node) {
  const struct graph *g = loops->graph;
  struct terms *tm = loops->cfa->tm;
  struct vec_term outside = {0}, inside = {0};
  for (uint32_t i = 0; i < graph_node(g, node)->n_arcs; i++) {
    uint32_t n;
    const struct term *conjuncts = graph_conjuncts(g, graph_node(g, graph_arc(g, node, i)->target)->formula, &n);
    vec_term_clear(&inside);
    // Each case may be refuted by another value.
    for (uint32_t k = 0; k < n; k++) vec_term_push(&inside, quantified_rename(tm, state_formula(s, conjuncts[k]), i));
    vec_term_push(&outside, term_not(tm, term_and_n(tm, inside.size, inside.data)));
  }
  struct term all = term_and_n(tm, outside.size, outside.data);
  vec_term_release(&outside);
  vec_term_release(&inside);
  return state_instances(s, all);
}

static const struct vec_u32 *changes_of(struct walk_loops *loops, struct location head) {
  void **known = map_ptr_find(&loops->changes, head.id);
  if (known) return *known;
  struct vec_u32 *vars = mem_zalloc(1, sizeof *vars);
  cfa_loop_changes(loops->cfa, head, vars);
  map_ptr_put(&loops->changes, head.id, vars);
  return vars;
}

struct term walk_loops_assume(struct walk_loops *loops, struct state *s, struct formula formula) {
  struct terms *tm = loops->cfa->tm;
  struct vec_term plain = {0};
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(loops->graph, formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (term_none(quantified_in(tm, conjuncts[i]))) vec_term_push(&plain, conjuncts[i]);
  struct term assumed = state_assume(s, term_and_n(tm, plain.size, plain.data));
  for (uint32_t i = 0; i < n; i++)
    if (!term_none(quantified_in(tm, conjuncts[i]))) state_know(s, conjuncts[i]);
  vec_term_release(&plain);
  return assumed;
}

bool walk_loops_same_heap(const struct loop_entry *entry, const struct state *s) {
  struct value now = state_heap(s);
  return entry->allocates || (now.term == entry->heap.term && (now.term || now.bits == entry->heap.bits));
}

struct term walk_loops_havoc(struct walk_loops *loops, struct state *s) {
  const struct vec_u32 *vars = changes_of(loops, state_location(s));
  struct context context = state_context(s);
  struct vec_term variables = {0};
  for (uint32_t i = 0; i < vars->size; i++)
    vec_term_push(&variables, unfold_var(loops->unfold, context, vars->data[i]));
  if (cfa_loop_allocates(loops->cfa, state_location(s))) vec_term_push(&variables, unfold_heap(loops->unfold));
  struct term known = state_havoc(s, variables.size, variables.data);
  vec_term_release(&variables);
  return known;
}
