// See kernel.h: what a run is made of, effort, branches.
#include "explore/kernel.h"
#include "explore/loops.h"
#include "solve/interpolate/interpolate.h"
#include <assert.h>

#define PROGRESS_SECONDS 0.05
#define PROGRESS_EFFORT 4096 // the clock is looked at after so much
// Steps that take about as long as a branch, as a conjunct of its path condition, and as a query that no stage before
// the back end answers.
#define BRANCH_EFFORT 128
#define CONJUNCT_EFFORT 8
#define QUERY_EFFORT 16384
// Unless the engine says otherwise.
#define BEST_EFFORT_SECONDS 0.1
#define INTERPOLATE_SECONDS 3

void run_init(struct run *r, const struct run_setting *setting, const struct run_wishes *wishes, struct claim *claim) {
  *r = (struct run){.setting = *setting,
                    .cfa = setting->cfa,
                    .tm = setting->cfa->tm,
                    .program = setting->program,
                    .unfold = program_unfold(setting->program),
                    .limits = setting->limits,
                    .stats = setting->stats,
                    .facts = setting->facts,
                    .claim = claim,
                    .graph = &claim->certificate.graph,
                    .work = {.slow = LOCATION_NONE}};
  r->work.effort = mem_zalloc(r->cfa->locations.size + 1, sizeof *r->work.effort);
  if (wishes) r->wishes = *wishes;
  claim->certificate.unfold = r->unfold;
  r->solver = solver_new(r->tm, r->limits, r->stats, &setting->solver);
  struct solver_config quick = setting->solver;
  double seconds = r->wishes.best_effort_seconds > 0 ? r->wishes.best_effort_seconds : BEST_EFFORT_SECONDS;
  if (!(quick.query_seconds > 0 && quick.query_seconds < seconds)) quick.query_seconds = seconds;
  quick.record_file = quick.trace_file = NULL;
  r->best_effort = solver_new(r->tm, r->limits, r->stats, &quick);
  r->prover = (struct prover){.tm = r->tm,
                              .graph = r->graph,
                              .program = r->program,
                              .solver = r->best_effort,
                              .exact = r->solver,
                              .stats = r->stats};
}

void run_release(struct run *r) {
  loops_release(r);
  mem_free(r->work.effort);
  map_u32_release(&r->prover.holds);
  if (r->interpolator) interpolator_free(r->interpolator);
  solver_free(r->best_effort);
  solver_free(r->solver);
}

struct interpolator *run_interpolator(struct run *r) {
  if (r->interpolator) return r->interpolator;
  double seconds = r->wishes.interpolate_seconds > 0 ? r->wishes.interpolate_seconds : INTERPOLATE_SECONDS;
  struct interpolator_config config = {.seconds = seconds, .backend = r->setting.solver.backend};
  return r->interpolator = interpolator_new(r->tm, r->limits, r->stats, &config);
}

void run_searched(struct run *r) {
  if (r->setting.listener.searched) r->setting.listener.searched(r->setting.listener.context);
}

// --- time and effort -----------------------------------------------------------------------------------------------

void run_begin_slice(struct run *r, const struct slice *slice) {
  r->slice = slice ? *slice : (struct slice){0};
  r->in_slice = true;
  r->steps_before = r->stats->steps;
  r->queries_before = r->stats->queries_solver;
  r->effort_before = run_effort(r);
  r->solver_before = r->stats->time_solver;
  r->cpu_before = clock_cpu();
  r->work.paths_before = r->stats->paths;
}

// Steps and queries of the slice.
static uint64_t slice_effort(const struct run *r) {
  if (!r->in_slice) return 0;
  return r->stats->steps - r->steps_before + (r->stats->queries_solver - r->queries_before) * QUERY_EFFORT;
}

void run_end_slice(struct run *r) {
  r->spent += slice_effort(r);
  r->work.paths = run_paths(r);
  r->in_slice = false;
}

uint64_t run_effort(const struct run *r) { return r->spent + r->branching + slice_effort(r); }

