// What an edge did, once the state after it is known: rows for its lines, calls and returns.
#include "trace/trace_builder.h"
#include <ctype.h>
#include <string.h>

#define INITIAL_GLOBALS 16u // shown at most

bool trace_can_show(const struct cfa *cfa, struct term value) {
  return !term_none(value) && term_is_const(cfa->tm, value) &&
         sort_kind(cfa->tm, term_sort(cfa->tm, value)) != SORT_ARRAY;
}

// What the compiler made has no type in debug information.
bool trace_is_named(const struct builder *b, const struct cfa_var *var) {
  if (!b->cfa->layout) return true;
  return *var->ctype && !map_u32_get_or(&b->cfa->layout->hidden, var->term.id, 0);
}

static char *value_text(struct builder *b, uint32_t type, const char *ctype, bool is_unsigned, struct term value) {
  struct text text = {0};
  uint64_t bits;
  if (type && term_value64(b->cfa->tm, value, &bits)) memory_view_note_pointer(&b->view, type, bits);
  memory_view_print_term(&b->view, type, ctype, is_unsigned, value, &text);
  char *result = mem_strdup(text_cstr(&text));
  text_release(&text);
  return result;
}

static struct trace_value variable_value(struct builder *b, uint32_t var, struct term value) {
  const struct cfa_var *v = &b->cfa->vars.data[var];
  uint32_t type = layout_type_of(b->cfa->layout, v->term);
  uint64_t bits;
  struct trace_value shown = {.name = v->name,
                              .ctype = v->ctype,
                              .value = value_text(b, type, v->ctype, v->is_unsigned, value)};
  if (type && trace_is_named(b, v) && layout_type(b->cfa->layout, type)->kind == LAYOUT_POINTER &&
      term_value64(b->cfa->tm, value, &bits))
    memory_view_note_holder(&b->view, v->name, bits);
  return shown;
}

// --- inputs ------------------------------------------------------------------------------------

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The value that this input of the edge got in the claim, or NULL. Inputs that belong to no edge
// (memory read before it was written) lie in between.
const struct input_value *trace_input_value(struct builder *b, const struct cfa_input *input) {
  const struct vec_input_value *inputs = &b->claim->inputs;
  for (uint32_t i = b->next_input; i < inputs->size && i < b->next_input + 256; i++) {
    if (!inputs->data[i].input || inputs->data[i].input->term.id != input->term.id) continue;
    b->next_input = i + 1;
    return &inputs->data[i];
  }
  return NULL;
}

bool trace_is_input_itself(const struct terms *tm, struct term value, struct term input) {
  for (;;) {
    enum term_kind kind = term_kind(tm, value);
    if (kind != TERM_BV_ZEXT && kind != TERM_BV_SEXT && kind != TERM_BV_EXTRACT && kind != TERM_FP_FROM_BITS)
      return term_same(value, input);
    value = term_child(tm, value, 0);
  }
}

// A variable that is assigned below the input is a copy of the variable that got it. Of several the first that is
// assigned on the line of the input, or is nearest above it.
uint32_t trace_update_of_input(struct builder *b, struct edge id, const struct cfa_input *input) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, id);
  uint32_t found = UINT32_MAX, found_line = 0;
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    const struct cfa_var *v = &b->cfa->vars.data[edge->updates.data[u].var];
    if (v->kind != VAR_PROGRAM || !trace_is_named(b, v) ||
        !trace_is_input_itself(b->cfa->tm, edge->updates.data[u].value, input->term))
      continue;
    bool placed = b->cfa->layout && input->kind != INPUT_UNINIT && input->place.line && edge->first.line &&
                  input->place.file == edge->first.file && !trace_is_back_edge(b, edge);
    uint32_t line = placed ? trace_line_of_update(b, id, u) : 0;
    if (line > input->place.line && placed) continue;
    if (found != UINT32_MAX && line <= found_line) continue;
    found = u;
    found_line = line;
  }
  return found;
}

static const char *input_name(const struct cfa *cfa, const struct cfa_input *input) {
  if (input->kind == INPUT_ASSEMBLY) return "inline assembly";
  if (trace_is_elsewhere(cfa, input)) return "external";
  return input->kind == INPUT_UNINIT ? "uninitialised" : input->name;
}

