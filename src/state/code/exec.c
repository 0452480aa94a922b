// Execution of code: on concrete 64-bit values where all operands are
// concrete, by building terms otherwise. The meaning of every operation is that of the term
// module (SMT-LIB's, also where C leaves it undefined).
#include "state/concrete.h"
#include "state/convert.h"
#include "term/walk.h"
#include <assert.h>

// --- the term path -----------------------------------------------------------------------

// Where the stack ends, objects that this very evaluation allocates included.
static uint64_t stack_pointer(const struct state *s, const struct code *code) {
  return code->allocs.size ? code->stack : s->stack;
}

// A cell may have been read, or content fixed in the base, anywhere below the stack pointer.
static void note_symbolic_access(struct state *s, const struct code *code) {
  uint64_t stack = stack_pointer(s, code);
  if (s->uninit_top < stack) s->uninit_top = stack;
}

// n cells of 2^shift bytes (an index counts cells) were read and may have been absent.
static void note_absent_read(struct program *program, struct state *s, uint32_t shift, uint64_t index, uint64_t n) {
  uint64_t end = index + n;
  if (end < index || end > program->space.stack_end >> shift) end = UINT64_MAX;
  else end <<= shift;
  if (s->uninit_top < end) s->uninit_top = end;
}

static struct value *operand_register(struct code *code, const struct instruction *in, uint32_t k) {
  uint32_t reg = in->operands > 3 ? code->pool.data[in->a + k] : k == 0 ? in->a : k == 1 ? in->b : in->c;
  return &code->registers.data[reg];
}

static bool is_array_sort(struct program *program, struct sort s) { return sort_kind(program->tm, s) == SORT_ARRAY; }

// The result of building terms: an array gets a memory whose base it is.
static struct value wrap_result(struct program *program, struct state *s, const struct code *code, struct term t) {
  if (!is_array_sort(program, term_sort(program->tm, t))) return value_from_term(program->tm, t);
  struct value v = {.term = 0, .memory = memory_new(program->tm, t)};
  // Valid accesses are below the stack pointer: above it the base is as arbitrary as before.
  uint32_t shift = region_shift(program->cfa, term_sort(program->tm, t));
  memory_set_frozen(v.memory, shift < 64 ? (stack_pointer(s, code) >> shift) + 1 : UINT64_MAX);
  return v;
}

static void exec_term(struct program *program, struct state *s, struct code *code, const struct instruction *in) {
  struct terms *tm = program->tm;
  struct term t = {in->term}, few[8], *children = few, *many = NULL;
  uint32_t n = term_arity(tm, t);
  bool stores = term_kind(tm, t) == TERM_STORES;
  if (n > 8) children = many = mem_alloc(n * sizeof *many);
  for (uint32_t i = 0; i < n; i++) {
    struct term child = term_child(tm, t, i);
    if (stores && i % 2 == 1) {
      children[i] = child;
      continue;
    }
    struct sort sort = term_sort(tm, child);
    if (is_array_sort(program, sort)) note_symbolic_access(s, code);
    children[i] = value_term(tm, sort, *operand_register(code, in, stores ? i / 2 : i));
  }
  struct term result = term_with_children(tm, t, children);
  mem_free(many);
  code->registers.data[in->dst] = wrap_result(program, s, code, result);
}

// AND and OR: `absorbing` decides alone.
static void exec_junction(struct program *program, struct code *code, const struct instruction *in,
                          uint64_t absorbing) {
  struct terms *tm = program->tm;
  struct value *dst = &code->registers.data[in->dst];
  struct term few[8], *open = few, *many = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; i < in->count; i++) {
    const struct value *v = operand_register(code, in, i);
    if (v->term) n++;
    else if (v->bits == absorbing) {
      *dst = (struct value){.term = 0, .bits = absorbing};
      return;
    }
  }
  if (!n) {
    *dst = (struct value){.term = 0, .bits = !absorbing};
    return;
  }
  if (n > 8) open = many = mem_alloc(n * sizeof *many);
  n = 0;
  for (uint32_t i = 0; i < in->count; i++) {
    const struct value *v = operand_register(code, in, i);
    if (v->term) open[n++] = (struct term){v->term};
  }
  struct term t = n == 1 ? open[0] : absorbing ? term_or_n(tm, n, open) : term_and_n(tm, n, open);
  mem_free(many);
  *dst = value_from_term(tm, t);
}

