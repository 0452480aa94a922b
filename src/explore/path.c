// See path.h.
#include "explore/path.h"
#include "solve/interpolate/interpolate.h"
#include "state/compose.h"
#include <assert.h>

void trace_path_release(struct trace_path *path) {
  vec_context_release(&path->contexts);
  vec_edge_release(&path->edges);
}

// --- replay --------------------------------------------------------------------------------------------------------

struct replaying {
  struct run *run;
  struct state *state;
  struct trace_path *path;
};

static void note(struct replaying *x, struct context context, struct edge edge) {
  if (!x->path) return;
  vec_context_push(&x->path->contexts, context);
  vec_edge_push(&x->path->edges, edge);
}

// The open edge `wanted`, or the first that can be taken. SAT: it was taken.
static enum answer take_open(struct replaying *x, struct context context, struct edge wanted) {
  uint32_t n;
  enum answer worst = ANSWER_UNSAT;
  for (uint32_t i = 0; i < (state_open(x->state, &n), n); i++) {
    struct open_edge open = state_open(x->state, &n)[i];
    if (edge_none(open.edge) || (!edge_none(wanted) && !edge_same(open.edge, wanted))) continue;
    struct model *model = NULL;
    enum answer answer = run_feasible(x->run, x->state, open.condition, &model);
    if (answer == ANSWER_UNKNOWN) worst = ANSWER_UNKNOWN;
    if (answer != ANSWER_SAT) continue;
    note(x, context, open.edge);
    state_take_edge(x->state, open, model);
    model_unref(model);
    return ANSWER_SAT;
  }
  if (!edge_none(wanted) && location_same(cfa_edge(x->run->cfa, wanted)->from, state_location(x->state)))
    note(x, context, wanted);
  return worst;
}

static enum answer replay_step(struct replaying *x, struct edge wanted) {
  state_return(x->state);
  struct context context = state_context(x->state);
  if (!edge_none(wanted)) return take_open(x, context, wanted);
  struct edge edge;
  enum state_event event = state_run_once(x->state, &edge);
  if (event == STATE_BRANCH) return take_open(x, context, EDGE_NONE);
  if (event != STATE_BUDGET) return ANSWER_UNSAT;
  note(x, context, edge);
  return ANSWER_SAT;
}

enum answer path_replay(struct run *r, uint64_t steps, struct path_guide guide, struct trace_path *path,
                        struct state **end) {
  struct replaying x = {.run = r, .state = state_initial(r->program), .path = path};
  enum answer answer = ANSWER_SAT;
  while (state_steps(x.state) < steps && answer == ANSWER_SAT) {
    if (limits_stopped(r->limits)) answer = ANSWER_UNKNOWN;
    else answer = replay_step(&x, guide.edge(guide.context, state_steps(x.state)));
  }
  if (answer == ANSWER_SAT) state_return(x.state);
  *end = x.state;
  return answer;
}

struct listed {
  const struct edge *edges;
};

static struct edge listed_edge(void *context, uint64_t step) { return ((struct listed *)context)->edges[step]; }

enum answer path_replay_edges(struct run *r, uint32_t n, const struct edge *edges, struct trace_path *path,
                              struct state **end) {
  struct listed listed = {edges};
  return path_replay(r, n, (struct path_guide){&listed, listed_edge}, path, end);
}

// No edge can be taken as the memory model has it. Is that because it does not have enough?
static enum reason out_of_model(struct run *r, struct state *s) {
  if (run_may_be_too_large(r, s)) return REASON_ALLOCATION;
  struct edge edge;
  return state_run_once(s, &edge) == STATE_UNSUPPORTED ? state_why(s) : REASON_NONE;
}

enum answer path_feasible(struct run *r, uint32_t n, const struct edge *edges, struct state **end, enum reason *why) {
  enum answer answer = path_replay_edges(r, n, edges, NULL, end);
  *why = REASON_NONE;
  if (answer == ANSWER_SAT) {
    run_prefer_zeroes(r, *end);
    return ANSWER_SAT;
  }
  if (answer == ANSWER_UNSAT) *why = out_of_model(r, *end);
  else *why = limits_stopped(r->limits) ? limits_reason(r->limits) : run_unanswered(r);
  state_free(*end);
  *end = NULL;
  return *why == REASON_NONE ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

void path_error(struct run *r, uint32_t n, const struct edge *edges) {
  struct state *end;
  enum reason why;
  if (path_feasible(r, n, edges, &end, &why) != ANSWER_SAT) {
    struct location location = n ? cfa_edge(r->cfa, edges[n - 1])->to : r->cfa->functions.data[r->cfa->main].entry;
    run_incomplete(r, why == REASON_NONE ? REASON_UNCONFIRMED : why, "", location);
    return;
  }
  assert(cfa_location(r->cfa, state_location(end))->kind == LOC_ERROR);
  run_error(r, end);
  state_free(end);
}

struct taken {
  uint32_t n, met;
  const struct edge *edges;
};

static bool compare_step(void *context, const struct run_step *step) {
  struct taken *t = context;
  return edge_same(step->edge, t->edges[t->met]) && ++t->met <= t->n;
}

bool path_is_taken(struct program *program, uint32_t n_values, const struct input_value *values, uint32_t n,
                   const struct edge *edges) {
  struct taken t = {.n = n, .edges = edges};
  if (n) state_replay(program, n_values, values, n, compare_step, &t, NULL);
  return t.met == n;
}

// --- interpolation -------------------------------------------------------------------------------------------------

bool path_interpolate(struct run *r, const struct trace_path *path, uint32_t n, const uint32_t *cuts,
                      const uint32_t *places, struct term *out) {
  struct arena arena = {0};
  struct step *steps = mem_zalloc(n + 1, sizeof *steps);
  struct vec_u32 numbers = {0}, own = {0};
  bool known = n > 0 && path->edges.size > 0;
  for (uint32_t i = 0; i <= n && known; i++) {
    uint32_t begin = i ? cuts[i - 1] : 0, end = i < n ? cuts[i] : path->edges.size;
    known = compose_steps(r->tm, r->unfold, &arena, end - begin, path->contexts.data + begin, path->edges.data + begin,
                          &steps[i]);
    if (i) vec_u32_push(&numbers, i);
    vec_u32_push(&own, i);
  }
  enum provider by;
  bool good = known && interpolate_visits(run_interpolator(r), n + 1, steps, n, numbers.data,
                                          places ? places : own.data, out, &by) == ANSWER_UNSAT;
  vec_u32_release(&numbers);
  vec_u32_release(&own);
  mem_free(steps);
  arena_release(&arena);
  return good;
}
