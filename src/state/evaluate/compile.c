// Steps to code.
//
// The guards of a location's edges are one unit: each term becomes one instruction, in the part of the first guard that
// needs it, and the guards are run in order. A body is a unit of its own, compiled when the step is first taken: what a
// guard that holds has taught is known in the body.
#include "state/evaluate/evaluator.h"
#include <assert.h>

struct visit {
  struct term term;
  uint32_t next;
};
VEC_TYPE(vec_visit, struct visit)

void unit_release(struct unit *unit) {
  vec_instruction_release(&unit->instructions);
  vec_u32_release(&unit->pool);
  vec_register_release(&unit->registers);
  map_u32_release(&unit->register_of);
}

void step_code_release(struct step_code *code) {
  unit_release(&code->body);
  vec_step_target_release(&code->targets);
  vec_number_range_release(&code->left);
  for (uint32_t i = 0; i < code->equations.size; i++) vec_term_release(&code->equations.data[i].around);
  vec_equation_release(&code->equations);
  vec_term_release(&code->pinned);
  vec_term_release(&code->pinned_to);
  vec_u32_release(&code->reads);
}

static uint32_t new_register(struct unit *unit, struct term t, struct value v) {
  vec_register_push(&unit->registers, v);
  map_u32_put(&unit->register_of, t.id, unit->registers.size - 1);
  return unit->registers.size - 1;
}

static void define(struct unit *unit, struct term t, struct instruction in) {
  in.dst = new_register(unit, t, (struct value){0});
  in.term = t.id;
  vec_instruction_push(&unit->instructions, in);
}

static bool is_array(const struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY; }

// What is the same in every evaluation.
static void emit_constant(struct evaluator *e, struct unit *unit, struct term t) {
  new_register(unit, t, is_array(e->tm, t) ? array_of_term(e, t) : value_of_word(e, t.id));
}

static void emit_variable(struct evaluator *e, struct unit *unit, struct term t) {
  uint32_t *input = map_u32_find(&e->input_of, t.id), number;
  if (input) {
    define(unit, t, (struct instruction){.op = OP_INPUT, .a = *input});
  } else if (evaluator_find(e, t, &number)) {
    bool array = e->variables.data[number].is_array;
    define(unit, t, (struct instruction){.op = array ? OP_LOAD_ARRAY : OP_LOAD, .a = number});
  } else {
    emit_constant(e, unit, t); // not of the program: an arbitrary value that never changes
  }
}

static void emit_operation(struct evaluator *e, struct unit *unit, struct term t) {
  struct terms *tm = e->tm;
  struct instruction in = {0};
  uint32_t n = code_operands(tm, t), regs[3] = {0};
  code_operation(e->cfa, t, &in);
  // Arrays of arrays are terms.
  struct sort first = term_sort(tm, term_child(tm, t, 0));
  if (sort_kind(tm, first) == SORT_ARRAY && sort_kind(tm, sort_element(tm, first)) == SORT_ARRAY) in.op = OP_TERM;
  in.operands = n <= 3 ? (uint8_t)n : 4;
  in.count = n;
  if (n > 3) in.a = unit->pool.size;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t reg = *map_u32_find(&unit->register_of, code_operand(tm, t, i).id);
    if (n > 3) vec_u32_push(&unit->pool, reg);
    else regs[i] = reg;
  }
  if (n <= 3) in.a = regs[0], in.b = regs[1], in.c = regs[2];
  define(unit, t, in);
}

// Emits the instructions that compute t into a register, without those that are there.
static uint32_t emit(struct evaluator *e, struct unit *unit, struct term t) {
  struct terms *tm = e->tm;
  struct vec_visit stack = {0};
  vec_visit_push(&stack, (struct visit){t, 0});
  while (stack.size) {
    struct visit *top = &stack.data[stack.size - 1];
    struct term u = top->term;
    if (map_u32_find(&unit->register_of, u.id)) {
    } else if (term_kind(tm, u) == TERM_VAR) {
      emit_variable(e, unit, u);
    } else if (term_is_const(tm, u)) {
      emit_constant(e, unit, u);
    } else {
      uint32_t n = code_operands(tm, u);
      if (top->next < n) {
        struct term child = code_operand_in_order(tm, u, top->next++, n);
        vec_visit_push(&stack, (struct visit){child, 0});
        continue;
      }
      emit_operation(e, unit, u);
    }
    stack.size--;
  }
  vec_visit_release(&stack);
  return *map_u32_find(&unit->register_of, t.id);
}

