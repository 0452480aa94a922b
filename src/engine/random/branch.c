// Symbolic search from where a concrete run stands: Majumdar and Sen, Hybrid Concolic Testing.
//
// Runs with random inputs get far but do not get through a narrow test; a solver does. A state of a run, whose values
// are all concrete, becomes one whose further inputs are arbitrary, and a breadth-first search goes on from it for some
// branches. Inputs that lead over an edge which no run has taken, or to where the search was left, are run.
#include "engine/random/internal.h"

#define FROM_STEPS (UINT64_C(1) << 15) // a run that the search goes on from is not longer
#define PATH_STEPS (UINT64_C(1) << 14) // edges between two branches
#define MOST_STATES 192 // that wait
#define MOST_BRANCHES 256 // of a search
#define MOST_LEAVES 24 // where the search was left, to be run

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

void random_search(struct random *x, const struct sequence *from) {
  struct search h = {.x = x};
  struct state *s = state_after(&h, from);
  if (s) vec_ptr_push(&h.waiting, s);
  for (uint32_t i = 0; i < MOST_BRANCHES && h.next < h.waiting.size && run_goes_on(&x->run); i++) {
    s = h.waiting.data[h.next++];
    if (follow(&h, s)) run_inputs(&h, s);
    state_free(s);
  }
  run_leaves(&h);
  while (h.next < h.waiting.size) state_free(h.waiting.data[h.next++]);
  vec_ptr_release(&h.waiting);
  vec_input_value_release(&h.given);
  x->statistics->searches++;
}
