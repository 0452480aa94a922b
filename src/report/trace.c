// Building a trace: the automaton is run on the inputs of the claim, and each
// edge is told when the state after it is known.
//
// A first run without any telling gives the length; of very long runs only the beginning and the end are told.
#include "report/trace.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#define TOLD_AT_EACH_END 100000u   // steps
#define ROWS_MAX 20000u
#define LINES_SEARCHED 200u        // of an edge, for the line of an assignment
#define LINES_BELOW 30u            // the start of an edge back to the head of a loop
#define INITIAL_GLOBALS 16u        // shown at most

struct frame {
  uint32_t function;
  struct edge call; // that called it; EDGE_NONE for main
  bool hidden;          // it, or a caller of it, belongs to a model
};
VEC_TYPE(vec_frame, struct frame)

// A loop that the run is in. Rows of the iterations 1 and 2 stay; from then on only the
// last two iterations are kept, what was between them is one row.
struct loop_run {
  struct location head;
  uint32_t depth;
  uint64_t iterations;
  uint32_t current, previous;   // where the rows of this iteration and of the one before start
  uint32_t gap;                 // row, or UINT32_MAX
};
VEC_TYPE(vec_loop_run, struct loop_run)

// Something to be told on a line of the edge at hand.
struct item {
  uint32_t file, line;
  struct trace_value value;
};
VEC_TYPE(vec_item, struct item)

struct builder {
  struct cfa *cfa;
  struct program *program;
  const struct claim *claim;
  struct limits *limits;
  struct trace *trace;
  struct source_files *sources;
  struct vec_frame frames;
  struct vec_loop_run loops;
  struct map_u32 lines;         // (edge, update) → line
  uint64_t total;
  uint32_t base_depth;
  uint32_t next_input;
  bool silent;                  // in the middle of a long run
  // The edge taken last, not told yet.
  struct edge edge; // EDGE_NONE: none
  uint32_t edge_depth;
  uint64_t edge_index;
  struct vec_term before;       // values of the variables it updates; none: was not read
  struct vec_term after;        // for an edge that leaves its frame: the new values
};

// --- values ------------------------------------------------------------------------------

static char *value_text(const struct cfa *cfa, struct term value, const char *ctype, bool is_unsigned) {
  struct text text = {0};
  uint64_t bits;
  size_t length = ctype ? strlen(ctype) : 0;
  bool is_bv = sort_kind(cfa->tm, term_sort(cfa->tm, value)) == SORT_BV;
  if (is_bv && length && ctype[length - 1] == '*' && term_value64(cfa->tm, value, &bits))
    text_printf(&text, bits ? "0x%" PRIx64 : "NULL", bits);
  else term_print_value(cfa->tm, value, is_unsigned, &text);
  if (is_bv && length >= 4 && strcmp(ctype + length - 4, "char") == 0 && term_value64(cfa->tm, value, &bits) &&
      bits >= ' ' && bits < 127)
    text_printf(&text, bits == '\'' || bits == '\\' ? " '\\%c'" : " '%c'", (int)bits);
  char *result = mem_strdup(text_cstr(&text));
  text_release(&text);
  return result;
}

static bool can_show(const struct cfa *cfa, struct term value) {
  return !term_none(value) && term_is_const(cfa->tm, value) &&
         sort_kind(cfa->tm, term_sort(cfa->tm, value)) != SORT_ARRAY;
}

static struct trace_value variable_value(const struct cfa *cfa, uint32_t var, struct term value) {
  const struct cfa_var *v = &cfa->vars.data[var];
  return (struct trace_value){.name = v->name,
                              .ctype = v->ctype,
                              .value = value_text(cfa, value, v->ctype, v->is_unsigned)};
}

// --- rows ----------------------------------------------------------------------------------

static void row_release(struct trace_row *row) {
  for (uint32_t i = 0; i < row->values.size; i++) mem_free(row->values.data[i].value);
  vec_trace_value_release(&row->values);
}

static void rows_remove(struct vec_trace_row *rows, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) row_release(&rows->data[i]);
  memmove(rows->data + from, rows->data + to, (rows->size - to) * sizeof *rows->data);
  rows->size -= to - from;
}

static void rows_insert(struct vec_trace_row *rows, uint32_t at, struct trace_row row) {
  vec_trace_row_push(rows, row);
  memmove(rows->data + at + 1, rows->data + at, (rows->size - 1 - at) * sizeof *rows->data);
  rows->data[at] = row;
}