// --- frames ----------------------------------------------------------------------------------------------------------

// Is the frame there after the step?
static bool is_open(const struct evaluator *e, struct context frame, struct context context) {
  while (!context_none(context) && unfold_depth(e->u, context) > unfold_depth(e->u, frame))
    context = unfold_parent(e->u, context);
  return context_same(frame, context);
}

static void find_left(struct evaluator *e, struct step_code *code) {
  for (struct context c = code->context; !context_none(c) && !is_open(e, c, code->step->context);
       c = unfold_parent(e->u, c))
    vec_number_range_push(&code->left, evaluator_frame(e, c));
}

// A variable of a frame that the step leaves, or enters and leaves.
static bool is_left(const struct evaluator *e, const struct step_code *code, struct term t) {
  struct context owner;
  uint32_t var;
  if (!unfold_var_of(e->u, t, &owner, &var) || e->cfa->vars.data[var].function == CFA_NONE) return false;
  return !is_open(e, owner, code->step->context);
}

// --- steps -----------------------------------------------------------------------------------------------------------

static void add_reads(struct evaluator *e, struct map_u32 *seen, struct step_code *code, struct term t) {
  uint32_t n, number;
  const uint32_t *borrowed = term_free_vars(e->tm, t, &n);
  struct vec_u32 vars = {0}; // numbering may make terms
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&vars, borrowed[i]);
  for (uint32_t i = 0; i < n; i++) {
    if (map_u32_find(seen, vars.data[i]) || map_u32_find(&e->input_of, vars.data[i])) continue;
    map_u32_put(seen, vars.data[i], 1);
    if (evaluator_find(e, (struct term){vars.data[i]}, &number)) vec_u32_push(&code->reads, number);
  }
  vec_u32_release(&vars);
}

static void list_variables(struct evaluator *e, struct step_code *code) {
  const struct step *step = &code->step->step;
  struct map_u32 seen = {0};
  add_reads(e, &seen, code, step->guard);
  for (uint32_t i = 0; i < step->n_updates; i++) {
    if (is_left(e, code, step->updates[i].var)) continue;
    add_reads(e, &seen, code, step->updates[i].value);
    evaluator_number(e, step->updates[i].var); // from here on it has one, which steps that read it find
  }
  map_u32_release(&seen);
}

// --- inputs that the guard gives a value
// ------------------------------------------------------------------------------ An edge may read an input and test it.
// Where the test leaves one value, that is what the rest of the edge reads.

static struct term with_pins(struct evaluator *e, const struct step_code *code, struct term t) {
  if (!code->pinned.size) return t;
  return term_substitute(e->tm, t, code->pinned.size, code->pinned.data, code->pinned_to.data);
}

static void pin(struct evaluator *e, struct step_code *code, struct term input, struct term value) {
  if (term_kind(e->tm, input) != TERM_VAR || !map_u32_find(&e->input_of, input.id) || is_array(e->tm, input)) return;
  vec_term_push(&code->pinned, input);
  vec_term_push(&code->pinned_to, value);
}

static void pin_by(struct evaluator *e, struct step_code *code, struct term conjunct) {
  struct terms *tm = e->tm;
  enum term_kind kind = term_kind(tm, conjunct);
  if (kind == TERM_EQ && term_is_const(tm, term_child(tm, conjunct, 0)))
    pin(e, code, term_child(tm, conjunct, 1), term_child(tm, conjunct, 0));
  else if (kind == TERM_NOT) pin(e, code, term_child(tm, conjunct, 0), term_false(tm));
  else pin(e, code, conjunct, term_true(tm));
}

static void pin_inputs(struct evaluator *e, struct step_code *code) {
  struct terms *tm = e->tm;
  struct term guard = code->step->step.guard;
  bool many = term_kind(tm, guard) == TERM_AND;
  code->condition = guard;
  if (e->symbolic) return; // the input is what the constraint says
  if (many)
    for (uint32_t i = 0; i < term_arity(tm, guard); i++) pin_by(e, code, term_child(tm, guard, i));
  else pin_by(e, code, guard);
  if (!code->pinned.size || !many) return;
  code->condition = with_pins(e, code, guard);
  for (uint32_t i = 0; i < code->pinned.size; i++)
    code->condition = term_and(tm, code->condition, term_eq(tm, code->pinned.data[i], code->pinned_to.data[i]));
}

