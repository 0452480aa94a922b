// What an edge does with memory, found before it is taken, when the values that its addresses depend on are there:
// where it puts its inputs, and which uninitialised memory it reads.
#include "trace/trace_builder.h"
#include "term/walk.h"

#define UNINITIALISED_MAX 16u // cells listed
#define READS_AT_EACH_END 10000u // steps of the run of which reads are looked at

// The terms of an edge, evaluated in the state before it. Memory is read cell by cell: its term would be a large one.
struct evaluator {
  struct builder *b;
  struct state *state;
  struct map_u32 given; // input or address of an object → its value
  struct map_u32 arrays; // input that is what a region holds from the beginning on → its value
  bool notes_reads;
  struct term_memo memo;
};

static struct term evaluate_variable(struct evaluator *e, struct term t) {
  struct term given = {map_u32_get_or(&e->given, t.id, 0)};
  if (!term_none(given)) return given;
  uint32_t var = cfa_var_of(e->b->cfa, t);
  // Before the first edge there are no values.
  if (var == CFA_NONE || e->b->cfa->vars.data[var].kind == VAR_REGION || !state_steps(e->state)) return t;
  return state_value(e->state, var);
}

// A cell of a region before the edge, or when the program began. False: it is not known.
static bool read_cell(struct evaluator *e, struct term array, uint64_t index, uint64_t *value, bool *is_untouched) {
  struct builder *b = e->b;
  struct terms *tm = b->cfa->tm;
  struct term given = {map_u32_get_or(&e->arrays, array.id, 0)};
  *is_untouched = true;
  if (!term_none(given)) {
    struct sort sort = sort_index(tm, term_sort(tm, array));
    return term_value64(tm, term_select(tm, given, term_bv(tm, sort_width(tm, sort), index)), value);
  }
  uint32_t var = cfa_var_of(b->cfa, array);
  if (var == CFA_NONE || !state_steps(e->state) || b->cfa->vars.data[var].function != CFA_NONE) return false;
  *is_untouched = b->start && state_cell_is_untouched(b->start, e->state, var, index);
  return state_cell(e->state, var, index, value);
}

// An uninitialised element or field, at these bytes of an object: it is an input.
static void note_read(struct evaluator *e, struct term array, uint64_t address, uint32_t size) {
  struct builder *b = e->b;
  uint64_t start, bytes = 0;
  uint32_t type;
  const struct view_object *o = memory_view_find(&b->view, address);
  if (!o || o->is_hidden || (o->known && !o->known->function) || b->trace->uninitialised.size >= UNINITIALISED_MAX)
    return;
  if (o->is_argument) return; // those are shown by themselves
  if (!o->is_array && b->frames.data[b->frames.size - 1].hidden) return;
  struct text name = {0}, value = {0};
  bool known = memory_view_print_place(&b->view, address, size, &type, &start, &name);
  const struct layout_type *t = layout_type(b->cfa->layout, known ? type : 0);
  known = known && t->kind != LAYOUT_UNKNOWN && t->kind < LAYOUT_ARRAY && t->kind != LAYOUT_FUNCTION && t->size &&
          t->size <= 8 && t->size % size == 0 && start % size == 0 && start + t->size <= o->address + o->size;
  for (uint64_t k = 0; known && k < t->size; k += size) {
    uint64_t cell;
    bool is_untouched;
    known = read_cell(e, array, (start + k) / size, &cell, &is_untouched) && is_untouched;
    if (known) bytes |= cell << 8 * k;
  }
  if (known && !map_u32_find(&b->uninitialised, start)) {
    map_u32_put(&b->uninitialised, start, 1);
    memory_view_print_bits(&b->view, type, bytes, &value);
    struct cfa_input *input = arena_alloc(&b->cfa->arena, sizeof *input);
    // What a parameter of the entry function points to is no omission of the program's.
    *input = (struct cfa_input){.kind = o->is_array ? INPUT_ARGUMENT : INPUT_UNINIT,
                                .name = cfa_string(b->cfa, text_cstr(&name)),
                                .ctype = t->name,
                                .place = o->place};
    struct trace_input shown = {.input = input,
                                .value = mem_strdup(text_cstr(&value)),
                                .index = UINT32_MAX,
                                .times = 1};
    vec_trace_input_push(&b->trace->uninitialised, shown);
  }
  text_release(&name);
  text_release(&value);
}

