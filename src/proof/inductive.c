// See inductive.h.
//
// Why it is enough: let every node that was met be checked. A state in the configuration of a checked node is at no
// error. If it takes an edge, the edge is not cut (what is cut is refuted), so that it gets into the configuration of
// the arc's target, which was met. If the node is subsumed the state lies in the subsumer's configuration, and chains
// of subsumers end. By induction no run from there meets an error.
//
// From a node with a formula Ψ execution starts with the identity as store and Ψ as path condition. Nodes with exact
// configurations below it are walked depth first, each with its own store: the values of variables over those at the
// node with the formula and over inputs. A store that is composed of several steps must not mix up inputs of different
// steps: input x of a step at depth d > 0 is another variable for each d. They are the same variables for every walk,
// so that the refuter's memory of what it refuted is of use.
//
// The graph may come from a file: everything in it is looked at before it is used.
#include "proof/inductive.h"
#include "proof/refute.h"
#include "proof/shape.h"

enum { SEEN_FITS = 1, SEEN_QUEUED = 2, SEEN_EXACT = 4 };

struct inductive_frame {
  struct node node;
  uint32_t depth, next; // next: index of the next out-edge
  struct map_u32 store;         // variable → value; a variable that is not in it has itself as value
  struct substitution *sub;     // the store, and the renaming of the inputs of the node's steps
};
VEC_TYPE(vec_inductive_frame, struct inductive_frame)

struct inductive {
  struct cfa *cfa;
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;          // counts what was checked
  struct stats own, unused;     // effort of the check; must not be mixed up with the engine's
  const struct graph *graph;
  struct unfold *unfold;
  struct refuter refuter;
  struct vec_u32 seen;          // by node
  struct vec_node queue;         // nodes with formulas still to be checked
  struct vec_inductive_frame stack;
  struct map_u32 again;         // variable, depth → the variable it is there
  uint64_t *open;               // counts what was not explored; NULL: nothing may be open
  uint32_t *passed;             // by location; NULL: nobody asks
  const char *message;          // why the last thing was refused
  bool failed;                  // a check of nodes was refused: what was queued then was not looked at
};

struct inductive *inductive_new(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph,
                                struct unfold *unfold) {
  struct inductive *ind = mem_zalloc(1, sizeof *ind);
  ind->cfa = cfa;
  ind->tm = cfa->tm;
  ind->limits = limits;
  ind->stats = stats ? stats : &ind->unused;
  ind->graph = graph;
  ind->unfold = unfold;
  refuter_init(&ind->refuter, cfa->tm, limits, &ind->own, 0);
  return ind;
}

void inductive_allow_open(struct inductive *ind, uint64_t *open) { ind->open = open; }

void inductive_watch(struct inductive *ind, uint32_t *passed) { ind->passed = passed; }

static void frame_release(struct inductive_frame *frame) {
  map_u32_release(&frame->store);
  if (frame->sub) substitution_free(frame->sub);
}

void inductive_free(struct inductive *ind) {
  if (!ind) return;
  for (uint32_t i = 0; i < ind->stack.size; i++) frame_release(&ind->stack.data[i]);
  vec_inductive_frame_release(&ind->stack);
  refuter_release(&ind->refuter);
  vec_u32_release(&ind->seen);
  vec_node_release(&ind->queue);
  map_u32_release(&ind->again);
  mem_free(ind);
}

static bool refuse(struct inductive *ind, const char *message) {
  ind->message = message;
  return false;
}

static bool stopped(struct inductive *ind) {
  if (!limits_stopped(ind->limits)) return false;
  ind->message = "a limit was reached before the graph was checked";
  return true;
}

// The graph was not explored here.
static bool leave_open(struct inductive *ind, const char *message) {
  if (!ind->open) return refuse(ind, message);
  ++*ind->open;
  return true;
}

static const struct graph_node *node_at(const struct inductive *ind, struct node node) {
  return graph_node(ind->graph, node);
}

// --- what is in the graph makes sense ------------------------------------------------------

static bool formula_fits(struct inductive *ind, struct context context, struct formula formula) {
  const char *misfit = shape_formula(ind->cfa, ind->unfold, ind->graph, context, formula, false);
  return misfit ? refuse(ind, misfit) : true;
}

