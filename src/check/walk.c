// The check of a finished graph, as far as its configurations are exact: a second symbolic execution that takes nothing
// from the engine but the graph itself.
//
// The walk executes the automaton from its entry along the arcs. Wherever execution
// branches the graph must have a node for that location, and every open edge is accounted for by the arc with its
// number: a cut one, or one without an arc, is refuted with conditions of the path, by a
// solver without caches (refute.h); every other one is followed to its end, feasible or not:
// following too much is sound.
//
// Graphs of branches (GRAPH_RUN) do not list decided steps. All others have a node for every location
// on the way, with the arc of the edge that is taken. The root says which kind a graph is of. Where a graph of branches
// abstracts a loop's head, the walk does, too, and looks for itself whether it may come back to it: see loop_cases.h.
// Where the walk enters a node with a formula, or one that such a node subsumes, it asks whether the state lies in it,
// and inductive.h checks all that follows.
//
// The last edge that is followed takes over the state and the scope of
// its node, so that the stack grows with the forks of a path, not with its
// length.
#include "check/inductive.h"
#include "check/loop_cases.h"
#include "check/refute.h"
#include "check/shape.h"
#include "check/walk.h"

struct walk_edge {
  struct open_edge open; // of a case: none
  struct node target; // what the graph says follows; NODE_CUT: refuted
  struct formula formula; // of a case
};
VEC_TYPE(vec_walk_edge, struct walk_edge)

struct walk_frame {
  struct state *state; // at a branch, or at a LOOP node without what the loop changes; owned
  // Its open edges as they were when it was entered: what siblings do may make them look otherwise.
  struct vec_walk_edge edges;
  struct context context; // its call string; CONTEXT_ROOT at a branch in a graph of branches
  uint32_t inside; // loops
  bool is_loop; // the edges are cases
  uint32_t next; // the next edge to look at
  uint32_t end; // behind the last edge that has to be followed
};
VEC_TYPE(vec_walk_frame, struct walk_frame)

// Where a path goes on.
struct walk_place {
  struct state *state;
  struct context context; // before the edge; after walk_arrive at a LOOP node the node's
  struct edge edge; // that was just taken; EDGE_NONE at first
  struct node target; // where the graph says it leads: a node or NODE_END; after walk_arrive the node that branches
  uint32_t inside; // loops of a graph of branches
  bool from_case; // it is a case of a loop that goes on: where it begins is covered
};

enum arrival { ARRIVED_DONE, ARRIVED_BRANCH, ARRIVED_LOOP };

struct walk {
  struct program *program;
  struct cfa *cfa;
  struct refuter refuter;
  struct limits *limits;
  struct stats *stats; // of the run: counts what was checked
  const struct graph *graph;
  struct unfold *unfold; // NULL: a graph of branches without loops
  bool branches; // a graph of branches
  struct walk_loops loops;
  struct inductive *inductive; // made when it is needed
  uint64_t *open; // counts what was not explored; NULL: nothing may be open
  bool paths; // the claim is about paths
  uint32_t *passed; // by location: loop heads at which a state was seen that no formula covers; NULL: not asked for
  struct vec_node speakers; // nodes with formulas for these heads that stand for themselves
  uint32_t asked; // queries whether states at heads lie in them
  uint32_t met; // heads between branches at which that was asked
  uint32_t compared; // states with them
  bool *heads; // by location: loop heads that were not passed yet; NULL: not asked for, or there are none
  struct vec_walk_frame stack;
  uint64_t visited;
  const char *message;
};

#define WALK_STEPS (UINT64_C(1) << 20)
#define WALK_ASKS 1000
#define WALK_MEETS 16
#define WALK_MEET_SECONDS 0.1
#define WALK_COMPARISONS (UINT32_C(1) << 18)

static bool walk_refuse(struct walk *walk, const char *message) {
  walk->message = message;
  return false;
}

static bool walk_stopped(struct walk *walk) {
  if (!limits_stopped(walk->limits)) return false;
  walk->message = "a limit was reached before the graph was checked";
  return true;
}