// A trace that grows without loops (recursion) loses its middle.
static void rows_limit(struct builder *b) {
  struct vec_trace_row *rows = &b->trace->rows;
  if (rows->size <= ROWS_MAX) return;
  uint32_t from = ROWS_MAX / 4, to = ROWS_MAX / 2;
  struct trace_row gap = {.kind = TRACE_GAP, .function = rows->data[from].function, .depth = rows->data[from].depth};
  for (uint32_t i = from; i < to; i++) gap.skipped += rows->data[i].kind == TRACE_GAP ? rows->data[i].skipped : 1;
  rows_remove(rows, from, to);
  rows_insert(rows, from, gap);
  b->loops.size = 0;
}

static struct trace_row *row_add(struct builder *b, enum trace_kind kind, uint32_t depth, struct source_place place) {
  rows_limit(b);
  uint32_t function = b->frames.size ? b->frames.data[b->frames.size - 1].function : CFA_NONE;
  vec_trace_row_push(&b->trace->rows,
                     (struct trace_row){.kind = kind, .depth = depth, .function = function, .place = place});
  return &b->trace->rows.data[b->trace->rows.size - 1];
}

static bool row_has(const struct trace_row *row, const char *name) {
  for (uint32_t i = 0; i < row->values.size; i++)
    if (!name || !row->values.data[i].name || strcmp(row->values.data[i].name, name) == 0) return true;
  return false;
}

// The row of a line: the last one if the run is still on that line and `name` is not told there yet.
static struct trace_row *row_on_line(struct builder *b, uint32_t depth, struct source_place place, const char *name) {
  struct vec_trace_row *rows = &b->trace->rows;
  // Values belong to the iteration at hand; the line alone may be the one on which the last iteration ended.
  uint32_t barrier = name && b->loops.size ? b->loops.data[b->loops.size - 1].current : 0;
  if (rows->size > barrier) {
    struct trace_row *last = &rows->data[rows->size - 1];
    if (last->kind == TRACE_LINE && last->depth == depth && last->place.file == place.file &&
        last->place.line == place.line && last->function == b->frames.data[b->frames.size - 1].function &&
        !(name && row_has(last, name)))
      return last;
  }
  return row_add(b, TRACE_LINE, depth, place);
}

// --- on which line a variable is assigned -----------------------------------------------------

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Does the line assign to the variable: an identifier of that name, maybe with fields and indices, then an assignment?
static bool line_assigns(const char *line, const char *name, size_t length) {
  for (const char *at = line; (at = strstr(at, name)) && length; at++) {
    if (strncmp(at, name, length) != 0 || is_word(at[length]) || (at > line && is_word(at[-1]))) continue;
    if (at >= line + 2 && (strncmp(at - 2, "++", 2) == 0 || strncmp(at - 2, "--", 2) == 0)) return true;
    const char *p = at + length;
    for (;;) {
      while (*p == ' ') p++;
      if (*p == '[') {
        while (*p && *p != ']') p++;
        if (*p) p++;
      } else if (*p == '.' || (p[0] == '-' && p[1] == '>')) {
        p += *p == '.' ? 1 : 2;
        while (is_word(*p) || *p == ' ') p++;
      } else break;
    }
    if (*p == '=' && p[1] != '=') return true;
    if (strncmp(p, "++", 2) == 0 || strncmp(p, "--", 2) == 0) return true;
    if (*p && strchr("+-*/%&|^", *p) && p[1] == '=') return true;
    if ((strncmp(p, "<<=", 3) == 0) || (strncmp(p, ">>=", 3) == 0)) return true;
  }
  return false;
}

static uint32_t search_lines(struct builder *b, uint32_t file, uint32_t from, uint32_t to, const char *name) {
  if (from > LINES_SEARCHED && to < from - LINES_SEARCHED) to = from - LINES_SEARCHED;
  for (uint32_t line = from; line && line >= to; line--) {
    const char *text = source_line(b->sources, file, line);
    if (text && line_assigns(text, name, strlen(name))) return line;
  }
  return 0;
}

