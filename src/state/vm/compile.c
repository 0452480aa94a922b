// Locations to instructions over words.
//
// A register of the location's code (state/code/code.h) becomes a word: a variable that is only loaded is its own word,
// what is computed gets a new one. Assignments happen together at the end of an edge; a value that nothing reads
// besides is computed in place.
//
// There is one version of every array. In a body each array register knows of which memory it is which version: what
// would need one that was changed already is refused. A choice between arrays that were made by changing the same one,
// (ite c (store a i v) (store a j w)), makes each change in its branch only.
#include "state/vm/vm_code.h"
#include <assert.h>

enum kind { REG_CONSTANT, REG_WORD, REG_ARRAY, REG_REFUSED };

struct reg {
  enum kind kind;
  uint32_t word; // or the memory
  uint32_t version;
  uint32_t home; // of an array that a body makes: the global that gets it; NO_REGISTER: none
  // Of an array that a body makes by changing another, or by a choice between such arrays:
  uint32_t maker; // the instruction
  uint32_t base, depth; // the array that was changed, and how often it was; 0: none
  uint32_t branch; // the change is made there only; 0: always
  uint32_t choices[2]; // of a choice: the branches where its condition holds, and where it does not; 0: nothing changes
};

struct branch { // a side of a choice
  uint32_t condition; // register
  bool holds;
  uint32_t base; // register: what the branch starts with
  uint32_t choice; // register
  uint32_t outer; // the branch that the choice is in; 0: none
};
VEC_TYPE(vec_branch, struct branch)

struct compiler {
  struct vm *vm;
  struct terms *tm;
  const struct cfa *cfa;
  struct code *code;
  uint32_t function;
  uint32_t entry; // of the location's code
  struct reg *regs;
  uint32_t *versions; // by global
  struct vec_branch branches; // of the body at hand; the first is none
};

struct assignment {
  uint32_t to, from; // words
};
VEC_TYPE(vec_assignment, struct assignment)

static uint32_t new_word(struct vm *vm, uint64_t bits) {
  vec_u64_push(&vm->words, bits);
  return vm->words.size - 1;
}

static void emit(struct compiler *c, struct vm_instruction in) { vec_vm_instruction_push(&c->vm->instructions, in); }

static void emit_stop(struct compiler *c, enum vm_event event) {
  emit(c, (struct vm_instruction){.op = VM_STOP, .a = event});
}

static uint32_t operand(const struct code *code, const struct instruction *in, uint32_t k) {
  return in->operands > 3 ? code->pool.data[in->a + k] : k == 0 ? in->a : k == 1 ? in->b : in->c;
}

// --- memories --------------------------------------------------------------------------------------------------------

static uint32_t add_memory(struct vm *vm, struct sort sort) {
  if (vm->n_memories == vm->memories_capacity) {
    vm->memories_capacity = vm->memories_capacity * 2 + 8;
    vm->memories = mem_realloc(vm->memories, vm->memories_capacity * sizeof *vm->memories);
  }
  struct vm_memory m = {0};
  const struct terms *tm = vm->program->tm;
  if (sort_kind(tm, sort) == SORT_ARRAY) {
    uint32_t bits = sort_kind(tm, sort_index(tm, sort)) == SORT_BV ? sort_width(tm, sort_index(tm, sort)) : 64;
    m.shift = region_shift(vm->program->cfa, sort);
    m.most = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    m.high.base = vm->program->space.stack_base >> m.shift;
  }
  vm->memories[vm->n_memories] = m;
  return vm->n_memories++;
}

void vm_add_globals(struct vm *vm) {
  const struct cfa *cfa = vm->program->cfa;
  for (uint32_t i = 0; i < cfa->globals.size; i++) add_memory(vm, cfa->vars.data[cfa->globals.data[i]].sort);
}

// Cells of words.
static bool is_plain_array(const struct terms *tm, struct sort sort) {
  return sort_kind(tm, sort) == SORT_ARRAY && value_bits(tm, sort_element(tm, sort)) &&
         sort_kind(tm, sort_index(tm, sort)) == SORT_BV && sort_width(tm, sort_index(tm, sort)) <= 64;
}

static struct reg array_reg(uint32_t memory, uint32_t version) {
  return (struct reg){.kind = REG_ARRAY, .word = memory, .version = version, .home = NO_REGISTER};
}

