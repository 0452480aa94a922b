// The inputs of a counterexample: arguments, what functions return, and memory that is an input. What comes from
// outside the program by way of the C library is in trace_reads.c.
//
// What functions of the C library leave open is shown by what the program gets from them, not by how the models of
// these functions reach it.
#include "native/replay.h"
#include "trace/trace_builder.h"
#include "term/walk.h"
#include <inttypes.h>
#include <string.h>

#define BLOCK_MAX 65536u // bytes of memory that are read

// --- arguments ---------------------------------------------------------------------------------

static uint32_t type_of_characters(const struct layout *layout) {
  for (uint32_t i = 0; i < layout->types.size; i++)
    if (layout->types.data[i].kind == LAYOUT_CHAR) return i;
  return 0;
}

// They are there before the program is.
void trace_begin_arguments(struct builder *b) {
  const struct cfa_arguments *a = &b->cfa->arguments;
  struct trace *trace = b->trace;
  if (!b->cfa->layout || !claim_arguments(b->cfa, b->claim, &trace->argc, &trace->arguments)) return;
  trace->has_arguments = true;
  struct view_object *list = memory_view_find(&b->view, a->list);
  if (list && list->address == a->list) list->size = (trace->argc + UINT64_C(1)) * (b->cfa->pointer_bits / 8);
  const char *at = text_cstr(&trace->arguments), *end = at + trace->arguments.size;
  for (uint32_t k = 0; k < a->count && at < end; k++) {
    struct text name = {0};
    text_printf(&name, "argv[%" PRIu32 "]", k);
    uint64_t address = a->text + k * a->stride, size = strlen(at) + 1;
    memory_view_add(&b->view, (struct view_object){.address = address,
                                                   .size = size,
                                                   .name = cfa_string(b->cfa, text_cstr(&name)),
                                                   .type = type_of_characters(b->cfa->layout),
                                                   .is_array = true,
                                                   .is_argument = true});
    for (uint64_t i = 0; i < size; i++) memory_view_write(&b->view, address + i, 1, (unsigned char)at[i]);
    at += size;
    text_release(&name);
  }
}

// --- memory that is an input -------------------------------------------------------------------
//
// The bytes of a call are the cells of an array from the address on that they go to: both are known when the run comes
// by. Where rewriting has left but the cells that are read, the object that they lie in is shown.

static bool is_block(const struct cfa *cfa, const struct cfa_input *input) {
  return input && input->kind == INPUT_NONDET && sort_kind(cfa->tm, term_sort(cfa->tm, input->term)) == SORT_ARRAY;
}

// The values before the step, of objects that it makes and of its inputs.
static struct substitution *values_before(struct builder *b, const struct run_step *step) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, step->edge);
  struct terms *tm = b->cfa->tm;
  struct substitution *sub = substitution_new(tm);
  for (uint32_t k = 0; k < edge->allocs.size; k++) {
    uint64_t address, size;
    struct term t = edge->allocs.data[k].term;
    if (run_step_object(step, k, &address, &size)) substitution_set(sub, t, term_bv(tm, term_width(tm, t), address));
  }
  uint32_t next = b->next_block;
  for (uint32_t i = 0; i < edge->inputs.size; i++)
    for (uint32_t k = next; k < b->claim->inputs.size; k++) {
      const struct input_value *given = &b->claim->inputs.data[k];
      if (!given->input || given->input->term.id != edge->inputs.data[i].term.id) continue;
      if (!term_none(given->value)) substitution_set(sub, given->input->term, given->value);
      next = k + 1;
      break;
    }
  return sub;
}

static bool value_before(struct builder *b, struct substitution *sub, struct state *state, struct term t,
                         uint64_t *value) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(b->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(b->cfa, (struct term){vars[i]});
    if (var != CFA_NONE) substitution_set(sub, (struct term){vars[i]}, state_value(state, var));
  }
  return term_value64(b->cfa->tm, substitution_apply(sub, t), value);
}

