// The inputs of a path: variables "in!k:sort" by position, and the list of
// what was read, for counterexamples.
#include "state/convert.h"
#include "state/code/code.h"
#include "state/program.h"

static void sort_text(const struct terms *tm, struct sort s, struct text *out) {
  switch (sort_kind(tm, s)) {
  case SORT_BOOL: text_add(out, "bool"); break;
  case SORT_INT: text_add(out, "int"); break;
  case SORT_BV: text_printf(out, "bv%u", sort_width(tm, s)); break;
  case SORT_FLOAT: text_printf(out, "fp%u_%u", sort_exponent(tm, s), sort_significand(tm, s)); break;
  case SORT_ARRAY:
    text_add(out, "array_");
    sort_text(tm, sort_index(tm, s), out);
    text_addc(out, '_');
    sort_text(tm, sort_element(tm, s), out);
    break;
  }
}

struct term inputs_variable(struct program *program, struct sort sort, uint32_t position) {
  struct vec_term *known = map_input_find(&program->inputs, sort.id);
  if (!known) {
    map_input_put(&program->inputs, sort.id, (struct vec_term){0});
    known = map_input_find(&program->inputs, sort.id);
  }
  // Positions of one sort can be far apart; a table with holes is fine up to here.
  bool tabled = position < 1u << 20;
  if (tabled && position >= known->size) vec_term_resize(known, position + 1);
  if (tabled && !term_none(known->data[position])) return known->data[position];
  struct text name = {0};
  text_printf(&name, "in!%u:", position);
  sort_text(program->tm, sort, &name);
  struct term t = term_var(program->tm, sort, text_cstr(&name));
  text_release(&name);
  if (tabled) known->data[position] = t;
  return t;
}

// At the same position another edge of the location may read something else.
static bool is_of_sort(struct terms *tm, struct term value, struct sort sort) {
  return !term_none(value) && term_sort(tm, value).id == sort.id;
}

static struct term given_by(struct terms *tm, struct state *s, const struct cfa_input *input, struct sort sort) {
  struct term t = s->giver->value(s->giver->context, s, input);
  return is_of_sort(tm, t, sort) ? t : term_zero(tm, sort);
}

void inputs_evaluate(struct program *program, struct state *s, struct code *code) {
  struct terms *tm = program->tm;
  for (uint32_t i = 0; i < code->inputs.size; i++) {
    const struct input_code *in = &code->inputs.data[i];
    if (in->reg == NO_REGISTER) continue;
    struct sort sort = term_sort(tm, in->term);
    uint32_t nth = s->n_read + in->position;
    struct term t;
    if (!s->is_replay) t = inputs_variable(program, sort, s->n_inputs + in->position);
    else if (s->giver) t = given_by(tm, s, in->input, sort);
    else if (nth < s->n_replay && is_of_sort(tm, s->replay[nth].value, sort)) t = s->replay[nth].value;
    else t = term_zero(tm, sort);
    // What an array input says of a cell is its base's: it is there again when a frame is gone.
    if (in->is_array) code->registers.data[in->reg] = (struct value){.term = 0, .memory = memory_new(tm, t)};
    else code->registers.data[in->reg] = value_from_term(tm, t);
  }
}

void state_inputs_here(struct state *s, void (*each)(void *, uint32_t, const struct state_input *), void *context) {
  struct code *code = code_of(s->program, s->location);
  for (uint32_t i = 0; i < code->inputs.size; i++) {
    const struct input_code *in = &code->inputs.data[i];
    struct state_input input = {.input = in->input};
    struct sort sort = term_sort(s->program->tm, in->term);
    if (in->reg != NO_REGISTER) input.variable = inputs_variable(s->program, sort, s->n_inputs + in->position);
    each(context, s->n_read + in->position, &input);
  }
}

void run_step_inputs(const struct run_step *step, void (*each)(void *, const struct cfa_input *, bool), void *context) {
  struct program *program = step->state->program;
  const struct cfa_edge *e = cfa_edge(program->cfa, step->edge);
  struct code *code = code_of(program, e->from);
  uint32_t n = code->same_inputs ? e->inputs.size : code->inputs.size;
  for (uint32_t j = 0, k = 0; j < n; j++) {
    const struct cfa_input *input = code->same_inputs ? &e->inputs.data[j] : code->inputs.data[j].input;
    while (!term_same(code->inputs.data[k].term, input->term)) k = (k + 1) % code->inputs.size;
    each(context, input, code->inputs.data[k].reg != NO_REGISTER);
  }
}

void input_log_unref(struct input_log *log) {
  while (log && --log->refs == 0) {
    struct input_log *older = log->older;
    mem_free(log);
    log = older;
  }
}

static void log_push(struct state *s, struct input_entry entry) {
  struct input_log *log = s->log;
  // Chunks are shared between copies of a state: only a chunk of our own is changed.
  bool own = log && log->refs == 1 && s->log_size == log->size;
  if (own && log->size < log->capacity) {
    log->entries[log->size++] = entry;
    s->log_size++;
    return;
  }
  uint32_t capacity = own ? (log->capacity < 512 ? log->capacity * 2 : 512) : 4;
  struct input_log *fresh = mem_alloc(sizeof *fresh + capacity * sizeof fresh->entries[0]);
  *fresh = (struct input_log){.refs = 1, .size = 1, .capacity = capacity, .older = log, .older_size = s->log_size};
  fresh->entries[0] = entry;
  s->log = fresh;
  s->log_size = 1;
}

