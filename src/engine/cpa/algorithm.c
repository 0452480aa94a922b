// The CPA algorithm (Beyer, Henzinger, Théoduloz): one loop with a reached set and a waitlist that runs all analyses.
//
// A node waits as long as it has open arcs. To explore it is to take these: each gives a new node, or is cut where no
// transfer exists. Where states are closed, a new state is covered by a reached one (stop), or merges into one, which
// is then explored again, or is added. The reached set is a tree: a state has one way in, and a covered one lies at the
// end of its own. What goes, goes with all below it; what it covered is open again.
//
// Since edges of a location share their inputs, a visit of a location has a number: the edges since the last closed
// state. On a path between closed states no two visits have the same one, and an edge that is taken again sees the
// inputs that it saw before.
#include "engine/cpa/reached.h"
#include "engine/cpa/refine.h"
#include "engine/cpa/waitlist.h"
#include "graph/record.h"
#include <assert.h>

#define JOINS_BEFORE_WIDENING 2

static struct reached_state *state_of(const struct cpa *cpa, struct node node) { return &cpa->states.data[node.id]; }

static void wait(struct cpa *cpa, struct node node) {
  if (state_of(cpa, node)->waiting || state_of(cpa, node)->removed) return;
  state_of(cpa, node)->waiting = true;
  waitlist_push(cpa->waitlist, node, cpa_place(cpa, node));
  uint32_t waiting = waitlist_size(cpa->waitlist);
  if (cpa->statistics->waitlist_most < waiting) cpa->statistics->waitlist_most = waiting;
}

static void list(struct cpa *cpa, struct node node) {
  struct reached_state *s = state_of(cpa, node);
  reached_add(cpa->reached, cpa_place(cpa, node), node, &s->state);
  s->listed = true;
}

static void unlist(struct cpa *cpa, struct node node) {
  struct reached_state *s = state_of(cpa, node);
  if (s->listed) reached_remove(cpa->reached, cpa_place(cpa, node), node, &s->state);
  s->listed = false;
}

// --- removing --------------------------------------------------------------------------------------------------------

static void open_arc_into(struct cpa *cpa, struct node node) {
  struct graph *g = cpa->run.graph;
  struct node parent = graph_node(g, node)->parent;
  graph_reopen(g, parent, graph_node(g, node)->arc - graph_node(g, parent)->first_arc);
  wait(cpa, parent);
}

static void push_children(const struct cpa *cpa, struct node node, struct vec_node *stack) {
  const struct graph *g = cpa->run.graph;
  for (uint32_t i = 0; i < graph_node(g, node)->n_arcs; i++)
    if (node_is_real(graph_arc(g, node, i)->target)) vec_node_push(stack, graph_arc(g, node, i)->target);
}

// It is not reached any more; what it covered becomes an orphan.
static void unreach(struct cpa *cpa, struct node node, struct vec_node *orphans) {
  struct reached_state *s = state_of(cpa, node);
  s->removed = true;
  cpa->statistics->removed++;
  unlist(cpa, node);
  for (struct node n = s->covers; !node_none(n); n = state_of(cpa, n)->covered_before) vec_node_push(orphans, n);
  s->covers = NODE_NONE;
}

// All on the stack, and all below.
static void remove_all(struct cpa *cpa, struct vec_node *stack) {
  struct vec_node orphans = {0};
  while (stack->size) {
    struct node node = vec_node_pop(stack);
    unreach(cpa, node, &orphans);
    push_children(cpa, node, stack);
  }
  for (uint32_t i = 0; i < orphans.size; i++) {
    struct reached_state *s = state_of(cpa, orphans.data[i]);
    if (s->removed) continue;
    s->removed = true;
    cpa->statistics->removed++;
    open_arc_into(cpa, orphans.data[i]);
  }
  vec_node_release(&orphans);
}

// The node stays, without what follows it.
static void remove_below(struct cpa *cpa, struct node node) {
  struct vec_node stack = {0};
  push_children(cpa, node, &stack);
  graph_reset(cpa->run.graph, node);
  remove_all(cpa, &stack);
  vec_node_release(&stack);
  state_of(cpa, node)->alarmed = false;
  wait(cpa, node);
}

void cpa_explore_again(struct cpa *cpa, struct node node) {
  if (node_none(graph_node(cpa->run.graph, node)->parent)) {
    remove_below(cpa, node);
    return;
  }
  struct vec_node stack = {0};
  open_arc_into(cpa, node);
  vec_node_push(&stack, node);
  remove_all(cpa, &stack);
  vec_node_release(&stack);
}

// --- merge and stop --------------------------------------------------------------------------------------------------

// The reached node has the join as its state from now on, and covers the other.
static void merge_into(struct cpa *cpa, struct node node, struct node into, const struct composite *joined) {
  struct reached_state *s = state_of(cpa, into);
  cpa->statistics->merged++;
  unlist(cpa, into);
  s->state = *joined;
  s->joins += s->joins < UINT16_MAX;
  list(cpa, into);
  remove_below(cpa, into);
  if (!state_of(cpa, node)->removed) reached_cover(cpa, node, into);
}

