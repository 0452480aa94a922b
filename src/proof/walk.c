// The check of a finished graph, as far as its configurations are exact: a second symbolic execution that takes nothing
// from the engine but the graph itself.
//
// The walk executes the automaton from its entry along the arcs. Wherever execution
// branches the graph must have a node for that location, and every open edge is accounted for by the arc with its
// number: a cut one, or one without an arc, is refuted with conditions of the path, by a
// solver without caches (refute.h); every other one is followed to its end. Feasibility of
// what is followed does not matter: following too much is sound.
//
// Graphs of branches (GRAPH_RUN) do not list decided steps. All others have a node for every location
// on the way, with the arc of the edge that is taken.
// Where the walk enters a node with a formula, or one that such a node subsumes, it asks whether the state lies in it, and inductive.h
// checks all that follows.
//
// The last edge that is followed takes over the state and the scope of
// its node, so that the stack grows with the forks of a path, not with its
// length.
#include "proof/inductive.h"
#include "proof/proof.h"
#include "proof/refute.h"

struct walk_edge {
  struct open_edge open;
  uint32_t target;            // what the graph says follows; GRAPH_CUT: refuted
};
VEC_TYPE(vec_walk_edge, struct walk_edge)

struct walk_frame {
  struct state *state;        // at a branch; owned
  struct vec_walk_edge edges; // its open edges as they were when it was entered: what siblings do may make them look otherwise
  uint32_t context;           // its call string; CONTEXT_ROOT in a graph of branches
  uint32_t next;              // the next edge to look at
  uint32_t end;               // behind the last edge that has to be followed
};
VEC_TYPE(vec_walk_frame, struct walk_frame)

// Where a path goes on.
struct walk_place {
  struct state *state;
  uint32_t context;           // before the edge
  uint32_t edge;              // that was just taken; CFA_NONE at first
  uint32_t target;            // where the graph says it leads: a node or GRAPH_END; after walk_arrive the node that branches
};

struct walk {
  struct program *program;
  struct cfa *cfa;
  struct refuter refuter;
  struct limits *limits;
  struct stats *stats;        // of the run: counts what was checked
  const struct graph *graph;
  struct unfold *unfold;      // NULL: a graph of branches
  struct inductive *inductive; // made when it is needed
  uint64_t *open;             // counts what was not explored; NULL: nothing may be open
  struct vec_walk_frame stack;
  uint64_t visited;
  const char *message;
};

#define WALK_STEPS (UINT64_C(1) << 20)

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

static bool walk_run(struct walk *walk, struct state *state, enum state_event *event) {
  do {
    if (walk_stopped(walk)) return false;
    *event = state_run(walk->program, state, WALK_STEPS);
  } while (*event == STATE_BUDGET);
  return true;
}

// What no path of a safe program may meet.
static bool walk_event_is_safe(struct walk *walk, enum state_event event) {
  if (event == STATE_ERROR) return walk_refuse(walk, "an error is reached on a path that the graph calls safe");
  if (event == STATE_UNSUPPORTED) return walk_refuse(walk, "something unsupported is reached on a path of the graph");
  return true;
}

static bool walk_refute(struct walk *walk, struct term condition) {
  if (walk_stopped(walk)) return false;
  enum answer answer = refuter_check(&walk->refuter, condition);
  walk->stats->proof_cuts++;
  if (answer == ANSWER_UNSAT) return true;
  if (walk_stopped(walk)) return false;
  return walk_refuse(walk, answer == ANSWER_SAT ? "a branch that was cut is feasible" : "a branch that was cut could not be refuted again");
}

// --- the graph is data: its shape is checked before it is used -------------------------------

static bool walk_node_fits(struct walk *walk, uint32_t node) {
  const struct graph *graph = walk->graph;
  if (node >= graph->nodes.size) return walk_refuse(walk, "the graph refers to a node that does not exist");
  const struct graph_node *n = &graph->nodes.data[node];
  if (n->first_arc > graph->arcs.size || n->n_arcs > graph->arcs.size - n->first_arc)
    return walk_refuse(walk, "a node of the graph has arcs that do not exist");
  if (!(n->flags & GRAPH_RUN) != (walk->unfold != NULL)) return walk_refuse(walk, "a node of the graph is of the wrong kind");
  // Along exact configurations a graph is a tree.
  if (++walk->visited > graph->nodes.size) return walk_refuse(walk, "a node of the graph is met twice");
  return true;
}

// What follows an edge, by the node's arcs; *hint is where to look first.
static uint32_t walk_target(struct walk *walk, uint32_t node, uint32_t edge, uint32_t *hint) {
  const struct graph_node *n = &walk->graph->nodes.data[node];
  for (uint32_t k = 0; k < n->n_arcs; k++) {
    uint32_t i = (*hint + k) % n->n_arcs;
    const struct graph_arc *arc = graph_arc(walk->graph, node, i);
    if (arc->edge != edge) continue;
    *hint = i + 1;
    return arc->target;
  }
  // Nothing is known about the edges of a node that was never expanded; otherwise an edge without an arc counts as cut.
  return n->flags & GRAPH_EXPANDED ? GRAPH_CUT : GRAPH_OPEN;
}