// --- memory ------------------------------------------------------------------------------

static void exec_select(struct program *program, struct state *s, struct code *code, const struct instruction *in) {
  struct value *r = code->registers.data;
  if (r[in->b].term) {
    exec_term(program, s, code, in);
    return;
  }
  bool absent;
  uint64_t index = r[in->b].bits;
  r[in->dst] = memory_read(program->tm, r[in->a].memory, index, &absent);
  if (absent) note_absent_read(program, s, in->low, index, 1);
}

// The array operand as a reference that the change may consume.
static struct memory *take_array(struct value *v, bool consume) { return consume ? v->memory : memory_ref(v->memory); }

// After the term path: the operand that the change would have consumed.
static void drop_array(struct value *v, bool consume) {
  if (consume) memory_unref(v->memory);
}

static void exec_store(struct program *program, struct state *s, struct code *code, const struct instruction *in) {
  struct value *r = code->registers.data, *array = &r[in->a];
  if (r[in->b].term) {
    exec_term(program, s, code, in);
    drop_array(array, in->consume);
    return;
  }
  struct memory *m = take_array(array, in->consume);
  r[in->dst] = (struct value){.term = 0, .memory = memory_write(program->tm, m, r[in->b].bits, r[in->c])};
}

static void exec_stores(struct program *program, struct code *code, const struct instruction *in) {
  struct terms *tm = program->tm;
  struct memory *m = take_array(operand_register(code, in, 0), in->consume);
  for (uint32_t i = 1; i < in->count; i++) {
    uint64_t index = 0;
    bool known = term_value64(tm, term_child(tm, (struct term){in->term}, 2 * i - 1), &index);
    assert(known);
    (void)known;
    m = memory_write(tm, m, index, *operand_register(code, in, i));
  }
  code->registers.data[in->dst] = (struct value){.term = 0, .memory = m};
}

static void exec_copy(struct program *program, struct state *s, struct code *code, const struct instruction *in) {
  struct value *dst = operand_register(code, in, 0), *d = operand_register(code, in, 1),
               *src = operand_register(code, in, 2);
  struct value *from = operand_register(code, in, 3), *n = operand_register(code, in, 4);
  if (d->term || from->term || n->term) {
    exec_term(program, s, code, in);
    drop_array(dst, in->consume);
    return;
  }
  if (n->bits && !memory_is_constant(src->memory)) note_absent_read(program, s, in->low, from->bits, n->bits);
  struct memory *m = take_array(dst, in->consume);
  code->registers.data[in->dst] =
      (struct value){.term = 0, .memory = memory_copy(program->tm, m, d->bits, src->memory, from->bits, n->bits)};
}

static void exec_ite(struct program *program, struct state *s, struct code *code, const struct instruction *in) {
  struct value *r = code->registers.data;
  if (r[in->a].term) {
    exec_term(program, s, code, in);
    return;
  }
  r[in->dst] = r[in->a].bits ? r[in->b] : r[in->c];
  if (in->width) memory_ref(r[in->dst].memory); // an array
}

static struct memory *zero_array(struct program *program, const struct instruction *in) {
  struct terms *tm = program->tm;
  return memory_new(tm, term_zero(tm, term_sort(tm, (struct term){in->term})));
}

static void load_array(struct program *program, struct state *s, struct code *code, const struct instruction *in) {
  bool is_global = in->op == OP_GLOBAL_ARRAY || in->op == OP_GLOBAL_MOVE;
  bool moves = in->op == OP_GLOBAL_MOVE || in->op == OP_LOCAL_MOVE;
  struct value *slot = state_slot(s, is_global, in->a);
  if (!slot->memory || moves) slot = state_slot_own(s, is_global, in->a);
  if (!slot->memory) slot->memory = zero_array(program, in);
  code->registers.data[in->dst] = (struct value){.term = 0, .memory = slot->memory};
  if (moves) slot->memory = NULL;
}