// The graph was not explored here.
static bool walk_open(struct walk *walk) {
  if (!walk->open) return walk_refuse(walk, "a branch of the graph was not explored");
  ++*walk->open;
  return true;
}

// What no path of a safe program may meet.
static bool walk_event_is_safe(struct walk *walk, enum state_event event) {
  if (event == STATE_ERROR) return walk_refuse(walk, "an error is reached on a path that the graph calls safe");
  if (event == STATE_UNSUPPORTED) return walk_refuse(walk, "something unsupported is reached on a path of the graph");
  return true;
}

static bool walk_contradicts(struct walk *walk, struct term condition, const char *feasible, const char *unknown) {
  if (walk_stopped(walk)) return false;
  enum answer answer = refuter_check(&walk->refuter, condition);
  if (answer == ANSWER_UNSAT) return true;
  if (walk_stopped(walk)) return false;
  return walk_refuse(walk, answer == ANSWER_SAT ? feasible : unknown);
}

static bool walk_refute(struct walk *walk, struct term condition) {
  walk->stats->proof_cuts++;
  return walk_contradicts(walk, condition, "a branch that was cut is feasible",
                          "a branch that was cut could not be refuted again");
}

// --- loop heads that are passed without a formula ----------------------------------------------

static void walk_pass(struct walk *walk, const struct state *s) {
  struct location at = state_location(s);
  if (!walk->heads || !walk->heads[at.id]) return;
  walk->heads[at.id] = false;
  walk->passed[at.id] = 1;
}

static void walk_find_speakers(struct walk *walk) {
  struct vec_node nodes = {0};
  graph_reachable(walk->graph, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++) {
    const struct graph_node *n = graph_node(walk->graph, nodes.data[i]);
    if (n->location.id >= walk->cfa->locations.size || !walk->heads[n->location.id]) continue;
    // As those that invariants are made of (invariants.c).
    bool speaks = n->flags & GRAPH_RUN ? n->flags & GRAPH_CASE : node_none(n->subsumer);
    if (!formula_none(n->formula) && speaks) vec_node_push(&walk->speakers, nodes.data[i]);
  }
  vec_node_release(&nodes);
}

// Those of which the graph has formulas; others are not asked for.
static void walk_find_heads(struct walk *walk) {
  uint32_t n = walk->cfa->locations.size, found = 0;
  if (!walk->passed) return;
  walk->heads = mem_zalloc(n + 1, sizeof *walk->heads);
  for (uint32_t i = 0; i < walk->graph->nodes.size; i++) {
    const struct graph_node *v = &walk->graph->nodes.data[i];
    if (formula_none(v->formula) || v->location.id >= n || !cfa_location(walk->cfa, v->location)->loop_head) continue;
    walk->heads[v->location.id] = true;
    found++;
  }
  if (found) walk_find_speakers(walk);
  if (found) return;
  mem_free(walk->heads);
  walk->heads = NULL;
}

// --- the graph is data: its shape is checked before it is used -------------------------------

static bool walk_node_fits(struct walk *walk, struct node node) {
  const struct graph *graph = walk->graph;
  if (node.id >= graph->nodes.size) return walk_refuse(walk, "the graph refers to a node that does not exist");
  const struct graph_node *n = graph_node(graph, node);
  const char *misfit = shape_arcs(graph, n);
  if (misfit) return walk_refuse(walk, misfit);
  if (!(n->flags & GRAPH_RUN) == walk->branches || (!walk->branches && (n->flags & GRAPH_KINDS)))
    return walk_refuse(walk, "a node of the graph is of the wrong kind");
  // Along exact configurations a graph is a tree.
  if (++walk->visited > graph->nodes.size) return walk_refuse(walk, "a node of the graph is met twice");
  return true;
}