// The last line of the edge that assigns to the variable. An edge back to the head of a loop ends above where it
// starts: how far down it went in between is not known.
static uint32_t search_line(struct builder *b, const struct cfa_edge *edge, const struct cfa_var *var) {
  uint32_t file = edge->first.file, first = edge->first.line, last = edge->last.line;
  bool is_back = edge->last.file == file && last && last < first;
  if (edge->last.file != file || !last) last = first;
  size_t length = 0;
  while (var->name && is_word(var->name[length])) length++;
  char *name = mem_strndup(var->name ? var->name : "", length);
  uint32_t found = is_back ? 0 : search_lines(b, file, last, first, name);
  for (uint32_t line = first; is_back && !found && line < first + LINES_BELOW; line++)
    found = search_lines(b, file, line, line, name);
  if (is_back && !found) found = search_lines(b, file, first, last, name);
  mem_free(name);
  if (found) return found;
  if (var->place.file == file && var->place.line >= first && var->place.line <= last) return var->place.line;
  return is_back ? first : last;
}

static uint32_t line_of_update(struct builder *b, struct edge edge, uint32_t update) {
  uint64_t key = (uint64_t)edge.id << 32 | update;
  uint32_t *known = map_u32_find(&b->lines, key);
  if (known) return *known;
  const struct cfa_edge *e = cfa_edge(b->cfa, edge);
  uint32_t line = search_line(b, e, &b->cfa->vars.data[e->updates.data[update].var]);
  map_u32_put(&b->lines, key, line);
  return line;
}

// --- inputs ------------------------------------------------------------------------------------

// The value that this input of the edge got in the claim, or NULL. Inputs that belong to no edge
// (memory read before it was written) lie in between.
static const struct input_value *input_value(struct builder *b, const struct cfa_input *input) {
  const struct vec_input_value *inputs = &b->claim->inputs;
  for (uint32_t i = b->next_input; i < inputs->size && i < b->next_input + 256; i++) {
    if (!inputs->data[i].input || inputs->data[i].input->term.id != input->term.id) continue;
    b->next_input = i + 1;
    return &inputs->data[i];
  }
  return NULL;
}

// The update whose value is made from this input alone, or UINT32_MAX.
static uint32_t update_of_input(struct builder *b, const struct cfa_edge *edge, const struct cfa_input *input) {
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    if (b->cfa->vars.data[edge->updates.data[u].var].kind != VAR_PROGRAM) continue;
    uint32_t count;
    const uint32_t *vars = term_free_vars(b->cfa->tm, edge->updates.data[u].value, &count);
    if (count == 1 && vars[0] == input->term.id) return u;
  }
  return UINT32_MAX;
}

static const char *input_name(const struct cfa_input *input) {
  return input->kind == INPUT_UNINIT ? "uninitialised" : input->name;
}

// --- telling an edge ------------------------------------------------------------------------------

// The variables that the edge changed, for as far as they can be read in the state after it.
static void collect_updates(struct builder *b, struct state *after, bool same_frame, struct vec_item *items) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  uint32_t initial = 0;
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    uint32_t var = edge->updates.data[u].var;
    const struct cfa_var *v = &b->cfa->vars.data[var];
    if (v->kind != VAR_PROGRAM) continue;
    struct term value, before = u < b->before.size ? b->before.data[u] : TERM_NONE;
    if (same_frame || v->function == CFA_NONE) value = state_value(after, var);
    else value = u < b->after.size ? b->after.data[u] : TERM_NONE;
    if (!can_show(b->cfa, value)) continue;
    bool placed = edge->first.line != 0;
    uint32_t line = placed ? line_of_update(b, b->edge, u) : v->place.line,
             file = placed ? edge->first.file : v->place.file;
    bool is_declared_here = line && v->place.line == line && v->place.file == file;
    if (term_same(value, before) && !is_declared_here) continue;
    // The first edge sets every global.
    if (b->edge_index == 0 && v->function == CFA_NONE && ++initial > INITIAL_GLOBALS) continue;
    vec_item_push(items, (struct item){file, line, variable_value(b->cfa, var, value)});
  }
}