// --- arriving ----------------------------------------------------------------------------------

// The state enters a node with a formula, or one that such a node subsumes: from there on only the formula counts.
static bool walk_annotated(struct walk *walk, const struct walk_place *place) {
  const struct graph_node *n = &walk->graph->nodes.data[place->target];
  uint32_t node = place->target;
  if (n->formula == GRAPH_NONE) {
    node = n->subsumer;
    if (node >= walk->graph->nodes.size) return walk_refuse(walk, "a node is subsumed by one that does not exist");
    const struct graph_node *by = &walk->graph->nodes.data[node];
    if (by->formula == GRAPH_NONE) return walk_refuse(walk, "a node is subsumed by one without a formula");
    if (by->location != n->location || by->context != n->context) return walk_refuse(walk, "a node is subsumed by one at another place");
  }
  if (!walk->inductive) {
    walk->inductive = inductive_new(walk->cfa, walk->limits, walk->stats, walk->graph, walk->unfold);
    if (walk->open) inductive_allow_open(walk->inductive, walk->open);
  }
  return inductive_entered(walk->inductive, &walk->refuter, walk->program, place->context, place->state, node, &walk->message) &&
         inductive_check(walk->inductive, node, &walk->message);
}

// Runs a state to its next event and compares that with what the graph says.
static bool walk_arrive_run(struct walk *walk, struct walk_place *place, bool *branches) {
  enum state_event event = STATE_BUDGET;
  bool ends = place->target == GRAPH_END;
  if (!walk_run(walk, place->state, &event) || !walk_event_is_safe(walk, event)) return false;
  if (ends && event != STATE_END) return walk_refuse(walk, "a path goes on where the graph says that it ends");
  if (ends) return true;
  if (event != STATE_BRANCH) return walk_refuse(walk, "a path ends where the graph goes on");
  if (!walk_node_fits(walk, place->target)) return false;
  const struct graph_node *n = &walk->graph->nodes.data[place->target];
  if (n->location != state_location(place->state)) return walk_refuse(walk, "a node of the graph names another location");
  if (n->formula != GRAPH_NONE || n->subsumer != GRAPH_NONE) return walk_refuse(walk, "a node of the graph is of the wrong kind");
  return *branches = true;
}

// The context after the edge: the state has returned from functions already.
static void walk_follow_context(struct walk *walk, struct walk_place *place) {
  if (place->edge == CFA_NONE) return;
  if (walk->cfa->edges.data[place->edge].callee != CFA_NONE) place->context = unfold_enter(walk->unfold, place->context, place->edge);
  while (unfold_depth(walk->unfold, place->context) > state_depth(place->state)) place->context = unfold_parent(walk->unfold, place->context);
}

// One node: *goes_on if its step is decided and leads to place->target, *branches if it is not decided.
static bool walk_location(struct walk *walk, struct walk_place *place, bool *goes_on, bool *branches) {
  *goes_on = false;
  if (walk_stopped(walk) || !walk_node_fits(walk, place->target)) return false;
  const struct graph_node *n = &walk->graph->nodes.data[place->target];
  // Without a step: returns from the functions that end here.
  enum state_event event = state_run(walk->program, place->state, 0);
  if (!walk_event_is_safe(walk, event)) return false;
  if (event == STATE_END) return true;
  walk_follow_context(walk, place);
  if (n->location != state_location(place->state)) return walk_refuse(walk, "a node of the graph names another location");
  if (n->context != place->context) return walk_refuse(walk, "a node of the graph names another context");
  if (n->formula != GRAPH_NONE || n->subsumer != GRAPH_NONE) return walk_annotated(walk, place);
  event = state_run_once(walk->program, place->state, &place->edge);
  if (!walk_event_is_safe(walk, event)) return false;
  if (event == STATE_BRANCH) return *branches = true;
  walk->stats->proof_nodes++;
  if (event == STATE_END) return true;
  place->target = walk_target(walk, place->target, place->edge, &(uint32_t){0});
  if (place->target == GRAPH_OPEN) return walk_open(walk);
  if (place->target == GRAPH_CUT) return walk_refute(walk, term_true(walk->cfa->tm));
  return *goes_on = true;
}

// Follows a path from the end of an arc, through the nodes of its decided steps, until it branches (*branches: at the node
// place->target) or is done with. The state stays the caller's.
static bool walk_arrive(struct walk *walk, struct walk_place *place, bool *branches) {
  *branches = false;
  for (bool goes_on = true; goes_on;) {
    if (place->target == GRAPH_END || !walk->unfold) return walk_arrive_run(walk, place, branches);
    if (!walk_location(walk, place, &goes_on, branches)) return false;
  }
  return true;
}