// What follows an edge, by the node's arcs; *hint is where to look first.
static struct node walk_target(struct walk *walk, struct node node, struct edge edge, uint32_t *hint) {
  const struct graph_node *n = graph_node(walk->graph, node);
  for (uint32_t k = 0; k < n->n_arcs; k++) {
    uint32_t i = (*hint + k) % n->n_arcs;
    const struct graph_arc *arc = graph_arc(walk->graph, node, i);
    if (!edge_same(arc->edge, edge)) continue;
    *hint = i + 1;
    return arc->target;
  }
  // Nothing is known about the edges of a node that was never expanded; otherwise an edge without an arc counts as cut.
  return n->flags & GRAPH_EXPANDED ? NODE_CUT : NODE_OPEN;
}

// --- arriving in a graph of branches -----------------------------------------------------------

struct walk_watch {
  struct walk *walk;
  uint32_t *inside;
  uint64_t begin; // steps of the state when the run began
};

static void walk_watch(void *context, const struct state *s) {
  struct walk_watch *watch = context;
  *watch->inside = walk_loops_stay(&watch->walk->loops, *watch->inside, s);
  if (state_steps(s) > watch->begin) walk_pass(watch->walk, s);
}

static void walk_visit(struct walk *walk, const struct walk_place *place);

// A loop head between two branches. The proof does not depend on it: only so many are asked about, with little time.
static void walk_meet(struct walk *walk, const struct walk_place *place) {
  if (!walk->heads || !walk->heads[state_location(place->state).id]) return;
  if (walk->met++ >= WALK_MEETS) {
    walk_pass(walk, place->state);
    return;
  }
  struct walk_place here = *place;
  struct refuter kept = walk->refuter;
  here.context = state_context(place->state);
  refuter_init(&walk->refuter, walk->cfa->tm, walk->limits, walk->stats, WALK_MEET_SECONDS);
  for (uint32_t i = 0; i < kept.path.size; i++) refuter_assume(&walk->refuter, kept.path.data[i]);
  walk_visit(walk, &here);
  refuter_release(&walk->refuter);
  walk->refuter = kept;
}

// Runs to the next event; outside of loops not every step is looked at, and at a loop head only until it is
// passed.
static bool walk_run(struct walk *walk, struct walk_place *place, enum state_event *event) {
  struct walk_watch watch = {walk, &place->inside, state_steps(place->state)};
  if (walk->heads && !place->from_case && state_run(place->state, 0) == STATE_BUDGET) walk_meet(walk, place);
  do {
    if (walk_stopped(walk)) return false;
    *event = place->inside == LOOPS_NONE ? state_run_to(place->state, WALK_STEPS, walk->heads)
                                         : state_run_watched(place->state, WALK_STEPS, walk_watch, &watch);
    if (state_steps(place->state) > watch.begin) walk_meet(walk, place);
  } while (*event == STATE_BUDGET);
  return true;
}

// Runs a state to its next event and compares that with what the graph says.
static bool walk_arrive_branch(struct walk *walk, struct walk_place *place, enum arrival *arrival) {
  enum state_event event = STATE_BUDGET;
  bool ends = node_same(place->target, NODE_END);
  if (ends) place->inside = LOOPS_NONE;
  if (!walk_run(walk, place, &event) || !walk_event_is_safe(walk, event)) return false;
  if (ends && event != STATE_END) return walk_refuse(walk, "a path goes on where the graph says that it ends");
  if (ends) return true;
  if (event != STATE_BRANCH) return walk_refuse(walk, "a path ends where the graph goes on");
  if (!walk_node_fits(walk, place->target)) return false;
  const struct graph_node *n = graph_node(walk->graph, place->target);
  if (!location_same(n->location, state_location(place->state)))
    return walk_refuse(walk, "a node of the graph names another location");
  if (!formula_none(n->formula) || !node_none(n->subsumer))
    return walk_refuse(walk, "a node of the graph is of the wrong kind");
  *arrival = ARRIVED_BRANCH;
  return true;
}

#define WALK_POLL_STEPS 4096