void step_code_compile_body(struct evaluator *e, struct step_code *code) {
  const struct step *step = &code->step->step;
  code->has_body = true;
  for (uint32_t i = 0; i < step->n_updates; i++) {
    if (is_left(e, code, step->updates[i].var)) continue;
    uint32_t reg = emit(e, &code->body, with_pins(e, code, step->updates[i].value));
    vec_step_target_push(&code->targets, (struct step_target){evaluator_number(e, step->updates[i].var), reg});
  }
  map_u32_release(&code->body.register_of);
  find_left(e, code);
}

static void add_input(struct evaluator *e, struct term t) {
  if (map_u32_find(&e->input_of, t.id)) return;
  map_u32_put(&e->input_of, t.id, e->inputs.size);
  vec_input_record_push(&e->inputs, (struct input_record){.term = t, .is_array = is_array(e->tm, t)});
}

static void add_step(struct evaluator *e, struct step_code *code, struct block *b, struct context context,
                     const struct unfold_step *step) {
  *code = (struct step_code){.block = b, .step = step, .context = context};
  for (uint32_t k = 0; step->known && k < step->step.n_inputs; k++) add_input(e, step->step.inputs[k]);
}

static void compile_guards(struct evaluator *e, struct block *b) {
  for (uint32_t i = 0; i < b->n; i++) {
    struct step_code *code = &b->codes[i];
    if (!code->step->known) continue;
    pin_inputs(e, code);
    code->guard = emit(e, &b->guards, code->condition);
    code->guard_end = b->guards.instructions.size;
    step_code_equations(e, code);
    list_variables(e, code);
  }
  map_u32_release(&b->guards.register_of);
}

static struct block *new_block(uint32_t n) {
  struct block *b = mem_zalloc(1, sizeof *b);
  b->n = n;
  b->codes = mem_zalloc(n + 1, sizeof *b->codes);
  return b;
}

static struct block *block_of(struct evaluator *e, struct context context, struct location location) {
  uint64_t key = (uint64_t)context.id << 32 | location.id;
  void **known = map_ptr_find(&e->blocks, key);
  if (known) return *known;
  const struct cfa_location *loc = cfa_location(e->cfa, location);
  struct block *b = new_block(loc->out.size);
  map_ptr_put(&e->blocks, key, b);
  for (uint32_t i = 0; i < b->n; i++) {
    const struct cfa_edge *edge = cfa_edge(e->cfa, loc->out.data[i]);
    for (uint32_t k = 0; k < edge->inputs.size; k++) add_input(e, edge->inputs.data[k].term);
    add_step(e, &b->codes[i], b, context, unfold_step(e->u, context, loc->out.data[i]));
    map_ptr_put(&e->codes, (uint64_t)context.id << 32 | loc->out.data[i].id, &b->codes[i]);
  }
  compile_guards(e, b);
  return b;
}

// A step that is no edge's: of a block of its own.
static const struct step_code *code_of_other(struct evaluator *e, struct context context,
                                             const struct unfold_step *step) {
  for (uint32_t i = 0; i < e->others.size; i++) {
    struct block *b = e->others.data[i];
    if (b->codes[0].step == step && context_same(b->codes[0].context, context)) return &b->codes[0];
  }
  struct block *b = new_block(1);
  add_step(e, &b->codes[0], b, context, step);
  compile_guards(e, b);
  vec_ptr_push(&e->others, b);
  return &b->codes[0];
}

const struct step_code *evaluator_code(struct evaluator *e, struct context context, const struct unfold_step *step) {
  assert(step->known);
  if (edge_none(step->edge)) return code_of_other(e, context, step);
  uint64_t key = (uint64_t)context.id << 32 | step->edge.id;
  void **known = map_ptr_find(&e->codes, key);
  if (known) return *known;
  block_of(e, context, cfa_edge(e->cfa, step->edge)->from);
  return *map_ptr_find(&e->codes, key);
}

const struct vec_u32 *step_code_reads(const struct step_code *code) { return &code->reads; }