// Where the array of the input goes to in this value: *first and *end grow to what is read of it. True: in a copy.
static bool find_extent(struct builder *b, struct substitution *sub, struct state *state, struct term t,
                        struct term source, uint64_t *first, uint64_t *end) {
  const struct terms *tm = b->cfa->tm;
  struct term_walk walk = {.tm = tm};
  struct term at;
  bool is_whole = false;
  term_walk_add(&walk, t);
  while (term_walk_next(&walk, &at)) {
    bool is_copy = term_kind(tm, at) == TERM_COPY && term_same(term_child(tm, at, 2), source);
    bool is_cell = term_kind(tm, at) == TERM_SELECT && term_same(term_child(tm, at, 0), source);
    uint64_t address, size = 1;
    if (!is_copy && !is_cell) continue;
    if (!value_before(b, sub, state, term_child(tm, at, is_copy ? 3 : 1), &address)) continue;
    if (is_copy && !value_before(b, sub, state, term_child(tm, at, 4), &size)) continue;
    if (address < *first) *first = address;
    if (address + size > *end) *end = address + size;
    is_whole |= is_copy;
  }
  term_walk_release(&walk);
  return is_whole;
}

// The bytes; false: some are not known.
static bool read_block(struct builder *b, struct term array, uint64_t address, uint64_t n, struct text *bytes) {
  struct terms *tm = b->cfa->tm;
  struct sort sort = term_sort(tm, array);
  uint32_t width = sort_width(tm, sort_index(tm, sort));
  if (n > BLOCK_MAX || sort_kind(tm, sort_element(tm, sort)) != SORT_BV) return false;
  for (uint64_t i = 0; i < n; i++) {
    uint64_t byte;
    if (!term_value64(tm, term_select(tm, array, term_bv(tm, width, address + i)), &byte) || byte > 255) return false;
    text_addc(bytes, (char)byte);
  }
  return true;
}

// A scalar variable gets its bytes by way of a block of the compiler's.
static uint32_t variable_of_block(struct builder *b, const struct cfa_edge *edge, struct term source, uint64_t size) {
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    const struct cfa_var *v = &b->cfa->vars.data[edge->updates.data[u].var];
    const struct layout_type *t = layout_type(b->cfa->layout, layout_type_of(b->cfa->layout, v->term));
    if (v->kind != VAR_PROGRAM || !trace_is_named(b, v) || t->size != size) continue;
    if (term_mentions(b->cfa->tm, edge->updates.data[u].value, source)) return edge->updates.data[u].var;
  }
  return CFA_NONE;
}

// The name and the type of what lies there: all of an object or field, or elements from one on. 0: of no known type.
static uint32_t place_of_block(struct builder *b, uint64_t address, uint64_t size, struct text *name) {
  uint64_t start;
  uint32_t type;
  if (!memory_view_print_place(&b->view, address, size, &type, &start, name)) return 0;
  if (start == address && layout_type(b->cfa->layout, type)->size == size) return type;
  text_clear(name);
  memory_view_print_place(&b->view, address, 1, &type, &start, name);
  text_add(name, "…");
  return start == address ? type : 0;
}

static void tell_block(struct builder *b, const struct cfa_edge *edge, const struct cfa_input *input, uint64_t address,
                       const struct text *bytes, struct block *block) {
  struct text name = {0}, value = {0};
  uint32_t type = b->cfa->layout ? place_of_block(b, address, bytes->size, &name) : 0;
  uint32_t var = b->cfa->layout && !name.size ? variable_of_block(b, edge, input->term, bytes->size) : CFA_NONE;
  if (var != CFA_NONE) {
    text_add(&name, b->cfa->vars.data[var].name);
    type = layout_type_of(b->cfa->layout, b->cfa->vars.data[var].term);
  }
  uint64_t bits = 0;
  for (size_t i = 0; i < bytes->size && i < 8; i++) bits |= (uint64_t)(unsigned char)bytes->data[i] << 8 * i;
  if (!type && *input->ctype && bytes->size <= 8)
    memory_view_print_term(&b->view, 0, input->ctype, false, term_bv(b->cfa->tm, 8 * (uint32_t)bytes->size, bits),
                           &value);
  else memory_view_print_block(&b->view, type, (const unsigned char *)text_cstr(bytes), bytes->size, &value);
  if (input->label || name.size) block->variable = mem_strdup(input->label ? input->label : text_cstr(&name));
  block->value = mem_strdup(text_cstr(&value));
  text_release(&name);
  text_release(&value);
}

// Does the program ask for a variable of the environment? Its text is a block then.
static bool is_asking(const struct builder *b) {
  for (uint32_t i = 0; i < b->frames.size; i++)
    if (b->frames.data[i].hidden) return trace_is_getter(b->cfa->functions.data[b->frames.data[i].function].name);
  return false;
}