static bool arcs_fit(struct inductive *ind, const struct graph_node *n) {
  const struct graph *g = ind->graph;
  if (!(n->flags & GRAPH_EXPANDED)) return true;
  const char *misfit = shape_arcs(g, n);
  if (misfit) return refuse(ind, misfit);
  const struct vec_edge *out = &cfa_location(ind->cfa, n->location)->out;
  for (uint32_t i = 0; i < n->n_arcs; i++) {
    struct edge edge = g->arcs.data[n->first_arc + i].edge;
    uint32_t k = 0;
    while (k < out->size && !edge_same(out->data[k], edge)) k++;
    if (k == out->size) return refuse(ind, "an arc of the graph is not for an edge of its node's location");
    for (uint32_t j = 0; j < i; j++)
      if (edge_same(g->arcs.data[n->first_arc + j].edge, edge))
        return refuse(ind, "a node of the graph has two arcs for an edge");
  }
  return true;
}

static bool node_fits(struct inductive *ind, struct node node) {
  const struct graph *g = ind->graph;
  if (node.id >= g->nodes.size) return refuse(ind, "the graph refers to a node that does not exist");
  if (ind->seen.size < g->nodes.size) vec_u32_resize(&ind->seen, g->nodes.size);
  if (ind->seen.data[node.id] & SEEN_FITS) return true;
  const struct graph_node *n = node_at(ind, node);
  if (n->flags & GRAPH_RUN) return refuse(ind, "below a formula every step must be recorded");
  if (n->flags & GRAPH_KINDS) return refuse(ind, "a node of the graph is of the wrong kind");
  if (n->location.id >= ind->cfa->locations.size || n->context.id >= unfold_contexts(ind->unfold) ||
      cfa_location(ind->cfa, n->location)->function != unfold_function(ind->unfold, n->context))
    return refuse(ind, "a node of the graph is at a place that the program does not have");
  if (!node_none(n->subsumer) && n->subsumer.id >= g->nodes.size)
    return refuse(ind, "a node is subsumed by one that does not exist");
  if (!arcs_fit(ind, n) || !formula_fits(ind, n->context, n->formula) ||
      !formula_fits(ind, n->context, n->strengthening))
    return false;
  ind->seen.data[node.id] |= SEEN_FITS;
  return true;
}

// --- proofs ----------------------------------------------------------------------------------

static struct term apply(struct substitution *sub, struct term t) { return sub ? substitution_apply(sub, t) : t; }

static bool is_conjunct(const struct vec_term *path, struct term t) {
  for (uint32_t i = 0; i < path->size; i++)
    if (term_same(path->data[i], t)) return true;
  return false;
}

// The condition contradicts the path.
static bool refute(struct inductive *ind, struct refuter *refuter, struct term condition, const char *feasible,
                   const char *unknown) {
  if (term_is_false(ind->tm, condition)) return true;
  if (stopped(ind)) return false;
  enum answer answer = refuter_check(refuter, condition);
  if (answer == ANSWER_UNSAT) return true;
  if (stopped(ind)) return false;
  return refuse(ind, answer == ANSWER_SAT ? feasible : unknown);
}

static bool refute_edge(struct inductive *ind, struct term guard) {
  ind->stats->proof_cuts++;
  return refute(ind, &ind->refuter, guard, "an edge that was cut is feasible",
                "an edge that was cut could not be refuted again");
}

// The path, with the substitution as store, entails the formula.
static bool entails(struct inductive *ind, struct substitution *sub, struct formula formula, const char *fails,
                    const char *unknown) {
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(ind->graph, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term c = apply(sub, conjuncts[i]);
    ind->stats->proof_formulas++;
    if (term_is_true(ind->tm, c) || is_conjunct(&ind->refuter.path, c)) continue;
    if (!refute(ind, &ind->refuter, term_not(ind->tm, c), fails, unknown)) return false;
  }
  return true;
}

static bool is_false(const struct inductive *ind, struct formula formula) {
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(ind->graph, formula, &n);
  for (uint32_t i = 0; i < n; i++)
    if (term_is_false(ind->tm, conjuncts[i])) return true;
  return false;
}

