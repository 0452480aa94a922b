// The search of symexpa: paper 000, algorithm 2, and the loop of algorithm 3 around it.
//
// As in symex.c the recursion is a loop over a frontier of open edges. A refinement goes back by declaring cases dead:
// what waits in the frontier below a dead case is dropped when its turn comes.
#include "engine/symexpa/symexpa.h"

#define PROGRESS_SECONDS 0.05
#define QUERY_SECONDS 0.1        // for what is only good to know
#define INTERPOLATE_SECONDS 3
#define BRANCH_EFFORT 128
#define QUERY_EFFORT 16384

// --- places
// ------------------------------------------------------------------------------------------------------------

uint32_t symexpa_trail(struct symexpa *x, struct trail t) {
  vec_trail_push(&x->trails, t);
  return x->trails.size - 1;
}

struct place *symexpa_place(struct symexpa *x, struct node node) {
  if (x->places.size <= node.id) vec_place_resize(&x->places, node.id + 1);
  return &x->places.data[node.id];
}

bool symexpa_dead(const struct symexpa *x, const struct place *p) {
  for (uint32_t e = p->entry, at = p->at; e != NOTHING;) {
    const struct entry *entry = &x->entries.data[e];
    if (entry->cases.data[at].dead) return true;
    e = entry->place.entry;
    at = entry->place.at;
  }
  return false;
}

static void show_progress(struct symexpa *x, const struct state *s) {
  if (!x->context->progress) return;
  double now = clock_now();
  if (now < x->next_progress) return;
  x->next_progress = now + PROGRESS_SECONDS;
  x->context->progress(x->context->progress_context, x->stats, (uint32_t)state_steps(s));
}

void symexpa_doubt(struct symexpa *x, const struct place *p, enum reason why, const char *what,
                   struct location location) {
  vec_doubt_push(&x->doubts, (struct doubt){*p, why, what, location});
}

void symexpa_solver_doubt(struct symexpa *x, const struct place *p, struct location location) {
  enum reason why = solver_reason(x->solver);
  symexpa_doubt(x, p, why == REASON_NONE ? REASON_SOLVER : why, "", location);
}

// --- branches (lines 12 to 17)
// --------------------------------------------------------------------------------------------

VEC_TYPE(vec_feasible, struct pending)

static enum answer check(struct symexpa *x, struct state *s, struct term condition, struct model **model) {
  struct model *at_hand = state_model(s);
  if (term_is_true(x->tm, condition) || model_holds(at_hand, condition)) {
    *model = model_ref(at_hand);
    return ANSWER_SAT;
  }
  return path_check(x->solver, state_path(s), condition, at_hand, model);
}

// Feasible edges, those that leave a loop first; the others are cut. False: the path is explored again from further up.
static bool find_feasible(struct symexpa *x, struct state *s, const struct place *p, struct node node,
                          struct vec_feasible *feasible) {
  uint32_t n, first = 0;
  for (uint32_t i = 0; i < (state_open(s, &n), n); i++) {
    struct open_edge open = state_open(s, &n)[i];
    struct model *model = NULL;
    enum answer answer = check(x, s, open.condition, &model);
    if (answer == ANSWER_UNSAT) {
      x->stats->cuts++;
      graph_set_target(x->graph, node, i, NODE_CUT);
    } else if (answer == ANSWER_UNKNOWN) {
      symexpa_solver_doubt(x, p, state_location(s));
    } else if (edge_none(open.edge)) {
      model_unref(model);
      if (refine_reached(x, s, p, false, REASON_ALLOCATION)) return false;
    } else {
      const struct cfa_edge *e = cfa_edge(x->cfa, open.edge);
      struct location to = e->callee == CFA_NONE ? e->to : x->cfa->functions.data[e->callee].entry;
      struct pending q = {.model = model, .open = open, .node = node, .child = i, .to = to};
      vec_feasible_push(feasible, q);
      if (!leaves_loop(x->cfa, state_location(s), to)) continue;
      memmove(&feasible->data[first + 1], &feasible->data[first], (feasible->size - 1 - first) * sizeof q);
      feasible->data[first++] = q;
    }
  }
  return true;
}