void inputs_log(struct program *program, struct state *s, struct code *code, const struct edge_code *edge) {
  const struct cfa_edge *e = cfa_edge(program->cfa, edge->edge);
  uint32_t first = s->n_inputs;
  bool silent = true;
  bool none = code->same_inputs && !e->inputs.size;
  s->n_read += code->same_inputs ? e->inputs.size : code->inputs.size;
  // All positions of the location are used up, so that a variable in another edge's guard is not met again.
  s->n_inputs += code->n_positions;
  if (none) return;
  for (uint32_t i = 0; i < code->inputs.size && silent; i++) silent = code->inputs.data[i].reg == NO_REGISTER;
  if (silent && s->log && s->log_size) {
    struct input_entry *last = &s->log->entries[s->log_size - 1];
    if (last->silent && edge_same(last->edge, edge->edge) && last->first < UINT32_MAX && s->log->refs == 1 &&
        s->log_size == s->log->size) {
      last->first++;
      return;
    }
  }
  log_push(s, (struct input_entry){.edge = edge->edge, .first = silent ? 1 : first, .silent = silent});
}

// --- stack memory that is used again ---------------------------------------------------------

static const struct cfa_input *stack_input_of(struct program *program, uint32_t region) {
  struct cfa *cfa = program->cfa;
  if (!program->stack_inputs) program->stack_inputs = mem_zalloc(program->regions.size, sizeof(struct cfa_input *));
  if (!program->stack_inputs[region]) {
    const struct cfa_var *v = &cfa->vars.data[cfa->globals.data[program->regions.data[region]]];
    struct cfa_input *input = arena_alloc(&cfa->arena, sizeof *input);
    *input = (struct cfa_input){.term = v->term, .kind = INPUT_UNINIT, .name = v->name, .ctype = ""};
    program->stack_inputs[region] = input;
  }
  return program->stack_inputs[region];
}

const struct cfa_input *state_stack_input(struct program *program, uint32_t var) {
  for (uint32_t i = 0; i < program->regions.size; i++)
    if (program->cfa->globals.data[program->regions.data[i]] == var) return stack_input_of(program, i);
  return NULL;
}

struct term inputs_of_stack(struct program *program, struct state *s, uint32_t i, struct return_point left) {
  struct stack_input *in = mem_alloc(sizeof *in);
  *in =
      (struct stack_input){.refs = 1, .region = i, .position = s->n_inputs++, .left = left, .before = s->stack_inputs};
  s->stack_inputs = in;
  return inputs_variable(program, term_sort(program->tm, stack_input_of(program, i)->term), in->position);
}

void stack_inputs_unref(struct stack_input *in) {
  while (in && --in->refs == 0) {
    struct stack_input *before = in->before;
    mem_free(in);
    in = before;
  }
}

static void each_stack_input(const struct state *s, void (*each)(void *, const struct state_input *), void *context) {
  struct vec_ptr all = {0};
  for (struct stack_input *in = s->stack_inputs; in; in = in->before) vec_ptr_push(&all, in);
  while (all.size) {
    const struct stack_input *in = vec_ptr_pop(&all);
    struct state_input input = {.input = stack_input_of(s->program, in->region), .left = in->left};
    input.variable = inputs_variable(s->program, term_sort(s->program->tm, input.input->term), in->position);
    each(context, &input);
  }
  vec_ptr_release(&all);
}

// --- inputs that were read ---------------------------------------------------------------------------

// Calls `each` for the inputs of one traversal.
static void each_input(struct program *program, const struct input_entry *entry,
                       void (*each)(void *, const struct state_input *), void *context) {
  const struct cfa_edge *e = cfa_edge(program->cfa, entry->edge);
  struct code *code = code_of(program, e->from);
  if (!code->same_inputs) {
    for (uint32_t k = 0; k < code->inputs.size; k++) {
      const struct input_code *in = &code->inputs.data[k];
      struct state_input input = {.input = in->input};
      if (in->reg != NO_REGISTER)
        input.variable = inputs_variable(program, term_sort(program->tm, in->term), entry->first + k);
      each(context, &input);
    }
    return;
  }
  for (uint32_t j = 0, k = 0; j < e->inputs.size; j++) {
    struct state_input input = {.input = &e->inputs.data[j]};
    // The codes are in the order of the edges' lists: usually the next one is it.
    while (!term_same(code->inputs.data[k].term, e->inputs.data[j].term)) k = (k + 1) % code->inputs.size;
    if (!entry->silent && code->inputs.data[k].reg != NO_REGISTER)
      input.variable = inputs_variable(program, term_sort(program->tm, code->inputs.data[k].term), entry->first + j);
    each(context, &input);
  }
}

void state_inputs(const struct state *s, void (*each)(void *context, const struct state_input *input), void *context) {
  struct vec_ptr logs = {0};
  struct vec_u32 sizes = {0};
  uint32_t size = s->log_size;
  for (struct input_log *log = s->log; log; log = log->older) {
    vec_ptr_push(&logs, log);
    vec_u32_push(&sizes, size);
    size = log->older_size;
  }
  while (logs.size) {
    const struct input_log *log = vec_ptr_pop(&logs);
    uint32_t n = vec_u32_pop(&sizes);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t times = log->entries[i].silent ? log->entries[i].first : 1;
      for (uint32_t k = 0; k < times; k++) each_input(s->program, &log->entries[i], each, context);
    }
  }
  vec_ptr_release(&logs);
  vec_u32_release(&sizes);
  each_stack_input(s, each, context);
}

struct values {
  struct model *model;
  struct vec_input_value *list;
};

static void add_value(void *context, const struct state_input *input) {
  struct values *v = context;
  struct input_value given = {.input = input->input, .left = input->left};
  if (!term_none(input->variable)) given.value = model_get(v->model, input->variable);
  vec_input_value_push(v->list, given);
}

void state_input_values(const struct state *s, struct vec_input_value *list) {
  state_inputs(s, add_value, &(struct values){s->model, list});
}
