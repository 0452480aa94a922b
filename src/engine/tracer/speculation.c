// Which infeasible edges to speculate about, and what that may cost.
//
// The paper speculates about every infeasible edge (--speculation paper), and its bound is linear in the program. What
// is added here:
//
//  - A speculation is worth what the interpolant that it weakens can save, which is the subtree below the node's
//    feasible edges: it may cost as many states as that had. All speculations together may cost a part of the ordinary
//    states. Beyond that an edge is taken one step far only, to see whether it is subsumed at once.
//  - An edge to an error is not speculated about. Outside of loops, while most locations are explored once, a
//    speculation must be subsumed in its first state, or be paid for by states that explore a location again.
//  - An edge of which speculation failed more often than it succeeded is not tried again, in no context.
//  - Below a loop's head a speculation ends well where it reaches the head again, whose later occurrences count as
//    harmless: it does not see what the guard is good for in the next iteration. If the guard depends on what the loop
//    carries from one iteration to the next, the reason why the edge is infeasible is what the head's abstraction
//    should keep. It is not given up if interpolants of spurious errors speak of these variables, or if there were
//    spurious errors at this head and its abstraction is still to be found. But where paths multiply below the head,
//    speculation is worth more than the right abstraction.
#include "engine/tracer/tracer.h"

#define COST_LEAST 8  // states that a speculation may cost in any case …
#define COST_ALL 20   // … while all together have cost no more than so many states
#define COST_PART 4   // and the ordinary states over this
#define REPEATED_PART 4 // fewer than one in so many states explore a location again
#define PATHS_MANY 100 // ordinary states below a head: its paths multiply

static bool is_hopeless(const struct learner *l, struct edge edge) {
  const struct attempts *a = map_attempts_find(&l->attempts, edge.id);
  return a && a->failed > a->succeeded;
}

// --- what a guard depends on -----------------------------------------------------------------------------------------

static void add_variables(struct learner *l, struct map_u32 *set, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(l->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) map_u32_put(set, vars[i], 1);
}

static bool is_in(const struct map_u32 *set, uint32_t var) { return map_u32_get_or(set, var, 0); }

// From the variables that matter after a step to those before it.
static void step_back(struct learner *l, struct map_u32 *set, const struct step *step) {
  struct vec_term values = {0};
  for (uint32_t i = 0; i < step->n_updates; i++) {
    if (!is_in(set, step->updates[i].var.id)) continue;
    map_u32_put(set, step->updates[i].var.id, 0);
    vec_term_push(&values, step->updates[i].value);
  }
  for (uint32_t i = 0; i < values.size; i++) add_variables(l, set, values.data[i]);
  vec_term_release(&values);
}

static bool speculation_paths_multiply(const struct learner *l, const struct head *h) {
  return l->ordinary - h->begun > PATHS_MANY;
}

// Does the loop carry one of the variables from one iteration to the next, and does that matter?
static bool carries(struct learner *l, const struct head *h, const struct map_u32 *set) {
  const struct point *pt = &l->points.data[h->point];
  struct vec_term changed = {0};
  bool found = false, all = pt->refined && !h->exact && !h->never;
  if (speculation_paths_multiply(l, h)) return false;
  run_loop_variables(&l->run, pt->context, pt->location, &changed);
  for (uint32_t i = 0; i < changed.size && !found; i++)
    found = is_in(set, changed.data[i].id) && (all || map_u32_find(&l->matters, changed.data[i].id));
  vec_term_release(&changed);
  return found;
}

// Does the guard of the node's out-edge depend on what a loop around it carries?
static bool is_carried(struct learner *l, struct node node, struct edge edge) {
  if (!l->heads.size || !l->matters.size) return false;
  struct graph *g = l->run.graph;
  struct map_u32 set = {0};
  bool carried = false;
  add_variables(l, &set, unfold_step(l->run.unfold, graph_node(g, node)->context, edge)->step.guard);
  for (uint32_t h = l->heads.size; h-- > 0 && !carried;) {
    while (!node_same(node, l->heads.data[h].node)) {
      struct edge taken = g->arcs.data[graph_node(g, node)->arc].edge;
      node = graph_node(g, node)->parent;
      const struct unfold_step *step = unfold_step(l->run.unfold, graph_node(g, node)->context, taken);
      if (step->known) step_back(l, &set, &step->step);
    }
    carried = carries(l, &l->heads.data[h], &set);
  }
  map_u32_release(&set);
  return carried;
}