// A cell with a known address: what it holds.
static struct term evaluate_cell(struct evaluator *e, struct term t) {
  struct terms *tm = e->b->cfa->tm;
  uint64_t index, value;
  bool is_untouched;
  struct sort sort = term_sort(tm, t);
  struct term array = term_child(tm, t, 0);
  if (sort_kind(tm, sort) != SORT_BV || !term_value64(tm, term_child(tm, t, 1), &index)) return t;
  if (!read_cell(e, array, index, &value, &is_untouched)) return t;
  uint32_t size = sort_width(tm, sort) / 8;
  if (is_untouched && e->notes_reads && size && size <= 8) note_read(e, array, index * size, size);
  return term_bv(tm, sort_width(tm, sort), value);
}

static uint64_t visit(void *context, struct term t) {
  struct evaluator *e = context;
  struct terms *tm = e->b->cfa->tm;
  enum term_kind kind = term_kind(tm, t);
  if (kind == TERM_VAR) return evaluate_variable(e, t).id;
  uint32_t n = term_arity(tm, t);
  if (!n || term_is_const(tm, t)) return t.id;
  if (kind == TERM_ITE) { // the side that is not taken is not looked at
    struct term condition = {(uint32_t)term_memo_want(&e->memo, term_child(tm, t, 0))};
    if (term_none(condition)) return 0;
    if (term_is_const(tm, condition))
      return term_memo_want(&e->memo, term_child(tm, t, term_same(condition, term_true(tm)) ? 1 : 2));
  }
  if (!term_memo_want_children(&e->memo, tm, t)) return 0;
  struct vec_term children = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&children, term_memo_term(&e->memo, term_child(tm, t, i)));
  struct term made = term_with_children(tm, t, children.data);
  vec_term_release(&children);
  return (term_kind(tm, made) == TERM_SELECT ? evaluate_cell(e, made) : made).id;
}

static bool evaluate(struct evaluator *e, struct term t, uint64_t *value) {
  struct term result = {(uint32_t)term_memo_apply(&e->memo, t, visit, e)};
  return term_value64(e->b->cfa->tm, result, value);
}

static bool is_initial(const struct cfa *cfa, struct term input) {
  for (uint32_t i = 0; i < cfa->memory.size; i++)
    if (term_same(cfa->memory.data[i].initial, input)) return true;
  return false;
}

static void evaluator_init(struct evaluator *e, struct builder *b, const struct run_step *step) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, step->edge);
  struct terms *tm = b->cfa->tm;
  *e = (struct evaluator){.b = b, .state = step->state};
  for (uint32_t k = 0; k < edge->allocs.size; k++) {
    uint64_t address, size;
    struct term t = edge->allocs.data[k].term;
    if (run_step_object(step, k, &address, &size))
      map_u32_put(&e->given, t.id, term_bv(tm, term_width(tm, t), address).id);
  }
  uint32_t next_input = b->next_input;
  for (uint32_t i = 0; i < edge->inputs.size; i++) {
    const struct cfa_input *input = &edge->inputs.data[i];
    const struct input_value *given = trace_input_value(b, input);
    bool is_array = sort_kind(tm, term_sort(tm, input->term)) == SORT_ARRAY;
    if (!given || term_none(given->value)) continue;
    if (!is_array) map_u32_put(&e->given, input->term.id, given->value.id);
    else if (input->kind == INPUT_UNINIT && is_initial(b->cfa, input->term))
      map_u32_put(&e->arrays, input->term.id, given->value.id);
  }
  b->next_input = next_input;
}

