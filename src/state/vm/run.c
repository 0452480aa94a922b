// Concrete runs: the loop over instructions, calls, inputs.
#include "state/vm/vm_code.h"
#include <assert.h>

#define MOST_FRAMES 65536
#define CALL_WORK 16 // what a call costs
#define START_WORK 64 // what a start of a run costs, in instructions

struct vm *vm_new(struct program *program, const struct vm_host *host, size_t most_words) {
  const struct cfa *cfa = program->cfa;
  struct vm *vm = mem_zalloc(1, sizeof *vm);
  vm->program = program;
  vm->host = *host;
  vm->pages.pages_left = most_words / 2 / PAGE_WORDS + 1;
  vm->most_log = most_words / 8;
  vm->most_saved = most_words / 8;
  vm->entry = mem_zalloc(cfa->locations.size + 1, sizeof *vm->entry);
  vm->locals = mem_zalloc(cfa->functions.size + 1, sizeof *vm->locals);
  vm->active = mem_zalloc(cfa->functions.size + 1, sizeof *vm->active);
  vm->hits = mem_zalloc(cfa->edges.size + 1, sizeof *vm->hits);
  vm->head_read = mem_zalloc(cfa->locations.size + 1, sizeof *vm->head_read);
  vm->head_visits = mem_zalloc(cfa->locations.size + 1, sizeof *vm->head_visits);
  vec_u64_reserve(&vm->words, 1); // also where there are no variables they have a place
  vec_u64_reserve(&vm->saved, 1);
  vec_u64_resize(&vm->words, cfa->globals.size);
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    vm->locals[i] = vm->words.size;
    vec_u64_resize(&vm->words, vm->words.size + cfa->functions.data[i].locals.size);
  }
  vm_add_globals(vm);
  vec_vm_instruction_push(&vm->instructions, (struct vm_instruction){.op = VM_STOP}); // 0: no entry
  vm_restart(vm);
  return vm;
}

void vm_free(struct vm *vm) {
  for (uint32_t i = 0; i < vm->n_memories; i++) vm_memory_release(&vm->memories[i]);
  for (uint32_t i = 0; i < vm->pages.unused.size; i++) mem_free(vm->pages.unused.data[i]);
  for (uint32_t i = 0; i < vm->inputs.size; i++) mem_free(vm->inputs.data[i].list);
  mem_free(vm->memories);
  vec_ptr_release(&vm->pages.unused);
  vec_reads_release(&vm->inputs);
  vec_vm_instruction_release(&vm->instructions);
  vec_u32_release(&vm->pool);
  vec_u64_release(&vm->words);
  vec_vm_frame_release(&vm->frames);
  vec_u64_release(&vm->saved);
  vec_u64_release(&vm->arguments);
  vec_logged_release(&vm->log);
  vec_u32_release(&vm->taken);
  vec_u32_release(&vm->heads);
  mem_free(vm->entry);
  mem_free(vm->locals);
  mem_free(vm->active);
  mem_free(vm->hits);
  mem_free(vm->head_read);
  mem_free(vm->head_visits);
  mem_free(vm);
}

void vm_restart(struct vm *vm) {
  const struct cfa *cfa = vm->program->cfa;
  const struct cfa_function *entry = &cfa->functions.data[cfa->main];
  memset(vm->words.data, 0, cfa->globals.size * sizeof *vm->words.data);
  for (uint32_t i = 0; i < entry->locals.size; i++) vm->words.data[vm->locals[cfa->main] + i] = 0;
  vm->work += START_WORK + cfa->globals.size / 4;
  for (uint32_t i = 0; i < cfa->globals.size; i++) {
    vm->work += (uint64_t)vm->memories[i].touched.size * PAGE_WORDS / 4;
    vm_memory_clear(&vm->pages, &vm->memories[i], 0);
  }
  for (uint32_t i = 0; i < vm->frames.size; i++) vm->active[vm->frames.data[i].function] = 0;
  for (uint32_t i = 0; i < vm->taken.size; i++) vm->hits[vm->taken.data[i]] = 0;
  for (uint32_t i = 0; i < vm->heads.size; i++)
    vm->head_read[vm->heads.data[i]] = vm->head_visits[vm->heads.data[i]] = 0;
  vec_u32_clear(&vm->taken);
  vec_u32_clear(&vm->heads);
  vec_u64_clear(&vm->saved);
  vec_logged_clear(&vm->log);
  vm->asked = false;
  vec_vm_frame_clear(&vm->frames);
  vm->location = entry->entry;
  vm->steps = 0;
  vm->heap = cfa->heap_start;
  vm->stack = vm->program->space.stack_base;
  vm->active[cfa->main] = 1;
  vec_vm_frame_push(&vm->frames, (struct vm_frame){EDGE_NONE, cfa->main, vm->stack, SIZE_MAX});
}