// Takes exactly so many decided steps, to where another one could begin.
static bool walk_exactly(struct walk *walk, struct walk_place *place, uint32_t steps) {
  struct edge edge;
  for (uint32_t i = 0;; i++) {
    if (i % WALK_POLL_STEPS == 0 && walk_stopped(walk)) return false;
    enum state_event event = state_run(place->state, 0); // returns from the functions that end here
    if (!walk_event_is_safe(walk, event)) return false;
    if (event != STATE_BUDGET) return walk_refuse(walk, "a path ends where the graph goes on");
    place->inside = walk_loops_stay(&walk->loops, place->inside, place->state);
    if (i == steps) return true;
    if (i > 0 || !place->from_case) walk_meet(walk, place);
    event = state_run_once(place->state, &edge);
    if (!walk_event_is_safe(walk, event)) return false;
    if (event != STATE_BUDGET) return walk_refuse(walk, "a path does not take as many steps as the graph says");
  }
}

// A LOOP or BACK node: the state is where it says, and formulas may speak of it.
static bool walk_arrive_head(struct walk *walk, struct walk_place *place) {
  const struct graph_node *n = graph_node(walk->graph, place->target);
  if (!walk->unfold) return walk_refuse(walk, "a graph with loops has no contexts");
  if (!walk_exactly(walk, place, n->steps)) return false;
  place->context = state_context(place->state);
  if (!location_same(n->location, state_location(place->state)))
    return walk_refuse(walk, "a node of the graph names another location");
  if (!context_same(n->context, place->context)) return walk_refuse(walk, "a node of the graph names another context");
  if (!state_is_static(place->state))
    return walk_refuse(walk, "a state has other stack addresses than formulas speak of");
  return true;
}

// Does the state lie in one case? Its conjuncts one by one are easier to prove than that the state lies in some case.
static bool walk_in_case(struct walk *walk, const struct walk_place *place, struct node node) {
  uint32_t n;
  const struct term *conjuncts = graph_conjuncts(walk->graph, graph_node(walk->graph, node)->formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term t = state_formula(place->state, conjuncts[i]);
    walk->stats->proof_formulas++;
    if (term_is_true(walk->cfa->tm, t)) continue;
    if (term_is_false(walk->cfa->tm, t)) return false;
    t = state_instances(place->state, term_not(walk->cfa->tm, t));
    if (refuter_check(&walk->refuter, t) != ANSWER_UNSAT) return false;
  }
  return true;
}

// The state at the loop's head lies in the cases of the LOOP node.
static bool walk_covered(struct walk *walk, const struct walk_place *place, struct node loop) {
  if (walk_loops_open(walk->graph, loop)) return walk_open(walk);
  uint32_t n = graph_node(walk->graph, loop)->n_arcs, near = graph_node(walk->graph, place->target)->near;
  for (uint32_t i = 0; i < n && !walk_stopped(walk); i++)
    if (walk_in_case(walk, place, graph_arc(walk->graph, loop, (near % n + i) % n)->target)) return true;
  struct term outside = walk_loops_outside(&walk->loops, place->state, loop);
  walk->stats->proof_formulas++;
  if (term_is_false(walk->cfa->tm, outside)) return true;
  return walk_contradicts(walk, outside, "a state at a loop's head lies in no case of the loop",
                          "that the cases of a loop cover a state could not be proved again");
}

static bool walk_arrive_loop(struct walk *walk, struct walk_place *place, enum arrival *arrival) {
  if (!walk_arrive_head(walk, place)) return false;
  const char *misfit = walk_loops_shape(&walk->loops, place->target);
  if (misfit) return walk_refuse(walk, misfit);
  if (walk_loops_find(&walk->loops, place->inside, place->target))
    return walk_refuse(walk, "a node of the graph is met twice");
  *arrival = ARRIVED_LOOP;
  return walk_covered(walk, place, place->target);
}