// A text that has come.
static void write_text(struct builder *b, struct term array, uint64_t address) {
  struct terms *tm = b->cfa->tm;
  uint32_t width = sort_width(tm, sort_index(tm, term_sort(tm, array)));
  uint64_t byte = 1;
  for (uint64_t i = 0; byte && i < BLOCK_MAX; i++, address++) {
    if (!term_value64(tm, term_select(tm, array, term_bv(tm, width, address)), &byte) || byte > 255) return;
    memory_view_write(&b->view, address, 1, byte);
  }
}

// `sub` is NULL for what a model asks for: it is not shown.
static void note_block(struct builder *b, const struct run_step *step, const struct cfa_input *input,
                       struct substitution *sub) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, step->edge);
  const struct vec_input_value *given = &b->claim->inputs;
  uint32_t k = b->next_block;
  while (k < given->size && (!given->data[k].input || given->data[k].input->term.id != input->term.id)) k++;
  if (k == given->size) return;
  b->next_block = k + 1;
  if (!sub) return;
  struct block block = {.input = k};
  uint64_t first = UINT64_MAX, end = 0;
  bool is_whole = find_extent(b, sub, step->state, edge->guard, input->term, &first, &end);
  bool is_used = term_mentions(b->cfa->tm, edge->guard, input->term);
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    is_whole |= find_extent(b, sub, step->state, edge->updates.data[u].value, input->term, &first, &end);
    is_used |= term_mentions(b->cfa->tm, edge->updates.data[u].value, input->term);
  }
  if (b->frames.data[b->frames.size - 1].hidden) {
    if (first < end && !term_none(given->data[k].value)) write_text(b, given->data[k].value, first);
    return;
  }
  const struct view_object *o = first < end && !is_whole ? memory_view_find(&b->view, first) : NULL;
  if (o && end <= o->address + o->size) {
    first = o->address;
    end = first + o->size;
  }
  struct text bytes = {0};
  if (first < end && !term_none(given->data[k].value) &&
      read_block(b, given->data[k].value, first, end - first, &bytes))
    tell_block(b, edge, input, first, &bytes, &block);
  else if (input->label) block.variable = mem_strdup(input->label);
  if (!block.value && is_used && !term_none(given->data[k].value)) block.value = mem_strdup("…"); // not known where
  text_release(&bytes);
  vec_block_push(&b->blocks, block);
}

void trace_note_blocks(struct builder *b, const struct run_step *step) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, step->edge);
  bool any = false;
  for (uint32_t i = 0; i < edge->inputs.size; i++) any |= is_block(b->cfa, &edge->inputs.data[i]);
  if (!any) return;
  bool is_told = !b->frames.data[b->frames.size - 1].hidden || is_asking(b);
  struct substitution *sub = is_told ? values_before(b, step) : NULL;
  for (uint32_t i = 0; i < edge->inputs.size; i++)
    if (is_block(b->cfa, &edge->inputs.data[i])) note_block(b, step, &edge->inputs.data[i], sub);
  if (sub) substitution_free(sub);
}

// *next: the block that comes next, they are in the order of the inputs.
static void list_block(struct builder *b, uint32_t i, uint32_t *next) {
  while (*next < b->blocks.size && b->blocks.data[*next].input < i) ++*next;
  if (*next == b->blocks.size || b->blocks.data[*next].input != i) return;
  struct block *block = &b->blocks.data[(*next)++];
  vec_trace_input_push(&b->trace->inputs, (struct trace_input){.input = b->claim->inputs.data[i].input,
                                                               .object = block->variable,
                                                               .value = block->value,
                                                               .index = i,
                                                               .times = 1});
  block->variable = block->value = NULL;
}

void trace_release_inputs(struct builder *b) {
  for (uint32_t i = 0; i < b->blocks.size; i++) {
    mem_free(b->blocks.data[i].variable);
    mem_free(b->blocks.data[i].value);
  }
  vec_block_release(&b->blocks);
}

// --- values of functions ---------------------------------------------------------------------

static bool is_same(const struct claim *claim, uint32_t i, const struct trace_input *last) {
  const struct input_value *given = &claim->inputs.data[i];
  return !last->object && given->input->kind == last->input->kind &&
         given->input->place.line == last->input->place.line && given->input->place.file == last->input->place.file &&
         given->input->name && last->input->name && strcmp(given->input->name, last->input->name) == 0;
}