static void load_wide(struct program *program, struct state *s, struct code *code, const struct instruction *in) {
  struct value v = *state_slot(s, in->op == OP_GLOBAL_WIDE, in->a);
  if (!v.term) v.term = term_zero(program->tm, term_sort(program->tm, (struct term){in->term})).id;
  code->registers.data[in->dst] = v;
}

// --- floats ------------------------------------------------------------------------------

static bool exec_float(struct code *code, const struct instruction *in) {
  struct value *r = code->registers.data;
  uint64_t x[4];
  for (uint32_t i = 0; i < in->count; i++) {
    const struct value *v = operand_register(code, in, i);
    if (v->term) return false;
    x[i] = v->bits;
  }
  r[in->dst] = (struct value){.term = 0, .bits = concrete_float(in, x)};
  return true;
}

// --- the loop ----------------------------------------------------------------------------

#define UNARY(kind, expression)                                                                                        \
  case kind: {                                                                                                         \
    uint64_t a = r[in->a].bits;                                                                                        \
    if (__builtin_expect(r[in->a].term, 0)) goto symbolic;                                                             \
    r[in->dst] = (struct value){.term = 0, .bits = (expression) & in->mask};                                           \
    break;                                                                                                             \
  }
#define BINARY(kind, expression)                                                                                       \
  case kind: {                                                                                                         \
    uint64_t a = r[in->a].bits, b = r[in->b].bits;                                                                     \
    if (__builtin_expect(r[in->a].term | r[in->b].term, 0)) goto symbolic;                                             \
    r[in->dst] = (struct value){.term = 0, .bits = (expression) & in->mask};                                           \
    break;                                                                                                             \
  }

void exec_segment(struct program *program, struct state *s, struct code *code, uint32_t begin, uint32_t end) {
  struct value *r = code->registers.data;
  const struct instruction *in = code->instructions.data + begin, *stop = code->instructions.data + end;
  for (; in < stop; in++) {
    switch (in->op) {
    case OP_GLOBAL: r[in->dst] = s->globals[in->a >> CHUNK_BITS]->values[in->a % CHUNK_SLOTS]; break;
    case OP_LOCAL: r[in->dst] = s->frame->chunks[in->a >> CHUNK_BITS]->values[in->a % CHUNK_SLOTS]; break;
    case OP_GLOBAL_WIDE:
    case OP_LOCAL_WIDE: load_wide(program, s, code, in); break;
    case OP_GLOBAL_ARRAY:
    case OP_LOCAL_ARRAY:
    case OP_GLOBAL_MOVE:
    case OP_LOCAL_MOVE:
      load_array(program, s, code, in);
      break;
      CONCRETE_UNARY(UNARY)
      CONCRETE_BINARY(BINARY)
    case TERM_AND:
    case TERM_OR:
      if (in->count == 2 && !(r[in->a].term | r[in->b].term)) {
        uint64_t a = r[in->a].bits, b = r[in->b].bits;
        r[in->dst] = (struct value){.term = 0, .bits = in->op == TERM_AND ? a & b : a | b};
      } else {
        exec_junction(program, code, in, in->op == TERM_OR);
      }
      break;
    case TERM_ITE: exec_ite(program, s, code, in); break;
    case TERM_SELECT: exec_select(program, s, code, in); break;
    case TERM_STORE: exec_store(program, s, code, in); break;
    case TERM_STORES: exec_stores(program, code, in); break;
    case TERM_COPY: exec_copy(program, s, code, in); break;
    case OP_TERM:
    symbolic:
      exec_term(program, s, code, in);
      break;
    default:
      if (!exec_float(code, in)) goto symbolic;
      break;
    }
  }
}