static bool walk_arrive_back(struct walk *walk, struct walk_place *place) {
  const struct graph_node *n = graph_node(walk->graph, place->target);
  if (!formula_none(n->formula) || n->n_arcs) return walk_refuse(walk, "a node of the graph is of the wrong kind");
  if (!walk_arrive_head(walk, place)) return false;
  const struct loop_entry *entry = walk_loops_find(&walk->loops, place->inside, n->subsumer);
  if (!entry) return walk_refuse(walk, "a path comes back to a loop that it is not in");
  const struct graph_node *loop = graph_node(walk->graph, entry->node);
  if (!location_same(loop->location, n->location) || !context_same(loop->context, n->context))
    return walk_refuse(walk, "a node is subsumed by one at another place");
  if (state_steps(place->state) == entry->steps) return walk_refuse(walk, "a path comes back to a loop without a step");
  if (!walk_loops_same_heap(entry, place->state))
    return walk_refuse(walk, "a path comes back to a loop with other heap objects");
  walk->stats->proof_nodes++;
  return walk_covered(walk, place, entry->node);
}

static bool walk_arrive_run(struct walk *walk, struct walk_place *place, enum arrival *arrival) {
  uint32_t kind =
      place->target.id < walk->graph->nodes.size ? graph_node(walk->graph, place->target)->flags & GRAPH_KINDS : 0;
  if (!kind) return walk_arrive_branch(walk, place, arrival); // an end, too, and what is no node
  if (!walk_node_fits(walk, place->target)) return false;
  switch (kind) {
  case GRAPH_LOOP: return walk_arrive_loop(walk, place, arrival);
  case GRAPH_BACK: return walk_arrive_back(walk, place);
  default: return walk_refuse(walk, "a node of the graph is of the wrong kind");
  }
}

// --- arriving in a graph that lists every location ---------------------------------------------

// The state enters a node with a formula, or one that such a node subsumes: from there on only the formula counts.
static bool walk_annotated(struct walk *walk, const struct walk_place *place) {
  const struct graph_node *n = graph_node(walk->graph, place->target);
  struct node node = place->target;
  if (formula_none(n->formula)) {
    node = n->subsumer;
    if (node.id >= walk->graph->nodes.size) return walk_refuse(walk, "a node is subsumed by one that does not exist");
    const struct graph_node *by = graph_node(walk->graph, node);
    if (formula_none(by->formula)) return walk_refuse(walk, "a node is subsumed by one without a formula");
    if (!location_same(by->location, n->location) || !context_same(by->context, n->context))
      return walk_refuse(walk, "a node is subsumed by one at another place");
  }
  if (!walk->inductive) {
    walk->inductive = inductive_new(walk->cfa, walk->limits, walk->stats, walk->graph, walk->unfold);
    if (walk->open) inductive_allow_open(walk->inductive, walk->open);
    if (walk->paths) inductive_allow_errors(walk->inductive);
    inductive_watch(walk->inductive, walk->passed);
  }
  return inductive_entered(walk->inductive, &walk->refuter, place->state, node, &walk->message) &&
         inductive_check(walk->inductive, node, &walk->message);
}

// Is the state in the formula of a node at its place? Not for the proof, but for what can be said of the head: so many
// queries are enough.
static bool walk_in_node(struct walk *walk, const struct walk_place *place, struct node node) {
  const struct graph_node *n = graph_node(walk->graph, node);
  if (!location_same(n->location, state_location(place->state)) || !context_same(n->context, place->context) ||
      shape_formula(walk->cfa, walk->unfold, walk->graph, n->context, n->formula, false))
    return false;
  uint32_t count, i = 0;
  const struct term *conjuncts = graph_conjuncts(walk->graph, n->formula, &count);
  while (i < count && term_is_true(walk->cfa->tm, state_formula(place->state, conjuncts[i]))) i++;
  return i == count || (walk->asked++ < WALK_ASKS && walk_in_case(walk, place, node));
}