static void collect_inputs(struct builder *b, struct vec_item *items) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  for (uint32_t i = 0; i < edge->inputs.size; i++) {
    const struct cfa_input *input = &edge->inputs.data[i];
    const struct input_value *given = input_value(b, input);
    if (!given || !can_show(b->cfa, given->value)) continue;
    uint32_t update = update_of_input(b, edge, input);
    const char *name = update == UINT32_MAX ? NULL : b->cfa->vars.data[edge->updates.data[update].var].name;
    bool told = false;
    for (uint32_t k = 0; k < items->size && name && !told; k++) {
      if (!items->data[k].value.name || strcmp(items->data[k].value.name, name) != 0) continue;
      items->data[k].value.input = input_name(input);
      if (input->place.line && input->place.file == edge->first.file) items->data[k].line = input->place.line;
      told = true;
    }
    if (told || (input->kind == INPUT_UNINIT && !input->name)) continue;
    struct trace_value value = {.name = input->kind == INPUT_UNINIT ? input->name : name,
                                .ctype = input->ctype,
                                .input = input_name(input)};
    value.value = value_text(b->cfa, given->value, input->ctype, input->is_unsigned);
    struct source_place place = input->place.line ? input->place : edge->first;
    vec_item_push(items, (struct item){place.file, place.line, value});
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

// Lines above the start of the edge come last: it goes back to the head of a loop.
static uint64_t item_order(const struct item *item, struct source_place first) {
  return item->line + (item->line < first.line ? UINT64_C(1) << 32 : 0);
}

// The items as rows, in the order of their lines, between the first line of the edge and its last.
static void tell_items(struct builder *b, const struct cfa_edge *edge, uint32_t depth, struct vec_item *items) {
  struct source_place first = edge->first, last = edge->last;
  if (is_telling(b, first)) row_on_line(b, depth, first, NULL);
  for (uint32_t done = 0; done < items->size; done++) {
    uint32_t next = done;
    for (uint32_t i = done + 1; i < items->size; i++)
      if (item_order(&items->data[i], first) < item_order(&items->data[next], first)) next = i;
    struct item item = items->data[next];
    memmove(items->data + done + 1, items->data + done, (next - done) * sizeof *items->data);
    items->data[done] = item;
    struct source_place at = {item.file, item.line, item.line == first.line ? first.column : 0};
    struct trace_row *row = row_on_line(b, depth, at, item.value.name);
    vec_trace_value_push(&row->values, item.value);
  }
  if (last.file == first.file && last.line > first.line && is_telling(b, last)) row_on_line(b, depth, last, NULL);
}

static void tell_call(struct builder *b, const struct cfa_edge *edge, struct state *after, uint32_t depth) {
  const struct cfa_function *callee = &b->cfa->functions.data[edge->callee];
  struct trace_row *row = row_add(b, TRACE_CALL, depth, callee->place);
  row->function = edge->callee;
  for (uint32_t i = 0; i < callee->params.size; i++) {
    struct term value = state_value(after, callee->params.data[i]);
    if (can_show(b->cfa, value))
      vec_trace_value_push(&row->values, variable_value(b->cfa, callee->params.data[i], value));
  }
}

// Frames that have returned. The result can be read only in the frame that is innermost now.
static void tell_returns(struct builder *b, struct state *after, uint32_t depth) {
  while (b->frames.size > depth + 1) {
    struct frame frame = vec_frame_pop(&b->frames);
    if (edge_none(frame.call) || b->silent || b->frames.data[b->frames.size - 1].hidden) continue;
    const struct cfa_edge *call = cfa_edge(b->cfa, frame.call);
    bool innermost = b->frames.size == depth + 1;
    struct term value = innermost && call->result != CFA_NONE ? state_value(after, call->result) : TERM_NONE;
    if (!can_show(b->cfa, value)) {
      if (!frame.hidden) row_add(b, TRACE_RETURN, b->frames.size - 1, call->first)->function = frame.function;
      continue;
    }
    struct trace_value shown = variable_value(b->cfa, call->result, value);
    if (b->cfa->vars.data[call->result].kind != VAR_PROGRAM) shown.name = NULL;
    struct trace_row *row;
    if (frame.hidden && !shown.name) {
      mem_free(shown.value);
      continue;
    }
    if (frame.hidden) row = row_on_line(b, b->frames.size - 1, call->first, shown.name);
    else {
      row = row_add(b, TRACE_RETURN, b->frames.size - 1, call->first);
      row->function = frame.function;
    }
    vec_trace_value_push(&row->values, shown);
  }
}

static void tell_edge(struct builder *b, struct state *after, uint32_t depth) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  const struct frame *frame = &b->frames.data[b->frames.size - 1];
  bool hidden = frame->hidden || b->silent;
  struct vec_item items = {0};
  if (!hidden) collect_updates(b, after, depth == b->edge_depth && edge->callee == CFA_NONE, &items);
  if (!b->silent) collect_inputs(b, &items);
  if (!hidden) tell_items(b, edge, b->edge_depth, &items);
  else
    for (uint32_t i = 0; i < items.size; i++) mem_free(items.data[i].value.value);
  vec_item_release(&items);
  if (edge->callee != CFA_NONE && depth > b->edge_depth) {
    // What begins the program before its entry function is not the user's, what it calls is.
    bool is_model = b->cfa->functions.data[edge->callee].is_model, inherited = frame->hidden && b->frames.size > 1;
    if (!hidden && !is_model) tell_call(b, edge, after, depth);
    vec_frame_push(&b->frames, (struct frame){edge->callee, b->edge, inherited || is_model});
  }
}

