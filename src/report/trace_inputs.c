// The inputs of a counterexample: what functions return, and what is read from the standard input.
//
// What functions of the C library leave open is told by what the program gets from them, not by how the models of these
// functions come to it.
#include "proof/proof.h"
#include "report/trace_builder.h"
#include <inttypes.h>
#include <string.h>

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
  const char *at = text_cstr(&trace->arguments), *end = at + trace->arguments.size;
  for (uint32_t k = 0; k < a->count && at < end; k++) {
    struct text name = {0};
    text_printf(&name, "argv[%" PRIu32 "]", k);
    uint64_t address = a->text + k * a->stride, size = strlen(at) + 1;
    picture_add(&b->picture, (struct picture_object){.address = address,
                                                     .size = size,
                                                     .name = cfa_string(b->cfa, text_cstr(&name)),
                                                     .type = type_of_characters(b->cfa->layout),
                                                     .is_array = true});
    for (uint64_t i = 0; i < size; i++) picture_write(&b->picture, address + i, 1, (unsigned char)at[i]);
    at += size;
    text_release(&name);
  }
}

// --- values of functions ---------------------------------------------------------------------

static bool is_same(const struct claim *claim, uint32_t i, const struct trace_input *last) {
  const struct input_value *given = &claim->inputs.data[i];
  return given->input->kind == last->input->kind && given->input->place.line == last->input->place.line &&
         given->input->place.file == last->input->place.file && given->input->name && last->input->name &&
         strcmp(given->input->name, last->input->name) == 0;
}

// The inputs that edges of the user's functions have, and the variables that get them.
static void find_inputs(struct builder *b, struct map_u32 *own, struct map_u32 *variables) {
  for (uint32_t e = 0; e < b->cfa->edges.size; e++) {
    const struct cfa_edge *edge = &b->cfa->edges.data[e];
    if (!edge->inputs.size || b->cfa->functions.data[cfa_location(b->cfa, edge->from)->function].is_model) continue;
    for (uint32_t i = 0; i < edge->inputs.size; i++) map_u32_put(own, edge->inputs.data[i].term.id, 1);
    for (uint32_t u = 0; u < edge->updates.size; u++) {
      const struct cfa_var *v = &b->cfa->vars.data[edge->updates.data[u].var];
      if (v->kind != VAR_PROGRAM || !trace_is_named(b, v)) continue;
      struct term value = edge->updates.data[u].value;
      enum term_kind kind = term_kind(b->cfa->tm, value);
      if (kind == TERM_BV_ZEXT || kind == TERM_BV_SEXT || kind == TERM_BV_EXTRACT)
        value = term_child(b->cfa->tm, value, 0);
      if (term_kind(b->cfa->tm, value) == TERM_VAR) map_u32_put(variables, value.id, edge->updates.data[u].var);
    }
  }
}

static void list_input(struct builder *b, uint32_t i, const struct map_u32 *variables) {
  const struct input_value *given = &b->claim->inputs.data[i];
  bool is_any = term_none(given->value);
  if (!trace_is_told(b, given->input) || (given->input->kind == INPUT_UNINIT && is_any)) return;
  if (!is_any && !trace_can_show(b->cfa, given->value)) return;
  uint32_t var = map_u32_get_or(variables, given->input->term.id, CFA_NONE);
  struct text value = {0};
  if (!is_any) picture_print_term(&b->picture, 0, given->input->ctype, given->input->is_unsigned, given->value, &value);
  struct vec_trace_input *all = &b->trace->inputs;
  struct trace_input *last = all->size ? &all->data[all->size - 1] : NULL;
  if (last && is_same(b->claim, i, last) && strcmp(last->value ? last->value : "", text_cstr(&value)) == 0)
    last->times++;
  else
    vec_trace_input_push(all, (struct trace_input){.input = given->input,
                                                   .variable = var == CFA_NONE ? NULL : b->cfa->vars.data[var].name,
                                                   .value = is_any ? NULL : mem_strdup(text_cstr(&value)),
                                                   .times = 1});
  text_release(&value);
}

