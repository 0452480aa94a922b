// Symbolic search from where a concrete run stands: Majumdar and Sen, Hybrid Concolic Testing.
//
// Runs with random inputs get far but do not get through a narrow test; a solver does. A state of a run, whose values
// are all concrete, becomes one whose further inputs are arbitrary. From there either a breadth-first search goes on
// for some branches, or one long path is walked whose inputs are drawn when a condition first speaks of them, and
// solved for only where none of the edges would be taken with them (Godefroid, Klarlund, Sen, DART). Inputs that lead
// over an edge which no run has taken, or to where the search was left, are run.
#include "engine/random/random.h"

#define FROM_STEPS (UINT64_C(1) << 15) // a run that the search goes on from is not longer
#define PATH_STEPS (UINT64_C(1) << 14) // edges between two branches
#define MOST_STATES 192 // that wait
#define MOST_BRANCHES 256 // of a search
#define MOST_WALK 1024 // branches of one path
#define OTHER_ONE_IN 32 // edges beside the path that are not new but tried nevertheless
#define MOST_INPUTS 4096 // of a state whose inputs are run
#define MOST_LEAVES 24 // where the search was left, to be run

VEC_TYPE(vec_open_edge, struct open_edge)

struct search {
  struct random *x;
  struct vec_input_value given; // the inputs of the run
  struct vec_ptr waiting; // states
  uint32_t next; // of those
};

// --- the run ---------------------------------------------------------------------------------------------------------

static bool before_end(void *context, const struct run_step *step) {
  return state_inputs_read(step->state) < *(const uint32_t *)context;
}

// The state after the inputs of the sequence; NULL: the run ends before.
static struct state *state_after(struct search *h, const struct sequence *from) {
  struct random *x = h->x;
  vec_u64_clear(&x->inputs);
  for (uint32_t i = 0; i < from->inputs.size; i++) vec_u64_push(&x->inputs, from->inputs.data[i]);
  vm_restart(x->vm);
  vm_run(x->vm, FROM_STEPS);
  vm_input_values(x->vm, &h->given);
  if (h->given.size > from->inputs.size) h->given.size = from->inputs.size;
  struct state *s = NULL;
  enum state_event event =
      state_replay(x->run.program, h->given.size, h->given.data, vm_steps(x->vm), before_end, &h->given.size, &s);
  x->run.stats->steps += state_steps(s);
  if (event != STATE_BUDGET || limits_stopped(x->run.limits)) {
    state_free(s);
    return NULL;
  }
  state_open_inputs(s);
  return s;
}

// --- inputs of a state -----------------------------------------------------------------------------------------------

struct collected {
  const struct search *search;
  struct model *model;
  struct vec_input_value *values;
};

static void collect(void *context, const struct state_input *input) {
  struct collected *c = context;
  uint32_t nth = c->values->size;
  struct input_value value = {.input = input->input, .left = input->left};
  if (nth < c->search->given.size) value = c->search->given.data[nth];
  else if (!term_none(input->variable)) value.value = model_get(c->model, input->variable);
  vec_input_value_push(c->values, value);
}

static void input_values(const struct search *h, struct state *s, struct model *model, struct vec_input_value *values) {
  struct collected c = {h, model, values};
  state_inputs(s, collect, &c);
}

// Its inputs are run next.
static void run_inputs(struct search *h, struct state *s) {
  struct vec_input_value values = {0};
  struct sequence sequence = {0};
  if (state_inputs_read(s) > MOST_INPUTS) return;
  input_values(h, s, state_model(s), &values);
  for (uint32_t i = 0; i < values.size && !values.data[i].left.depth; i++) {
    uint64_t bits = 0;
    if (!term_none(values.data[i].value)) term_value64(h->x->run.tm, values.data[i].value, &bits);
    vec_u64_push(&sequence.inputs, bits);
  }
  vec_sequence_push(&h->x->todo, sequence);
  vec_input_value_release(&values);
}

static void claim_error(struct search *h, struct state *s) {
  struct vec_input_value values = {0};
  run_prefer_zeroes(&h->x->run, s);
  input_values(h, s, state_model(s), &values);
  run_error_of_inputs(&h->x->run, state_location(s), &values);
  vec_input_value_release(&values);
}

// --- the search ------------------------------------------------------------------------------------------------------

static void branch(struct search *h, struct state *s) {
  struct random *x = h->x;
  struct successors successors;
  run_count_branch(&x->run, s);
  run_successors(&x->run, s, NODE_NONE, &successors);
  for (uint32_t i = 0; i < successors.feasible.size; i++) {
    struct successor *next = &successors.feasible.data[i];
    uint32_t edge = next->open.edge.id;
    if (h->waiting.size - h->next >= MOST_STATES) break;
    struct state *to = state_copy(s);
    successor_take(to, next);
    if (!x->counts[edge] && !x->aimed[edge]) {
      x->aimed[edge] = true;
      run_inputs(h, to);
    }
    vec_ptr_push(&h->waiting, to);
  }
  successors_release(&successors);
}

// False: the state is done with.
static bool follow(struct search *h, struct state *s) {
  switch (state_run(s, PATH_STEPS)) {
  case STATE_BRANCH: branch(h, s); return false;
  case STATE_ERROR: claim_error(h, s); return false;
  case STATE_BUDGET: return true;
  default: return false;
  }
}

