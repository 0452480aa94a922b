// Where native runs find nothing new: the path of a test is taken symbolically, with the values of the test, and at
// branches beside which no test has gone the solver is asked for inputs that go there (Godefroid, Klarlund, Sen, DART).
#include "engine/fuzz/fuzz.h"

#define MOST_STEPS (UINT64_C(1) << 16) // of a test that is walked
#define PATH_STEPS (UINT64_C(1) << 14) // edges between two branches
#define MOST_BRANCHES 4096u
#define MOST_QUERIES 32u
#define MOST_READ 8192u // inputs of a path
#define OTHER_ONE_IN 48 // edges that tests took, and are tried nevertheless

VEC_TYPE(vec_open, struct open_edge)

struct walk {
  struct fuzz *x;
  const struct test *test;
  struct vec_input_value given; // the test's values
  struct state *state;
  struct model *model; // with them
  uint32_t known; // inputs of the path that have their value in the model
  uint32_t nth; // when they are counted
  struct vec_open open;
  uint32_t queries;
};

static void set(struct walk *w, uint32_t nth, const struct state_input *input) {
  if (nth >= w->given.size || term_none(input->variable) || term_none(w->given.data[nth].value)) return;
  struct terms *tm = w->x->run.tm;
  struct term value = w->given.data[nth].value;
  if (term_sort(tm, value).id != term_sort(tm, input->variable).id) return;
  model_set(w->model, input->variable, value);
}

static void set_here(void *context, uint32_t nth, const struct state_input *input) { set(context, nth, input); }

static void set_read(void *context, const struct state_input *input) {
  struct walk *w = context;
  if (w->nth >= w->known && !input->left.depth) set(w, w->nth, input);
  w->nth++;
}

// The state's model has the test's values for all that its path and its next edges read.
static void give_values(struct walk *w) {
  struct model *fresh = model_merge(w->x->run.tm, w->model ? w->model : state_model(w->state), NULL);
  if (w->model) model_unref(w->model);
  w->model = fresh;
  w->nth = 0;
  state_inputs(w->state, set_read, w);
  w->known = state_inputs_read(w->state);
  state_inputs_here(w->state, set_here, w);
  state_set_model(w->state, w->model);
}

// --- a model becomes a test ------------------------------------------------------------------------------------------

struct collecting {
  struct walk *w;
  struct model *model;
  struct test *to;
  uint32_t read[SERVED_SOURCES], blocks, nth;
};

static void put(struct collecting *c, uint32_t source, uint64_t bits) {
  uint32_t k = c->read[source]++;
  test_extend(c->w->x, c->to, source, k + 1);
  if (k < c->to->values[source].size) c->to->values[source].data[k] = bits;
}

static void put_block(struct collecting *c, uint32_t source, struct term array) {
  struct fuzz *x = c->w->x;
  struct terms *tm = x->run.tm;
  uint32_t block = c->blocks++, size = block < SERVED_BLOCKS ? x->exchange->block[block] : 0;
  bool known = !term_none(array) && block < x->blocks.size && sort_kind(tm, term_sort(tm, array)) == SORT_ARRAY;
  for (uint32_t i = 0; i < size && i < 4096; i++) {
    uint64_t value = 0;
    uint32_t k = c->read[source]++;
    if (!known || k >= SERVED_VALUES) continue;
    struct term at = term_bv(tm, sort_width(tm, sort_index(tm, term_sort(tm, array))), x->blocks.data[block] + i);
    if (!term_value64(tm, term_select(tm, array, at), &value)) continue;
    test_extend(x, c->to, source, k + 1);
    c->to->values[source].data[k] = value;
  }
}

// What the solver has changed of objects that parameters point to.
static void put_objects(struct collecting *c, struct term given, struct term solved) {
  struct fuzz *x = c->w->x;
  struct terms *tm = x->run.tm;
  struct sort sort = term_sort(tm, solved);
  uint32_t bytes = sort_width(tm, sort_element(tm, sort)) / 8, index = sort_width(tm, sort_index(tm, sort));
  for (uint32_t i = 0; i < x->objects.size && bytes && bytes <= 8; i++)
    for (uint64_t at = 0; at + bytes <= x->objects.data[i].size && at < 4096; at += bytes) {
      struct term cell = term_bv(tm, index, (x->objects.data[i].address + at) / bytes);
      uint64_t before, after;
      if (!term_value64(tm, term_select(tm, given, cell), &before) ||
          !term_value64(tm, term_select(tm, solved, cell), &after) || before == after)
        continue;
      uint32_t source = x->objects.data[i].source;
      test_extend(x, c->to, source, (uint32_t)at + bytes);
      for (uint32_t k = 0; k < bytes; k++) c->to->values[source].data[at + k] = after >> 8 * k & 0xff;
    }
}