static bool is_constant_memory(const struct compiler *c, uint32_t memory) { return memory >= c->cfa->globals.size; }

static uint32_t version_of(const struct compiler *c, uint32_t memory) {
  return is_constant_memory(c, memory) ? 0 : c->versions[memory];
}

static bool is_newest(const struct compiler *c, const struct reg *r) {
  return r->kind == REG_ARRAY && r->version == version_of(c, r->word);
}

// The register holds what its memory holds at this point.
static bool is_current(const struct compiler *c, const struct reg *r) { return is_newest(c, r) && !r->branch; }

// The newest entry of the memory is of the other side of the choice.
static bool is_made_opposite(const struct compiler *c, const struct branch *b, uint32_t memory) {
  const struct reg *choice = &c->regs[b->choice];
  const struct instruction *in = &c->code->instructions.data[choice->maker];
  const struct reg *other = &c->regs[operand(c->code, in, b->holds ? 2 : 1)];
  uint32_t branch = choice->choices[b->holds];
  return branch && other->branch == branch && other->word == memory && is_newest(c, other);
}

// The same, where the branch is taken: then the other side of its choice was not executed.
static bool is_current_in(const struct compiler *c, uint32_t reg, uint32_t branch) {
  const struct reg *r = &c->regs[reg];
  for (uint32_t at = branch; at; at = c->branches.data[at].outer) {
    const struct branch *b = &c->branches.data[at];
    if (r->branch == at) return is_newest(c, r);
    if (b->base == reg && r->kind == REG_ARRAY && is_made_opposite(c, b, r->word)) return true;
  }
  return is_current(c, r);
}

// --- registers -------------------------------------------------------------------------------------------------------

// A register that no instruction computes: what it holds, as long as the code lives.
static void resolve_constant(struct compiler *c, uint32_t reg) {
  struct value v = c->code->registers.data[reg];
  struct reg *r = &c->regs[reg];
  for (uint32_t i = 0; i < c->code->constants.size; i++) {
    if (c->code->constants.data[i] != reg) continue;
    struct term t = memory_look(c->tm, v.memory);
    *r = (struct reg){.kind = REG_REFUSED, .home = NO_REGISTER};
    if (!is_plain_array(c->tm, term_sort(c->tm, t))) return;
    uint32_t memory = add_memory(c->vm, term_sort(c->tm, t));
    if (vm_memory_constant(&c->vm->pages, &c->vm->memories[memory], c->tm, t)) *r = array_reg(memory, 0);
    return;
  }
  r->kind = v.term ? REG_REFUSED : REG_WORD;
  if (!v.term) r->word = new_word(c->vm, v.bits);
}

static struct reg *reg_of(struct compiler *c, uint32_t reg) {
  if (c->regs[reg].kind == REG_CONSTANT) resolve_constant(c, reg);
  return &c->regs[reg];
}

// The word of an operand; false: there is none.
static bool word_of(struct compiler *c, const struct instruction *in, uint32_t k, uint32_t *word) {
  const struct reg *r = reg_of(c, operand(c->code, in, k));
  *word = r->word;
  return r->kind == REG_WORD;
}

static void define_word(struct compiler *c, const struct instruction *in, struct vm_instruction out) {
  struct reg *r = &c->regs[in->dst];
  r->kind = REG_WORD;
  r->word = out.dst = new_word(c->vm, 0);
  emit(c, out);
}

// --- instructions ----------------------------------------------------------------------------------------------------

static bool load(struct compiler *c, const struct instruction *in) {
  struct reg *r = &c->regs[in->dst];
  switch (in->op) {
  case OP_GLOBAL: *r = (struct reg){.kind = REG_WORD, .word = in->a}; return true;
  case OP_LOCAL: *r = (struct reg){.kind = REG_WORD, .word = c->vm->locals[c->function] + in->a}; return true;
  case OP_GLOBAL_ARRAY:
  case OP_GLOBAL_MOVE:
    if (!is_plain_array(c->tm, term_sort(c->tm, (struct term){in->term}))) return false;
    r->kind = REG_ARRAY;
    r->word = in->a;
    r->version = c->versions[in->a];
    return true;
  default: return false;
  }
}