bool run_slice_is_used(const struct run *r) {
  const struct slice *s = &r->slice;
  return (s->effort && run_effort(r) - r->effort_before > s->effort) ||
         (s->solver_seconds > 0 && r->stats->time_solver - r->solver_before > s->solver_seconds) ||
         (s->cpu_seconds > 0 && clock_cpu() - r->cpu_before > s->cpu_seconds);
}

void run_count_cpu(struct run *r, double seconds) { r->cpu_before -= seconds; }

bool run_goes_on(const struct run *r) { return !r->found && !limits_stopped(r->limits) && !run_slice_is_used(r); }

uint64_t run_paths(const struct run *r) {
  return r->work.paths + (r->in_slice ? r->stats->paths - r->work.paths_before : 0);
}

// A branch in a loop counts for the loop: what it lacks is an invariant.
void run_note(struct run *r, struct location at, uint64_t effort) {
  struct location head = cfa_location(r->cfa, at)->loop;
  r->work.effort[location_none(head) ? at.id : head.id] += effort;
}

void run_count_branch(struct run *r, const struct state *s) {
  uint64_t effort = BRANCH_EFFORT + CONJUNCT_EFFORT * (uint64_t)path_size(state_path(s));
  r->stats->states++;
  r->branching += effort;
  run_note(r, state_location(s), effort);
}

void run_count_step(struct run *r, uint32_t conjuncts) {
  r->stats->steps++;
  r->branching += BRANCH_EFFORT + CONJUNCT_EFFORT * (uint64_t)conjuncts;
}

void run_progress(struct run *r, uint64_t depth) {
  const struct run_listener *listener = &r->setting.listener;
  if (depth > r->stats->depth_max) r->stats->depth_max = depth;
  if (!listener->progress || run_effort(r) - r->work.shown < PROGRESS_EFFORT) return;
  r->work.shown = run_effort(r);
  double now = clock_now();
  if (now < r->next_progress) return;
  r->next_progress = now + PROGRESS_SECONDS;
  listener->progress(listener->context, r->stats, (uint32_t)depth);
}

double run_asks(struct run *r, struct location at) {
  const struct run_listener *listener = &r->setting.listener;
  if (listener->asks) listener->asks(listener->context, at);
  return r->stats->time_solver;
}

void run_answered(struct run *r, struct location at, double before) {
  const struct run_listener *listener = &r->setting.listener;
  if (listener->asks) listener->asks(listener->context, LOCATION_NONE);
  if (r->stats->time_solver - before <= r->work.slow_seconds) return;
  r->work.slow_seconds = r->stats->time_solver - before;
  r->work.slow = at;
}

// --- samples -------------------------------------------------------------------------------------------------------

void run_sample_inputs(struct run *r, const struct vec_input_value *inputs) {
  const struct run_listener *listener = &r->setting.listener;
  if (listener->sample) listener->sample(listener->context, inputs);
}

void run_sample(struct run *r, struct state *s) {
  if (!r->setting.listener.sample) return;
  struct vec_input_value inputs = {0};
  state_input_values(s, &inputs);
  run_sample_inputs(r, &inputs);
  vec_input_value_release(&inputs);
}

// --- branches ------------------------------------------------------------------------------------------------------

// Is the path with this condition feasible? If not, the end of the node's arc is marked; NODE_NONE: nothing is.
static enum answer feasible(struct run *r, struct node node, uint32_t arc, struct state *s, struct term condition,
                            struct model **model) {
  uint64_t queries = r->stats->queries_solver;
  double before = run_asks(r, state_location(s));
  enum answer answer = node_none(node) ? state_feasible(s, r->solver, condition, model)
                                       : graph_mark(&r->prover, node, arc, s, condition, model);
  run_answered(r, state_location(s), before);
  run_note(r, state_location(s), (r->stats->queries_solver - queries) * QUERY_EFFORT);
  return answer;
}

enum answer run_feasible(struct run *r, struct state *s, struct term condition, struct model **model) {
  return feasible(r, NODE_NONE, 0, s, condition, model);
}