// An exact configuration at a loop head: it is covered all the same if it lies in the formula of another node there.
static void walk_visit(struct walk *walk, const struct walk_place *place) {
  if (!walk->heads || !walk->heads[state_location(place->state).id]) return;
  for (uint32_t i = 0; i < walk->speakers.size && walk->compared < WALK_COMPARISONS; i++, walk->compared++)
    if (walk_in_node(walk, place, walk->speakers.data[i])) return;
  walk_pass(walk, place->state);
}

// The context after the edge: the state has returned from functions already.
static void walk_follow_context(struct walk *walk, struct walk_place *place) {
  if (edge_none(place->edge)) return;
  if (cfa_edge(walk->cfa, place->edge)->callee != CFA_NONE)
    place->context = unfold_enter(walk->unfold, place->context, place->edge);
  while (unfold_depth(walk->unfold, place->context) > state_depth(place->state))
    place->context = unfold_parent(walk->unfold, place->context);
}

// Of a claim about paths: the path ends here, and the node is where it does.
static bool walk_ends(struct walk *walk, const struct walk_place *place, const struct graph_node *n) {
  if (location_same(n->location, state_location(place->state))) return true;
  return walk_refuse(walk, "a node of the graph names another location");
}

// Of a claim about paths: memory or the stack is used up, and what follows is not known. It must be left open.
static bool walk_beyond(struct walk *walk, const struct graph_node *n) {
  for (uint32_t i = 0; i < n->n_arcs; i++)
    if (!node_same(walk->graph->arcs.data[n->first_arc + i].target, NODE_OPEN))
      return walk_refuse(walk, "the graph goes on where the memory model does not");
  return walk_open(walk);
}

// One node: *goes_on if its step is decided and leads to place->target, *arrival says if it is not decided.
static bool walk_location(struct walk *walk, struct walk_place *place, bool *goes_on, enum arrival *arrival) {
  *goes_on = false;
  if (walk_stopped(walk) || !walk_node_fits(walk, place->target)) return false;
  const struct graph_node *n = graph_node(walk->graph, place->target);
  // Without a step: returns from the functions that end here.
  enum state_event event = state_run(place->state, 0);
  if (walk->paths && event != STATE_BUDGET) return walk_ends(walk, place, n);
  if (!walk_event_is_safe(walk, event)) return false;
  if (event == STATE_END) return true;
  walk_follow_context(walk, place);
  if (!location_same(n->location, state_location(place->state)))
    return walk_refuse(walk, "a node of the graph names another location");
  if (!context_same(n->context, place->context)) return walk_refuse(walk, "a node of the graph names another context");
  if (!formula_none(n->formula) || !node_none(n->subsumer)) return walk_annotated(walk, place);
  walk_visit(walk, place);
  event = state_run_once(place->state, &place->edge);
  if (walk->paths && event == STATE_UNSUPPORTED) return walk_beyond(walk, n);
  if (!walk_event_is_safe(walk, event)) return false;
  if (event == STATE_BRANCH) {
    *arrival = ARRIVED_BRANCH;
    return true;
  }
  walk->stats->proof_nodes++;
  if (event == STATE_END) return true;
  place->target = walk_target(walk, place->target, place->edge, &(uint32_t){0});
  if (node_same(place->target, NODE_OPEN)) return walk_open(walk);
  if (node_same(place->target, NODE_CUT)) return walk_refute(walk, term_true(walk->cfa->tm));
  return *goes_on = true;
}

// Follows a path from the end of an arc, through the nodes of its decided steps, until it branches or is abstracted (at
// the node place->target) or is done with. The state stays the caller's.
static bool walk_arrive(struct walk *walk, struct walk_place *place, enum arrival *arrival) {
  *arrival = ARRIVED_DONE;
  for (bool goes_on = true; goes_on;) {
    if (node_same(place->target, NODE_END) || walk->branches) return walk_arrive_run(walk, place, arrival);
    if (!walk_location(walk, place, &goes_on, arrival)) return false;
  }
  return true;
}

// --- branching -----------------------------------------------------------------------------------