// The memory that the change is to be made in holds the array operand.
static bool prepare_change(struct compiler *c, const struct instruction *in, uint32_t *memory) {
  const struct reg *array = reg_of(c, operand(c->code, in, 0));
  *memory = c->regs[in->dst].home;
  uint32_t branch = c->regs[in->dst].branch;
  if (branch) return array->word == *memory && is_current_in(c, operand(c->code, in, 0), branch);
  if (!is_current(c, array)) return false;
  if (*memory == NO_REGISTER) { // only to be read from: a copy
    struct sort sort = term_sort(c->tm, (struct term){in->term});
    if (!is_plain_array(c->tm, sort)) return false;
    *memory = add_memory(c->vm, sort);
    emit(c, (struct vm_instruction){.op = VM_ASSIGN, .a = *memory, .b = array->word});
  } else if (array->word != *memory) {
    if (c->versions[*memory]) return false;
    emit(c, (struct vm_instruction){.op = VM_ASSIGN, .a = *memory, .b = array->word});
    c->versions[*memory]++;
  }
  return true;
}

static bool emit_change(struct compiler *c, const struct instruction *in, uint32_t memory) {
  struct vm *vm = c->vm;
  uint32_t words[3];
  if (in->op == TERM_STORE) {
    if (!word_of(c, in, 1, &words[0]) || !word_of(c, in, 2, &words[1])) return false;
    emit(c, (struct vm_instruction){.op = VM_STORE, .a = memory, .b = words[0], .c = words[1]});
  } else if (in->op == TERM_STORES) {
    for (uint32_t i = 1; i < in->count; i++) {
      uint64_t index = 0;
      term_value64(c->tm, term_child(c->tm, (struct term){in->term}, 2 * i - 1), &index);
      if (!word_of(c, in, i, &words[1])) return false;
      emit(c, (struct vm_instruction){.op = VM_STORE, .a = memory, .b = new_word(vm, index), .c = words[1]});
    }
  } else {
    const struct reg *from = reg_of(c, operand(c->code, in, 2));
    // A change of the memory by this very chain came before: the register of the source would be another version.
    if (!is_current(c, from)) return false;
    if (!word_of(c, in, 1, &words[0]) || !word_of(c, in, 3, &words[1]) || !word_of(c, in, 4, &words[2])) return false;
    emit(c, (struct vm_instruction){.op = VM_COPY, .a = memory, .b = vm->pool.size, .count = 4});
    vec_u32_push(&vm->pool, words[0]);
    vec_u32_push(&vm->pool, from->word);
    vec_u32_push(&vm->pool, words[1]);
    vec_u32_push(&vm->pool, words[2]);
  }
  return true;
}

// What follows is done in the branch only: a jump for each condition, to be patched. False: one is not known yet.
static bool enter_branch(struct compiler *c, uint32_t branch) {
  for (; branch; branch = c->branches.data[branch].outer) {
    const struct branch *b = &c->branches.data[branch];
    const struct reg *condition = reg_of(c, b->condition);
    if (condition->kind != REG_WORD) return false;
    emit(c, (struct vm_instruction){.op = b->holds ? VM_UNLESS : VM_IF, .a = condition->word, .c = UINT32_MAX});
  }
  return true;
}

static void leave_branch(struct compiler *c, uint32_t begin) {
  struct vm_instruction *code = c->vm->instructions.data;
  for (uint32_t i = begin; i < c->vm->instructions.size && code[i].c == UINT32_MAX; i++)
    if (code[i].op == VM_UNLESS || code[i].op == VM_IF) code[i].c = c->vm->instructions.size;
}

static bool change(struct compiler *c, const struct instruction *in) {
  uint32_t memory;
  struct reg *r = &c->regs[in->dst];
  if (!prepare_change(c, in, &memory)) return false;
  uint32_t begin = c->vm->instructions.size;
  bool good = enter_branch(c, r->branch) && emit_change(c, in, memory);
  leave_branch(c, begin);
  if (!good) return false;
  r->kind = REG_ARRAY;
  r->word = memory;
  r->version = is_constant_memory(c, memory) ? 0 : ++c->versions[memory];
  return true;
}

// Both sides were made where it is to be made: then that is the choice.
static bool choose_array(struct compiler *c, const struct instruction *in) {
  struct reg *r = &c->regs[in->dst];
  bool newest = false;
  if (!r->choices[0] && !r->choices[1]) return false;
  for (uint32_t i = 0; i < 2; i++) {
    const struct reg *side = reg_of(c, operand(c->code, in, i + 1));
    if (!r->choices[i]) continue;
    if (side->kind != REG_ARRAY || side->branch != r->choices[i] || side->word != r->home) return false;
    newest = newest || is_newest(c, side);
  }
  if (!newest) return false;
  r->kind = REG_ARRAY;
  r->word = r->home;
  r->version = c->versions[r->home];
  return true;
}