// Some of the states that are left, spread over all.
static void run_leaves(struct search *h) {
  uint32_t n = h->waiting.size - h->next, step = n / MOST_LEAVES + 1;
  for (uint32_t i = h->next; i < h->waiting.size; i += step) run_inputs(h, h->waiting.data[i]);
}

static void search(struct search *h, struct state *s) {
  vec_ptr_push(&h->waiting, s);
  for (uint32_t i = 0; i < MOST_BRANCHES && h->next < h->waiting.size && run_goes_on(&h->x->run); i++) {
    s = h->waiting.data[h->next++];
    if (follow(h, s)) run_inputs(h, s);
    state_free(s);
  }
  run_leaves(h);
  while (h->next < h->waiting.size) state_free(h->waiting.data[h->next++]);
  vec_ptr_release(&h->waiting);
}

// --- one path --------------------------------------------------------------------------------------------------------

struct walk {
  struct search *search;
  struct state *state;
  struct vec_open_edge open; // of the branch at hand
  struct map_u32 drawn; // variables that have a value
};

// The variables of a condition that are new to the path get their values.
static void draw_new(struct walk *w, struct term condition, struct model **model) {
  struct random *x = w->search->x;
  struct terms *tm = x->run.tm;
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, condition, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term var = {vars[i]};
    struct sort sort = term_sort(tm, var);
    if (map_u32_find(&w->drawn, var.id)) continue;
    map_u32_put(&w->drawn, var.id, 1);
    if (sort_kind(tm, sort) != SORT_BV || sort_width(tm, sort) > 64) continue; // zero
    if (!*model) *model = model_merge(tm, state_model(w->state), NULL);
    uint64_t bits = input_draw(&x->generator, &x->numbers, NULL, &x->mood, tm, sort);
    model_set(*model, var, term_bv(tm, sort_width(tm, sort), bits));
  }
}

static void draw_inputs(struct walk *w) {
  struct model *model = NULL;
  for (uint32_t i = 0; i < w->open.size; i++) draw_new(w, w->open.data[i].condition, &model);
  if (!model) return;
  state_set_model(w->state, model);
  model_unref(model);
}

// Inputs for an edge that the path does not take.
static void try_other(struct walk *w, struct open_edge open) {
  struct random *x = w->search->x;
  struct model *model = NULL;
  uint32_t edge = open.edge.id;
  bool wanted = !x->counts[edge] && !x->aimed[edge];
  if (!wanted && !random_one_in(&x->generator, OTHER_ONE_IN)) return;
  if (run_feasible(&x->run, w->state, open.condition, &model) != ANSWER_SAT) return;
  struct state *to = state_copy(w->state);
  state_take_edge(to, open, model);
  run_inputs(w->search, to);
  state_free(to);
  model_unref(model);
  x->aimed[edge] = true;
}

// None of the edges is taken with the inputs that were drawn: with others one is. False: there are none.
static bool solve(struct walk *w) {
  struct random *x = w->search->x;
  uint32_t first = (uint32_t)random_below(&x->generator, w->open.size);
  for (uint32_t k = 0; k < w->open.size; k++) {
    struct open_edge open = w->open.data[(first + k) % w->open.size];
    struct model *model = NULL;
    if (edge_none(open.edge) || run_feasible(&x->run, w->state, open.condition, &model) != ANSWER_SAT) continue;
    state_take_edge(w->state, open, model);
    model_unref(model);
    return true;
  }
  return false;
}

static bool walk_on(struct walk *w) {
  struct random *x = w->search->x;
  uint32_t n, taken = UINT32_MAX;
  const struct open_edge *open = state_open(w->state, &n);
  run_count_branch(&x->run, w->state);
  vec_open_edge_clear(&w->open);
  for (uint32_t i = 0; i < n; i++) vec_open_edge_push(&w->open, open[i]);
  draw_inputs(w);
  for (uint32_t i = 0; i < n && taken == UINT32_MAX; i++)
    if (!edge_none(w->open.data[i].edge) && model_holds(state_model(w->state), w->open.data[i].condition)) taken = i;
  for (uint32_t i = 0; i < n && taken != UINT32_MAX; i++)
    if (i != taken && !edge_none(w->open.data[i].edge)) try_other(w, w->open.data[i]);
  if (taken == UINT32_MAX) return n && solve(w);
  state_take_edge(w->state, w->open.data[taken], state_model(w->state));
  return true;
}

static void walk(struct search *h, struct state *s) {
  struct walk w = {.search = h, .state = s};
  bool goes_on = true;
  for (uint32_t i = 0; goes_on && i < MOST_WALK && run_goes_on(&h->x->run); i++) {
    enum state_event event = state_run(s, PATH_STEPS);
    if (event == STATE_ERROR) claim_error(h, s);
    goes_on = event == STATE_BUDGET || (event == STATE_BRANCH && walk_on(&w));
  }
  if (goes_on && !h->x->run.found) run_inputs(h, s);
  state_free(s);
  vec_open_edge_release(&w.open);
  map_u32_release(&w.drawn);
}

void random_search(struct random *x, const struct sequence *from) {
  struct search h = {.x = x};
  struct state *s = state_after(&h, from);
  if (s) (x->statistics->searches % 2 ? walk : search)(&h, s);
  vec_input_value_release(&h.given);
  x->statistics->searches++;
}