static bool is_called(const struct cfa_input *input) {
  return input->kind == INPUT_NONDET || input->kind == INPUT_UNDEFINED || input->kind == INPUT_LIBRARY;
}

static bool is_bits_of_nan(const struct cfa_input *input) {
  return input->kind == INPUT_LIBRARY && strcmp(input->name ? input->name : "", "nan") == 0;
}

// --- telling an edge ------------------------------------------------------------------------------

// A parameter becomes a variable when the function begins: the call has shown its value.
static bool is_parameter_copy(struct builder *b, const struct cfa_edge *edge, uint32_t update) {
  const struct cfa_function *function = &b->cfa->functions.data[cfa_location(b->cfa, edge->from)->function];
  if (!b->cfa->layout || !location_same(edge->from, function->entry)) return false;
  uint32_t n;
  const uint32_t *vars = term_free_vars(b->cfa->tm, edge->updates.data[update].value, &n);
  const char *name = b->cfa->vars.data[edge->updates.data[update].var].name;
  bool is_copy = n > 0;
  for (uint32_t i = 0; i < n && is_copy; i++) {
    uint32_t at = map_u32_get_or(&b->cfa->layout->param_of, vars[i], 0);
    const char *param = at ? b->cfa->layout->params.data[at - 1].name : NULL;
    size_t length = param ? strlen(param) : 0;
    is_copy = param && !strncmp(name, param, length) && !is_word(name[length]);
  }
  return is_copy;
}

// argv, which points to the start of argv: that says nothing.
static bool is_own_start(const struct trace_value *value) {
  size_t n = strlen(value->name);
  return value->value[0] == '&' && strncmp(value->value + 1, value->name, n) == 0 &&
         strcmp(value->value + 1 + n, "[0]") == 0;
}

// What the update gives is an input that is not initialised; NULL: it is none.
static const struct cfa_input *uninitialised(const struct builder *b, const struct cfa_edge *edge, uint32_t update) {
  for (uint32_t i = 0; i < edge->inputs.size; i++)
    if (edge->inputs.data[i].kind == INPUT_UNINIT &&
        trace_is_input_itself(b->cfa->tm, edge->updates.data[update].value, edge->inputs.data[i].term))
      return &edge->inputs.data[i];
  return NULL;
}

// Is it but what the global starts with? That is said where it is declared.
static bool is_initial(const struct builder *b, const struct cfa_var *v, struct term value) {
  return b->edge_index == 0 && b->cfa->layout && v->function == CFA_NONE &&
         map_u32_get_or(&b->cfa->layout->initial_of, v->term.id, 0) == value.id;
}

// The variables that the edge changed, for as far as they can be read in the state after it.
static void collect_updates(struct builder *b, struct state *after, bool same_frame, struct vec_item *items) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  uint32_t initial = 0;
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    uint32_t var = edge->updates.data[u].var;
    const struct cfa_var *v = &b->cfa->vars.data[var];
    const struct layout_part *part = layout_part_of(b->cfa->layout, v->term);
    if (v->kind != VAR_PROGRAM || !(part || trace_is_named(b, v)) || is_parameter_copy(b, edge, u)) continue;
    struct term value, before = u < b->before.size ? b->before.data[u] : TERM_NONE;
    if (same_frame || v->function == CFA_NONE) value = state_value(after, var);
    else value = u < b->after.size ? b->after.data[u] : TERM_NONE;
    const struct cfa_input *input = uninitialised(b, edge, u);
    if (!trace_can_show(b->cfa, value) || is_initial(b, v, value)) continue;
    if (input && !(input->name && *input->name)) continue;
    bool placed = edge->first.line != 0;
    uint32_t line = placed ? trace_line_of_update(b, b->edge, u) : v->place.line,
             file = placed ? edge->first.file : v->place.file;
    bool is_declared_here = line && v->place.line == line && v->place.file == file;
    if (term_same(value, before) && !is_declared_here) continue;
    // The first edge sets every global.
    if (b->edge_index == 0 && v->function == CFA_NONE && ++initial > INITIAL_GLOBALS) continue;
    if (part) {
      struct source_place place = {.file = file, .line = line};
      uint32_t first = items->size;
      if (input && input->place.line) place = input->place;
      trace_tell_part(b, part, value, is_declared_here || input ? TERM_NONE : before, place, items);
      for (uint32_t i = first; i < items->size && input; i++) items->data[i].value.input = input_name(b->cfa, input);
      continue;
    }
    struct trace_value shown = variable_value(b, var, value);
    if (is_own_start(&shown)) mem_free(shown.value);
    else vec_item_push(items, (struct item){.file = file, .line = line, .value = shown});
  }
}

