// See inductive.h.
//
// Why it is enough: let every node that was met be checked. A state in the configuration of a checked node is at no
// error. If it takes an edge, the edge is not cut (what is cut is refuted), so that it gets into the configuration of
// the arc's target, which was met. If the node is subsumed the state lies in the subsumer's configuration, and chains
// of subsumers end. By induction no run from there meets an error.
//
// From a node with a formula Ψ execution starts with the identity as store and Ψ as path condition; what Ψ says of a
// variable by an equality goes into the store instead (valuation.h), so that where it gives all variables their values,
// guards and formulas become constants and no query is asked. Nodes with exact configurations below it are walked depth
// first with one store, in which what a step changes is undone: the values of variables over those at the node with
// the formula and over inputs. A store that is composed of several steps must not mix up inputs of different steps:
// input x of a step at depth d > 0 is another variable for each d. They are the same variables for every walk, so that
// the refuter's memory of what it refuted is of use.
//
// The graph may come from a file: everything in it is looked at before it is used.
#include "check/inductive.h"
#include "check/refute.h"
#include "check/shape.h"
#include "check/valuation.h"
#include <assert.h>

enum { SEEN_FITS = 1, SEEN_QUEUED = 2, SEEN_EXACT = 4 };

// What the out-edges of a location in a context mean: looked up once for a place, not for each of its nodes.
struct inductive_place {
  struct term too_large;
  bool known; // all steps are
  const struct unfold_step **steps; // by out-edge
  const struct valuation_code **codes; // their guards, then the values of the updates; NULL: not compiled yet
};

struct inductive_frame {
  struct node node;
  uint32_t depth, next; // next: index of the next out-edge
  uint32_t mark; // of the store: without what belongs to the node
  struct inductive_place *place; // of a node with out-edges
};
VEC_TYPE(vec_inductive_frame, struct inductive_frame)

struct inductive {
  struct cfa *cfa;
  struct terms *tm;
  struct limits *limits;
  struct stats *stats; // counts what was checked
  struct stats own, unused; // effort of the check; must not be mixed up with the engine's
  const struct graph *graph;
  struct unfold *unfold;
  struct refuter refuter;
  struct valuation store; // at the node on top, and the renaming of the inputs of its steps
  struct map_ptr places; // context, location → struct inductive_place *
  struct arena arena; // of places
  struct vec_term results; // scratch
  struct vec_u32 of; // by edge: the location whose out-edge it is + 1
  struct vec_u32 arc_of; // by edge: the last node that was found to have an arc for it + 1
  struct vec_u32 seen; // by node
  struct vec_node queue; // nodes with formulas still to be checked
  struct vec_inductive_frame stack;
  struct map_u32 again; // variable, depth → the variable it is there
  uint64_t *open; // counts what was not explored; NULL: nothing may be open
  bool allows_errors; // the claim is about paths
  uint32_t *passed; // by location; NULL: not asked for
  const char *message; // why the last thing was refused
  bool failed; // a check of nodes was refused: what was queued then was not looked at
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
  valuation_init(&ind->store, cfa->tm);
  arena_init(&ind->arena);
  vec_u32_resize(&ind->of, cfa->edges.size);
  vec_u32_resize(&ind->arc_of, cfa->edges.size);
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    for (uint32_t k = 0; k < cfa->locations.data[i].out.size; k++)
      ind->of.data[cfa->locations.data[i].out.data[k].id] = i + 1;
  return ind;
}

void inductive_allow_open(struct inductive *ind, uint64_t *open) { ind->open = open; }

void inductive_allow_errors(struct inductive *ind) { ind->allows_errors = true; }

void inductive_watch(struct inductive *ind, uint32_t *passed) { ind->passed = passed; }