static bool select_word(struct compiler *c, const struct instruction *in) {
  const struct reg *array = reg_of(c, operand(c->code, in, 0));
  uint32_t index;
  if (!is_current(c, array) || !word_of(c, in, 1, &index)) return false;
  define_word(c, in, (struct vm_instruction){.op = VM_SELECT, .a = array->word, .b = index});
  return true;
}

// Operands in the pool.
static bool gather(struct compiler *c, const struct instruction *in, struct vm_instruction *out) {
  struct vec_u32 words = {0};
  bool good = true;
  for (uint32_t k = 0; k < in->count && good; k++) {
    uint32_t word;
    good = word_of(c, in, k, &word);
    vec_u32_push(&words, word);
  }
  out->a = c->vm->pool.size;
  out->count = in->count;
  for (uint32_t k = 0; k < words.size && good; k++) vec_u32_push(&c->vm->pool, words.data[k]);
  vec_u32_release(&words);
  return good;
}

static bool is_binary(uint8_t op) {
  switch (op) {
#define BINARY(kind, expression) case kind:
    CONCRETE_BINARY(BINARY)
#undef BINARY
    return true;
  default: return false;
  }
}

static bool is_unary(uint8_t op) {
  switch (op) {
#define UNARY(kind, expression) case kind:
    CONCRETE_UNARY(UNARY)
#undef UNARY
    return true;
  default: return false;
  }
}

static bool compute(struct compiler *c, const struct instruction *in) {
  struct vm_instruction out = {.op = in->op, .width = in->width, .low = in->low, .mask = in->mask};
  if (in->op == TERM_AND || in->op == TERM_OR) {
    out.op = in->op == TERM_AND ? VM_ALL : VM_ANY;
    if (in->count == 2) {
      out.op = in->op == TERM_AND ? TERM_BV_AND : TERM_BV_OR;
      out.mask = 1;
      if (!word_of(c, in, 0, &out.a) || !word_of(c, in, 1, &out.b)) return false;
    } else if (!gather(c, in, &out)) {
      return false;
    }
  } else if (is_unary(in->op)) {
    if (!word_of(c, in, 0, &out.a)) return false;
  } else if (is_binary(in->op)) {
    if (!word_of(c, in, 0, &out.a) || !word_of(c, in, 1, &out.b)) return false;
  } else if (in->op == TERM_ITE) {
    if (sort_kind(c->tm, term_sort(c->tm, (struct term){in->term})) == SORT_ARRAY) return choose_array(c, in);
    if (in->width || !value_bits(c->tm, term_sort(c->tm, (struct term){in->term}))) return false;
    if (!word_of(c, in, 0, &out.a) || !word_of(c, in, 1, &out.b) || !word_of(c, in, 2, &out.c)) return false;
  } else {
    out.op = VM_FLOAT;
    out.origin = in;
    if (!gather(c, in, &out)) return false;
  }
  define_word(c, in, out);
  return true;
}

static void translate(struct compiler *c, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++) {
    const struct instruction *in = &c->code->instructions.data[i];
    bool good;
    if (in->op >= OP_GLOBAL) good = load(c, in);
    else if (in->op == OP_TERM) good = false;
    else if (term_class((enum term_kind)in->op) == CLASS_ARRAY_CHANGE) good = change(c, in);
    else if (in->op == TERM_SELECT) good = select_word(c, in);
    else good = compute(c, in);
    if (!good) c->regs[in->dst].kind = REG_REFUSED;
  }
}

// --- assignments -----------------------------------------------------------------------------------------------------

static bool reads(const struct vm *vm, const struct vm_instruction *in, uint32_t word) {
  const uint32_t *pool = vm->pool.data;
  switch (in->op) {
  case VM_SELECT: return in->b == word;
  case VM_STORE: return in->b == word || in->c == word;
  case VM_COPY: return pool[in->b] == word || pool[in->b + 2] == word || pool[in->b + 3] == word;
  case VM_ASSIGN: return false;
  case VM_ALL:
  case VM_ANY:
  case VM_FLOAT:
    for (uint32_t k = 0; k < in->count; k++)
      if (pool[in->a + k] == word) return true;
    return false;
  case VM_MOVE: return in->a == word;
  case TERM_ITE: return in->a == word || in->b == word || in->c == word;
  default: return in->a == word || (is_binary(in->op) && in->b == word);
  }
}

