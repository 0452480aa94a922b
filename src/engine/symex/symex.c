// Forward symbolic execution: paper 000, algorithm 1.
//
// The recursion over paths is a loop over a frontier of open edges, so that
// paths may be as long as they like and other orders than depth-first are
// possible. The history h of the algorithm is in the state: its inputs are what a
// counterexample needs. A state carries a model of its path condition; the edge
// that holds under it needs no query (line 9).
//
// TRUE is claimed when every path was explored to its end; the graph of
// branches, a tree here, is the certificate. Whatever was not explored (a query not
// answered, an error that its check refused, something unsupported) makes TRUE impossible, not FALSE.
#include "explore/internal.h"

#define SHORT_RUN_STEPS (UINT64_C(1) << 10) // the same where the clock is looked at
#define RUN_STEPS (UINT64_C(1) << 18) // effort for one path before others get their turn
#define PROGRESS_SECONDS 0.05
// Steps that take about as long as a branch, and as a query that no stage before the back end answers.
#define BRANCH_EFFORT 128
#define QUERY_EFFORT 16384

struct symex {
  struct engine_context *context;
  struct cfa *cfa;
  struct terms *tm;
  struct program *program;
  struct stats *stats;
  struct solver *solver;
  struct frontier *frontier;
  struct claim *claim;
  struct vec_edge edges;      // scratch: of a branch
  struct errors errors;
  uint64_t branching;         // effort of branches: they cost more the longer the path condition is
  double solver_before, cpu_before; // seconds
  double next_progress;
};

static void show_progress(struct symex *x, const struct state *s) {
  if (!x->context->progress) return;
  double now = clock_now();
  if (now < x->next_progress) return;
  x->next_progress = now + PROGRESS_SECONDS;
  x->context->progress(x->context->progress_context, x->stats, (uint32_t)state_steps(s));
}

// --- branches (lines 6 to 11) ------------------------------------------------------------

static struct location edge_target(const struct cfa *cfa, struct edge edge) {
  const struct cfa_edge *e = cfa_edge(cfa, edge);
  return e->callee == CFA_NONE ? e->to : cfa->functions.data[e->callee].entry;
}

VEC_TYPE(vec_feasible, struct pending)

// Line 9: is the path with this condition feasible? On SAT *model is a new reference.
static enum answer check(struct symex *x, struct state *s, struct term condition, struct model **model) {
  struct model *at_hand = state_model(s);
  if (term_is_true(x->tm, condition) || model_holds(at_hand, condition)) {
    *model = model_ref(at_hand);
    return ANSWER_SAT;
  }
  return path_check(x->solver, state_path(s), condition, at_hand, model);
}

// Collects the feasible edges of a branch and records the others in the graph.
static void find_feasible(struct symex *x, struct state *s, struct node node, struct vec_feasible *feasible) {
  uint32_t n;
  for (uint32_t i = 0; i < (state_open(s, &n), n); i++) {
    struct open_edge open = state_open(s, &n)[i];
    struct model *model = NULL;
    enum answer answer = check(x, s, open.condition, &model);
    if (answer == ANSWER_UNSAT) { // line 10
      x->stats->cuts++;
      graph_set_target(&x->claim->graph, node, i, NODE_CUT);
    } else if (answer == ANSWER_UNKNOWN) {
      enum reason why = solver_reason(x->solver);
      errors_give_up(&x->errors, why == REASON_NONE ? REASON_SOLVER : why, "", state_location(s));
    } else if (edge_none(open.edge)) {
      errors_give_up(&x->errors, REASON_ALLOCATION, "", state_location(s));
      model_unref(model);
    } else {
      vec_feasible_push(feasible, (struct pending){.model = model,
                                                   .open = open,
                                                   .node = node,
                                                   .child = i,
                                                   .to = edge_target(x->cfa, open.edge)});
    }
  }
}

static struct state *take(struct state *s, const struct pending *p) {
  state_take_edge(s, p->open, p->model);
  model_unref(p->model);
  return s;
}

// Depth-first, what leaves a loop goes first: otherwise a loop that may go on for ever is all that is ever seen.
static void order_feasible(struct symex *x, struct location location, struct vec_feasible *feasible) {
  uint32_t first = 0;
  for (uint32_t i = 0; i < feasible->size; i++) {
    struct pending p = feasible->data[i];
    if (!leaves_loop(x->cfa, location, p.to)) continue;
    memmove(&feasible->data[first + 1], &feasible->data[first], (i - first) * sizeof p);
    feasible->data[first++] = p;
  }
}

// A node with an open arc for each open edge, at the end of an arc.
static struct node add_node(struct symex *x, struct state *s, struct node parent, uint32_t arc) {
  uint32_t n;
  const struct open_edge *open = state_open(s, &n);
  vec_edge_clear(&x->edges);
  for (uint32_t i = 0; i < n; i++) vec_edge_push(&x->edges, open[i].edge);
  struct node node = graph_add(&x->claim->graph, parent, arc, state_location(s), CONTEXT_ROOT, GRAPH_RUN);
  graph_expand(&x->claim->graph, node, n, x->edges.data);
  return node;
}