static bool walk_is_closed(struct node target) { return node_same(target, NODE_CUT) || node_same(target, NODE_OPEN); }

static void walk_fill(struct walk *walk, struct walk_frame *frame, const struct walk_place *place) {
  walk->stats->proof_nodes++;
  frame->state = place->state;
  frame->context = place->context;
  frame->inside = place->inside;
  frame->is_loop = false;
  frame->next = frame->end = 0;
  vec_walk_edge_clear(&frame->edges);
}

// Compares a node with the branch its state is at, refutes what is cut, and fills the frame.
static bool walk_enter(struct walk *walk, struct walk_frame *frame, const struct walk_place *place) {
  uint32_t count, hint = 0;
  const struct open_edge *open = state_open(place->state, &count);
  walk_fill(walk, frame, place);
  for (uint32_t i = 0; i < count; i++)
    vec_walk_edge_push(&frame->edges, (struct walk_edge){open[i], walk_target(walk, place->target, open[i].edge, &hint),
                                                         FORMULA_NONE});
  for (uint32_t i = 0; i < count; i++) {
    const struct walk_edge *e = &frame->edges.data[i];
    if (walk_is_closed(e->target)) {
      if (!(node_same(e->target, NODE_OPEN) ? walk_open(walk) : walk_refute(walk, e->open.condition))) return false;
      continue;
    }
    // An object that may be too large for the memory model: nothing is known about what follows.
    if (edge_none(e->open.edge)) return walk_refuse(walk, "an allocation that may be too large was followed");
    frame->end = i + 1;
  }
  return true;
}

// A LOOP node that was found to be in order: its cases are to be followed.
static bool walk_enter_loop(struct walk *walk, struct walk_frame *frame, const struct walk_place *place) {
  const struct graph *graph = walk->graph;
  walk_fill(walk, frame, place);
  frame->is_loop = true;
  frame->inside = walk_loops_enter(&walk->loops, place->inside, place->target, place->state);
  refuter_assume(&walk->refuter, walk_loops_havoc(&walk->loops, place->state));
  for (uint32_t i = 0; i < graph_node(graph, place->target)->n_arcs; i++) {
    struct node node = graph_arc(graph, place->target, i)->target;
    if (node_same(node, NODE_OPEN)) continue; // counted as such
    if (!walk_node_fits(walk, node)) return false;
    const struct graph_node *n = graph_node(graph, node);
    struct open_edge none = {EDGE_NONE, TERM_NONE};
    vec_walk_edge_push(&frame->edges,
                       (struct walk_edge){none,
                                          n->flags & GRAPH_EXPANDED ? graph_arc(graph, node, 0)->target : NODE_OPEN,
                                          n->formula});
  }
  frame->end = frame->edges.size;
  return true;
}

static void walk_pop(struct walk *walk) {
  struct walk_frame *top = &walk->stack.data[--walk->stack.size];
  if (top->state) state_free(top->state);
  vec_walk_edge_release(&top->edges);
  refuter_pop(&walk->refuter);
}

// Follows a path that is in a new scope, or, with `frame`, in that frame's. Owns the state.
static bool walk_follow(struct walk *walk, struct walk_place place, struct walk_frame *frame) {
  enum arrival arrival;
  if (!walk_arrive(walk, &place, &arrival)) {
    state_free(place.state);
    return false;
  }
  if (arrival == ARRIVED_DONE) {
    state_free(place.state);
    if (!frame) refuter_pop(&walk->refuter);
    return true;
  }
  if (!frame) {
    vec_walk_frame_push(&walk->stack, (struct walk_frame){0});
    frame = &walk->stack.data[walk->stack.size - 1];
  }
  return arrival == ARRIVED_LOOP ? walk_enter_loop(walk, frame, &place) : walk_enter(walk, frame, &place);
}

// The state and the path get the formula of a case of a loop.
static void walk_assume_case(struct walk *walk, struct walk_place *place, struct formula formula) {
  refuter_assume(&walk->refuter, walk_loops_assume(&walk->loops, place->state, formula));
}