// Pointers tell of what type the objects are that they point to.
static void note_pointers(struct builder *b, struct state *after) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  uint64_t bits;
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    const struct cfa_var *v = &b->cfa->vars.data[edge->updates.data[u].var];
    uint32_t type = v->kind == VAR_PROGRAM ? layout_type_of(b->cfa->layout, v->term) : 0;
    if (type && term_value64(b->cfa->tm, state_value(after, edge->updates.data[u].var), &bits))
      memory_view_note_pointer(&b->view, type, bits);
  }
}

bool trace_is_elsewhere(const struct cfa *cfa, const struct cfa_input *input) {
  return input->site && input->site <= cfa->sites.size && cfa->sites.data[input->site - 1].is_elsewhere;
}

// The bits of a NaN are no input, nor is an uninitialised thing that the compiler made; the arguments are shown
// by themselves.
bool trace_is_shown(const struct builder *b, const struct cfa_input *input) {
  if (input->kind == INPUT_ARGUMENT || is_bits_of_nan(input)) return false;
  if (trace_is_elsewhere(b->cfa, input)) return true;
  return input->kind != INPUT_UNINIT || (input->name && *input->name && (!b->cfa->layout || *input->ctype));
}

// Is the input put into memory, and is what is shown of that place the input? Then it is there that it went.
static bool is_stored(struct builder *b, struct vec_item *items, const struct cfa_input *input, struct term value) {
  uint64_t address, bits, bytes;
  if (!trace_stored_at(b, input, &address) || !term_value64(b->cfa->tm, value, &bits)) return false;
  for (uint32_t i = 0; i < items->size; i++) {
    struct item *item = &items->data[i];
    if (!item->size || item->size > 8 || item->address != address || item->value.input) continue;
    uint64_t mask = item->size < 8 ? (UINT64_C(1) << 8 * item->size) - 1 : UINT64_MAX;
    if (!memory_view_read(&b->view, address, item->size, &bytes) || ((bits ^ bytes) & mask)) continue;
    item->value.input = input_name(b->cfa, input);
    item->value.is_called = is_called(input);
    if (input->place.line && input->place.file == item->file) item->line = input->place.line;
    return true;
  }
  return false;
}

static void collect_inputs(struct builder *b, struct vec_item *items) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  for (uint32_t i = 0; i < edge->inputs.size; i++) {
    const struct cfa_input *input = &edge->inputs.data[i];
    const struct input_value *given = trace_input_value(b, input);
    if (given && b->frames.data[b->frames.size - 1].hidden) trace_note_asked(b, input, given->value);
    if (!given || !trace_can_show(b->cfa, given->value) || input->kind == INPUT_ARGUMENT || is_bits_of_nan(input))
      continue;
    uint32_t update = trace_update_of_input(b, b->edge, input);
    const char *name = update == UINT32_MAX ? NULL : b->cfa->vars.data[edge->updates.data[update].var].name;
    bool shown = false;
    for (uint32_t k = 0; k < items->size && name && !shown; k++) {
      if (!items->data[k].value.name || strcmp(items->data[k].value.name, name) != 0) continue;
      items->data[k].value.input = input_name(b->cfa, input);
      items->data[k].value.is_called = is_called(input);
      if (input->place.line && input->place.file == edge->first.file) items->data[k].line = input->place.line;
      shown = true;
    }
    if (shown || !trace_is_shown(b, input)) continue;
    struct trace_value value = {.name = input->kind == INPUT_UNINIT ? input->name : name,
                                .ctype = input->ctype,
                                .input = input_name(b->cfa, input),
                                .is_called = is_called(input)};
    value.value = value_text(b, 0, input->ctype, input->is_unsigned, given->value);
    struct source_place place = input->place.line ? input->place : edge->first;
    if (!name && is_stored(b, items, input, given->value)) mem_free(value.value);
    else vec_item_push(items, (struct item){.file = place.file, .line = place.line, .value = value});
  }
}