// A parameter, or part of one.
static void put_elsewhere(struct collecting *c, const struct cfa_input *input, uint32_t source, struct term value) {
  struct fuzz *x = c->w->x;
  struct vec_u64 *to = &c->to->values[source];
  uint64_t bits;
  if (!term_value64(x->run.tm, value, &bits)) return;
  uint32_t width = sort_kind(x->run.tm, term_sort(x->run.tm, value)) == SORT_BV ? term_width(x->run.tm, value) : 8;
  bool whole = x->exchange->source[source].kind > 8;
  test_extend(x, c->to, source, whole ? 1 : input->offset + width / 8);
  for (uint32_t k = 0; k < width / 8; k++) {
    uint32_t shift = 8 * (input->offset + k);
    if (!whole) to->data[input->offset + k] = bits >> 8 * k & 0xff;
    else if (shift < 64) to->data[0] = (to->data[0] & ~(UINT64_C(0xff) << shift)) | (bits >> 8 * k & 0xff) << shift;
  }
}

// False: it is a function's.
static bool put_start(struct collecting *c, const struct cfa_input *input, uint32_t nth, struct term value) {
  struct fuzz *x = c->w->x;
  uint32_t source = fuzz_elsewhere(x, input);
  if (fuzz_source_of(x, input)) return false;
  if (term_none(value)) return true;
  bool is_array = sort_kind(x->run.tm, term_sort(x->run.tm, value)) == SORT_ARRAY;
  struct term given = nth < c->w->given.size ? c->w->given.data[nth].value : TERM_NONE;
  if (is_array && fuzz_is_initial(x, input) && !term_none(given)) put_objects(c, given, value);
  else if (!is_array && source) put_elsewhere(c, input, source - 1, value);
  return true;
}

static void collect(void *context, const struct state_input *input) {
  struct collecting *c = context;
  uint32_t source = fuzz_source_of(c->w->x, input->input);
  bool has_value = !term_none(input->variable);
  uint64_t bits = 0;
  struct term value = has_value ? model_get(c->model, input->variable) : TERM_NONE;
  if (input->left.depth || put_start(c, input->input, c->nth++, value)) return;
  if (fuzz_is_block(input->input)) {
    put_block(c, source - 1, value);
    return;
  }
  if (has_value && term_value64(c->w->x->run.tm, value, &bits)) put(c, source - 1, bits);
  else c->read[source - 1]++;
}

static void add_test(struct walk *w, struct state *s, struct model *model) {
  struct test *to = mem_zalloc(1, sizeof *to);
  struct collecting c = {.w = w, .model = model, .to = to};
  test_copy(to, w->test);
  state_inputs(s, collect, &c);
  vec_ptr_push(&w->x->todo, to);
  w->x->statistics->solved++;
}

// --- the path --------------------------------------------------------------------------------------------------------

static void try_other(struct walk *w, struct open_edge open) {
  struct fuzz *x = w->x;
  struct model *model = NULL;
  bool wanted = !x->taken[open.edge.id] && !x->aimed[open.edge.id];
  if (w->queries >= MOST_QUERIES || (!wanted && !fuzz_one_in(x, OTHER_ONE_IN))) return;
  w->queries++;
  if (run_feasible(&x->run, w->state, open.condition, &model) != ANSWER_SAT) return;
  struct state *to = state_copy(w->state);
  state_take_edge(to, open, model);
  add_test(w, to, model);
  state_free(to);
  model_unref(model);
  x->aimed[open.edge.id] = true;
}

// False: the values of the test lead nowhere.
static bool walk_on(struct walk *w) {
  uint32_t n, taken = UINT32_MAX;
  run_count_branch(&w->x->run, w->state);
  give_values(w);
  const struct open_edge *open = state_open(w->state, &n);
  vec_open_clear(&w->open);
  for (uint32_t i = 0; i < n; i++) vec_open_push(&w->open, open[i]);
  for (uint32_t i = 0; i < n && taken == UINT32_MAX; i++)
    if (!edge_none(w->open.data[i].edge) && model_holds(w->model, w->open.data[i].condition)) taken = i;
  for (uint32_t i = 0; i < n; i++)
    if (i != taken && !edge_none(w->open.data[i].edge)) try_other(w, w->open.data[i]);
  if (taken == UINT32_MAX) return false;
  state_take_edge(w->state, w->open.data[taken], w->model);
  return true;
}

void fuzz_walk(struct fuzz *x, struct test *test) {
  struct walk w = {.x = x, .test = test};
  struct state *last;
  test->walked = true;
  x->statistics->walks++;
  test_copy(x->test, test);
  if (!fuzz_run(x, false)) return; // sizes of blocks
  fuzz_repeat(x, test, MOST_STEPS, &w.given, &last);
  state_free(last);
  w.state = state_initial(x->run.program);
  bool goes_on = true;
  for (uint32_t i = 0; goes_on && i < MOST_BRANCHES && w.queries < MOST_QUERIES && run_goes_on(&x->run); i++) {
    enum state_event event = state_run(w.state, PATH_STEPS);
    if (event == STATE_ERROR) run_error(&x->run, w.state);
    goes_on = state_steps(w.state) < MOST_STEPS && state_inputs_read(w.state) < MOST_READ &&
              (event == STATE_BUDGET || (event == STATE_BRANCH && walk_on(&w)));
  }
  if (w.model) model_unref(w.model);
  state_free(w.state);
  vec_open_release(&w.open);
  vec_input_value_release(&w.given);
}