// True: a reached state takes the new one in.
static bool merges(struct cpa *cpa, struct node node, struct place place) {
  const struct composite *state = &state_of(cpa, node)->state;
  struct composite joined;
  if (!cpa->any_joins || map_u32_find(&cpa->apart, place_key(place))) return false;
  struct node into = reached_mergeable(cpa->reached, place, state);
  if (node_none(into)) return false;
  bool widens = cfa_location(cpa->run.cfa, place.location)->loop_head &&
                state_of(cpa, into)->joins >= JOINS_BEFORE_WIDENING;
  if (!composite_merge(cpa, place, state, &state_of(cpa, into)->state, widens, &joined)) return false;
  merge_into(cpa, node, into, &joined);
  return true;
}

static void count_head(struct cpa *cpa, struct reached_state *s) {
  cpa->heads_new++;
  if (++s->heads > cpa->heads_deepest) cpa->heads_deepest = s->heads;
}

// True: nothing is to be explored from here.
static bool stops(struct cpa *cpa, struct node node, struct place place) {
  struct node by = reached_covering(cpa->reached, place, &state_of(cpa, node)->state);
  if (!node_none(by)) {
    reached_cover(cpa, node, by);
    return true;
  }
  if (merges(cpa, node, place)) return true;
  list(cpa, node);
  if (cfa_location(cpa->run.cfa, place.location)->loop_head) count_head(cpa, state_of(cpa, node));
  return false;
}

// Without CEGAR a state that has no closed form of the same meaning stays as it is.
static bool close_state(struct cpa *cpa, struct node node, struct place place) {
  const struct place_precision *precision = cpa->tracking ? tracking_at(cpa->tracking, place.location) : NULL;
  struct composite closed;
  bool exact;
  composite_close(cpa, place, &state_of(cpa, node)->state, precision, &closed, &exact);
  if (!exact && !cpa->tracking) return false;
  struct reached_state *s = state_of(cpa, node);
  s->state = closed;
  s->closed = true;
  s->depth = 0;
  s->precision = precision ? (uint32_t)precision->version : 0;
  return true;
}

// --- successors ------------------------------------------------------------------------------------------------------

static struct node add_node(struct cpa *cpa, struct node parent, uint32_t arc, struct place place,
                            const struct composite *state, uint32_t depth) {
  struct node node = graph_add(cpa->run.graph, parent, arc, place.location, place.context);
  assert(node.id == cpa->states.size);
  vec_reached_state_push(&cpa->states,
                         (struct reached_state){.state = *state,
                                                .covers = NODE_NONE,
                                                .covered_before = NODE_NONE,
                                                .depth = depth,
                                                .heads = node_none(parent) ? 0 : state_of(cpa, parent)->heads});
  cpa->statistics->reached++;
  cpa->run.stats->states++;
  if (cpa->run.setting.reached) cpa->run.setting.reached[place.location.id] = 1;
  return node;
}

static void arrive(struct cpa *cpa, struct node node, struct place place) {
  const struct cfa_location *location = cfa_location(cpa->run.cfa, place.location);
  switch (location->kind) {
  case LOC_STOP:
  case LOC_EXIT: cpa->run.stats->paths++; return;
  case LOC_ERROR: cpa_alarm(cpa, node, REASON_NONE, location->text); return;
  case LOC_UNSUPPORTED: cpa_alarm(cpa, node, REASON_UNSUPPORTED, location->text); return;
  case LOC_PLAIN: break;
  }
  if (composite_closes_at(cpa, place) && close_state(cpa, node, place) && stops(cpa, node, place)) return;
  wait(cpa, node);
}

static void take_arc(struct cpa *cpa, struct node node, uint32_t arc) {
  struct graph *g = cpa->run.graph;
  struct place from = cpa_place(cpa, node);
  const struct unfold_step *step = unfold_step(cpa->run.unfold, from.context, graph_arc(g, node, arc)->edge);
  struct composite before = state_of(cpa, node)->state, after;
  uint32_t depth = state_of(cpa, node)->depth;
  cpa->run.stats->steps++;
  if (!step->known) {
    if (!state_of(cpa, node)->alarmed)
      cpa_alarm(cpa, node, REASON_UNSUPPORTED, "a frame whose size is not the same on all paths");
    return;
  }
  if (!composite_transfer(cpa, from, &before, step, depth + 1, &after)) {
    cpa->run.stats->cuts++;
    graph_record_target(g, node, arc, NODE_CUT);
    return;
  }
  struct place to = {step->location, step->context};
  arrive(cpa, add_node(cpa, node, arc, to, &after, depth + 1), to);
}

// --- objects that may be too large -----------------------------------------------------------------------------------