// A line worth a row of its own: not the head of the function, not braces, not a lone else.
static bool is_telling(struct builder *b, struct source_place place) {
  const struct cfa_function *function = &b->cfa->functions.data[b->frames.data[b->frames.size - 1].function];
  if (!place.line || (function->place.line == place.line && function->place.file == place.file)) return false;
  const char *text = source_line(b->sources, place.file, place.line);
  if (!text) return true;
  text += strspn(text, "{} ;");
  if (strncmp(text, "else", 4) == 0 && !is_word(text[4])) text += 4 + strspn(text + 4, "{} ;");
  return *text != 0;
}

// What is on lines above the start of the edge comes last, if it goes back to the head of a loop also what is on that
// line: there is the end of the iteration.
static uint64_t item_order(const struct item *item, const struct cfa_edge *edge, bool is_back) {
  bool is_late = item->line < edge->first.line || (is_back && item->line == edge->last.line);
  return item->line + (is_late ? UINT64_C(1) << 32 : 0);
}

// The last row is a return to this line, which need not be shown again.
static bool is_back_from_call(const struct builder *b, struct source_place place) {
  const struct vec_trace_row *rows = &b->trace->rows;
  const struct trace_row *last = rows->size ? &rows->data[rows->size - 1] : NULL;
  return last && last->kind == TRACE_RETURN && last->place.file == place.file && last->place.line == place.line;
}

// The items as rows, in the order of their lines, between the first line of the edge and its last.
static void tell_items(struct builder *b, const struct cfa_edge *edge, uint32_t depth, struct vec_item *items) {
  struct source_place first = edge->first, last = edge->last;
  bool is_back = trace_is_back_edge(b, edge);
  if (is_telling(b, first) && !is_back_from_call(b, first)) trace_row_on_line(b, depth, first, NULL);
  for (uint32_t done = 0; done < items->size; done++) {
    uint32_t next = done;
    for (uint32_t i = done + 1; i < items->size; i++)
      if (item_order(&items->data[i], edge, is_back) < item_order(&items->data[next], edge, is_back)) next = i;
    struct item item = items->data[next];
    memmove(items->data + done + 1, items->data + done, (next - done) * sizeof *items->data);
    items->data[done] = item;
    struct source_place at = {item.file, item.line, item.line == first.line ? first.column : 0};
    struct trace_row *row = trace_row_on_line(b, depth, at, item.value.name);
    vec_trace_value_push(&row->values, item.value);
  }
  if (last.file == first.file && last.line > first.line && is_telling(b, last)) trace_row_on_line(b, depth, last, NULL);
}

// A structure in registers, which may be several parameters of the automaton; they are counted.
static uint32_t structure_argument(struct builder *b, const struct cfa_function *callee, uint32_t at,
                                   struct state *after, struct trace_row *row) {
  const struct layout *layout = b->cfa->layout;
  const struct layout_param *whole = NULL;
  uint64_t words[2] = {0, 0}, bits;
  bool known = true;
  uint32_t n = 0;
  for (; at + n < callee->params.size; n++) {
    const struct cfa_var *v = &b->cfa->vars.data[callee->params.data[at + n]];
    uint32_t index = map_u32_get_or(&layout->param_of, v->term.id, 0);
    const struct layout_param *part = index ? &layout->params.data[index - 1] : NULL;
    if (!part || !part->name || (whole && (strcmp(part->name, whole->name) != 0 || part->type != whole->type))) break;
    if (!whole) whole = part;
    struct term value = state_value(after, callee->params.data[at + n]);
    known &= !v->is_sliced && term_value64(b->cfa->tm, value, &bits) && part->offset < sizeof words &&
             sort_kind(b->cfa->tm, v->sort) == SORT_BV;
    if (known) words[part->offset / 8] |= bits << part->offset % 8 * 8;
  }
  if (!whole || layout_type(layout, whole->type)->size > sizeof words) return n ? n : 1;
  struct text text = {0};
  if (known) memory_view_print_bytes(&b->view, whole->type, words, 2, &text);
  else text_add(&text, "{…}");
  vec_trace_value_push(&row->values, (struct trace_value){.name = whole->name,
                                                          .ctype = layout_type(layout, whole->type)->name,
                                                          .value = mem_strdup(text_cstr(&text))});
  text_release(&text);
  return n;
}

