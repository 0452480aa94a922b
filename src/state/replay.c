// Concrete runs: execution with given inputs, one edge at a time.
#include "state/code/code.h"
#include "state/program.h"

// Everything is concrete in a replay unless the rewriting of constants left something open; then the side that holds is
// taken.
static bool choose_open(struct code *code, struct state *s, uint32_t *edge) {
  for (uint32_t i = 0; i < code->open.size; i++) {
    if (edge_none(code->open.data[i].edge) || !model_holds(s->model, code->open.data[i].condition)) continue;
    *edge = code->open_index.data[i];
    return true;
  }
  return false;
}

bool run_step_object(const struct run_step *step, uint32_t k, uint64_t *address, uint64_t *size) {
  struct code *code = code_of(step->state->program, step->state->location);
  for (uint32_t i = 0; i < code->n_edges; i++) {
    if (!edge_same(code->edges[i].edge, step->edge) || k >= code->edges[i].allocs.size) continue;
    const struct alloc_code *a = &code->allocs.data[code->edges[i].allocs.data[k]];
    struct value at = code->registers.data[a->reg], bytes = code->registers.data[a->size];
    *address = at.bits;
    *size = bytes.bits;
    return !at.term && !bytes.term;
  }
  return false;
}

bool state_cell(struct state *s, uint32_t var, uint64_t index, uint64_t *value) {
  const struct cfa_var *v = &s->program->cfa->vars.data[var];
  struct memory *memory = state_slot(s, v->function == CFA_NONE, v->slot)->memory;
  if (!memory) return false; // before the first edge
  struct value cell = memory_read(s->program->tm, memory, index, NULL);
  *value = cell.bits;
  return !cell.term || term_value64(s->program->tm, (struct term){cell.term}, value);
}

bool state_cell_is_untouched(struct state *start, struct state *s, uint32_t var, uint64_t index) {
  const struct cfa_var *v = &s->program->cfa->vars.data[var];
  if (v->function != CFA_NONE) return false;
  const struct memory *old = state_slot(start, true, v->slot)->memory, *new = state_slot(s, true, v->slot)->memory;
  return old && new && memory_is_untouched(old, new, index);
}

struct changed_cells {
  struct terms *tm;
  uint32_t var, left;
  state_cell_each *each;
  void *context;
};

static bool tell_cell(void *context, uint64_t index, struct value value) {
  struct changed_cells *c = context;
  uint64_t bits = value.bits;
  if (value.term && !term_value64(c->tm, (struct term){value.term}, &bits)) return true;
  if (!c->left) return false;
  c->left--;
  c->each(c->context, c->var, index, bits);
  return true;
}

bool state_changed_cells(struct state *before, struct state *after, uint32_t most, state_cell_each *each,
                         void *context) {
  const struct cfa *cfa = after->program->cfa;
  struct changed_cells c = {.tm = after->program->tm, .left = most, .each = each, .context = context};
  for (uint32_t i = 0; i < cfa->globals.size; i++) {
    c.var = cfa->globals.data[i];
    const struct cfa_var *v = &cfa->vars.data[c.var];
    if (v->kind != VAR_REGION || sort_width(c.tm, sort_element(c.tm, v->sort)) > 64) continue;
    struct memory *old = before ? state_slot(before, true, v->slot)->memory : NULL,
                  *new = state_slot(after, true, v->slot)->memory;
    if (new && old != new && !memory_changes(c.tm, old, new, tell_cell, &c)) return false;
  }
  return true;
}

static enum state_event run_given(struct program *program, struct state *s, uint64_t max_steps,
                                  bool (*step)(void *context, const struct run_step *step), void *context,
                                  struct state **last) {
  enum state_event event = STATE_BUDGET;
  while (state_arrive(program, s, &event)) {
    event = STATE_BUDGET;
    if (s->steps >= max_steps || (s->steps % 4096 == 4095 && limits_stopped(program->limits))) break;
    struct code *code = code_of(program, s->location);
    uint32_t edge;
    enum decision decision = state_decide(program, s, code, &edge);
    if (decision == DECIDED_BRANCH) decision = choose_open(code, s, &edge) ? DECIDED : DECIDED_NONE;
    if (decision == DECIDED_NO_MEMORY) s->why = REASON_ALLOCATION;
    event = decision == DECIDED_NONE ? STATE_END : STATE_UNSUPPORTED;
    if (decision != DECIDED) break;
    struct run_step at = {.edge = code->edges[edge].edge, .state = s, .depth = s->frame->depth, .index = s->steps};
    event = STATE_BUDGET;
    if (step && !step(context, &at)) break;
    state_step(program, s, code, edge);
  }
  if (last) {
    s->replay = NULL;
    s->giver = NULL;
    s->n_replay = s->next_left = s->end_left = 0;
    *last = s;
  } else {
    state_free(s);
  }
  return event;
}

enum state_event state_replay(struct program *program, uint32_t n, const struct input_value *values, uint64_t max_steps,
                              bool (*step)(void *context, const struct run_step *step), void *context,
                              struct state **last) {
  struct state *s = state_initial(program);
  s->is_replay = true;
  s->replay = values;
  s->n_replay = s->end_left = n;
  while (s->n_replay && values[s->n_replay - 1].left.depth) s->n_replay--;
  s->next_left = s->n_replay;
  return run_given(program, s, max_steps, step, context, last);
}

enum state_event state_replay_given(struct program *program, const struct input_giver *giver, uint64_t max_steps,
                                    bool (*step)(void *context, const struct run_step *step), void *context,
                                    struct state **last) {
  struct state *s = state_initial(program);
  s->is_replay = true;
  s->giver = giver;
  return run_given(program, s, max_steps, step, context, last);
}

void state_open_inputs(struct state *s) {
  s->is_replay = false;
  s->evaluation = 0; // it was with values of the run
}