static bool defines_word(const struct vm_instruction *in) {
  switch (in->op) {
  case VM_STORE:
  case VM_COPY:
  case VM_ASSIGN:
  case VM_STOP:
  case VM_UNLESS:
  case VM_IF: return false;
  default: return true;
  }
}

#define MOST_IN_PLACE 48 // instructions of a body, and assignments, where values are computed in place

// The value is computed by one instruction of the body, which nothing reads besides, and nothing after it reads what
// the variable was.
static bool compute_in_place(struct vm *vm, uint32_t begin, const struct vec_assignment *list, uint32_t i) {
  struct assignment a = list->data[i];
  uint32_t at = UINT32_MAX, end = vm->instructions.size;
  struct vm_instruction *code = vm->instructions.data;
  for (uint32_t k = 0; k < list->size; k++)
    if (k != i && (list->data[k].from == a.from || list->data[k].from == a.to)) return false;
  for (uint32_t k = begin; k < end; k++) {
    if (defines_word(&code[k]) && code[k].dst == a.from) at = k;
    else if (at != UINT32_MAX && (reads(vm, &code[k], a.to) || reads(vm, &code[k], a.from))) return false;
  }
  if (at == UINT32_MAX) return false;
  code[at].dst = a.to;
  return true;
}

static void assign_all(struct compiler *c, uint32_t begin, struct vec_assignment *list) {
  struct vm *vm = c->vm;
  bool small = vm->instructions.size - begin <= MOST_IN_PLACE && list->size <= MOST_IN_PLACE, meet = !small;
  for (uint32_t i = 0; small && i < list->size;) {
    if (list->data[i].from != list->data[i].to && !compute_in_place(vm, begin, list, i)) {
      i++;
      continue;
    }
    list->data[i] = list->data[--list->size];
  }
  for (uint32_t i = 0; i < list->size && !meet; i++)
    for (uint32_t k = 0; k < list->size && !meet; k++) meet = i != k && list->data[i].to == list->data[k].from;
  for (uint32_t i = 0; meet && i < list->size; i++) {
    uint32_t word = new_word(vm, 0);
    emit(c, (struct vm_instruction){.op = VM_MOVE, .dst = word, .a = list->data[i].from});
    list->data[i].from = word;
  }
  for (uint32_t i = 0; i < list->size; i++)
    emit(c, (struct vm_instruction){.op = VM_MOVE, .dst = list->data[i].to, .a = list->data[i].from});
}

// --- edges -----------------------------------------------------------------------------------------------------------

static bool is_array_choice(const struct compiler *c, const struct instruction *in) {
  return in->op == TERM_ITE && sort_kind(c->tm, term_sort(c->tm, (struct term){in->term})) == SORT_ARRAY;
}

static bool is_array_change(const struct instruction *in) {
  return in->op == TERM_STORE || in->op == TERM_STORES || in->op == TERM_COPY;
}

// What both were made from. NO_REGISTER: nothing.
static uint32_t common_base(const struct compiler *c, uint32_t a, uint32_t b) {
  while (a != b) {
    uint32_t *deeper = c->regs[a].depth >= c->regs[b].depth ? &a : &b;
    if (!c->regs[*deeper].depth) return NO_REGISTER;
    *deeper = c->regs[*deeper].base;
  }
  return a;
}

static void find_bases(struct compiler *c, const struct edge_code *edge) {
  for (uint32_t i = edge->body_begin; i < edge->body_end; i++) {
    const struct instruction *in = &c->code->instructions.data[i];
    struct reg *r = &c->regs[in->dst];
    *r = (struct reg){.kind = REG_REFUSED, .home = NO_REGISTER, .maker = i};
    uint32_t base = NO_REGISTER;
    if (is_array_change(in)) base = operand(c->code, in, 0);
    else if (is_array_choice(c, in)) base = common_base(c, operand(c->code, in, 1), operand(c->code, in, 2));
    if (base == NO_REGISTER) continue;
    r->base = base;
    r->depth = c->regs[base].depth + 1;
  }
}

#define MOST_BRANCHES 32 // one in the other