// The variable of several fields that an input is named after, or CFA_NONE: slicing leaves inputs without an update.
static uint32_t part_of_input(const struct builder *b, const struct cfa_edge *edge, const struct cfa_input *input) {
  uint32_t function = cfa_location(b->cfa, edge->from)->function, found = CFA_NONE, n = 0;
  const struct vec_u32 *locals = &b->cfa->functions.data[function].locals;
  for (uint32_t i = 0; i < locals->size; i++) {
    const struct cfa_var *v = &b->cfa->vars.data[locals->data[i]];
    if (!layout_part_of(b->cfa->layout, v->term) || strcmp(v->name, input->name ? input->name : "") != 0) continue;
    found = locals->data[i];
    n++;
  }
  return n == 1 ? found : CFA_NONE;
}

// The inputs that edges of the user's functions have, and the variables that get them.
static void find_inputs(struct builder *b, struct map_u32 *own, struct map_u32 *variables) {
  for (uint32_t e = 0; e < b->cfa->edges.size; e++) {
    const struct cfa_edge *edge = &b->cfa->edges.data[e];
    bool in_model = b->cfa->functions.data[cfa_location(b->cfa, edge->from)->function].is_model;
    for (uint32_t i = 0; i < edge->inputs.size; i++) {
      const struct cfa_input *input = &edge->inputs.data[i];
      if (in_model && !trace_is_elsewhere(b->cfa, input)) continue;
      map_u32_put(own, input->term.id, 1);
      if (in_model) continue;
      uint32_t update = trace_update_of_input(b, (struct edge){e}, input);
      uint32_t var = update == UINT32_MAX ? CFA_NONE : edge->updates.data[update].var;
      if (var == CFA_NONE && input->kind == INPUT_UNINIT) var = part_of_input(b, edge, input);
      if (var != CFA_NONE) map_u32_put(variables, input->term.id, var);
    }
  }
}

// Fields that are not initialised, of one variable.
static void list_part(struct builder *b, uint32_t i, const struct layout_part *part) {
  const struct input_value *given = &b->claim->inputs.data[i];
  struct vec_item items = {0};
  if (!term_none(given->value) && *given->input->name)
    trace_tell_part(b, part, given->value, TERM_NONE, given->input->place, &items);
  for (uint32_t k = 0; k < items.size; k++)
    vec_trace_input_push(&b->trace->inputs, (struct trace_input){.input = given->input,
                                                                 .variable = items.data[k].value.name,
                                                                 .value = items.data[k].value.value,
                                                                 .index = i,
                                                                 .times = 1});
  vec_item_release(&items);
}

static void list_input(struct builder *b, uint32_t i, const struct map_u32 *variables) {
  const struct input_value *given = &b->claim->inputs.data[i];
  bool is_any = term_none(given->value);
  uint32_t var = map_u32_get_or(variables, given->input->term.id, CFA_NONE);
  const struct layout_part *part = var == CFA_NONE ? NULL : layout_part_of(b->cfa->layout, b->cfa->vars.data[var].term);
  if (part && given->input->kind == INPUT_UNINIT) {
    list_part(b, i, part);
    return;
  }
  if (!trace_is_shown(b, given->input) || (given->input->kind == INPUT_UNINIT && is_any)) return;
  if (!is_any && !trace_can_show(b->cfa, given->value)) return;
  struct text value = {0};
  if (!is_any)
    memory_view_print_term(&b->view, 0, given->input->ctype, given->input->is_unsigned, given->value, &value);
  struct vec_trace_input *all = &b->trace->inputs;
  struct trace_input *last = all->size ? &all->data[all->size - 1] : NULL;
  if (last && is_same(b->claim, i, last) && strcmp(last->value ? last->value : "", text_cstr(&value)) == 0)
    last->times++;
  else
    vec_trace_input_push(all, (struct trace_input){.input = given->input,
                                                   .variable = var == CFA_NONE ? NULL : b->cfa->vars.data[var].name,
                                                   .value = is_any ? NULL : mem_strdup(text_cstr(&value)),
                                                   .index = i,
                                                   .times = 1});
  text_release(&value);
}

void trace_list_inputs(struct builder *b) {
  struct map_u32 own = {0}, variables = {0};
  uint32_t block = 0;
  find_inputs(b, &own, &variables);
  for (uint32_t i = 0; i < b->claim->inputs.size; i++) {
    const struct cfa_input *input = b->claim->inputs.data[i].input;
    if (!input || !map_u32_get_or(&own, input->term.id, 0)) continue;
    if (is_block(b->cfa, input)) list_block(b, i, &block);
    else list_input(b, i, &variables);
  }
  map_u32_release(&own);
  map_u32_release(&variables);
}