void trace_list_inputs(struct builder *b) {
  struct map_u32 own = {0}, variables = {0};
  find_inputs(b, &own, &variables);
  for (uint32_t i = 0; i < b->claim->inputs.size; i++) {
    const struct cfa_input *input = b->claim->inputs.data[i].input;
    if (input && map_u32_get_or(&own, input->term.id, 0)) list_input(b, i, &variables);
  }
  map_u32_release(&own);
  map_u32_release(&variables);
}

// --- the standard input ------------------------------------------------------------------------

enum reading { READ_CHARACTER, READ_LINE, READ_BLOCK, READ_DESCRIPTOR, READ_OTHER };
static const struct reader {
  const char *function;
  enum reading reading;
  int stream; // which parameter is the stream, from 1 on; 0: always the standard input
} readers[] = {
    {"getchar", READ_CHARACTER, 0},
    {"getchar_unlocked", READ_CHARACTER, 0},
    {"getc", READ_CHARACTER, 1},
    {"fgetc", READ_CHARACTER, 1},
    {"fgets", READ_LINE, 3},
    {"gets", READ_LINE, 0},
    {"fread", READ_BLOCK, 4},
    {"read", READ_DESCRIPTOR, 0},
    {"scanf", READ_OTHER, 0},
    {"__isoc99_scanf", READ_OTHER, 0},
    {"vscanf", READ_OTHER, 0},
    {"fscanf", READ_OTHER, 1},
    {"__isoc99_fscanf", READ_OTHER, 1},
    {"getline", READ_OTHER, 3},
    {"getdelim", READ_OTHER, 4},
};

static bool is_standard_input(const struct builder *b, uint64_t stream) {
  const struct layout *layout = b->cfa->layout;
  for (uint32_t i = 0; i < layout->objects.size; i++)
    if (strcmp(layout->objects.data[i].name, "__clew_standard") == 0) return layout->objects.data[i].address == stream;
  return false;
}

// Bytes from memory: so many, or up to the end of the text.
static void add_read(struct builder *b, uint64_t address, uint64_t n, bool is_text) {
  for (uint64_t i = 0; i < n; i++) {
    int byte = picture_byte(&b->picture, address + i);
    if (is_text && byte == 0) return;
    if (byte < 0) b->trace->reads_more = true;
    if (byte < 0) return;
    text_addc(&b->trace->read, (char)byte);
  }
}

static void follow_reader(struct builder *b, const struct reader *reader, const struct frame *frame, uint64_t result) {
  const uint64_t *arguments = frame->arguments;
  struct trace *trace = b->trace;
  trace->reads = true;
  if (trace->reads_more) return; // what comes now is not next to what is known
  switch (reader->reading) {
  case READ_CHARACTER:
    if ((int32_t)result >= 0) text_addc(&trace->read, (char)result);
    break;
  case READ_LINE:
    if (result && !b->silent) add_read(b, result, UINT64_C(1) << 20, true);
    else if (result) trace->reads_more = true;
    break;
  case READ_BLOCK: add_read(b, arguments[0], arguments[1] * result, false); break;
  case READ_DESCRIPTOR:
    if ((int64_t)result > 0) add_read(b, arguments[1], result, false);
    break;
  case READ_OTHER: trace->reads_more = true; break;
  }
}

void trace_follow_reading(struct builder *b, const struct frame *frame, struct term result) {
  if (!b->cfa->layout || !frame->hidden) return;
  const struct cfa_function *function = &b->cfa->functions.data[frame->function];
  for (size_t i = 0; function->is_model && i < sizeof readers / sizeof *readers; i++) {
    const struct reader *reader = &readers[i];
    if (strcmp(function->name, reader->function) != 0) continue;
    if (reader->stream && !is_standard_input(b, frame->arguments[reader->stream - 1])) return;
    if (reader->reading == READ_DESCRIPTOR && frame->arguments[0] != 0) return;
    uint64_t bits = 0;
    if (term_none(result) || !term_value64(b->cfa->tm, result, &bits)) b->trace->reads_more = true;
    follow_reader(b, reader, frame, bits);
    return;
  }
}