// --- what it is asked ------------------------------------------------------------------------------------------------

struct location vm_location(const struct vm *vm) { return vm->location; }
uint64_t vm_steps(const struct vm *vm) { return vm->steps; }
uint64_t vm_work(const struct vm *vm) { return vm->work; }
uint32_t vm_inputs_read(const struct vm *vm) { return vm->log.size; }
bool vm_is_decided(const struct vm *vm) { return !vm->asked; }
const uint32_t *vm_hits(const struct vm *vm) { return vm->hits; }
const struct vec_u32 *vm_taken(const struct vm *vm) { return &vm->taken; }

void vm_input_values(const struct vm *vm, struct vec_input_value *values) {
  struct terms *tm = vm->program->tm;
  for (uint32_t i = 0; i < vm->log.size; i++) {
    const struct vm_logged *in = &vm->log.data[i];
    struct input_value value = {.input = in->input, .value = TERM_NONE};
    if (in->matters) value.value = value_term(tm, term_sort(tm, in->input->term), (struct value){.bits = in->bits});
    vec_input_value_push(values, value);
  }
}

const struct cfa_input *vm_input(const struct vm *vm, uint32_t nth, uint64_t *bits) {
  *bits = vm->log.data[nth].bits;
  return vm->log.data[nth].input;
}

bool vm_value(const struct vm *vm, uint32_t var, uint64_t *bits) {
  const struct cfa_var *v = &vm->program->cfa->vars.data[var];
  if (!value_bits(vm->program->tm, v->sort)) return false;
  *bits = vm->words.data[v->function == CFA_NONE ? v->slot : vm->locals[v->function] + v->slot];
  return true;
}

static uint64_t hash_words(uint64_t hash, const uint64_t *words, size_t n) {
  for (size_t i = 0; i < n; i++) hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
  return hash;
}

uint64_t vm_hash(const struct vm *vm) {
  const struct cfa *cfa = vm->program->cfa;
  uint32_t function = vm->frames.data[vm->frames.size - 1].function;
  uint64_t hash = hash_words(vm->location.id + 1, vm->words.data, cfa->globals.size);
  hash = hash_words(hash, vm->words.data + vm->locals[function], cfa->functions.data[function].locals.size);
  return hash_u64(hash);
}

// --- calls -----------------------------------------------------------------------------------------------------------

static bool enter(struct vm *vm, const struct vm_instruction *in) {
  uint32_t function = in->b, n = vm->program->cfa->functions.data[function].locals.size;
  const uint32_t *list = vm->pool.data + in->c;
  if (vm->frames.size >= MOST_FRAMES || vm->saved.size + n > vm->most_saved) return false;
  struct vm_frame frame = {{in->a}, function, vm->stack, SIZE_MAX};
  vec_u64_resize(&vm->arguments, in->count);
  for (uint32_t i = 0; i < in->count; i++) vm->arguments.data[i] = vm->words.data[list[2 * i + 1]];
  uint64_t *locals = vm->words.data + vm->locals[function];
  if (vm->active[function]++) {
    frame.saved = vm->saved.size;
    vec_u64_resize(&vm->saved, vm->saved.size + n);
    memcpy(vm->saved.data + frame.saved, locals, n * sizeof *locals);
  }
  memset(locals, 0, n * sizeof *locals);
  for (uint32_t i = 0; i < in->count; i++) locals[list[2 * i]] = vm->arguments.data[i];
  vec_vm_frame_push(&vm->frames, frame);
  vm->location = vm->program->cfa->functions.data[function].entry;
  return true;
}

static void release_stack(struct vm *vm, uint64_t start) {
  if (vm->stack == start) return;
  const struct vec_u32 *regions = &vm->program->regions;
  for (uint32_t i = 0; i < regions->size; i++) {
    struct vm_memory *m = &vm->memories[regions->data[i]];
    vm_memory_erase(m, start >> m->shift, vm->stack >> m->shift);
  }
  vm->stack = start;
}

