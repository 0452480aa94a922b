// Locations to code: see code.h for what the code looks like.
//
// The terms of all edges of a location form one DAG; each node becomes one
// instruction in the first segment that needs it. Within a body the order of
// instructions is chosen so that what reads an array comes before what
// changes it, as far as the terms allow: then the change can be made in place.
#include "state/convert.h"
#include "state/code/code.h"
#include "state/program.h"
#include <assert.h>

struct visit {
  struct term term;
  uint32_t next;
};
VEC_TYPE(vec_visit, struct visit)

struct builder {
  struct program *program;
  struct terms *tm;
  struct cfa *cfa;
  struct code *code;
  struct map_u32 shared;       // term → register, of sizes, guards and constants
  struct map_u32 local;        // of the body at hand
  bool in_body;
  struct map_u32 moved;        // array variables (terms) that the body's edge updates
  struct vec_visit stack;
};

static uint32_t new_register(struct builder *b) {
  vec_register_push(&b->code->registers, (struct value){0});
  return b->code->registers.size - 1;
}

static bool is_array(const struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_ARRAY; }

static uint32_t find_register(struct builder *b, struct term t) {
  if (b->in_body) {
    uint32_t *at = map_u32_find(&b->local, t.id);
    if (at) return *at;
    if (map_u32_find(&b->moved, t.id)) return NO_REGISTER;
  }
  return map_u32_get_or(&b->shared, t.id, NO_REGISTER);
}

static void constant_register(struct builder *b, struct term t) {
  uint32_t reg = new_register(b);
  struct value v = value_from_term(b->tm, t);
  b->code->registers.data[reg] = v;
  if (is_array(b->tm, t)) vec_u32_push(&b->code->constants, reg);
  map_u32_put(&b->shared, t.id, reg);
}

static void define(struct builder *b, struct term t, struct instruction in) {
  uint32_t reg = new_register(b);
  in.dst = reg;
  in.term = t.id;
  vec_instruction_push(&b->code->instructions, in);
  map_u32_put(b->in_body ? &b->local : &b->shared, t.id, reg);
  bool owned = in.op < OP_GLOBAL;
  if (!b->in_body && owned && is_array(b->tm, t)) vec_u32_push(&b->code->guard_arrays, reg);
}

static void emit_variable(struct builder *b, struct term t) {
  uint32_t var = cfa_var_of(b->cfa, t);
  if (var == CFA_NONE) { // not of the program: an arbitrary value that never changes
    constant_register(b, t);
    return;
  }
  const struct cfa_var *v = &b->cfa->vars.data[var];
  bool local = v->function != CFA_NONE;
  struct instruction in = {.a = v->slot};
  if (sort_kind(b->tm, v->sort) == SORT_ARRAY) {
    if (b->in_body && map_u32_find(&b->moved, t.id)) in.op = local ? OP_LOCAL_MOVE : OP_GLOBAL_MOVE;
    else in.op = local ? OP_LOCAL_ARRAY : OP_GLOBAL_ARRAY;
  } else if (value_bits(b->tm, v->sort)) {
    in.op = local ? OP_LOCAL : OP_GLOBAL;
  } else {
    in.op = local ? OP_LOCAL_WIDE : OP_GLOBAL_WIDE;
  }
  define(b, t, in);
}

static void float_format(const struct terms *tm, struct sort s, struct instruction *in) {
  in->exponent = (uint8_t)sort_exponent(tm, s);
  in->significand = (uint8_t)sort_significand(tm, s);
}