// --- branching -----------------------------------------------------------------------------------

// Compares a node with the branch its state is at, refutes what is cut, and fills the frame.
static bool walk_enter(struct walk *walk, struct walk_frame *frame, const struct walk_place *place) {
  uint32_t count, hint = 0;
  const struct open_edge *open = state_open(walk->program, place->state, &count);
  walk->stats->proof_nodes++;
  frame->state = place->state;
  frame->context = place->context;
  frame->next = frame->end = 0;
  vec_walk_edge_clear(&frame->edges);
  for (uint32_t i = 0; i < count; i++)
    vec_walk_edge_push(&frame->edges, (struct walk_edge){open[i], walk_target(walk, place->target, open[i].edge, &hint)});
  for (uint32_t i = 0; i < count; i++) {
    const struct walk_edge *e = &frame->edges.data[i];
    if (e->target == GRAPH_OPEN || e->target == GRAPH_CUT) {
      if (!(e->target == GRAPH_OPEN ? walk_open(walk) : walk_refute(walk, e->open.condition))) return false;
      continue;
    }
    // An object that may be too large for the memory model: nothing is known about what follows.
    if (e->open.edge == CFA_NONE) return walk_refuse(walk, "an allocation that may be too large was followed");
    frame->end = i + 1;
  }
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
  bool branches;
  if (!walk_arrive(walk, &place, &branches)) {
    state_free(place.state);
    return false;
  }
  if (!branches) {
    state_free(place.state);
    if (!frame) refuter_pop(&walk->refuter);
    return true;
  }
  if (!frame) {
    vec_walk_frame_push(&walk->stack, (struct walk_frame){0});
    frame = &walk->stack.data[walk->stack.size - 1];
  }
  return walk_enter(walk, frame, &place);
}

// Follows one edge of the frame on top. Pops the frame when nothing is left of it.
static bool walk_step(struct walk *walk) {
  struct walk_frame *top = &walk->stack.data[walk->stack.size - 1];
  while (top->next < top->end && (top->edges.data[top->next].target == GRAPH_CUT || top->edges.data[top->next].target == GRAPH_OPEN)) top->next++;
  if (top->next == top->end) {
    walk_pop(walk);
    return true;
  }
  struct walk_edge edge = top->edges.data[top->next++];
  bool is_last = top->next == top->end;
  struct walk_place place = {is_last ? top->state : state_copy(top->state), top->context, edge.open.edge, edge.target};
  if (is_last) top->state = NULL;
  else refuter_push(&walk->refuter);
  refuter_assume(&walk->refuter, edge.open.condition);
  state_take_edge(walk->program, place.state, edge.open, NULL);
  return walk_follow(walk, place, is_last ? top : NULL);
}

static bool walk_all(struct walk *walk) {
  uint32_t root = walk->graph->root;
  if (root == GRAPH_OPEN || root == GRAPH_CUT) return walk_refuse(walk, "the graph is not finished");
  refuter_push(&walk->refuter);
  if (!walk_follow(walk, (struct walk_place){state_initial(walk->program), CONTEXT_ROOT, CFA_NONE, root}, NULL)) return false;
  while (walk->stack.size)
    if (!walk_step(walk)) return false;
  return true;
}

static bool walk_graph(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph, struct unfold *unfold, uint64_t *open,
                       const char **message) {
  // The second walk's own effort must not be mixed up with the engine's.
  struct stats own = {0}, unused = {0};
  struct walk walk = {.cfa = cfa, .limits = limits, .stats = stats ? stats : &unused, .graph = graph, .unfold = unfold, .open = open};
  walk.program = program_new(cfa, limits, &own);
  // Formulas speak of the stack addresses that a call string gives.
  if (unfold) program_reuse_stack(walk.program, true);
  refuter_init(&walk.refuter, cfa->tm, limits, &own);
  bool ok = walk_all(&walk);
  while (walk.stack.size) walk_pop(&walk);
  vec_walk_frame_release(&walk.stack);
  inductive_free(walk.inductive);
  refuter_release(&walk.refuter);
  program_free(walk.program);
  if (message) *message = ok ? NULL : walk.message;
  return ok;
}

bool proof_check_graph(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph, struct unfold *unfold, const char **message) {
  return walk_graph(cfa, limits, stats, graph, unfold, NULL, message);
}

bool proof_check_part(struct cfa *cfa, struct limits *limits, struct stats *stats, const struct graph *graph, struct unfold *unfold, uint64_t *open,
                      const char **message) {
  *open = 0;
  return walk_graph(cfa, limits, stats, graph, unfold, open, message);
}