// Tells the last edge now that the state after it is there.
static void finish_edge(struct builder *b, struct state *after, uint32_t depth) {
  if (edge_none(b->edge)) return;
  tell_edge(b, after, depth);
  tell_returns(b, after, depth);
  b->edge = EDGE_NONE;
}

// --- loops -----------------------------------------------------------------------------------------

static void next_iteration(struct builder *b, struct loop_run *loop) {
  struct vec_trace_row *rows = &b->trace->rows;
  loop->iterations++;
  if (loop->iterations >= 5 && loop->current > loop->previous) {
    rows_remove(rows, loop->previous, loop->current);
    if (loop->gap == UINT32_MAX) {
      const struct cfa_location *head = cfa_location(b->cfa, loop->head);
      loop->gap = loop->previous;
      rows_insert(rows, loop->gap,
                  (struct trace_row){.kind = TRACE_GAP,
                                     .is_loop = true,
                                     .depth = loop->depth,
                                     .function = head->function,
                                     .place = head->place});
      loop->previous++;
    }
    rows->data[loop->gap].skipped++;
  } else loop->previous = loop->current;
  loop->current = rows->size;
}

static void follow_loops(struct builder *b, struct location location, uint32_t depth) {
  while (b->loops.size) {
    const struct loop_run *top = &b->loops.data[b->loops.size - 1];
    if (top->depth < depth || (top->depth == depth && cfa_in_loop(b->cfa, location, top->head))) break;
    b->loops.size--;
  }
  if (!cfa_location(b->cfa, location)->loop_head) return;
  struct loop_run *top = b->loops.size ? &b->loops.data[b->loops.size - 1] : NULL;
  if (top && location_same(top->head, location) && top->depth == depth) {
    next_iteration(b, top);
    return;
  }
  uint32_t here = b->trace->rows.size;
  vec_loop_run_push(&b->loops, (struct loop_run){.head = location,
                                                 .depth = depth,
                                                 .iterations = 1,
                                                 .current = here,
                                                 .previous = here,
                                                 .gap = UINT32_MAX});
}

// --- the run ---------------------------------------------------------------------------------------

static void set_silent(struct builder *b, uint64_t index) {
  bool silent = index >= TOLD_AT_EACH_END && index + TOLD_AT_EACH_END < b->total;
  if (silent && !b->silent) {
    struct trace_row *gap = row_add(b, TRACE_GAP, b->frames.size - 1, (struct source_place){0});
    gap->skipped = b->total - 2 * TOLD_AT_EACH_END;
    b->loops.size = 0;
  }
  b->silent = silent;
}

static void read_before(struct builder *b, struct state *state) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    uint32_t var = edge->updates.data[u].var;
    // Before the first edge there are no values.
    bool read = b->edge_index > 0 && b->cfa->vars.data[var].kind == VAR_PROGRAM;
    vec_term_push(&b->before, read ? state_value(state, var) : TERM_NONE);
  }
}

// The frame of an edge into the exit is gone afterwards: what its variables get is computed beforehand, from their
// values and the inputs of the claim (found without moving on in the list).
static void compute_after(struct builder *b, struct state *state) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  uint32_t next_input = b->next_input;
  struct substitution *sub = substitution_new(b->cfa->tm);
  for (uint32_t i = 0; i < edge->inputs.size; i++) {
    const struct input_value *given = input_value(b, &edge->inputs.data[i]);
    if (given && !term_none(given->value)) substitution_set(sub, edge->inputs.data[i].term, given->value);
  }
  b->next_input = next_input;
  struct map_u32 known = {0};
  for (uint32_t u = 0; u < edge->updates.size; u++) {
    uint32_t count, var;
    const uint32_t *vars = term_free_vars(b->cfa->tm, edge->updates.data[u].value, &count);
    for (uint32_t i = 0; i < count; i++) {
      struct term t = {vars[i]};
      if (map_u32_find(&known, t.id) || (var = cfa_var_of(b->cfa, t)) == CFA_NONE ||
          b->cfa->vars.data[var].kind == VAR_REGION)
        continue;
      map_u32_put(&known, t.id, 1);
      substitution_set(sub, t, state_value(state, var));
    }
  }
  map_u32_release(&known);
  for (uint32_t u = 0; u < edge->updates.size; u++)
    if (b->cfa->vars.data[edge->updates.data[u].var].kind == VAR_PROGRAM)
      b->after.data[u] = substitution_apply(sub, edge->updates.data[u].value);
  substitution_free(sub);
}