void inductive_free(struct inductive *ind) {
  if (!ind) return;
  vec_inductive_frame_release(&ind->stack);
  refuter_release(&ind->refuter);
  valuation_release(&ind->store);
  map_ptr_release(&ind->places);
  arena_release(&ind->arena);
  vec_term_release(&ind->results);
  vec_u32_release(&ind->of);
  vec_u32_release(&ind->arc_of);
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

// --- the graph is well formed --------------------------------------------------------------

static bool formula_fits(struct inductive *ind, struct context context, struct formula formula) {
  const char *misfit = shape_formula(ind->cfa, ind->unfold, ind->graph, context, formula, false);
  return misfit ? refuse(ind, misfit) : true;
}

static bool arcs_fit(struct inductive *ind, struct node node) {
  const struct graph *g = ind->graph;
  const struct graph_node *n = node_at(ind, node);
  if (!(n->flags & GRAPH_EXPANDED)) return true;
  const char *misfit = shape_arcs(g, n);
  if (misfit) return refuse(ind, misfit);
  for (uint32_t i = 0; i < n->n_arcs; i++) {
    struct edge edge = g->arcs.data[n->first_arc + i].edge;
    if (edge.id >= ind->of.size || ind->of.data[edge.id] != n->location.id + 1)
      return refuse(ind, "an arc of the graph is not for an edge of its node's location");
    if (ind->arc_of.data[edge.id] == node.id + 1) return refuse(ind, "a node of the graph has two arcs for an edge");
    ind->arc_of.data[edge.id] = node.id + 1;
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
  if (!arcs_fit(ind, node) || !formula_fits(ind, n->context, n->formula) ||
      !formula_fits(ind, n->context, n->strengthening))
    return false;
  ind->seen.data[node.id] |= SEEN_FITS;
  return true;
}

// --- proofs ----------------------------------------------------------------------------------

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

// The path, with the store, entails the formula.
static bool entails(struct inductive *ind, struct formula formula, const char *fails, const char *unknown) {
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(ind->graph, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term c = valuation_apply(&ind->store, conjuncts[i]);
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
static void open_frames(struct inductive *ind, const struct inductive_frame *from, const struct unfold_step *step) {
  uint32_t depth = unfold_depth(ind->unfold, node_at(ind, from->node)->context);
  for (struct context c = step->context; unfold_depth(ind->unfold, c) > depth; c = unfold_parent(ind->unfold, c)) {
    const struct vec_u32 *locals = &ind->cfa->functions.data[unfold_function(ind->unfold, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) {
      struct term var = unfold_var(ind->unfold, c, locals->data[i]);
      if (!updates_var(&step->step, var)) valuation_set(&ind->store, var, again_at(ind, var, from->depth));
    }
  }
}

static struct inductive_place *place_of(struct inductive *ind, const struct graph_node *n) {
  uint64_t key = (uint64_t)n->context.id << 32 | n->location.id;
  void **found = map_ptr_find(&ind->places, key);
  if (found) return *found;
  const struct vec_edge *out = &cfa_location(ind->cfa, n->location)->out;
  struct inductive_place *place = arena_alloc(&ind->arena, sizeof *place);
  *place = (struct inductive_place){.known = true};
  place->steps = arena_alloc(&ind->arena, (out->size + 1) * sizeof *place->steps);
  place->codes = arena_alloc(&ind->arena, (out->size + 1) * sizeof *place->codes);
  for (uint32_t i = 0; i < out->size; i++) {
    place->steps[i] = unfold_step(ind->unfold, n->context, out->data[i]);
    place->codes[i] = NULL;
    place->known = place->known && place->steps[i]->known;
  }
  place->too_large = unfold_too_large(ind->unfold, n->context, n->location);
  map_ptr_put(&ind->places, key, place);
  return place;
}

static const struct valuation_code *code_of(struct inductive *ind, struct inductive_place *place, uint32_t i) {
  if (place->codes[i]) return place->codes[i];
  const struct step *step = &place->steps[i]->step;
  struct vec_term terms = {0};
  vec_term_push(&terms, step->guard);
  for (uint32_t k = 0; k < step->n_updates; k++) vec_term_push(&terms, step->updates[k].value);
  place->codes[i] = valuation_compile(&ind->store, terms.size, terms.data);
  vec_term_release(&terms);
  return place->codes[i];
}

// The guard of the place's i-th edge in the store; nothing else is to be asked of the store before take_step.
static struct term step_guard(struct inductive *ind, struct inductive_place *place, uint32_t i) {
  vec_term_clear(&ind->results);
  valuation_run(&ind->store, code_of(ind, place, i), 0, 1, &ind->results);
  return ind->results.data[0];
}

// The store after the i-th step from the frame's node, whose guard was computed last.
static void take_step(struct inductive *ind, const struct inductive_frame *from, uint32_t i) {
  const struct unfold_step *step = from->place->steps[i];
  vec_term_clear(&ind->results);
  valuation_run(&ind->store, code_of(ind, from->place, i), 1, step->step.n_updates + 1, &ind->results);
  for (uint32_t k = 0; k < step->step.n_updates; k++)
    valuation_set(&ind->store, step->step.updates[k].var, ind->results.data[k]);
  open_frames(ind, from, step);
}

// --- the walk ----------------------------------------------------------------------------------

static void enqueue(struct inductive *ind, struct node node) {
  if (ind->seen.data[node.id] & SEEN_QUEUED) return;
  ind->seen.data[node.id] |= SEEN_QUEUED;
  vec_node_push(&ind->queue, node);
}

// The subsumer's formula holds. Chains of subsumers must end: in a cycle no node's successors would be checked.
static bool check_subsumption(struct inductive *ind, struct node node) {
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
  if (!entails(ind, m->formula, "a subsumed node does not lie in its subsumer",
               "a subsumption could not be proved again"))
    return false;
  enqueue(ind, by);
  return true;
}

// The steps of the node's location must be known; their inputs get the names they have at this depth.
static bool prepare_steps(struct inductive *ind, struct inductive_frame *frame) {
  const struct graph_node *n = node_at(ind, frame->node);
  uint32_t edges = cfa_location(ind->cfa, n->location)->out.size;
  struct inductive_place *place = frame->place = place_of(ind, n);
  if (!place->known) return refuse(ind, "a step below a formula cannot be said in terms");
  for (uint32_t i = 0; frame->depth > 0 && i < edges; i++)
    for (uint32_t k = 0; k < place->steps[i]->step.n_inputs; k++) {
      struct term input = place->steps[i]->step.inputs[k];
      valuation_set(&ind->store, input, again_at(ind, input, frame->depth));
    }
  return refute(ind, &ind->refuter, valuation_apply(&ind->store, place->too_large),
                "an allocation below a formula may be too large",
                "an allocation below a formula could not be shown to fit");
}

// Looks at a node whose configuration is the refuter's path and the store; pushes it if there is something to do for
// its edges.
static bool arrive(struct inductive *ind, struct inductive_frame frame, bool *pushed) {
  const struct graph_node *n = node_at(ind, frame.node);
  const struct cfa_location *location = cfa_location(ind->cfa, n->location);
  bool ok = true, done = true;
  *pushed = false;
  ind->stats->proof_nodes++;
  if (ind->passed && location->loop_head && formula_none(n->formula) && node_none(n->subsumer))
    ind->passed[n->location.id] = 1;
  if (!formula_none(n->strengthening))
    ok = entails(ind, n->strengthening, "a node does not lie in its strengthening",
                 "a strengthening could not be proved again");
  bool is_bad = location->kind == LOC_ERROR || location->kind == LOC_UNSUPPORTED;
  if (!ok || (is_bad && ind->allows_errors)) {
  } else if (is_bad) {
    bool error = location->kind == LOC_ERROR;
    ok = refute(ind, &ind->refuter, term_true(ind->tm),
                error ? "an error is reached in the graph" : "something unsupported is reached in the graph",
                error ? "that an error is not reached could not be proved again"
                      : "that something unsupported is not reached could not be proved again");
  } else if (location->kind == LOC_EXIT && !context_same(n->context, CONTEXT_ROOT)) {
    ok = refuse(ind, "a node of the graph is at the end of a function that has a caller");
  } else if (location->kind == LOC_STOP || location->kind == LOC_EXIT) {
  } else if (!node_none(n->subsumer)) {
    ok = check_subsumption(ind, frame.node);
  } else if (location->out.size > 0 && !(n->flags & GRAPH_EXPANDED)) {
    ok = leave_open(ind, "a node of the graph was not expanded");
  } else if (location->out.size > 0) {
    done = false;
    ok = prepare_steps(ind, &frame);
  }
  if (!ok || done) return ok;
  vec_inductive_frame_push(&ind->stack, frame);
  *pushed = true;
  return true;
}

// What became of the i-th out-edge. Arcs are in the order of the edges, as a rule.
static struct node target_of(const struct inductive *ind, const struct graph_node *n, struct edge edge, uint32_t i) {
  const struct graph_arc *arcs = ind->graph->arcs.data + n->first_arc;
  if (i < n->n_arcs && edge_same(arcs[i].edge, edge)) return arcs[i].target;
  for (i = 0; i < n->n_arcs; i++)
    if (edge_same(arcs[i].edge, edge)) return arcs[i].target;
  return NODE_CUT;
}

// What is known of the node that was looked at goes.
static void leave(struct inductive *ind, uint32_t mark) {
  valuation_undo(&ind->store, mark);
  refuter_pop(&ind->refuter);
}

// The step leads to an exact node, in a new scope: it stays if the node was pushed.
static bool enter_exact(struct inductive *ind, struct inductive_frame frame) {
  if (ind->seen.data[frame.node.id] & SEEN_EXACT) return refuse(ind, "a node without a formula is met twice");
  ind->seen.data[frame.node.id] |= SEEN_EXACT;
  bool pushed, ok = arrive(ind, frame, &pushed);
  if (ok && !pushed) leave(ind, frame.mark);
  return ok;
}

// The frame's i-th edge leads to the node.
static bool follow(struct inductive *ind, const struct inductive_frame *from, uint32_t i, struct term guard,
                   struct node target) {
  const struct unfold_step *step = from->place->steps[i];
  if (!node_fits(ind, target)) return false;
  const struct graph_node *n = node_at(ind, target);
  if (!location_same(n->location, step->location) || !context_same(n->context, step->context))
    return refuse(ind, "an arc leads to a node at another place than its edge");
  struct inductive_frame frame = {.node = target, .depth = from->depth + 1, .mark = valuation_mark(&ind->store)};
  take_step(ind, from, i);
  refuter_push(&ind->refuter);
  refuter_assume(&ind->refuter, guard);
  if (formula_none(n->formula)) return enter_exact(ind, frame);
  bool ok = entails(ind, n->formula, "an arc leads to a node whose formula does not hold",
                    "a formula at the end of an arc could not be proved again");
  leave(ind, frame.mark);
  if (ok) enqueue(ind, target);
  return ok;
}

// One edge of the node on top; pops it when nothing is left of it.
static bool advance(struct inductive *ind) {
  struct inductive_frame *top = &ind->stack.data[ind->stack.size - 1];
  const struct graph_node *n = node_at(ind, top->node);
  const struct vec_edge *out = &cfa_location(ind->cfa, n->location)->out;
  if (top->next == out->size) {
    leave(ind, top->mark);
    ind->stack.size--;
    return true;
  }
  uint32_t i = top->next++;
  struct node target = target_of(ind, n, out->data[i], i);
  if (node_same(target, NODE_OPEN)) return leave_open(ind, "an edge below a formula was not executed");
  if (node_same(target, NODE_END)) return refuse(ind, "below a formula nothing is decided by concrete values");
  struct term guard = step_guard(ind, top->place, i);
  if (node_same(target, NODE_CUT)) return refute_edge(ind, guard);
  struct inductive_frame from = *top; // the stack may move
  return follow(ind, &from, i, guard, target);
}

// The formula holds, in a new scope.
static void assume_formula(struct inductive *ind, struct formula formula) {
  uint32_t count;
  const struct term *conjuncts = graph_conjuncts(ind->graph, formula, &count);
  refuter_push(&ind->refuter);
  vec_term_clear(&ind->results);
  valuation_assume(&ind->store, count, conjuncts, &ind->results);
  for (uint32_t i = 0; i < ind->results.size; i++) refuter_assume(&ind->refuter, ind->results.data[i]);
}

static bool check_node(struct inductive *ind, struct node node) {
  const struct graph_node *n = node_at(ind, node);
  if (is_false(ind, n->formula)) {
    ind->stats->proof_nodes++;
    return true;
  }
  struct inductive_frame frame = {.node = node, .mark = valuation_mark(&ind->store)};
  assert(frame.mark == 0);
  assume_formula(ind, n->formula);
  bool pushed;
  if (!arrive(ind, frame, &pushed)) return false;
  if (!pushed) leave(ind, frame.mark);
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