// The format of a float operation, and the width of the integers that it converts.
static void float_operation(struct terms *tm, struct term t, struct instruction *in) {
  enum term_kind kind = term_kind(tm, t);
  struct sort sort = term_sort(tm, t), first = term_sort(tm, term_child(tm, t, 0));
  switch (term_class(kind)) {
  case CLASS_FP_COMPARE:
  case CLASS_FP_TEST: float_format(tm, first, in); return;
  case CLASS_FP_BITS: float_format(tm, kind == TERM_FP_TO_BITS ? first : sort, in); return;
  case CLASS_FP_CONVERT: break;
  default: float_format(tm, sort, in); return;
  }
  if (kind == TERM_FP_FROM_SBV || kind == TERM_FP_FROM_UBV) {
    float_format(tm, sort, in);
    in->width = (uint8_t)term_width(tm, term_child(tm, t, 1));
    return;
  }
  float_format(tm, term_sort(tm, term_child(tm, t, 1)), in);
  in->width = (uint8_t)value_bits(tm, sort);
  // The format of the result of a conversion, packed where other kinds keep a bit number.
  if (kind == TERM_FP_TO_FP) in->low = (uint16_t)(sort_exponent(tm, sort) << 8 | sort_significand(tm, sort));
}

// Chooses the operation: the term kind itself where the code for concrete operands of at most 64 bits applies.
void code_operation(const struct cfa *cfa, struct term t, struct instruction *in) {
  struct terms *tm = cfa->tm;
  enum term_kind kind = term_kind(tm, t);
  struct sort sort = term_sort(tm, t), first = term_sort(tm, term_child(tm, t, 0));
  uint32_t arity = term_arity(tm, t), bits = value_bits(tm, sort);
  in->op = OP_TERM;
  if (kind == TERM_SELECT || term_class(kind) == CLASS_ARRAY_CHANGE) {
    if (sort_width(tm, sort_index(tm, first)) <= 64) in->op = (uint8_t)kind;
    in->low = (uint16_t)region_shift(cfa, first);
    return;
  }
  if (kind == TERM_ITE) {
    in->op = TERM_ITE;
    in->width = sort_kind(tm, sort) == SORT_ARRAY;
    return;
  }
  if (!bits) return;
  for (uint32_t i = 0; i < arity; i++)
    if (!value_bits(tm, term_sort(tm, term_child(tm, t, i)))) return;
  in->mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
  in->width = (uint8_t)value_bits(tm, first);
  if (term_theory(kind) == THEORY_INT) return;
  if (term_theory(kind) == THEORY_FP) float_operation(tm, t, in);
  else if (kind == TERM_BV_CONCAT) in->low = (uint16_t)term_width(tm, term_child(tm, t, 1));
  else if (kind == TERM_BV_EXTRACT) in->low = (uint16_t)term_param(tm, t, 1);
  in->op = (uint8_t)kind;
}

// Which children are operands, and in what order they are computed. STORES has its indices in the term.
uint32_t code_operands(const struct terms *tm, struct term t) {
  uint32_t n = term_arity(tm, t);
  return term_kind(tm, t) == TERM_STORES ? 1 + (n - 1) / 2 : n;
}

struct term code_operand(const struct terms *tm, struct term t, uint32_t i) {
  if (term_kind(tm, t) == TERM_STORES && i) i *= 2;
  return term_child(tm, t, i);
}

// The i-th operand to compute: the array that is changed comes last.
struct term code_operand_in_order(const struct terms *tm, struct term t, uint32_t i, uint32_t n) {
  enum term_kind kind = term_kind(tm, t);
  if (term_class(kind) == CLASS_ARRAY_CHANGE) i = i + 1 == n ? 0 : i + 1;
  return code_operand(tm, t, i);
}

static void emit_operation(struct builder *b, struct term t) {
  struct instruction in = {0};
  uint32_t n = code_operands(b->tm, t);
  code_operation(b->cfa, t, &in);
  in.operands = n <= 3 ? (uint8_t)n : 4;
  in.count = n;
  if (n <= 3) {
    in.a = find_register(b, code_operand(b->tm, t, 0));
    if (n > 1) in.b = find_register(b, code_operand(b->tm, t, 1));
    if (n > 2) in.c = find_register(b, code_operand(b->tm, t, 2));
  } else {
    in.a = b->code->pool.size;
    for (uint32_t i = 0; i < n; i++) vec_u32_push(&b->code->pool, find_register(b, code_operand(b->tm, t, i)));
  }
  define(b, t, in);
}