// A state at a branch: returns the state to go on with, or NULL. *node and *child become its place in the graph.
static struct state *branch(struct symex *x, struct state *s, struct node *node, uint32_t *child) {
  struct vec_feasible feasible = {0};
  x->stats->states++;
  x->branching += BRANCH_EFFORT + 8 * (uint64_t)path_size(state_path(s));
  struct node at = add_node(x, s, *node, *child);
  find_feasible(x, s, at, &feasible);
  *node = at;
  if (!feasible.size) {
    x->stats->paths++;
    state_free(s);
    s = NULL;
  } else if (feasible.size == 1) {
    *child = feasible.data[0].child;
    s = take(s, &feasible.data[0]);
  } else {
    struct branch *shared = mem_alloc(sizeof *shared);
    *shared = (struct branch){.refs = feasible.size, .state = s};
    for (uint32_t i = 0; i < feasible.size; i++) feasible.data[i].branch = shared;
    x->stats->forks++;
    order_feasible(x, state_location(s), &feasible);
    frontier_push(x->frontier, feasible.size, feasible.data);
    s = NULL;
  }
  vec_feasible_release(&feasible);
  return s;
}

// --- the loop ------------------------------------------------------------------------------

// Effort so far, in steps: the same on every machine.
static uint64_t effort(const struct symex *x) {
  return x->stats->steps + x->branching + x->stats->queries_solver * QUERY_EFFORT;
}

static bool had_enough(const struct symex *x) {
  return (x->context->effort && effort(x) > x->context->effort) ||
         (x->context->solver_seconds > 0 && x->stats->time_solver - x->solver_before > x->context->solver_seconds) ||
         (x->context->cpu_seconds > 0 && clock_cpu() - x->cpu_before > x->context->cpu_seconds);
}

// Back to the frontier with a path that has been followed for long without a fork: others want their turn.
static void interrupt(struct symex *x, struct state *s, struct node node, uint32_t child) {
  struct branch *alone = mem_alloc(sizeof *alone);
  *alone = (struct branch){.refs = 1, .state = s};
  frontier_push(x->frontier, 1,
                &(struct pending){.branch = alone, .node = node, .child = child, .to = state_location(s)});
}

// Follows one path until it ends or forks.
static void follow(struct symex *x, struct state *s, struct node node, uint32_t child) {
  uint64_t begin = effort(x);
  while (s) {
    enum state_event event = state_run(s, x->context->cpu_seconds > 0 ? SHORT_RUN_STEPS : RUN_STEPS);
    show_progress(x, s);
    if (limits_stopped(x->context->limits) && event != STATE_ERROR) break;
    if (event == STATE_BUDGET) {
      interrupt(x, s, node, child);
      return;
    }
    if (state_steps(s) > x->stats->depth_max) x->stats->depth_max = state_steps(s);
    if (event == STATE_BRANCH) {
      s = branch(x, s, &node, &child);
      if (!s || (effort(x) - begin < RUN_STEPS && !had_enough(x))) continue;
      interrupt(x, s, node, child);
      return;
    }
    x->stats->paths++;
    if (event == STATE_END) {
      graph_set_target(&x->claim->graph, node, child, NODE_END); // line 15
    } else if (event == STATE_ERROR) {
      errors_report(&x->errors, s); // lines 3 and 4
    } else {
      struct location at = state_location(s);
      enum reason why = state_why(s);
      errors_give_up(&x->errors, why, why == REASON_UNSUPPORTED ? cfa_location(x->cfa, at)->text : "", at);
    }
    break;
  }
  state_free(s);
}

static struct state *resume(struct pending *p) {
  struct state *s = p->branch->refs == 1 ? p->branch->state : state_copy(p->branch->state);
  if (p->branch->refs == 1) p->branch->state = NULL;
  branch_unref(p->branch);
  return term_none(p->open.condition) ? s : take(s, p);
}

static void run(struct engine_context *context, struct claim *claim) {
  struct symex x = {.context = context,
                    .cfa = context->cfa,
                    .tm = context->cfa->tm,
                    .program = context->program,
                    .stats = context->stats,
                    .claim = claim};
  x.solver_before = x.stats->time_solver;
  x.cpu_before = clock_cpu();
  x.solver = solver_new(x.tm, context->limits, context->stats, &context->solver);
  x.errors = (struct errors){.context = context, .claim = claim, .solver = x.solver};
  x.frontier = frontier_new(context->search, context->cfa, context->program, context->seed);
  struct pending p;
  follow(&x, state_initial(x.program), NODE_NONE, 0);
  while (!x.errors.found && !limits_stopped(context->limits) && !had_enough(&x) && frontier_pop(x.frontier, &p)) {
    uint64_t begin = effort(&x);
    struct state *s = resume(&p);
    follow(&x, s, p.node, p.child);
    frontier_spent(x.frontier, effort(&x) - begin);
  }
  if (!x.errors.found) {
    if (limits_stopped(context->limits)) {
      claim->reason = limits_reason(context->limits);
    } else if (had_enough(&x)) {
      claim->reason = REASON_TIMEOUT;
    } else if (x.errors.impossible != REASON_NONE) {
      claim->reason = x.errors.impossible;
      claim->detail = x.errors.detail;
    } else {
      claim->verdict = VERDICT_TRUE;
    }
  }
  if (context->reached) {
    const unsigned char *reached = program_reached(x.program, NULL);
    for (uint32_t i = 0; i < x.cfa->locations.size; i++) context->reached[i] |= reached[i];
  }
  vec_edge_release(&x.edges);
  solver_free(x.solver);
#ifndef CLEW_SANITIZED
  // Out of time: a hundred thousand waiting states are not freed one by one, the process ends.
  if (limits_stopped(context->limits)) return;
#endif
  frontier_free(x.frontier);
}

const struct engine engine_symex = {
    .name = "symex",
    .summary = "forward symbolic execution of every path (algorithm 1 of Jonáš, Strejček, Griggio, FMCAD 2024)",
    .run = run,
};
