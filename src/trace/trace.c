// Building a trace: the automaton is run on the inputs of the claim, and each
// edge is shown when the state after it is known.
//
// A first run without rows gives the length; of very long runs only the beginning and the end are shown.
#include "trace/trace_builder.h"
#include <inttypes.h>
#include <string.h>

#define TOLD_AT_EACH_END 100000u   // steps
#define ROWS_MAX 20000u

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
  struct trace_row gap = {.kind = TRACE_GAP,
                          .function = rows->data[from].function,
                          .depth = rows->data[from].depth,
                          .edge = EDGE_NONE};
  for (uint32_t i = from; i < to; i++) gap.skipped += rows->data[i].kind == TRACE_GAP ? rows->data[i].skipped : 1;
  rows_remove(rows, from, to);
  rows_insert(rows, from, gap);
  b->loops.size = 0;
}

struct trace_row *trace_row_add(struct builder *b, enum trace_kind kind, uint32_t depth, struct source_place place) {
  rows_limit(b);
  uint32_t function = b->frames.size ? b->frames.data[b->frames.size - 1].function : CFA_NONE;
  vec_trace_row_push(
      &b->trace->rows,
      (struct trace_row){.kind = kind, .depth = depth, .function = function, .place = place, .edge = b->edge});
  return &b->trace->rows.data[b->trace->rows.size - 1];
}

static bool row_has(const struct trace_row *row, const char *name) {
  for (uint32_t i = 0; i < row->values.size; i++)
    if (!name || !row->values.data[i].name || strcmp(row->values.data[i].name, name) == 0) return true;
  return false;
}

// The row of a line: the last one if the run is still on that line and `name` is not shown there yet.
struct trace_row *trace_row_on_line(struct builder *b, uint32_t depth, struct source_place place, const char *name) {
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
  return trace_row_add(b, TRACE_LINE, depth, place);
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
                                     .edge = EDGE_NONE,
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
    struct trace_row *gap = trace_row_add(b, TRACE_GAP, b->frames.size - 1, (struct source_place){0});
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
    const struct input_value *given = trace_input_value(b, &edge->inputs.data[i]);
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
    vec_frame_push(&b->frames, (struct frame){.function = b->cfa->main,
                                              .call = EDGE_NONE,
                                              .hidden = b->cfa->functions.data[b->cfa->main].is_model});
  }
  uint32_t depth = frames - b->base_depth;
  trace_finish_edge(b, step->state, depth);
  if (b->trace->taken.data[step->edge.id] != UINT32_MAX) b->trace->taken.data[step->edge.id]++;
  if (b->frames.size != depth + 1) return false; // calls are not as expected: tell no more
  bool was_silent = b->silent;
  set_silent(b, step->index);
  if (was_silent && !b->silent) trace_skip_memory(b, step->state);
  if (!b->silent && !b->frames.data[depth].hidden) follow_loops(b, cfa_edge(b->cfa, step->edge)->from, depth);
  trace_new_objects(b, step);
  trace_note_blocks(b, step);
  trace_note_uses(b, step);
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

// Of an access or a free; false: the operands are not known.
static bool access_text(struct builder *b, const struct cfa_location *error, struct state *last, struct text *out) {
  uint64_t operands[CFA_OPERANDS];
  for (uint32_t k = 0; k < CFA_OPERANDS; k++) {
    uint32_t var = b->cfa->operands[k];
    if (var == CFA_NONE || !term_value64(b->cfa->tm, state_value(last, var), &operands[k])) return false;
  }
  trace_print_access(b, error, operands, out);
  return true;
}