// What makes the array from the base makes it in the global, in the branch.
static void give_home(struct compiler *c, uint32_t array, uint32_t base, uint32_t global, uint32_t branch,
                      uint32_t level) {
  for (; array != base && c->regs[array].depth; array = c->regs[array].base) {
    struct reg *r = &c->regs[array];
    const struct instruction *in = &c->code->instructions.data[r->maker];
    r->home = global;
    r->branch = branch;
    if (!is_array_choice(c, in)) continue;
    for (uint32_t i = 0; i < 2; i++) {
      uint32_t side = operand(c->code, in, i + 1);
      r->choices[i] = 0;
      if (side == r->base || level == MOST_BRANCHES) continue;
      r->choices[i] = c->branches.size;
      vec_branch_push(&c->branches, (struct branch){.condition = operand(c->code, in, 0),
                                                    .holds = i == 0,
                                                    .base = r->base,
                                                    .choice = array,
                                                    .outer = branch});
      give_home(c, side, r->base, global, r->choices[i], level + 1);
    }
  }
}

// Arrays that the body makes are made where they go.
static void find_homes(struct compiler *c, const struct edge_code *edge) {
  find_bases(c, edge);
  vec_branch_clear(&c->branches);
  vec_branch_push(&c->branches, (struct branch){0});
  for (uint32_t i = 0; i < edge->targets.size; i++)
    if (edge->targets.data[i].is_array && edge->targets.data[i].is_global)
      give_home(c, edge->targets.data[i].reg, NO_REGISTER, edge->targets.data[i].slot, 0, 0);
}

static bool assign_array(struct compiler *c, const struct target *t) {
  if (!t->is_global) return false;
  const struct cfa_var *v = &c->cfa->vars.data[c->cfa->globals.data[t->slot]];
  if (!is_plain_array(c->tm, v->sort)) return true; // nothing can be read from it
  const struct reg *r = reg_of(c, t->reg);
  if (!is_current(c, r)) return false;
  if (r->word == t->slot) return true;
  if (c->versions[t->slot]) return false;
  emit(c, (struct vm_instruction){.op = VM_ASSIGN, .a = t->slot, .b = r->word});
  c->versions[t->slot]++;
  return true;
}

static const struct cfa_var *target_var(const struct compiler *c, const struct edge_code *edge,
                                        const struct target *t) {
  if (t->is_global) return &c->cfa->vars.data[c->cfa->globals.data[t->slot]];
  uint32_t function = edge->callee == CFA_NONE ? c->function : edge->callee;
  return &c->cfa->vars.data[c->cfa->functions.data[function].locals.data[t->slot]];
}

// False: refused.
static bool collect_assignments(struct compiler *c, const struct edge_code *edge, struct vec_assignment *list) {
  for (uint32_t i = 0; i < edge->targets.size; i++) {
    const struct target *t = &edge->targets.data[i];
    if (t->is_array) {
      if (!assign_array(c, t)) return false;
      continue;
    }
    if (!value_bits(c->tm, target_var(c, edge, t)->sort)) continue; // nor from it
    const struct reg *r = reg_of(c, t->reg);
    if (r->kind != REG_WORD) return false;
    uint32_t function = edge->callee == CFA_NONE ? c->function : edge->callee;
    uint32_t to = t->is_global ? t->slot : edge->callee == CFA_NONE ? c->vm->locals[function] + t->slot : t->slot;
    vec_assignment_push(list, (struct assignment){to, r->word});
  }
  return true;
}

static struct vm_read input_read(const struct compiler *c, const struct input_code *in) {
  struct sort sort = term_sort(c->tm, in->term);
  uint32_t bits = value_bits(c->tm, sort);
  struct vm_read r = {.input = in->input, .position = in->position, .word = NO_REGISTER};
  if (in->reg != NO_REGISTER && c->regs[in->reg].kind == REG_WORD) r.word = c->regs[in->reg].word;
  r.mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
  r.is_float = sort_kind(c->tm, sort) == SORT_FLOAT;
  if (r.is_float)
    r.format = (struct ieee_format){(uint8_t)sort_exponent(c->tm, sort), (uint8_t)sort_significand(c->tm, sort)};
  return r;
}