// False: main returned.
static bool leave(struct vm *vm) {
  const struct cfa *cfa = vm->program->cfa;
  if (vm->frames.size == 1) return false;
  struct vm_frame frame = vec_vm_frame_pop(&vm->frames);
  const struct cfa_edge *call = cfa_edge(cfa, frame.call);
  uint32_t result = cfa->functions.data[frame.function].result;
  bool wanted = call->result != CFA_NONE && result != CFA_NONE;
  uint64_t *locals = vm->words.data + vm->locals[frame.function];
  uint64_t value = wanted ? locals[cfa->vars.data[result].slot] : 0;
  vm->active[frame.function]--;
  if (frame.saved != SIZE_MAX) {
    memcpy(locals, vm->saved.data + frame.saved, (vm->saved.size - frame.saved) * sizeof *locals);
    vm->saved.size = (uint32_t)frame.saved;
  }
  if (wanted) {
    const struct cfa_var *to = &cfa->vars.data[call->result];
    vm->words.data[to->function == CFA_NONE ? to->slot : vm->locals[to->function] + to->slot] = value;
  }
  release_stack(vm, frame.stack_start);
  vm->location = call->to;
  return true;
}

// --- inputs ----------------------------------------------------------------------------------------------------------

static void read_inputs(struct vm *vm, const struct vm_reads *reads) {
  vm->asked = true;
  for (uint32_t i = 0; i < reads->n; i++) {
    const struct vm_read *r = &reads->list[i];
    uint64_t bits = 0;
    // Uninitialised memory cannot be chosen when the program runs.
    if (r->input->kind != INPUT_UNINIT)
      bits = vm->host.input(vm->host.context, vm->log.size + r->position, r->input) & r->mask;
    vm->words.data[r->word] = r->is_float ? ieee_canonical64(r->format, bits) : bits;
  }
}

static bool log_inputs(struct vm *vm, const struct vm_reads *reads) {
  vm->asked = true;
  if (vm->log.size + reads->n > vm->most_log) return false;
  for (uint32_t i = 0; i < reads->n; i++) {
    const struct vm_read *r = &reads->list[i];
    bool matters = r->word != NO_REGISTER;
    vec_logged_push(&vm->log, (struct vm_logged){r->input, matters ? vm->words.data[r->word] : 0, matters});
  }
  return true;
}

static void visit_head(struct vm *vm, uint32_t head) {
  uint32_t visits = vm->head_visits[head]++;
  if (!visits) vec_u32_push(&vm->heads, head);
  if (visits + 1 >= VM_FIRST_VISITS) vm->head_read[head] = vm->log.size + 1;
  if (visits > VM_MOST_VISITS && visits & (visits - 1)) return;
  if (vm->host.head) vm->host.head(vm->host.context, (struct location){head});
}

// --- instructions ----------------------------------------------------------------------------------------------------

static bool allocate(struct vm *vm, const struct vm_instruction *in) {
  return address_place(&vm->program->space, in->alloc, vm->words.data[in->a],
                       in->alloc->is_stack ? &vm->stack : &vm->heap, &vm->words.data[in->dst]);
}

static bool store(struct vm *vm, const struct vm_instruction *in) {
  uint64_t *word = vm_memory_word(&vm->pages, &vm->memories[in->a], vm->words.data[in->b]);
  if (word) *word = vm->words.data[in->c];
  return word;
}

static bool copy(struct vm *vm, const struct vm_instruction *in) {
  const uint32_t *list = vm->pool.data + in->b;
  const uint64_t *w = vm->words.data;
  return vm_memory_copy(&vm->pages, &vm->memories[in->a], w[list[0]], &vm->memories[list[1]], w[list[2]], w[list[3]]);
}

static uint64_t junction(const struct vm *vm, const struct vm_instruction *in) {
  bool absorbing = in->op == VM_ANY;
  for (uint32_t k = 0; k < in->count; k++)
    if (vm->words.data[vm->pool.data[in->a + k]] == absorbing) return absorbing;
  return !absorbing;
}

static uint64_t float_operation(const struct vm *vm, const struct vm_instruction *in) {
  uint64_t x[4] = {0};
  assert(in->count <= 4);
  for (uint32_t k = 0; k < in->count; k++) x[k] = vm->words.data[vm->pool.data[in->a + k]];
  return concrete_float(in->origin, x);
}

static inline void take(struct vm *vm, uint32_t edge) {
  if (!vm->hits[edge]++) vec_u32_push(&vm->taken, edge);
  vm->steps++;
}

static const struct vm_instruction *code_at(struct vm *vm) {
  if (!vm->entry[vm->location.id]) vm_compile(vm, vm->location);
  return vm->instructions.data + vm->entry[vm->location.id];
}

#define UNARY(kind, expression)                                                                                        \
  case kind: {                                                                                                         \
    uint64_t a = w[in->a];                                                                                             \
    w[in->dst] = (expression) & in->mask;                                                                              \
    break;                                                                                                             \
  }