static void evaluator_release(struct evaluator *e) {
  map_u32_release(&e->given);
  map_u32_release(&e->arrays);
  term_memo_release(&e->memo);
}

// --- where inputs are stored -----------------------------------------------------------------

// The value is, or is a byte of, an input of the edge: the address is noted, of several bytes the first.
static void note_store(struct evaluator *e, const struct cfa_edge *edge, struct term index, struct term value) {
  struct builder *b = e->b;
  uint64_t address;
  for (uint32_t i = 0; i < edge->inputs.size; i++) {
    if (!trace_is_input_itself(b->cfa->tm, value, edge->inputs.data[i].term) || !evaluate(e, index, &address)) continue;
    address *= sort_width(b->cfa->tm, term_sort(b->cfa->tm, value)) / 8;
    uint32_t k = 0;
    while (k < b->stored.size && b->stored.data[k].input.id != edge->inputs.data[i].term.id) k++;
    if (k == b->stored.size) vec_stored_push(&b->stored, (struct stored){edge->inputs.data[i].term, address});
    else if (address < b->stored.data[k].address) b->stored.data[k].address = address;
  }
}

static void note_stores(struct evaluator *e, const struct cfa_edge *edge) {
  const struct terms *tm = e->b->cfa->tm;
  struct term_walk walk = {.tm = tm};
  struct term t;
  for (uint32_t u = 0; u < edge->updates.size; u++)
    if (e->b->cfa->vars.data[edge->updates.data[u].var].kind == VAR_REGION)
      term_walk_add(&walk, edge->updates.data[u].value);
  while (term_walk_next(&walk, &t)) {
    if (sort_kind(tm, term_sort(tm, t)) != SORT_ARRAY) term_walk_skip(&walk);
    else if (term_kind(tm, t) == TERM_STORE) note_store(e, edge, term_child(tm, t, 1), term_child(tm, t, 2));
    else if (term_kind(tm, t) == TERM_STORES)
      for (uint32_t k = 1; k + 1 < term_arity(tm, t); k += 2)
        note_store(e, edge, term_child(tm, t, k), term_child(tm, t, k + 1));
  }
  term_walk_release(&walk);
}

// --- reads ------------------------------------------------------------------------------

static bool mentions_memory(const struct builder *b, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(b->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (sort_kind(b->cfa->tm, term_sort(b->cfa->tm, (struct term){vars[i]})) == SORT_ARRAY) return true;
  return false;
}

static void note_reads_of(struct evaluator *e, struct term t) {
  if (mentions_memory(e->b, t)) term_memo_apply(&e->memo, t, visit, e);
}

static void note_reads(struct evaluator *e, const struct cfa_edge *edge) {
  e->notes_reads = true;
  note_reads_of(e, edge->guard);
  for (uint32_t u = 0; u < edge->updates.size; u++) note_reads_of(e, edge->updates.data[u].value);
  for (uint32_t i = 0; i < edge->args.size; i++) note_reads_of(e, edge->args.data[i]);
}

void trace_note_uses(struct builder *b, const struct run_step *step) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, step->edge);
  bool reads = step->index < READS_AT_EACH_END || step->index + READS_AT_EACH_END >= b->total;
  vec_stored_clear(&b->stored);
  if (step->index == 1) b->start = state_copy(step->state);
  if (!b->cfa->layout || b->silent) return;
  // A value that a model reads is an input if the user stated it.
  if (b->frames.data[b->frames.size - 1].hidden && !b->has_stated) return;
  if (!edge->inputs.size && !reads) return;
  struct evaluator e;
  evaluator_init(&e, b, step);
  if (reads) note_reads(&e, edge);
  note_stores(&e, edge);
  evaluator_release(&e);
}

bool trace_stored_at(const struct builder *b, const struct cfa_input *input, uint64_t *address) {
  for (uint32_t i = 0; i < b->stored.size; i++)
    if (term_same(b->stored.data[i].input, input->term)) return *address = b->stored.data[i].address, true;
  return false;
}