// The inputs to log where the edge is taken: its own, or all of the location (state/inputs.c).
static void emit_log(struct compiler *c, const struct edge_code *edge) {
  const struct code *code = c->code;
  const struct cfa_edge *e = cfa_edge(c->cfa, edge->edge);
  uint32_t n = code->same_inputs ? e->inputs.size : code->inputs.size;
  if (!n) return;
  struct vm_reads list = {mem_alloc(n * sizeof *list.list), n};
  for (uint32_t j = 0; j < n; j++) {
    uint32_t k = j;
    if (code->same_inputs)
      for (k = 0; !term_same(code->inputs.data[k].term, e->inputs.data[j].term);) k++;
    list.list[j] = input_read(c, &code->inputs.data[k]);
    if (code->same_inputs) list.list[j].input = &e->inputs.data[j];
  }
  vec_reads_push(&c->vm->inputs, list);
  emit(c, (struct vm_instruction){.op = VM_LOG, .a = c->vm->inputs.size - 1});
}

// --- guards ----------------------------------------------------------------------------------------------------------

// A comparison that is computed for this guard only becomes one instruction with the jump.
static bool fuse(struct vm *vm, uint32_t begin, uint32_t guard, bool shared) {
  if (vm->instructions.size == begin) return false;
  struct vm_instruction *last = &vm->instructions.data[vm->instructions.size - 1];
  if (shared || last->dst != guard) return false;
  switch (last->op) {
  case TERM_EQ: last->op = VM_EQ_UNLESS; return true;
  case TERM_BV_ULT: last->op = VM_ULT_UNLESS; return true;
  case TERM_BV_ULE: last->op = VM_ULE_UNLESS; return true;
  case TERM_BV_SLT: last->op = VM_SLT_UNLESS; return true;
  case TERM_BV_SLE: last->op = VM_SLE_UNLESS; return true;
  case TERM_NOT: last->op = VM_IF; return true;
  default: return false;
  }
}

// Does an instruction of the location from `begin` on need the register?
static bool is_used_from(const struct code *code, uint32_t begin, uint32_t reg) {
  for (uint32_t i = begin; i < code->instructions.size; i++) {
    const struct instruction *in = &code->instructions.data[i];
    for (uint32_t k = 0; in->op < OP_GLOBAL && k < in->count; k++)
      if (operand(code, in, k) == reg) return true;
  }
  for (uint32_t e = 0; e < code->n_edges; e++)
    for (uint32_t i = 0; i < code->edges[e].targets.size; i++)
      if (code->edges[e].targets.data[i].reg == reg) return true;
  return false;
}

// The jump over the edge; it is to be patched.
static uint32_t emit_unless(struct compiler *c, const struct edge_code *edge, uint32_t begin, uint32_t word) {
  struct vm *vm = c->vm;
  uint32_t guards = 0;
  for (uint32_t i = 0; i < c->code->n_edges; i++) guards += c->code->edges[i].guard == edge->guard;
  bool shared = guards > 1 || is_used_from(c->code, edge->guard_end, edge->guard);
  if (!fuse(vm, begin, word, shared)) emit(c, (struct vm_instruction){.op = VM_UNLESS, .a = word});
  return vm->instructions.size - 1;
}

// An edge without objects on the heap leaves the bump pointer where it was.
static void emit_heap(struct compiler *c, const struct edge_code *edge) {
  if (c->code->allocs.size && !edge->on_heap) emit(c, (struct vm_instruction){.op = VM_HEAP});
}

static void compile_edge(struct compiler *c, const struct edge_code *edge) {
  struct vm *vm = c->vm;
  uint32_t first = vm->instructions.size;
  translate(c, edge->guard_begin, edge->guard_end);
  const struct reg *guard = reg_of(c, edge->guard);
  if (guard->kind != REG_WORD) {
    emit_stop(c, VM_REFUSED);
    return;
  }
  uint32_t unless = emit_unless(c, edge, first, guard->word), begin = vm->instructions.size;
  struct vec_assignment list = {0};
  find_homes(c, edge);
  translate(c, edge->body_begin, edge->body_end);
  if (!collect_assignments(c, edge, &list)) emit_stop(c, VM_REFUSED);
  if (edge->callee == CFA_NONE) {
    assign_all(c, begin, &list);
    emit_log(c, edge);
    emit_heap(c, edge);
    emit(c, (struct vm_instruction){.op = VM_GOTO,
                                    .a = edge->edge.id,
                                    .b = edge->to.id,
                                    .count = vm->instructions.size - c->entry + 1});
  } else {
    emit_log(c, edge);
    emit_heap(c, edge);
    emit(c, (struct vm_instruction){.op = VM_CALL,
                                    .a = edge->edge.id,
                                    .b = edge->callee,
                                    .c = vm->pool.size,
                                    .count = list.size});
    for (uint32_t i = 0; i < list.size; i++) {
      vec_u32_push(&vm->pool, list.data[i].to);
      vec_u32_push(&vm->pool, list.data[i].from);
    }
  }
  vec_assignment_release(&list);
  for (uint32_t i = 0; i < edge->targets.size; i++)
    if (edge->targets.data[i].is_array && edge->targets.data[i].is_global) c->versions[edge->targets.data[i].slot] = 0;
  vm->instructions.data[unless].c = vm->instructions.size;
}