// --- stores ----------------------------------------------------------------------------------

// The arbitrary value that the variable stands for at this depth.
static struct term again_at(struct inductive *ind, struct term variable, uint32_t depth) {
  uint64_t key = (uint64_t)variable.id << 32 | depth;
  uint32_t *found = map_u32_find(&ind->again, key);
  if (found) return (struct term){*found};
  struct term t = term_fresh(ind->tm, term_sort(ind->tm, variable), "again");
  map_u32_put(&ind->again, key, t.id);
  return t;
}

static bool updates_var(const struct step *step, struct term var) {
  for (uint32_t i = 0; i < step->n_updates; i++)
    if (term_same(step->updates[i].var, var)) return true;
  return false;
}

// A frame that the step opens: nothing is known of its variables but what the step says. (In the store are values of an
// earlier frame.)
static void open_frames(struct inductive *ind, const struct inductive_frame *from, const struct unfold_step *step,
                        struct map_u32 *store) {
  uint32_t depth = unfold_depth(ind->unfold, node_at(ind, from->node)->context);
  for (struct context c = step->context; unfold_depth(ind->unfold, c) > depth; c = unfold_parent(ind->unfold, c)) {
    const struct vec_u32 *locals = &ind->cfa->functions.data[unfold_function(ind->unfold, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) {
      struct term var = unfold_var(ind->unfold, c, locals->data[i]);
      if (!updates_var(&step->step, var)) map_u32_put(store, var.id, again_at(ind, var, from->depth).id);
    }
  }
}

// The store after the step from the frame's.
static void step_store(struct inductive *ind, const struct inductive_frame *from, const struct unfold_step *step,
                       struct map_u32 *store) {
  for (uint32_t i = 0; i < from->store.capacity; i++)
    if (from->store.cells[i].key != MAP_EMPTY) map_u32_put(store, from->store.cells[i].key, from->store.cells[i].value);
  for (uint32_t i = 0; i < step->step.n_updates; i++)
    map_u32_put(store, step->step.updates[i].var.id, apply(from->sub, step->step.updates[i].value).id);
  open_frames(ind, from, step, store);
}

static struct substitution *store_substitution(struct inductive *ind, const struct map_u32 *store) {
  struct substitution *sub = substitution_new(ind->tm);
  for (uint32_t i = 0; i < store->capacity; i++)
    if (store->cells[i].key != MAP_EMPTY)
      substitution_set(sub, (struct term){(uint32_t)store->cells[i].key}, (struct term){store->cells[i].value});
  return sub;
}

// --- the walk ----------------------------------------------------------------------------------

static void enqueue(struct inductive *ind, struct node node) {
  if (ind->seen.data[node.id] & SEEN_QUEUED) return;
  ind->seen.data[node.id] |= SEEN_QUEUED;
  vec_node_push(&ind->queue, node);
}

// The subsumer's formula holds. Chains of subsumers must end: in a cycle nobody would look at what follows.
static bool check_subsumption(struct inductive *ind, struct node node, struct substitution *sub) {
  const struct graph_node *n = node_at(ind, node);
  struct node by = n->subsumer;
  uint32_t length = 0;
  for (struct node s = by; !node_none(s); s = node_at(ind, s)->subsumer) {
    if (!node_fits(ind, s)) return false;
    if (++length > ind->graph->nodes.size) return refuse(ind, "nodes of the graph subsume each other");
  }
  const struct graph_node *m = node_at(ind, by);
  if (formula_none(m->formula)) return refuse(ind, "a node is subsumed by one without a formula");
  if (!location_same(m->location, n->location) || !context_same(m->context, n->context))
    return refuse(ind, "a node is subsumed by one at another place");
  if (!entails(ind, sub, m->formula, "a subsumed node does not lie in its subsumer",
               "a subsumption could not be proved again"))
    return false;
  enqueue(ind, by);
  return true;
}

// The steps of the node's location must be known; their inputs get the names they have at this depth.
static bool prepare_steps(struct inductive *ind, struct inductive_frame *frame) {
  const struct graph_node *n = node_at(ind, frame->node);
  const struct vec_edge *out = &cfa_location(ind->cfa, n->location)->out;
  for (uint32_t i = 0; i < out->size; i++) {
    const struct unfold_step *step = unfold_step(ind->unfold, n->context, out->data[i]);
    if (!step->known) return refuse(ind, "a step below a formula cannot be said in terms");
    for (uint32_t k = 0; frame->depth > 0 && k < step->step.n_inputs; k++)
      substitution_set(frame->sub, step->step.inputs[k], again_at(ind, step->step.inputs[k], frame->depth));
  }
  struct term too_large = apply(frame->sub, unfold_too_large(ind->unfold, n->context, n->location));
  return refute(ind, &ind->refuter, too_large, "an allocation below a formula may be too large",
                "an allocation below a formula could not be shown to fit");
}

// Looks at a node whose configuration is the refuter's path and the store; pushes it if there is something to do for
// its edges. Owns store and sub.
static bool arrive(struct inductive *ind, struct inductive_frame frame, bool *pushed) {
  const struct graph_node *n = node_at(ind, frame.node);
  const struct cfa_location *location = cfa_location(ind->cfa, n->location);
  bool ok = true, done = true;
  *pushed = false;
  ind->stats->proof_nodes++;
  if (ind->passed && location->loop_head && formula_none(n->formula) && node_none(n->subsumer))
    ind->passed[n->location.id] = 1;
  if (!formula_none(n->strengthening))
    ok = entails(ind, frame.sub, n->strengthening, "a node does not lie in its strengthening",
                 "a strengthening could not be proved again");
  if (!ok) {
  } else if (location->kind == LOC_ERROR || location->kind == LOC_UNSUPPORTED) {
    bool error = location->kind == LOC_ERROR;
    ok = refute(ind, &ind->refuter, term_true(ind->tm),
                error ? "an error is reached in the graph" : "something unsupported is reached in the graph",
                error ? "that an error is not reached could not be proved again"
                      : "that something unsupported is not reached could not be proved again");
  } else if (location->kind == LOC_EXIT && !context_same(n->context, CONTEXT_ROOT)) {
    ok = refuse(ind, "a node of the graph is at the end of a function that has a caller");
  } else if (location->kind == LOC_STOP || location->kind == LOC_EXIT) {
  } else if (!node_none(n->subsumer)) {
    ok = check_subsumption(ind, frame.node, frame.sub);
  } else if (location->out.size > 0 && !(n->flags & GRAPH_EXPANDED)) {
    ok = leave_open(ind, "a node of the graph was not expanded");
  } else if (location->out.size > 0) {
    done = false;
    ok = prepare_steps(ind, &frame);
  }
  if (!ok || done) {
    frame_release(&frame);
    return ok;
  }
  vec_inductive_frame_push(&ind->stack, frame);
  *pushed = true;
  return true;
}

static struct node target_of(const struct inductive *ind, const struct graph_node *n, struct edge edge) {
  for (uint32_t i = 0; i < n->n_arcs; i++) {
    const struct graph_arc *arc = &ind->graph->arcs.data[n->first_arc + i];
    if (edge_same(arc->edge, edge)) return arc->target;
  }
  return NODE_CUT;
}

// The step leads to an exact node, in a new scope of the refuter: it stays if the node was pushed.
static bool enter_exact(struct inductive *ind, struct inductive_frame frame) {
  if (ind->seen.data[frame.node.id] & SEEN_EXACT) {
    frame_release(&frame);
    return refuse(ind, "a node without a formula is met twice");
  }
  ind->seen.data[frame.node.id] |= SEEN_EXACT;
  bool pushed, ok = arrive(ind, frame, &pushed);
  if (ok && !pushed) refuter_pop(&ind->refuter);
  return ok;
}

static bool follow(struct inductive *ind, const struct inductive_frame *from, const struct unfold_step *step,
                   struct term guard, struct node target) {
  if (!node_fits(ind, target)) return false;
  const struct graph_node *n = node_at(ind, target);
  if (!location_same(n->location, step->location) || !context_same(n->context, step->context))
    return refuse(ind, "an arc leads to a node at another place than its edge");
  struct inductive_frame frame = {.node = target, .depth = from->depth + 1};
  step_store(ind, from, step, &frame.store);
  frame.sub = store_substitution(ind, &frame.store);
  refuter_push(&ind->refuter);
  refuter_assume(&ind->refuter, guard);
  if (formula_none(n->formula)) return enter_exact(ind, frame);
  bool ok = entails(ind, frame.sub, n->formula, "an arc leads to a node whose formula does not hold",
                    "a formula at the end of an arc could not be proved again");
  frame_release(&frame);
  refuter_pop(&ind->refuter);
  if (ok) enqueue(ind, target);
  return ok;
}

// One edge of the node on top; pops it when nothing is left of it.
static bool advance(struct inductive *ind) {
  struct inductive_frame *top = &ind->stack.data[ind->stack.size - 1];
  const struct graph_node *n = node_at(ind, top->node);
  const struct vec_edge *out = &cfa_location(ind->cfa, n->location)->out;
  if (top->next == out->size) {
    frame_release(top);
    ind->stack.size--;
    refuter_pop(&ind->refuter);
    return true;
  }
  struct edge edge = out->data[top->next++];
  struct node target = target_of(ind, n, edge);
  const struct unfold_step *step = unfold_step(ind->unfold, n->context, edge);
  struct term guard = apply(top->sub, step->step.guard);
  if (node_same(target, NODE_OPEN)) return leave_open(ind, "an edge below a formula was not executed");
  if (node_same(target, NODE_END)) return refuse(ind, "below a formula nothing is decided by concrete values");
  if (node_same(target, NODE_CUT)) return refute_edge(ind, guard);
  struct inductive_frame from = *top; // the stack may move; its owner is there before the copy is used up
  return follow(ind, &from, step, guard, target);
}

static bool check_node(struct inductive *ind, struct node node) {
  const struct graph_node *n = node_at(ind, node);
  if (is_false(ind, n->formula)) {
    ind->stats->proof_nodes++;
    return true;
  }
  uint32_t count;
  const struct term *conjuncts = graph_conjuncts(ind->graph, n->formula, &count);
  refuter_push(&ind->refuter);
  for (uint32_t i = 0; i < count; i++) refuter_assume(&ind->refuter, conjuncts[i]);
  bool pushed;
  if (!arrive(ind, (struct inductive_frame){.node = node}, &pushed)) return false;
  if (!pushed) refuter_pop(&ind->refuter);
  while (ind->stack.size)
    if (stopped(ind) || !advance(ind)) return false;
  return true;
}

bool inductive_check(struct inductive *ind, struct node node, const char **message) {
  bool ok = !ind->failed && node_fits(ind, node);
  if (ok && formula_none(node_at(ind, node)->formula)) ok = refuse(ind, "a node that was to have a formula has none");
  if (ok) enqueue(ind, node);
  while (ok && ind->queue.size) ok = check_node(ind, vec_node_pop(&ind->queue));
  if (!ok) ind->failed = true;
  if (message) *message = ok ? NULL : ind->message;
  return ok;
}

static bool entered(struct inductive *ind, struct refuter *refuter, struct state *s, struct node node) {
  if (!node_fits(ind, node)) return false;
  const struct graph_node *n = node_at(ind, node);
  if (formula_none(n->formula)) return refuse(ind, "a node that was to have a formula has none");
  if (!location_same(n->location, state_location(s)) || !context_same(n->context, state_context(s)))
    return refuse(ind, "a node of the graph is at another place than the state that enters it");
  if (!state_is_static(s)) return refuse(ind, "a state has other stack addresses than formulas speak of");
  uint32_t count;
  const struct term *conjuncts = graph_conjuncts(ind->graph, n->formula, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct term c = state_formula(s, conjuncts[i]);
    ind->stats->proof_formulas++;
    if (term_is_true(ind->tm, c) || is_conjunct(&refuter->path, c)) continue;
    if (!refute(ind, refuter, term_not(ind->tm, c), "a state does not lie in the formula of the node it enters",
                "that a state lies in a formula could not be proved again"))
      return false;
  }
  return true;
}

bool inductive_entered(struct inductive *ind, struct refuter *refuter, struct state *s, struct node node,
                       const char **message) {
  bool ok = entered(ind, refuter, s, node);
  if (message) *message = ok ? NULL : ind->message;
  return ok;
}