bool run_may_be_too_large(struct run *r, struct state *s) {
  uint32_t n;
  for (uint32_t i = 0; i < (state_open(s, &n), n); i++) {
    struct open_edge open = state_open(s, &n)[i];
    struct model *model = NULL;
    if (!edge_none(open.edge)) continue;
    enum answer answer = run_feasible(r, s, open.condition, &model);
    if (model) model_unref(model);
    return answer != ANSWER_UNSAT;
  }
  return false;
}

enum reason run_unanswered(const struct run *r) {
  enum reason why = solver_reason(r->solver);
  return why == REASON_NONE ? REASON_SOLVER : why;
}

// Does an edge from `from` to `to` leave the innermost loop around `from`?
static bool leaves_loop(const struct cfa *cfa, struct location from, struct location to) {
  struct location head = cfa_location(cfa, from)->loop;
  if (location_none(head) || cfa_location(cfa, from)->function != cfa_location(cfa, to)->function) return false;
  return !cfa_in_loop(cfa, to, head);
}

// What leaves a loop goes first: otherwise a loop that may go on without end is all that a depth-first search ever
// sees.
static void add_successor(const struct cfa *cfa, struct location from, struct vec_successor *list,
                          struct successor next) {
  uint32_t at = list->size;
  vec_successor_push(list, next);
  if (!leaves_loop(cfa, from, next.to)) return;
  while (at > 0 && !leaves_loop(cfa, from, list->data[at - 1].to)) {
    list->data[at] = list->data[at - 1];
    at--;
  }
  list->data[at] = next;
}

static struct location edge_target(const struct cfa *cfa, struct edge edge) {
  const struct cfa_edge *e = cfa_edge(cfa, edge);
  return e->callee == CFA_NONE ? e->to : cfa->functions.data[e->callee].entry;
}

// The number of the edge's arc; edges come in the order of the arcs, so that looking from the last one on finds it
// soon. Arcs that are passed over are not open.
static uint32_t find_arc(struct run *r, struct node node, uint32_t from, uint32_t n, struct edge edge) {
  while (from < n && !edge_same(graph_arc(r->graph, node, from)->edge, edge)) from++;
  return from;
}

void run_successors(struct run *r, struct state *s, struct node node, struct successors *out) {
  uint32_t n, next = 0, n_arcs = node_none(node) ? 0 : graph_node(r->graph, node)->n_arcs;
  *out = (struct successors){.unknown = REASON_NONE};
  for (uint32_t i = 0; i < (state_open(s, &n), n); i++) {
    struct open_edge open = state_open(s, &n)[i];
    struct model *model = NULL;
    uint32_t arc = find_arc(r, node, next, n_arcs, open.edge);
    assert(node_none(node) || edge_none(open.edge) || arc < n_arcs); // or it would be cut below
    if (arc < n_arcs) {
      graph_mark_decided(r->graph, node, next, arc);
      next = arc + 1;
    }
    enum answer answer = feasible(r, arc < n_arcs ? node : NODE_NONE, arc, s, open.condition, &model);
    if (answer == ANSWER_UNSAT) {
      r->stats->cuts++;
    } else if (answer == ANSWER_UNKNOWN) {
      out->unknown = run_unanswered(r);
    } else if (edge_none(open.edge)) {
      model_unref(model);
      out->too_large = true;
    } else {
      add_successor(r->cfa, state_location(s), &out->feasible,
                    (struct successor){.open = open, .model = model, .arc = arc, .to = edge_target(r->cfa, open.edge)});
    }
  }
  graph_mark_decided(r->graph, node, next, n_arcs);
}

void successors_release(struct successors *successors) {
  for (uint32_t i = 0; i < successors->feasible.size; i++)
    if (successors->feasible.data[i].model) model_unref(successors->feasible.data[i].model);
  vec_successor_release(&successors->feasible);
}

void successor_take(struct state *s, struct successor *successor) {
  state_take_edge(s, successor->open, successor->model);
  model_unref(successor->model);
  successor->model = NULL;
}