#define BINARY(kind, expression)                                                                                       \
  case kind: {                                                                                                         \
    uint64_t a = w[in->a], b = w[in->b];                                                                               \
    w[in->dst] = (expression) & in->mask;                                                                              \
    break;                                                                                                             \
  }
#define UNLESS(kind, condition)                                                                                        \
  case kind: {                                                                                                         \
    uint64_t a = w[in->a], b = w[in->b];                                                                               \
    if (!(condition)) in = code + in->c - 1;                                                                           \
    break;                                                                                                             \
  }
#define SIGNED(x) ((int64_t)sign_extend(x, in->width))

// The edge was taken; from its target's code on, which is kept in the instruction.
static const struct vm_instruction *go_to(struct vm *vm, const struct vm_instruction *in) {
  uint32_t at = (uint32_t)(in - vm->instructions.data);
  const struct vm_instruction *target = code_at(vm);
  vm->instructions.data[at].c = (uint32_t)(target - vm->instructions.data);
  return target;
}

static enum vm_event run(struct vm *vm) {
  const struct vm_instruction *in = code_at(vm), *code = vm->instructions.data;
  uint64_t *w = vm->words.data;
  for (;; in++) {
    switch (in->op) {
      CONCRETE_UNARY(UNARY)
      CONCRETE_BINARY(BINARY)
      UNLESS(VM_EQ_UNLESS, a == b)
      UNLESS(VM_ULT_UNLESS, a < b)
      UNLESS(VM_ULE_UNLESS, a <= b)
      UNLESS(VM_SLT_UNLESS, SIGNED(a) < SIGNED(b))
      UNLESS(VM_SLE_UNLESS, SIGNED(a) <= SIGNED(b))
    case VM_MOVE: w[in->dst] = w[in->a]; break;
    case TERM_ITE: w[in->dst] = w[in->a] ? w[in->b] : w[in->c]; break;
    case VM_UNLESS:
      if (!w[in->a]) in = code + in->c - 1;
      break;
    case VM_IF:
      if (w[in->a]) in = code + in->c - 1;
      break;
    case VM_GOTO:
      take(vm, in->a);
      vm->work += in->count;
      vm->location = (struct location){in->b};
      if (vm->steps >= vm->end) return VM_BUDGET;
      in = (in->c ? code + in->c : go_to(vm, in)) - 1;
      code = vm->instructions.data;
      w = vm->words.data;
      break;
    case VM_CALL:
      take(vm, in->a);
      vm->work += CALL_WORK + in->count;
      if (!enter(vm, in)) return VM_REFUSED;
      if (vm->steps >= vm->end) return VM_BUDGET;
      in = code_at(vm) - 1;
      code = vm->instructions.data;
      w = vm->words.data;
      break;
    case VM_RETURN:
      if (!leave(vm)) return VM_END;
      in = code_at(vm) - 1;
      code = vm->instructions.data;
      w = vm->words.data;
      break;
    case VM_SELECT: w[in->dst] = vm_memory_read(&vm->memories[in->a], w[in->b]); break;
    case VM_STORE:
      if (!store(vm, in)) return VM_REFUSED;
      break;
    case VM_COPY:
      if (!copy(vm, in)) return VM_REFUSED;
      break;
    case VM_ASSIGN:
      if (!vm_memory_assign(&vm->pages, &vm->memories[in->a], &vm->memories[in->b])) return VM_REFUSED;
      break;
    case VM_ALL:
    case VM_ANY: w[in->dst] = junction(vm, in); break;
    case VM_FLOAT: w[in->dst] = float_operation(vm, in); break;
    case VM_INPUTS: read_inputs(vm, &vm->inputs.data[in->a]); break;
    case VM_LOG:
      if (!log_inputs(vm, &vm->inputs.data[in->a])) return VM_REFUSED;
      break;
    case VM_ALLOCATE:
      if (!allocate(vm, in)) return VM_REFUSED;
      break;
    case VM_HEAP:
      if (in->a) vm->kept_heap = vm->heap;
      else vm->heap = vm->kept_heap;
      break;
    case VM_HEAD:
      if (vm->head_read[in->a] != vm->log.size + 1) visit_head(vm, in->a);
      break;
    case VM_STOP: return (enum vm_event)in->a;
    default: assert(false);
    }
  }
}

enum vm_event vm_run(struct vm *vm, uint64_t max_steps) {
  vm->end = max_steps < UINT64_MAX - vm->steps ? vm->steps + max_steps : UINT64_MAX;
  return vm->steps >= vm->end ? VM_BUDGET : run(vm);
}

void vm_stop(struct vm *vm) { vm->end = vm->steps; }