// What the graph says of a case that is not followed; the path is in its scope.
static bool walk_drop_case(struct walk *walk, struct walk_place *place, bool own_scope) {
  state_free(place->state);
  if (!(node_same(place->target, NODE_OPEN) ? walk_open(walk) : walk_refute(walk, term_true(walk->cfa->tm))))
    return false;
  if (own_scope) refuter_pop(&walk->refuter);
  return true;
}

// Follows one edge of the frame on top. Pops the frame when nothing is left of it.
static bool walk_step(struct walk *walk) {
  struct walk_frame *top = &walk->stack.data[walk->stack.size - 1];
  while (!top->is_loop && top->next < top->end && walk_is_closed(top->edges.data[top->next].target)) top->next++;
  if (top->next == top->end) {
    walk_pop(walk);
    return true;
  }
  struct walk_edge edge = top->edges.data[top->next++];
  bool is_last = top->next == top->end;
  struct walk_place place = {is_last ? top->state : state_copy(top->state),
                             top->context,
                             edge.open.edge,
                             edge.target,
                             top->inside,
                             top->is_loop};
  if (is_last) top->state = NULL;
  else refuter_push(&walk->refuter);
  if (top->is_loop) {
    walk_assume_case(walk, &place, edge.formula);
    if (walk_is_closed(edge.target)) return walk_drop_case(walk, &place, !is_last);
  } else {
    refuter_assume(&walk->refuter, edge.open.condition);
    state_take_edge(place.state, edge.open, NULL);
  }
  return walk_follow(walk, place, is_last ? top : NULL);
}

static bool walk_all(struct walk *walk) {
  struct node root = walk->graph->root;
  if (walk->paths && node_same(root, NODE_OPEN)) return walk_open(walk); // the program itself
  if (walk_is_closed(root)) return walk_refuse(walk, "the graph is not finished");
  if (root.id < walk->graph->nodes.size) walk->branches = graph_node(walk->graph, root)->flags & GRAPH_RUN;
  if (!walk->branches && !node_same(root, NODE_END) && !walk->unfold)
    return walk_refuse(walk, "a node of the graph is of the wrong kind");
  if (walk->paths && (walk->branches || node_same(root, NODE_END)))
    return walk_refuse(walk, "a graph of branches has no paths");
  refuter_push(&walk->refuter);
  if (!walk_follow(walk,
                   (struct walk_place){state_initial(walk->program), CONTEXT_ROOT, EDGE_NONE, root, LOOPS_NONE, false},
                   NULL))
    return false;
  while (walk->stack.size)
    if (!walk_step(walk)) return false;
  return true;
}

bool walk_check(const struct walk_request *request, const char **message) {
  // The second walk's own effort must not be mixed up with the engine's.
  struct stats own = {0}, unused = {0};
  struct walk walk = {.cfa = request->cfa,
                      .limits = request->limits,
                      .stats = request->stats ? request->stats : &unused,
                      .graph = request->graph,
                      .unfold = request->unfold,
                      .open = request->open,
                      .paths = request->paths,
                      .passed = request->passed};
  walk.loops = (struct walk_loops){.cfa = walk.cfa, .unfold = walk.unfold, .graph = walk.graph};
  walk.program = program_new(walk.cfa, walk.limits, &own);
  if (walk.unfold) program_share_unfold(walk.program, walk.unfold);
  refuter_init(&walk.refuter, walk.cfa->tm, walk.limits, &own, 0);
  walk_find_heads(&walk);
  bool ok = walk_all(&walk);
  while (walk.stack.size) walk_pop(&walk);
  vec_walk_frame_release(&walk.stack);
  inductive_free(walk.inductive);
  walk_loops_release(&walk.loops);
  mem_free(walk.heads);
  vec_node_release(&walk.speakers);
  refuter_release(&walk.refuter);
  program_free(walk.program);
  *message = ok ? NULL : walk.message;
  return ok;
}