// Emits the instructions that compute t into a register, without those that are there.
static uint32_t emit(struct builder *b, struct term t) {
  vec_visit_push(&b->stack, (struct visit){t, 0});
  while (b->stack.size) {
    struct visit *top = &b->stack.data[b->stack.size - 1];
    struct term u = top->term;
    if (find_register(b, u) != NO_REGISTER) {
      b->stack.size--;
      continue;
    }
    if (term_kind(b->tm, u) == TERM_VAR) {
      emit_variable(b, u);
    } else if (term_is_const(b->tm, u)) {
      constant_register(b, u);
    } else {
      uint32_t n = code_operands(b->tm, u);
      if (top->next < n) {
        struct term child = code_operand_in_order(b->tm, u, top->next++, n);
        vec_visit_push(&b->stack, (struct visit){child, 0});
        continue;
      }
      emit_operation(b, u);
    }
    b->stack.size--;
  }
  return find_register(b, t);
}

// Emits everything that an array value needs besides the chain of changes itself.
static void emit_beside_spine(struct builder *b, struct term t) {
  while (find_register(b, t) == NO_REGISTER) {
    enum term_kind kind = term_kind(b->tm, t);
    if (kind != TERM_STORE && kind != TERM_STORES && kind != TERM_COPY) return;
    for (uint32_t i = 1, n = code_operands(b->tm, t); i < n; i++)
      if (!is_array(b->tm, code_operand(b->tm, t, i))) emit(b, code_operand(b->tm, t, i));
    t = term_child(b->tm, t, 0);
  }
}

// --- ownership in bodies -----------------------------------------------------------------

struct last_use {
  uint32_t instruction, target;
}; // UINT32_MAX: none

static void note_uses(struct code *code, uint32_t at, uint32_t first_register, struct last_use *uses) {
  const struct instruction *in = &code->instructions.data[at];
  if (in->op >= OP_GLOBAL) return;
  for (uint32_t k = 0; k < in->count; k++) {
    uint32_t reg = in->operands > 3 ? code->pool.data[in->a + k] : k == 0 ? in->a : k == 1 ? in->b : in->c;
    if (reg >= first_register) uses[reg - first_register].instruction = at;
  }
}

// Decides which instruction takes over which array in a body whose registers start at first_register.
static void assign_ownership(struct builder *b, struct edge_code *edge, uint32_t first_register) {
  struct code *code = b->code;
  uint32_t n = code->registers.size - first_register;
  struct last_use *uses = mem_alloc((n + 1) * sizeof *uses);
  memset(uses, 0xff, (n + 1) * sizeof *uses);
  for (uint32_t i = edge->body_begin; i < edge->body_end; i++) note_uses(code, i, first_register, uses);
  for (uint32_t i = 0; i < edge->targets.size; i++)
    if (edge->targets.data[i].reg >= first_register) uses[edge->targets.data[i].reg - first_register].target = i;
  for (uint32_t i = edge->body_begin; i < edge->body_end; i++) {
    const struct instruction *in = &code->instructions.data[i];
    bool owned = in->op < OP_GLOBAL || in->op == OP_GLOBAL_MOVE || in->op == OP_LOCAL_MOVE;
    if (!owned || !is_array(b->tm, (struct term){in->term})) continue;
    struct last_use *use = &uses[in->dst - first_register];
    if (use->target != UINT32_MAX) {
      edge->targets.data[use->target].transfer = true;
      continue;
    }
    struct instruction *last = use->instruction == UINT32_MAX ? NULL : &code->instructions.data[use->instruction];
    bool changes = last && (last->op == TERM_STORE || last->op == TERM_STORES || last->op == TERM_COPY);
    uint32_t changed = !changes ? NO_REGISTER : last->operands > 3 ? code->pool.data[last->a] : last->a;
    if (changed == in->dst) last->consume = true;
    else vec_u32_push(&edge->release, in->dst);
  }
  mem_free(uses);
}

// --- locations -----------------------------------------------------------------------------