// The edge of a branch is taken.
static void take(struct symexpa *x, struct state *s, const struct pending *q, struct place *p) {
  p->trail = symexpa_trail(x, (struct trail){.kind = TRAIL_BRANCH,
                                             .before = p->trail,
                                             .edge = q->open.edge,
                                             .steps = state_steps(s) + p->ahead});
  state_take_edge(s, q->open, q->model);
  model_unref(q->model);
  p->node = q->node;
  p->arc = q->child;
  p->steps = state_steps(s);
}

static struct node add_branch(struct symexpa *x, struct state *s, const struct place *p) {
  uint32_t n;
  const struct open_edge *open = state_open(s, &n);
  vec_edge_clear(&x->edges);
  for (uint32_t i = 0; i < n; i++) vec_edge_push(&x->edges, open[i].edge);
  struct node node = graph_add(x->graph, p->node, p->arc, state_location(s), CONTEXT_ROOT, GRAPH_RUN);
  graph_expand(x->graph, node, n, x->edges.data);
  *symexpa_place(x, node) = *p;
  return node;
}

// A state at a branch: the state to go on with, or NULL.
static struct state *branch(struct symexpa *x, struct state *s, struct place *p) {
  struct vec_feasible feasible = {0};
  x->stats->states++;
  x->effort += BRANCH_EFFORT + 8 * (uint64_t)path_size(state_path(s));
  struct node node = add_branch(x, s, p);
  if (!find_feasible(x, s, p, node, &feasible)) {
    for (uint32_t i = 0; i < feasible.size; i++) model_unref(feasible.data[i].model);
    state_free(s);
    s = NULL;
  } else if (!feasible.size) {
    x->stats->paths++;
    state_free(s);
    s = NULL;
  } else if (feasible.size == 1) {
    take(x, s, &feasible.data[0], p);
  } else {
    struct branch *shared = mem_alloc(sizeof *shared);
    *shared = (struct branch){.refs = feasible.size, .state = s};
    for (uint32_t i = 0; i < feasible.size; i++) feasible.data[i].branch = shared;
    x->stats->forks++;
    frontier_push(x->frontier, feasible.size, feasible.data);
    s = NULL;
  }
  vec_feasible_release(&feasible);
  return s;
}

void symexpa_push(struct symexpa *x, struct state *s, struct node node) {
  struct branch *alone = mem_alloc(sizeof *alone);
  *alone = (struct branch){.refs = 1, .state = s};
  frontier_push(x->frontier, 1, &(struct pending){.branch = alone, .node = node, .to = state_location(s)});
}

// --- the loop
// --------------------------------------------------------------------------------------------------------------

static uint64_t effort(const struct symexpa *x) {
  return x->stats->steps + x->effort + x->stats->queries_solver * QUERY_EFFORT;
}

// Decided steps, up to the next head.
static enum state_event run_on(struct symexpa *x, struct state *s, bool at_head) {
  if (!at_head) state_settle(s);
  if (!at_head && x->is_head[state_location(s).id]) return STATE_BUDGET;
  return state_run_to(s, UINT64_MAX, x->is_head);
}

// Follows one path until it ends or forks. `at_head`: the head where the state stands was visited already. Owns the
// state.
static void follow(struct symexpa *x, struct state *s, struct place p, bool at_head) {
  while (s) {
    enum state_event event = run_on(x, s, at_head);
    show_progress(x, s);
    if (limits_stopped(x->context->limits) && event != STATE_ERROR) break;
    if (state_steps(s) > x->stats->depth_max) x->stats->depth_max = state_steps(s);
    heads_leave(x, s, &p);
    at_head = false;
    if (event == STATE_BUDGET) {
      enum visit visit = heads_visit(x, &s, &p);
      if (visit == VISIT_DONE) return;
      at_head = visit == VISIT_PASSED;
    } else if (event == STATE_BRANCH) {
      s = branch(x, s, &p);
    } else {
      x->stats->paths++;
      if (event == STATE_END) graph_set_target(x->graph, p.node, p.arc, NODE_END);
      else refine_reached(x, s, &p, event == STATE_ERROR, event == STATE_ERROR ? REASON_NONE : state_why(s));
      break;
    }
  }
  state_free(s);
}