static int64_t operand_value(struct builder *b, struct state *last, uint32_t k, uint32_t bits, bool *known) {
  uint64_t value = 0;
  uint32_t var = b->cfa->operands[k];
  *known &= var != CFA_NONE && bits && bits <= 64 && term_value64(b->cfa->tm, state_value(last, var), &value);
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

// With the operands of the operation, where they are known.
static const char *error_text(struct builder *b, const struct cfa_location *error, struct state *last) {
  bool known = error->operation != 0, is_unary = error->operation == '~';
  if (!known || !error->operand_bits) return error->text;
  if (strchr("rwf", error->operation)) {
    struct text text = {0};
    const char *kept = access_text(b, error, last, &text) ? cfa_string(b->cfa, text_cstr(&text)) : error->text;
    text_release(&text);
    return kept;
  }
  int64_t left = operand_value(b, last, 0, error->operand_bits, &known);
  int64_t right = is_unary ? 0 : operand_value(b, last, 1, error->operand_bits, &known);
  if (!known) return error->text;
  struct text text = {0};
  if (is_unary) text_printf(&text, "%s: -(%" PRId64 ")", error->text, left);
  else
    text_printf(&text, right < 0 ? "%s: %" PRId64 " %c (%" PRId64 ")" : "%s: %" PRId64 " %c %" PRId64, error->text,
                left, error->operation, right);
  const char *kept = cfa_string(b->cfa, text_cstr(&text));
  text_release(&text);
  return kept;
}

// The call of a model that the error is in; none: it is in the user's code.
static const struct frame *model_frame(const struct builder *b, uint32_t *depth) {
  const struct frame *last = b->frames.size ? &b->frames.data[b->frames.size - 1] : NULL;
  *depth = b->frames.size ? b->frames.size - 1 : 0;
  if (!last || !b->cfa->functions.data[last->function].is_model) return NULL; // a function that a model calls back
  for (uint32_t k = 1; k < b->frames.size; k++)
    if (b->frames.data[k].hidden && !b->frames.data[k - 1].hidden && !edge_none(b->frames.data[k].call)) {
      *depth = k - 1;
      return &b->frames.data[k];
    }
  return NULL;
}

static void tell_end(struct builder *b, enum state_event event, struct state *last) {
  struct location location = state_location(last);
  uint32_t frames = state_depth(last);
  if (b->frames.size && frames >= b->base_depth) trace_finish_edge(b, last, frames - b->base_depth);
  if (event != STATE_ERROR) return;
  const struct cfa_location *error = cfa_location(b->cfa, location);
  uint32_t depth;
  const struct frame *model = model_frame(b, &depth);
  struct source_place place = model ? cfa_edge(b->cfa, model->call)->last : error->place;
  struct vec_trace_row *rows = &b->trace->rows;
  const struct trace_row *before = rows->size ? &rows->data[rows->size - 1] : NULL;
  if (before && before->kind == TRACE_LINE && !before->values.size && before->place.file == place.file &&
      before->place.line == place.line)
    rows_remove(rows, rows->size - 1, rows->size); // the line is shown by the error itself
  struct trace_row *row = trace_row_add(b, TRACE_ERROR, depth, place);
  row->text = error_text(b, error, last);
  if (model && strncmp(b->cfa->functions.data[model->function].shown, "__clew_", 7)) {
    struct text text = {0};
    text_printf(&text, "%s, in %s", row->text, b->cfa->functions.data[model->function].shown);
    row->text = cfa_string(b->cfa, text_cstr(&text));
    text_release(&text);
  }
  b->trace->complete = true;
}

// The entry function is at depth 0, also where something else calls it.
static void raise_rows(struct trace *trace) {
  uint32_t least = UINT32_MAX;
  for (uint32_t i = 0; i < trace->rows.size; i++)
    if (trace->rows.data[i].depth < least) least = trace->rows.data[i].depth;
  for (uint32_t i = 0; i < trace->rows.size; i++) trace->rows.data[i].depth -= least;
}

static void run_and_tell(struct builder *b) {
  const struct vec_input_value *values = &b->claim->inputs;
  struct state *last = NULL;
  enum state_event event = state_replay(b->program, values->size, values->data, b->most, NULL, NULL, &last);
  b->total = b->trace->steps = last ? state_steps(last) : 0;
  if (last) state_free(last);
  last = NULL;
  if (event != STATE_BUDGET && !limits_stopped(b->limits)) {
    event = state_replay(b->program, values->size, values->data, b->most, on_step, b, &last);
    if (last) tell_end(b, event, last);
    if (last) state_free(last);
  }
}

struct trace *trace_build(struct cfa *cfa, struct program *program, struct limits *limits, struct stats *stats,
                          const struct claim *claim) {
  return trace_build_short(cfa, program, limits, stats, claim, UINT64_MAX);
}

struct trace *trace_build_short(struct cfa *cfa, struct program *program, struct limits *limits, struct stats *stats,
                                const struct claim *claim, uint64_t most) {
  if (claim->verdict != VERDICT_FALSE) return NULL;
  struct program *own = program ? NULL : program_new(cfa, limits, stats);
  struct builder b = {.cfa = cfa,
                      .program = program ? program : own,
                      .claim = claim,
                      .limits = limits,
                      .most = most,
                      .edge = EDGE_NONE};
  b.trace = mem_zalloc(1, sizeof *b.trace);
  vec_u32_resize(&b.trace->taken, cfa->edges.size + 1);
  b.sources = source_files_new(cfa);
  memory_view_init(&b.view, cfa);
  trace_begin_arguments(&b);
  run_and_tell(&b);
  raise_rows(b.trace);
  trace_list_inputs(&b);
  trace_release_inputs(&b);
  trace_finish_reading(&b);
  trace_release_memory(&b);
  memory_view_release(&b.view);
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
  for (uint32_t i = 0; i < trace->inputs.size; i++) {
    mem_free(trace->inputs.data[i].value);
    mem_free(trace->inputs.data[i].object);
  }
  vec_trace_input_release(&trace->inputs);
  for (uint32_t i = 0; i < trace->uninitialised.size; i++) mem_free(trace->uninitialised.data[i].value);
  vec_trace_input_release(&trace->uninitialised);
  text_release(&trace->read);
  text_release(&trace->arguments);
  text_release(&trace->environment);
  for (uint32_t i = 0; i < trace->files.size; i++) {
    mem_free(trace->files.data[i].name);
    text_release(&trace->files.data[i].bytes);
  }
  vec_replay_file_release(&trace->files);
  vec_string_release(&trace->unprovided);
  vec_u32_release(&trace->taken);
  mem_free(trace);
}