static bool uses_variable(struct terms *tm, struct term t, struct term var) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(tm, t, &n);
  for (uint32_t lo = 0, hi = n; lo < hi;) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (vars[mid] == var.id) return true;
    if (vars[mid] < var.id) lo = mid + 1;
    else hi = mid;
  }
  return false;
}

static bool edge_uses(struct terms *tm, const struct cfa_edge *e, struct term var) {
  if (uses_variable(tm, e->guard, var)) return true;
  for (uint32_t i = 0; i < e->updates.size; i++)
    if (uses_variable(tm, e->updates.data[i].value, var)) return true;
  for (uint32_t i = 0; i < e->args.size; i++)
    if (uses_variable(tm, e->args.data[i], var)) return true;
  for (uint32_t i = 0; i < e->allocs.size; i++)
    if (uses_variable(tm, e->allocs.data[i].size, var)) return true;
  return false;
}

// The inputs of a location: those of all edges, each once. Where every edge's list is a prefix of the longest one up to
// inputs of its own, the position in the list is the position on the path.
static void collect_inputs(struct builder *b, const struct cfa_location *loc) {
  struct code *code = b->code;
  struct map_u32 index = {0};
  code->same_inputs = true;
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(b->cfa, loc->out.data[i]);
    for (uint32_t j = 0; j < e->inputs.size; j++) {
      struct term t = e->inputs.data[j].term;
      uint32_t *at = map_u32_find(&index, t.id);
      if (at) {
        if (code->inputs.data[*at].position != j) code->same_inputs = false;
        continue;
      }
      map_u32_put(&index, t.id, code->inputs.size);
      vec_input_code_push(&code->inputs,
                          (struct input_code){t, &e->inputs.data[j], j, NO_REGISTER, is_array(b->tm, t)});
    }
    if (e->inputs.size > code->n_positions) code->n_positions = e->inputs.size;
  }
  if (!code->same_inputs) {
    code->n_positions = code->inputs.size;
    for (uint32_t k = 0; k < code->inputs.size; k++) code->inputs.data[k].position = k;
  }
  for (uint32_t k = 0; k < code->inputs.size; k++) {
    struct input_code *in = &code->inputs.data[k];
    for (uint32_t i = 0; i < loc->out.size && in->reg == NO_REGISTER; i++)
      if (edge_uses(b->tm, cfa_edge(b->cfa, loc->out.data[i]), in->term)) in->reg = new_register(b);
    if (in->reg == NO_REGISTER) continue;
    map_u32_put(&b->shared, in->term.id, in->reg);
    if (in->is_array) vec_u32_push(&code->guard_arrays, in->reg);
  }
  map_u32_release(&index);
}

static void collect_allocs(struct builder *b, const struct cfa_location *loc) {
  struct code *code = b->code;
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct cfa_edge *e = cfa_edge(b->cfa, loc->out.data[i]);
    for (uint32_t j = 0; j < e->allocs.size; j++) {
      uint32_t k = 0;
      while (k < code->allocs.size && !term_same(code->allocs.data[k].alloc->term, e->allocs.data[j].term)) k++;
      if (k == code->allocs.size) {
        uint32_t size = emit(b, e->allocs.data[j].size), reg = new_register(b);
        map_u32_put(&b->shared, e->allocs.data[j].term.id, reg);
        vec_alloc_code_push(&code->allocs, (struct alloc_code){&e->allocs.data[j], reg, size, code->instructions.size});
      }
      code->edges[i].on_heap |= !e->allocs.data[j].is_stack;
      vec_u32_push(&code->edges[i].allocs, k);
    }
  }
  code->sizes_end = code->instructions.size;
}

static void add_target(struct builder *b, struct edge_code *edge, uint32_t var, bool is_global, uint32_t reg) {
  const struct cfa_var *v = &b->cfa->vars.data[var];
  bool array = sort_kind(b->tm, v->sort) == SORT_ARRAY;
  vec_target_push(&edge->targets,
                  (struct target){.slot = v->slot, .reg = reg, .is_global = is_global, .is_array = array});
}