static void discard(struct pending *q) {
  if (!term_none(q->open.condition)) model_unref(q->model);
  branch_unref(q->branch);
}

// From the program's entry, with nothing but the precision.
static void begin(struct symexpa *x) {
  struct pending q;
  while (frontier_pop(x->frontier, &q)) discard(&q);
  graph_release(x->graph);
  heads_forget(x);
  x->places.size = x->trails.size = 0;
  x->begin_again = false;
  x->doubts.size = 0;
  struct place p = {.node = NODE_NONE, .trail = NOTHING, .entry = NOTHING, .active = NOTHING};
  follow(x, state_initial(x->program), p, false);
}

static void resume(struct symexpa *x, struct pending *q) {
  struct place p = x->places.data[q->node.id];
  if (symexpa_dead(x, &p)) {
    discard(q);
    return;
  }
  struct state *s = q->branch->refs == 1 ? q->branch->state : state_copy(q->branch->state);
  if (q->branch->refs == 1) q->branch->state = NULL;
  branch_unref(q->branch);
  bool waits = term_none(q->open.condition);
  if (!waits) take(x, s, q, &p);
  follow(x, s, p, waits);
}

static void search(struct symexpa *x) {
  struct pending q;
  begin(x);
  while (!x->errors.found && !limits_stopped(x->context->limits)) {
    if (x->begin_again) {
      begin(x);
    } else if (frontier_pop(x->frontier, &q)) {
      uint64_t before = effort(x);
      resume(x, &q);
      frontier_spent(x->frontier, effort(x) - before);
    } else {
      break;
    }
  }
}

// --- the end
// ---------------------------------------------------------------------------------------------------------------

// What holds at a head: one of the cases of one of its entries.
static void add_invariant(struct symexpa *x, struct location location) {
  struct term all = term_false(x->tm);
  for (uint32_t i = 0; i < x->entries.size; i++) {
    const struct entry *e = &x->entries.data[i];
    if (!location_same(e->location, location) || e->gone || symexpa_dead(x, &e->place)) continue;
    for (uint32_t k = 0; k < e->cases.size; k++) {
      if (e->cases.data[k].dead) continue;
      struct term plain = precision_plain(x->unfold, e->context, heads_formula(x, e, &e->cases.data[k]));
      if (term_none(plain)) return;
      all = term_or(x->tm, all, plain);
    }
  }
  if (!term_is_true(x->tm, all) && !term_is_false(x->tm, all))
    vec_invariant_push(&x->claim->invariants, (struct invariant){location, all});
}

// The cases that are left become arcs of their LOOP nodes.
static void finish_graph(struct symexpa *x) {
  struct map_u32 loops = {0}; // LOOP node → entry
  struct vec_node cases = {0};
  for (uint32_t i = 0; i < x->entries.size; i++) {
    const struct entry *e = &x->entries.data[i];
    if (e->gone || symexpa_dead(x, &e->place)) continue;
    vec_node_clear(&cases);
    for (uint32_t k = 0; k < e->cases.size; k++)
      if (!e->cases.data[k].dead) vec_node_push(&cases, e->cases.data[k].node);
    graph_set_cases(x->graph, e->node, cases.size, cases.data);
    const struct graph_node *n = graph_node(x->graph, e->node);
    graph_set_run(x->graph, e->node, n->steps, heads_arc(e, n->near));
    map_u32_put(&loops, e->node.id, i);
  }
  for (uint32_t v = 0; v < x->graph->nodes.size; v++) {
    const struct graph_node *n = graph_node(x->graph, (struct node){v});
    const uint32_t *i = n->flags & GRAPH_BACK ? map_u32_find(&loops, n->subsumer.id) : NULL;
    if (i) graph_set_run(x->graph, (struct node){v}, n->steps, heads_arc(&x->entries.data[*i], n->near));
  }
  map_u32_release(&loops);
  vec_node_release(&cases);
  for (uint32_t l = 0; l < x->cfa->locations.size; l++)
    if (x->is_head[l] && !x->heads[l].passed) add_invariant(x, (struct location){l});
}