// --- speculations ----------------------------------------------------------------------------------------------------

// An edge to an error needs its guard.
static bool may_pay(struct learner *l, struct node node, struct edge edge, struct location to) {
  if (l->options.speculation == SPECULATION_PAPER) return true;
  enum cfa_location_kind kind = cfa_location(l->cfa, to)->kind;
  return kind != LOC_ERROR && kind != LOC_UNSUPPORTED && !is_carried(l, node, edge);
}

// They come after the feasible edges: what these learnt may subsume them.
void speculation_choose(struct learner *l, struct node node, struct vec_choice *choices) {
  struct graph_node v = *graph_node(l->run.graph, node);
  if (!l->lazy || !l->works.data[node.id].learnable) return;
  for (uint32_t i = 0; i < v.n_arcs; i++) {
    struct graph_arc arc = *graph_arc(l->run.graph, node, i);
    const struct unfold_step *step = unfold_step(l->run.unfold, v.context, arc.edge);
    if (node_same(arc.target, NODE_CUT) && step->known && may_pay(l, node, arc.edge, step->location))
      vec_choice_push(choices, (struct choice){.arc = i, .edge = arc.edge, .speculative = true});
  }
}

// Are most locations explored once only? Then there is little that weaker interpolants could save. Below the head of an
// open loop that is not known: it will be explored again.
static bool is_rarely_repeated(const struct learner *l) {
  return !l->heads.size && REPEATED_PART * l->statistics->repeated < l->ordinary;
}

// States that all speculations together may cost.
static uint64_t cost_of_all(const struct learner *l) {
  return is_rarely_repeated(l) ? l->statistics->repeated : COST_ALL + l->ordinary / COST_PART;
}

// Is the state that the speculation begins with subsumed at once? *known: something is known there.
static bool begins_subsumed(struct learner *l, struct node node, struct edge edge, bool *known) {
  const struct unfold_step *step = unfold_step(l->run.unfold, graph_node(l->run.graph, node)->context, edge);
  uint32_t point = learn_point(l, step->context, step->location);
  struct point *pt = &l->points.data[point];
  bool found = false;
  *known = pt->known.size;
  if (!*known) return false;
  struct state *s = state_copy(l->works.data[node.id].state);
  state_force_edge(s, edge);
  state_return(s);
  graph_remember(&l->run.prover, s);
  for (uint32_t i = pt->known.size; i-- > 0 && state_is_static(s) && !found;)
    found = graph_entails(&l->run.prover, s, graph_node(l->run.graph, pt->known.data[i])->formula, &pt->hints.data[i]);
  graph_remember(&l->run.prover, NULL);
  state_free(s);
  return found;
}

bool speculation_is_worth_it(struct learner *l, const struct frame_record *f, uint32_t choice) {
  struct edge edge = f->choices.data[choice].edge;
  bool known;
  if (l->options.speculation == SPECULATION_PAPER) return true;
  if (is_hopeless(l, edge)) return false;
  if (!is_rarely_repeated(l)) return true;
  bool subsumed = begins_subsumed(l, f->node, edge, &known);
  return subsumed || (!known && l->statistics->speculations_states < cost_of_all(l));
}

void speculation_begin(struct learner *l, struct frame_record *f) {
  if (!f->worth) f->worth = l->ordinary - f->begun + 1;
  uint64_t cost = f->worth > COST_LEAST ? f->worth : COST_LEAST;
  uint64_t spent = l->statistics->speculations_states, all = cost_of_all(l);
  if (spent + cost > all) cost = all > spent ? all - spent : 0;
  l->limit = l->options.speculation == SPECULATION_PAPER ? UINT64_MAX : l->works.size + cost;
  l->exhausted = false;
  l->speculation++;
  l->statistics->speculations++;
}

void speculation_end(struct learner *l, struct frame_record *f, bool success) {
  uint32_t edge = f->choices.data[f->next - 1].edge.id;
  struct attempts a = map_attempts_get_or(&l->attempts, edge, (struct attempts){0, 0});
  if (success) a.succeeded++;
  else a.failed++;
  map_attempts_put(&l->attempts, edge, a);
  f->speculating = false;
  if (success && !f->level) l->statistics->speculations_good++;
}