static void tell_call(struct builder *b, const struct cfa_edge *edge, struct state *after, uint32_t depth) {
  const struct cfa_function *callee = &b->cfa->functions.data[edge->callee];
  const struct layout *layout = b->cfa->layout;
  struct trace_row *row = trace_row_add(b, TRACE_CALL, depth, callee->place);
  row->function = edge->callee;
  for (uint32_t i = 0; i < callee->params.size;) {
    const struct cfa_var *v = &b->cfa->vars.data[callee->params.data[i]];
    struct term value = state_value(after, callee->params.data[i]);
    if (!layout && v->is_sliced) {
      row->values_more = true;
      i++;
      continue;
    }
    if (!layout) {
      if (trace_can_show(b->cfa, value))
        vec_trace_value_push(&row->values, variable_value(b, callee->params.data[i], value));
      i++;
      continue;
    }
    uint32_t index = map_u32_get_or(&layout->param_of, v->term.id, 0);
    const struct layout_param *param = index ? &layout->params.data[index - 1] : NULL;
    enum layout_kind kind = param ? layout_type(layout, param->type)->kind : LAYOUT_UNKNOWN;
    if (kind == LAYOUT_STRUCT || kind == LAYOUT_UNION) {
      i += structure_argument(b, callee, i, after, row);
      continue;
    }
    if (v->is_sliced) row->values_more = true;
    else if (param && param->name && trace_can_show(b->cfa, value)) {
      const struct layout_type *type = layout_type(layout, param->type);
      struct trace_value shown = {.name = param->name, .ctype = type->name};
      shown.value = value_text(b, param->type, type->name, type->is_unsigned, value);
      vec_trace_value_push(&row->values, shown);
    }
    i++;
  }
}

// What a call gave back; false: nothing that can be shown.
static bool returned_value(struct builder *b, const struct cfa_edge *call, uint32_t function, struct term value,
                           struct trace_value *shown) {
  if (!trace_can_show(b->cfa, value)) return false;
  const struct cfa_var *to = &b->cfa->vars.data[call->result];
  bool is_named = to->kind == VAR_PROGRAM && trace_is_named(b, to);
  *shown = variable_value(b, call->result, value);
  if (!is_named) shown->name = NULL;
  uint32_t result = b->cfa->functions.data[function].result;
  uint32_t type = result == CFA_NONE ? 0 : layout_type_of(b->cfa->layout, b->cfa->vars.data[result].term);
  if (!type) return true;
  const struct layout_type *t = layout_type(b->cfa->layout, type);
  uint64_t bits;
  struct text text = {0};
  bool known = true;
  if (t->kind == LAYOUT_STRUCT || t->kind == LAYOUT_UNION) {
    known = t->size <= 8 && sort_kind(b->cfa->tm, to->sort) == SORT_BV && term_value64(b->cfa->tm, value, &bits);
    if (known) memory_view_print_bytes(&b->view, type, &bits, 1, &text);
  } else {
    if (term_value64(b->cfa->tm, value, &bits)) memory_view_note_pointer(&b->view, type, bits);
    memory_view_print_term(&b->view, type, t->name, t->is_unsigned, value, &text);
  }
  mem_free(shown->value);
  shown->value = mem_strdup(text_cstr(&text));
  text_release(&text);
  if (!known) mem_free(shown->value);
  return known;
}

static void push_items(struct builder *b, struct source_place place, struct vec_item *items) {
  for (uint32_t i = 0; i < items->size; i++) {
    struct trace_row *row = trace_row_on_line(b, b->frames.size - 1, place, items->data[i].value.name);
    vec_trace_value_push(&row->values, items->data[i].value);
  }
}