static bool on_step(void *context, const struct run_step *step) {
  struct builder *b = context;
  uint32_t frames = state_depth(step->state);
  if (!b->frames.size) {
    b->base_depth = frames;
    vec_frame_push(&b->frames, (struct frame){b->cfa->main, EDGE_NONE, b->cfa->functions.data[b->cfa->main].is_model});
  }
  uint32_t depth = frames - b->base_depth;
  finish_edge(b, step->state, depth);
  if (b->frames.size != depth + 1) return false; // calls are not as expected: tell no more
  set_silent(b, step->index);
  if (!b->silent) follow_loops(b, cfa_edge(b->cfa, step->edge)->from, depth);
  b->edge = step->edge;
  b->edge_depth = depth;
  b->edge_index = step->index;
  vec_term_clear(&b->before);
  vec_term_clear(&b->after);
  if (!b->silent && !b->frames.data[b->frames.size - 1].hidden) {
    const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
    read_before(b, step->state);
    if (cfa_location(b->cfa, edge->to)->kind == LOC_EXIT) {
      vec_term_resize(&b->after, edge->updates.size);
      compute_after(b, step->state);
    }
  }
  return !limits_stopped(b->limits);
}

static void tell_end(struct builder *b, enum state_event event, struct state *last) {
  struct location location = state_location(last);
  uint32_t frames = state_depth(last);
  if (b->frames.size && frames >= b->base_depth) finish_edge(b, last, frames - b->base_depth);
  if (event != STATE_ERROR) return;
  const struct cfa_location *error = cfa_location(b->cfa, location);
  struct vec_trace_row *rows = &b->trace->rows;
  const struct trace_row *before = rows->size ? &rows->data[rows->size - 1] : NULL;
  if (before && before->kind == TRACE_LINE && !before->values.size && before->place.file == error->place.file &&
      before->place.line == error->place.line)
    rows_remove(rows, rows->size - 1, rows->size); // the line is told by the error itself
  struct trace_row *row = row_add(b, TRACE_ERROR, b->frames.size ? b->frames.size - 1 : 0, error->place);
  row->text = error->text;
  b->trace->complete = true;
}

static void run_and_tell(struct builder *b) {
  const struct vec_input_value *values = &b->claim->inputs;
  struct state *last = NULL;
  enum state_event event = state_replay(b->program, values->size, values->data, UINT64_MAX, NULL, NULL, &last);
  b->total = b->trace->steps = last ? state_steps(last) : 0;
  if (last) state_free(last);
  last = NULL;
  if (event != STATE_BUDGET && !limits_stopped(b->limits)) {
    event = state_replay(b->program, values->size, values->data, UINT64_MAX, on_step, b, &last);
    if (last) tell_end(b, event, last);
    if (last) state_free(last);
  }
}

struct trace *trace_build(struct cfa *cfa, struct program *program, struct limits *limits, struct stats *stats,
                          const struct claim *claim) {
  if (claim->verdict != VERDICT_FALSE) return NULL;
  struct program *own = program ? NULL : program_new(cfa, limits, stats);
  struct builder b = {.cfa = cfa,
                      .program = program ? program : own,
                      .claim = claim,
                      .limits = limits,
                      .edge = EDGE_NONE};
  b.trace = mem_zalloc(1, sizeof *b.trace);
  b.sources = source_files_new(cfa);
  run_and_tell(&b);
  source_files_free(b.sources);
  vec_frame_release(&b.frames);
  vec_loop_run_release(&b.loops);
  map_u32_release(&b.lines);
  vec_term_release(&b.before);
  vec_term_release(&b.after);
  if (own) program_free(own);
  return b.trace;
}

void trace_free(struct trace *trace) {
  if (!trace) return;
  for (uint32_t i = 0; i < trace->rows.size; i++) row_release(&trace->rows.data[i]);
  vec_trace_row_release(&trace->rows);
  mem_free(trace);
}