static void count(struct symexpa *x) {
  uint64_t most = 0, all = 0;
  for (uint32_t i = 0; i < x->precision->points.size; i++) {
    uint32_t n = x->precision->points.data[i].predicates.size;
    all += n;
    if (n > most) most = n;
  }
  x->stats->predicates = all;
  x->stats->predicates_most = most;
}

static void conclude(struct symexpa *x) {
  count(x);
  if (x->errors.found) return;
  for (uint32_t i = 0; i < x->doubts.size; i++) {
    const struct doubt *d = &x->doubts.data[i];
    if (!symexpa_dead(x, &d->place)) errors_give_up(&x->errors, d->why, d->what, d->location);
  }
  if (limits_stopped(x->context->limits)) {
    x->claim->reason = limits_reason(x->context->limits);
  } else if (x->errors.impossible != REASON_NONE) {
    x->claim->reason = x->errors.impossible;
    x->claim->detail = x->errors.detail;
  } else {
    x->claim->verdict = VERDICT_TRUE;
    finish_graph(x);
  }
}

static void release(struct symexpa *x) {
  heads_release(x);
  if (x->hints) hints_free(x->hints);
  precision_release(&x->own);
  vec_trail_release(&x->trails);
  vec_doubt_release(&x->doubts);
  vec_place_release(&x->places);
  vec_edge_release(&x->edges);
  interpolator_free(x->interpolator);
  solver_free(x->solver);
  solver_free(x->hasty);
  frontier_free(x->frontier);
}

static void run(struct engine_context *context, struct claim *claim) {
  struct symexpa x = {.context = context,
                      .config = context->symexpa,
                      .cfa = context->cfa,
                      .tm = context->cfa->tm,
                      .program = context->program,
                      .stats = context->stats,
                      .claim = claim,
                      .graph = &claim->graph};
  x.unfold = claim->unfold = program_unfold(x.program);
  x.solver = solver_new(x.tm, context->limits, context->stats, &context->solver);
  struct solver_config hasty = context->solver;
  if (!hasty.query_seconds || hasty.query_seconds > QUERY_SECONDS) hasty.query_seconds = QUERY_SECONDS;
  hasty.record_file = hasty.trace_file = NULL;
  x.hasty = solver_new(x.tm, context->limits, context->stats, &hasty);
  struct interpolator_config config = {.seconds = INTERPOLATE_SECONDS, .backend = context->solver.backend};
  x.interpolator = interpolator_new(x.tm, context->limits, context->stats, &config);
  x.precision = x.config.precision ? x.config.precision : &x.own;
  x.frontier = frontier_new(context->search, x.cfa, x.program, context->seed);
  x.heads = mem_zalloc(x.cfa->locations.size + 1, sizeof *x.heads);
  x.is_head = mem_zalloc(x.cfa->locations.size + 1, sizeof *x.is_head);
  for (uint32_t i = 0; i < x.cfa->locations.size; i++) x.is_head[i] = x.cfa->locations.data[i].loop_head;
  x.errors = (struct errors){.context = context, .claim = claim, .solver = x.solver};
  search(&x);
  if (x.config.paths && !x.errors.found && !limits_stopped(context->limits)) {
    // Algorithm 2 is done: with its precision, the states that can be reached are the proof.
    x.config.paths = false;
    search(&x);
  }
  conclude(&x);
  if (context->reached) {
    const unsigned char *reached = program_reached(x.program, NULL);
    for (uint32_t i = 0; i < x.cfa->locations.size; i++) context->reached[i] |= reached[i];
  }
#ifndef CLEW_SANITIZED
  if (limits_stopped(context->limits)) return;
#endif
  release(&x);
}

const struct engine engine_symexpa = {
    .name = "symexpa",
    .summary =
        "symbolic execution with predicate abstraction and CEGAR (algorithms 2 and 3 of Jonáš, Strejček, Griggio, FMCAD 2024)",
    .merge = true,
    .probe = true,
    .run = run,
};