// A model has returned to the user's code: its result and what it changed in memory belong to the line of the call.
static void tell_model(struct builder *b, const struct frame *frame, const struct cfa_edge *call, struct state *after,
                       struct term value) {
  trace_follow_memory(b, after);
  trace_follow_reading(b, frame, value, after);
  struct vec_item items = {0};
  trace_collect_memory(b, &items);
  struct trace_value shown;
  if (returned_value(b, call, frame->function, value, &shown)) {
    if (!shown.name && trace_tells_result(b, frame, value)) {
      shown.name = NULL;
      shown.input = trace_library_name(b->cfa->functions.data[frame->function].shown);
      shown.is_called = true;
      if (strcmp(shown.value, "0") == 0 && trace_gives_pointer(b, frame)) {
        mem_free(shown.value);
        shown.value = mem_strdup("NULL");
      }
      vec_item_push(&items, (struct item){.value = shown});
    } else if (shown.name) vec_item_push(&items, (struct item){.value = shown});
    else mem_free(shown.value);
  }
  push_items(b, call->first, &items);
  vec_item_release(&items);
}

// Frames that have returned. The result can be read only in the frame that is innermost now.
static void tell_returns(struct builder *b, struct state *after, uint32_t depth) {
  while (b->frames.size > depth + 1) {
    struct frame frame = vec_frame_pop(&b->frames);
    if (edge_none(frame.call) || b->frames.data[b->frames.size - 1].hidden) continue;
    const struct cfa_edge *call = cfa_edge(b->cfa, frame.call);
    bool innermost = b->frames.size == depth + 1;
    struct term value = innermost && call->result != CFA_NONE ? state_value(after, call->result) : TERM_NONE;
    if (b->silent) trace_follow_reading(b, &frame, value, after);
    else if (frame.hidden) tell_model(b, &frame, call, after, value);
    else {
      struct trace_value shown;
      bool known = returned_value(b, call, frame.function, value, &shown);
      struct trace_row *row = trace_row_add(b, TRACE_RETURN, b->frames.size - 1, call->first);
      row->function = frame.function;
      if (known) vec_trace_value_push(&row->values, shown);
    }
  }
}

static void enter_frame(struct builder *b, const struct cfa_edge *edge, struct state *after, bool hidden) {
  const struct cfa_function *callee = &b->cfa->functions.data[edge->callee];
  struct frame frame = {.function = edge->callee, .call = b->edge, .hidden = hidden};
  if (hidden && !b->frames.data[b->frames.size - 1].hidden) vec_model_input_clear(&b->asked);
  for (uint32_t i = 0; callee->is_model && i < callee->params.size && i < FRAME_ARGUMENTS; i++)
    if (!term_value64(b->cfa->tm, state_value(after, callee->params.data[i]), &frame.arguments[i]))
      frame.arguments[i] = 0;
  vec_frame_push(&b->frames, frame);
}

static void tell_edge(struct builder *b, struct state *after, uint32_t depth) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  const struct frame *frame = &b->frames.data[b->frames.size - 1];
  bool hidden = frame->hidden || b->silent;
  struct vec_item items = {0};
  if (!hidden) {
    if (depth == b->edge_depth) note_pointers(b, after);
    trace_follow_memory(b, after);
    collect_updates(b, after, depth == b->edge_depth && edge->callee == CFA_NONE, &items);
    trace_collect_memory(b, &items);
  }
  if (!b->silent) collect_inputs(b, &items);
  else
    for (uint32_t i = 0; i < edge->inputs.size; i++) { // moves on
      const struct input_value *given = trace_input_value(b, &edge->inputs.data[i]);
      if (given && frame->hidden) trace_note_asked(b, &edge->inputs.data[i], given->value);
    }
  if (!hidden) tell_items(b, edge, b->edge_depth, &items);
  else
    for (uint32_t i = 0; i < items.size; i++) mem_free(items.data[i].value.value);
  vec_item_release(&items);
  if (edge->callee != CFA_NONE && depth > b->edge_depth) {
    // What begins the program before its entry function is not the user's, what it calls is.
    bool is_model = b->cfa->functions.data[edge->callee].is_model,
         is_start = b->cfa->functions.data[frame->function].is_start,
         inherited = frame->hidden && b->frames.size > 1 && !is_start;
    if ((!hidden || is_start) && !is_model) tell_call(b, edge, after, depth);
    enter_frame(b, edge, after, inherited || is_model);
  }
}

// Tells the last edge now that the state after it is there.
void trace_finish_edge(struct builder *b, struct state *after, uint32_t depth) {
  if (edge_none(b->edge)) return;
  tell_edge(b, after, depth);
  tell_returns(b, after, depth);
  b->edge = EDGE_NONE;
}