static void compile_body(struct builder *b, const struct cfa_edge *e, struct edge_code *edge) {
  uint32_t first_register = b->code->registers.size;
  map_u32_clear(&b->local);
  map_u32_clear(&b->moved);
  b->in_body = true;
  edge->body_begin = b->code->instructions.size;
  if (e->callee != CFA_NONE) {
    const struct cfa_function *f = &b->cfa->functions.data[e->callee];
    for (uint32_t i = 0; i < e->args.size && i < f->params.size; i++) {
      uint32_t reg = emit(b, e->args.data[i]);
      add_target(b, edge, f->params.data[i], false, reg);
    }
  } else {
    for (uint32_t i = 0; i < e->updates.size; i++) {
      const struct cfa_var *v = &b->cfa->vars.data[e->updates.data[i].var];
      if (sort_kind(b->tm, v->sort) == SORT_ARRAY) map_u32_put(&b->moved, v->term.id, 1);
    }
    // Values first, then what the changes of arrays need, then the changes.
    for (uint32_t i = 0; i < e->updates.size; i++)
      if (!is_array(b->tm, e->updates.data[i].value)) emit(b, e->updates.data[i].value);
    for (uint32_t i = 0; i < e->updates.size; i++)
      if (is_array(b->tm, e->updates.data[i].value)) emit_beside_spine(b, e->updates.data[i].value);
    for (uint32_t i = 0; i < e->updates.size; i++) {
      uint32_t var = e->updates.data[i].var, reg = emit(b, e->updates.data[i].value);
      add_target(b, edge, var, b->cfa->vars.data[var].function == CFA_NONE, reg);
    }
  }
  edge->body_end = b->code->instructions.size;
  b->in_body = false;
  assign_ownership(b, edge, first_register);
}

struct code *code_compile(struct program *program, struct location location) {
  struct cfa *cfa = program->cfa;
  const struct cfa_location *loc = cfa_location(cfa, location);
  struct code *code = mem_zalloc(1, sizeof *code);
  struct builder b = {.program = program, .tm = program->tm, .cfa = cfa, .code = code};
  code->n_edges = loc->out.size;
  code->edges = mem_zalloc(loc->out.size + 1, sizeof *code->edges);
  code->complete = loc->complete;
  collect_inputs(&b, loc);
  collect_allocs(&b, loc);
  for (uint32_t i = 0; i < code->n_edges; i++) {
    const struct cfa_edge *e = cfa_edge(cfa, loc->out.data[i]);
    struct edge_code *edge = &code->edges[i];
    edge->edge = loc->out.data[i];
    edge->to = e->to;
    edge->callee = e->callee;
    edge->guard_begin = code->instructions.size;
    edge->guard = emit(&b, e->guard);
    edge->guard_end = code->instructions.size;
    // Only what guards up to this one compute is there when the body runs, so it is compiled before the next guard.
    compile_body(&b, e, edge);
  }
  code->simple = !code->inputs.size && !code->allocs.size && !code->guard_arrays.size;
  map_u32_release(&b.shared);
  map_u32_release(&b.local);
  map_u32_release(&b.moved);
  vec_visit_release(&b.stack);
  return code;
}

static void release_arrays(struct code *code, struct vec_u32 *registers) {
  for (uint32_t i = 0; i < registers->size; i++) memory_unref(code->registers.data[registers->data[i]].memory);
  vec_u32_release(registers);
}

void code_free(struct program *program, struct code *code) {
  (void)program;
  if (!code) return;
  release_arrays(code, &code->constants);
  release_arrays(code, &code->guard_arrays);
  for (uint32_t i = 0; i < code->n_edges; i++) {
    vec_target_release(&code->edges[i].targets);
    vec_u32_release(&code->edges[i].release);
    vec_u32_release(&code->edges[i].allocs);
  }
  mem_free(code->edges);
  vec_input_code_release(&code->inputs);
  vec_alloc_code_release(&code->allocs);
  vec_instruction_release(&code->instructions);
  vec_u32_release(&code->pool);
  vec_register_release(&code->registers);
  vec_open_edge_release(&code->open);
  vec_u32_release(&code->open_index);
  mem_free(code);
}