// --- locations -------------------------------------------------------------------------------------------------------

static void compile_inputs(struct compiler *c) {
  struct code *code = c->code;
  struct vm_reads list = {mem_alloc((code->inputs.size + 1) * sizeof *list.list), 0};
  for (uint32_t i = 0; i < code->inputs.size; i++) {
    const struct input_code *in = &code->inputs.data[i];
    struct sort sort = term_sort(c->tm, in->term);
    if (in->reg == NO_REGISTER) continue;
    struct reg *r = &c->regs[in->reg];
    if (in->is_array && is_plain_array(c->tm, sort)) {
      *r = array_reg(add_memory(c->vm, sort), 0); // zero
    } else if (value_bits(c->tm, sort)) {
      *r = (struct reg){.kind = REG_WORD, .word = new_word(c->vm, 0)};
      list.list[list.n++] = input_read(c, in);
    } else {
      r->kind = REG_REFUSED;
    }
  }
  vec_reads_push(&c->vm->inputs, list);
  if (list.n) emit(c, (struct vm_instruction){.op = VM_INPUTS, .a = c->vm->inputs.size - 1});
}

static void compile_allocations(struct compiler *c) {
  struct code *code = c->code;
  if (code->allocs.size) emit(c, (struct vm_instruction){.op = VM_HEAP, .a = 1});
  for (uint32_t i = 0; i < code->allocs.size; i++) {
    const struct alloc_code *a = &code->allocs.data[i];
    translate(c, i ? code->allocs.data[i - 1].size_end : 0, a->size_end);
    const struct reg *size = reg_of(c, a->size);
    if (size->kind != REG_WORD) emit_stop(c, VM_REFUSED);
    c->regs[a->reg] = (struct reg){.kind = REG_WORD, .word = new_word(c->vm, 0)};
    emit(c,
         (struct vm_instruction){.op = VM_ALLOCATE, .dst = c->regs[a->reg].word, .a = size->word, .alloc = a->alloc});
  }
}

static void compile_plain(struct vm *vm, struct location location) {
  struct program *program = vm->program;
  struct compiler c = {.vm = vm, .tm = program->tm, .cfa = program->cfa, .code = code_of(program, location)};
  const struct cfa_location *loc = cfa_location(c.cfa, location);
  c.function = loc->function;
  c.entry = vm->instructions.size;
  c.regs = mem_zalloc(c.code->registers.size + 1, sizeof *c.regs);
  c.versions = mem_zalloc(c.cfa->globals.size + 1, sizeof *c.versions);
  for (uint32_t i = 0; i < c.code->registers.size; i++) c.regs[i].home = NO_REGISTER;
  if (loc->loop_head) emit(&c, (struct vm_instruction){.op = VM_HEAD, .a = location.id});
  if (c.code->inputs.size) compile_inputs(&c);
  compile_allocations(&c);
  for (uint32_t i = 0; i < c.code->n_edges; i++) compile_edge(&c, &c.code->edges[i]);
  emit_stop(&c, VM_END);
  vec_branch_release(&c.branches);
  mem_free(c.regs);
  mem_free(c.versions);
}

void vm_compile(struct vm *vm, struct location location) {
  struct compiler c = {.vm = vm};
  vm->entry[location.id] = vm->instructions.size;
  switch (cfa_location(vm->program->cfa, location)->kind) {
  case LOC_PLAIN: compile_plain(vm, location); break;
  case LOC_EXIT: emit(&c, (struct vm_instruction){.op = VM_RETURN}); break;
  case LOC_ERROR: emit_stop(&c, VM_ERROR); break;
  case LOC_STOP: emit_stop(&c, VM_END); break;
  case LOC_UNSUPPORTED: emit_stop(&c, VM_REFUSED); break;
  }
}