static void add_inputs(const struct unfold_step *step, struct vec_term *inputs) {
  for (uint32_t i = 0; step->known && i < step->step.n_inputs; i++) {
    uint32_t k = 0;
    while (k < inputs->size && !term_same(inputs->data[k], step->step.inputs[i])) k++;
    if (k == inputs->size) vec_term_push(inputs, step->step.inputs[i]);
  }
}

// As a step that changes nothing, whose guard is the condition; kept.
static const struct unfold_step *too_large_step(struct cpa *cpa, struct place place, struct term condition) {
  struct unfold_step **found = (struct unfold_step **)map_ptr_find(&cpa->too_large, place_key(place));
  if (found) return *found;
  const struct vec_edge *out = &cfa_location(cpa->run.cfa, place.location)->out;
  struct unfold_step *step = mem_zalloc(1, sizeof *step);
  struct vec_term inputs = {0};
  for (uint32_t i = 0; i < out->size; i++)
    add_inputs(unfold_step(cpa->run.unfold, place.context, out->data[i]), &inputs);
  *step = (struct unfold_step){.edge = EDGE_NONE,
                               .context = place.context,
                               .location = place.location,
                               .step = {.guard = condition, .n_inputs = inputs.size, .inputs = inputs.data},
                               .known = true};
  map_ptr_put(&cpa->too_large, place_key(place), step);
  return step;
}

// True: the node need not be explored further.
static bool may_be_too_large(struct cpa *cpa, struct node node) {
  struct place place = cpa_place(cpa, node);
  if (!cpa->traits[place.location.id].allocates) return false;
  struct term condition = unfold_too_large(cpa->run.unfold, place.context, place.location);
  if (term_is_false(cpa->run.tm, condition) || state_of(cpa, node)->alarmed) return false;
  struct composite before = state_of(cpa, node)->state, after;
  const struct unfold_step *step = too_large_step(cpa, place, condition);
  if (!composite_transfer(cpa, place, &before, step, state_of(cpa, node)->depth + 1, &after)) return false;
  cpa_alarm(cpa, node, REASON_ALLOCATION, "an object of a size that is not constant");
  return state_of(cpa, node)->removed;
}

// --- the loop --------------------------------------------------------------------------------------------------------

// What leaves a loop is taken last: depth first, it is then explored first.
static void take_arcs(struct cpa *cpa, struct node node, bool leaving) {
  struct graph *g = cpa->run.graph;
  for (uint32_t i = graph_node(g, node)->n_arcs; i-- > 0;) {
    if (state_of(cpa, node)->removed || cpa->run.found || i >= graph_node(g, node)->n_arcs) return;
    const struct graph_arc *arc = graph_arc(g, node, i);
    if (node_same(arc->target, NODE_OPEN) && cpa->leaves_loop[arc->edge.id] == leaving) take_arc(cpa, node, i);
  }
}

static void expand(struct cpa *cpa, struct node node) {
  struct graph *g = cpa->run.graph;
  const struct cfa_location *location = cfa_location(cpa->run.cfa, graph_node(g, node)->location);
  run_note(&cpa->run, graph_node(g, node)->location, 1);
  if (may_be_too_large(cpa, node)) return;
  if (!(graph_node(g, node)->flags & GRAPH_EXPANDED)) graph_expand(g, node, location->out.size, location->out.data);
  take_arcs(cpa, node, false);
  if (!location_none(location->loop)) take_arcs(cpa, node, true);
}

static void begin(struct cpa *cpa) {
  const struct cfa *cfa = cpa->run.cfa;
  struct composite initial;
  cpa->begun = true;
  composite_initial(cpa, &initial);
  struct place entry = {cfa->functions.data[cfa->main].entry, CONTEXT_ROOT};
  struct node root = add_node(cpa, NODE_NONE, 0, entry, &initial, 0);
  state_of(cpa, root)->closed = true;
  list(cpa, root);
  wait(cpa, root);
}

bool cpa_is_exhausted(const struct cpa *cpa) { return cpa->begun && !waitlist_size(cpa->waitlist); }

static void explore_all_again(struct cpa *cpa) { cpa_explore_again(cpa, cpa->run.graph->root); }

static bool next_node(struct cpa *cpa, struct node *node) {
  if (waitlist_pop(cpa->waitlist, node)) return true;
  if (!refine_resumes(cpa)) return false;
  explore_all_again(cpa);
  return waitlist_pop(cpa->waitlist, node);
}

void cpa_explore(struct cpa *cpa) {
  struct node node;
  if (!cpa->begun) begin(cpa);
  while (run_goes_on(&cpa->run) && next_node(cpa, &node)) {
    struct reached_state *s = state_of(cpa, node);
    s->waiting = false;
    if (s->removed) continue;
    run_progress(&cpa->run, s->depth);
    if (refine_restarts(cpa)) explore_all_again(cpa);
    else expand(cpa, node);
  }
}
