// See follow.h.
#include "graph/follow.h"

struct follow {
  struct solver *solver;
  struct state *state;
  enum reason why;
};

static enum answer give_up(struct follow *f, enum reason why) {
  f->why = why;
  return ANSWER_UNKNOWN;
}

static enum answer check(struct follow *f, struct term condition, struct model **model) {
  struct model *at_hand = state_model(f->state);
  if (model_holds(at_hand, condition)) {
    *model = model_ref(at_hand);
    return ANSWER_SAT;
  }
  enum answer answer = path_check(f->solver, state_path(f->state), condition, at_hand, model);
  if (answer != ANSWER_UNKNOWN) return answer;
  enum reason why = solver_reason(f->solver);
  return give_up(f, why == REASON_NONE ? REASON_SOLVER : why);
}

// No edge can be taken as the memory model has it. Is that because an object may be larger than it allows?
static enum answer refute(struct follow *f) {
  uint32_t n;
  for (uint32_t i = 0; i < (state_open(f->state, &n), n); i++) {
    struct open_edge open = state_open(f->state, &n)[i];
    struct model *model = NULL;
    if (!edge_none(open.edge)) continue;
    enum answer answer = check(f, open.condition, &model);
    if (answer == ANSWER_UNSAT) continue;
    if (answer == ANSWER_SAT) model_unref(model);
    return give_up(f, REASON_ALLOCATION);
  }
  return ANSWER_UNSAT;
}

static enum answer take_open(struct follow *f, struct edge edge) {
  uint32_t n;
  const struct open_edge *open = state_open(f->state, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (!edge_same(open[i].edge, edge)) continue;
    struct open_edge chosen = open[i];
    struct model *model = NULL;
    enum answer answer = check(f, chosen.condition, &model);
    if (answer == ANSWER_UNSAT) return refute(f);
    if (answer == ANSWER_UNKNOWN) return answer;
    state_take_edge(f->state, chosen, model);
    model_unref(model);
    return ANSWER_SAT;
  }
  return ANSWER_UNSAT;
}

static enum answer follow_edge(struct follow *f, struct edge edge) {
  uint64_t before = state_steps(f->state);
  struct edge taken = EDGE_NONE;
  switch (state_run_once(f->state, &taken)) {
  case STATE_BRANCH: return take_open(f, edge);
  case STATE_BUDGET:
    if (state_steps(f->state) == before) return give_up(f, REASON_TIMEOUT);
    return edge_same(taken, edge) ? ANSWER_SAT : ANSWER_UNSAT;
  case STATE_UNSUPPORTED: return give_up(f, state_why(f->state));
  case STATE_END:
  case STATE_ERROR: break;
  }
  return ANSWER_UNSAT; // no guard holds
}

// --- a friendlier model --------------------------------------------------------------------

struct zeroes {
  struct terms *tm;
  struct model *model;
  bool changed;
};

static void set_zero(void *context, const struct state_input *input) {
  struct zeroes *z = context;
  if (input->input->kind != INPUT_UNINIT || term_none(input->variable)) return;
  struct term zero = term_zero(z->tm, term_sort(z->tm, input->variable));
  if (term_same(model_get(z->model, input->variable), zero)) return;
  model_set(z->model, input->variable, zero);
  z->changed = true;
}

// What memory holds cannot be chosen when the program runs: zero is most likely.
static void prefer_zeroes(struct terms *tm, struct state *s) {
  struct zeroes z = {.tm = tm, .model = model_merge(tm, state_model(s), NULL)};
  state_inputs(s, set_zero, &z);
  struct vec_term conjuncts = {0};
  bool holds = z.changed;
  if (holds) path_conjuncts(state_path(s), &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size && holds; i++) holds = model_holds(z.model, conjuncts.data[i]);
  if (holds) state_set_model(s, z.model);
  vec_term_release(&conjuncts);
  model_unref(z.model);
}

enum answer follow_path(struct terms *tm, struct program *program, struct solver *solver, uint32_t n,
                        const struct edge *edges, struct state **end, enum reason *why) {
  struct follow f = {.solver = solver, .state = state_initial(program)};
  enum answer answer = ANSWER_SAT;
  for (uint32_t i = 0; i < n && answer == ANSWER_SAT; i++) answer = follow_edge(&f, edges[i]);
  *end = NULL;
  *why = f.why;
  if (answer != ANSWER_SAT) {
    state_free(f.state);
    return answer;
  }
  prefer_zeroes(tm, f.state);
  *end = f.state;
  return ANSWER_SAT;
}

// --- the run ---------------------------------------------------------------------------------

struct replayed {
  uint32_t n, met;
  const struct edge *edges;
};

static bool compare_step(void *context, const struct run_step *step) {
  struct replayed *r = context;
  if (!edge_same(step->edge, r->edges[r->met])) return false;
  return ++r->met <= r->n;
}

bool follow_replay(struct program *program, uint32_t n_values, const struct term *values, uint32_t n,
                   const struct edge *edges) {
  if (!n) return true;
  struct replayed r = {.n = n, .edges = edges};
  state_replay(program, n_values, values, n, compare_step, &r, NULL);
  return r.met == n;
}
