// Conditional interpolants, beyond the paper. Where speculation about an infeasible edge fails, figure 4 keeps the edge
// infeasible: its node's interpolant implies that the guard does not hold. The weakest condition is weaker: the guard
// does not hold, or what the edge leads to is harmless. Of two variables that are set together and tested together each
// path would need its own values otherwise, and the paths multiply.
//
// The weakest precondition of what follows the edge is computed without a state, over few steps: up to nodes that have
// learnt something, to errors and to ends. Its nodes have formulas but never had a state; that their formulas are
// interpolants is proved (graph_abstract). INTP then makes small case splits of the guard and these formulas, and falls
// back to the guard where they are not small.
#include "engine/tracer/tracer.h"
#include "graph/record.h"

#define DEPTH_MAX 3 // steps
#define NODES_MAX 8 // of one edge
#define CONJUNCTS_MAX 120 // of a formula
#define SIZE_MAX_TERM 60 // of a conjunct

struct making {
  struct learner *l;
  uint32_t level, nodes;
};

// A condition that can be a conjunct: small, over variables of the program.
static bool is_usable(struct learner *l, struct term t) {
  uint32_t n, var;
  struct context context;
  const uint32_t *vars = term_free_vars(l->tm, t, &n);
  if (term_dag_size(l->tm, t) > SIZE_MAX_TERM) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!unfold_var_of(l->run.unfold, (struct term){vars[i]}, &context, &var)) return false;
  return true;
}

static struct node add(struct making *m, struct node parent, uint32_t arc, const struct unfold_step *step) {
  struct learner *l = m->l;
  struct node node = graph_add(l->run.graph, parent, arc, step->location, step->context);
  m->nodes++;
  vec_work_push(&l->works, (struct work){.point = learn_point(l, step->context, step->location),
                                         .level = m->level,
                                         .head = NO_HEAD,
                                         .conditional = true});
  vec_node_push(&l->log, node);
  return node;
}

static bool make(struct making *m, struct node parent, uint32_t arc, uint32_t depth);

// Adds what the arc asks of its node: guard implies the formula at its end.
static bool add_conditions(struct learner *l, struct node node, uint32_t i, struct vec_term *out) {
  struct graph_arc arc = *graph_arc(l->run.graph, node, i);
  const struct unfold_step *step = unfold_step(l->run.unfold, graph_node(l->run.graph, node)->context, arc.edge);
  struct term unless = term_not(l->tm, step->step.guard);
  uint32_t n;
  if (node_same(arc.target, NODE_CUT)) {
    vec_term_push(out, unless);
    return is_usable(l, unless);
  }
  const struct term *after = graph_conjuncts(l->run.graph, graph_node(l->run.graph, arc.target)->formula, &n);
  for (uint32_t k = 0; k < n; k++) {
    struct term t = term_or(l->tm, unless, substitution_apply(step->back, after[k]));
    if (!is_usable(l, t)) return false;
    vec_term_push(out, t);
  }
  return out->size <= 4 * CONJUNCTS_MAX;
}

// The node's formula from those at the ends of its arcs.
static bool conclude(struct learner *l, struct node node) {
  struct graph_node v = *graph_node(l->run.graph, node);
  struct vec_term conditions = {0};
  bool good = term_is_false(l->tm, unfold_too_large(l->run.unfold, v.context, v.location));
  for (uint32_t i = 0; i < v.n_arcs && good; i++) {
    struct node target = graph_arc(l->run.graph, node, i)->target;
    good = add_conditions(l, node, i, &conditions);
    if (node_is_real(target)) l->works.data[node.id].rests |= l->works.data[target.id].rests;
  }
  if (good) {
    learn_join_cases(l->tm, &conditions);
    wp_merge(l->tm, &conditions);
  }
  good = good && conditions.size <= CONJUNCTS_MAX;
  if (good) {
    struct formula formula = graph_conjunction(l->run.graph, l->tm, conditions.size, conditions.data);
    graph_record_formula(l->run.graph, node, formula);
    good = graph_abstract(&l->run.prover, node, NULL, formula);
  }
  if (good) learn_register(l, node);
  vec_term_release(&conditions);
  return good;
}

// A node at the end of the arc with its formula, or the arc is cut: what it leads to is an error.
static bool make(struct making *m, struct node parent, uint32_t arc, uint32_t depth) {
  struct learner *l = m->l;
  struct graph *g = l->run.graph;
  const struct unfold_step *step =
      unfold_step(l->run.unfold, graph_node(g, parent)->context, graph_arc(g, parent, arc)->edge);
  if (!step->known) return false;
  const struct cfa_location *loc = cfa_location(l->cfa, step->location);
  if (loc->kind == LOC_ERROR || loc->kind == LOC_UNSUPPORTED) {
    graph_record_target(g, parent, arc, NODE_CUT);
    return depth > 0;
  }
  uint32_t point = learn_point(l, step->context, step->location);
  const struct point *pt = &l->points.data[point];
  if (pt->known.size) {
    struct node by = pt->known.data[pt->known.size - 1], node = add(m, parent, arc, step);
    graph_record_cover(g, node, by);
    graph_record_formula(g, node, graph_node(g, by)->formula);
    l->works.data[node.id].rests = l->works.data[by.id].rests;
    return true;
  }
  if (loc->kind != LOC_PLAIN) {
    graph_record_formula(g, add(m, parent, arc, step), graph_conjunction(g, l->tm, 0, NULL));
    return true;
  }
  if (loc->loop_head || depth >= DEPTH_MAX || m->nodes >= NODES_MAX) return false;
  struct node node = add(m, parent, arc, step);
  graph_expand(g, node, loc->out.size, loc->out.data);
  for (uint32_t i = 0; i < loc->out.size; i++)
    if (!make(m, node, i, depth + 1)) return false;
  return conclude(l, node);
}

bool conditional_make(struct learner *l, struct node node, uint32_t arc) {
  if (l->options.no_conditional || !l->works.data[node.id].learnable) return false;
  // In a loop the condition would become a predicate of its head, and a case split is a bad one.
  if (l->heads.size) return false;
  struct making m = {.l = l, .level = l->works.data[node.id].level + 1};
  bool good = make(&m, node, arc, 0);
  if (good) l->statistics->conditional++;
  else graph_record_target(l->run.graph, node, arc, NODE_CUT);
  return good;
}
