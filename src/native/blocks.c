// __VERIFIER_nondet_memory(p, n) and klee_make_symbolic(p, n, name) in the harness: the bytes that the claim has for
// each call.
//
// In the automaton such a call copies n cells from an input, an array, at the
// addresses they go to. These addresses are known only in the run itself: the
// automaton is run on the claim's inputs, and the address that the input names
// is evaluated in the state before each such edge.
#include "native/harness.h"
#include "native/exchange.h"
#include "native/object.h"
#include <inttypes.h>

#define BLOCK_FUNCTION "__VERIFIER_nondet_memory"
#define KLEE_FUNCTION "klee_make_symbolic"
#define BLOCK_STEPS (UINT64_C(1) << 28)

struct byte {
  uint32_t call;
  uint64_t offset, value;
};
VEC_TYPE(vec_byte, struct byte)

struct block_search {
  struct cfa *cfa;
  const struct claim *claim;
  struct program *program;
  struct vec_u64 addresses;      // of each call so far; UINT64_MAX: not known
};

static bool is_block(const struct cfa_input *input) {
  return input && input->kind == INPUT_NONDET && input->name &&
         (strcmp(input->name, BLOCK_FUNCTION) == 0 || strcmp(input->name, KLEE_FUNCTION) == 0);
}

// The values that a step begins with, of the objects that it makes, and of its inputs.
static struct substitution *values_before(struct block_search *search, const struct run_step *step, struct term t) {
  const struct cfa *cfa = search->cfa;
  const struct cfa_edge *edge = cfa_edge(search->cfa, step->edge);
  struct substitution *sub = substitution_new(cfa->tm);
  for (uint32_t k = 0; k < edge->allocs.size; k++) {
    uint64_t address, size;
    struct term made = edge->allocs.data[k].term;
    if (run_step_object(step, k, &address, &size))
      substitution_set(sub, made, term_bv(cfa->tm, term_width(cfa->tm, made), address));
  }
  uint32_t first = state_inputs_read(step->state);
  for (uint32_t i = 0; i < edge->inputs.size && first + i < search->claim->inputs.size; i++) {
    const struct input_value *given = &search->claim->inputs.data[first + i];
    if (given->input && term_same(given->input->term, edge->inputs.data[i].term) && !term_none(given->value))
      substitution_set(sub, given->input->term, given->value);
  }
  uint32_t count;
  const uint32_t *vars = term_free_vars(cfa->tm, t, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t var = cfa_var_of(cfa, (struct term){vars[i]});
    if (var != CFA_NONE) substitution_set(sub, (struct term){vars[i]}, state_value(step->state, var));
  }
  return sub;
}

static bool on_step(void *context, const struct run_step *step) {
  struct block_search *search = context;
  const struct cfa_edge *edge = cfa_edge(search->cfa, step->edge);
  for (uint32_t i = 0; i < edge->inputs.size; i++) {
    if (!is_block(&edge->inputs.data[i])) continue;
    struct term address = edge->inputs.data[i].address;
    uint64_t value = UINT64_MAX;
    if (!term_none(address)) {
      struct substitution *sub = values_before(search, step, address);
      if (!term_value64(search->cfa->tm, substitution_apply(sub, address), &value)) value = UINT64_MAX;
      substitution_free(sub);
    }
    vec_u64_push(&search->addresses, value);
  }
  return true;
}

static void find_addresses(struct block_search *search, const struct claim *claim) {
  struct limits none = {0};
  struct stats unused = {0};
  search->program = program_new(search->cfa, &none, &unused);
  struct state *last = NULL;
  state_replay(search->program, claim->inputs.size, claim->inputs.data, BLOCK_STEPS, on_step, search, &last);
  if (last) state_free(last);
  program_free(search->program);
}

static void add_block(struct cfa *cfa, uint32_t call, uint64_t address, struct term array, struct vec_byte *out) {
  const struct terms *tm = cfa->tm;
  if (term_none(array) || sort_kind(tm, term_sort(tm, array)) != SORT_ARRAY) return;
  struct sort element = sort_element(tm, term_sort(tm, array));
  if (sort_kind(tm, element) != SORT_BV || sort_width(tm, element) != 8) return; // such regions have byte cells
  for (; term_kind(tm, array) == TERM_STORES; array = term_child(tm, array, 0)) {
    for (uint32_t i = 1; i + 1 < term_arity(tm, array); i += 2) {
      uint64_t index, value;
      if (!term_value64(tm, term_child(tm, array, i), &index) ||
          !term_value64(tm, term_child(tm, array, i + 1), &value) || !value)
        continue;
      if (index >= address) vec_byte_push(out, (struct byte){call, index - address, value});
    }
  }
}

static void find_bytes(struct cfa *cfa, const struct claim *claim, struct vec_byte *out) {
  bool any = false;
  for (uint32_t i = 0; i < claim->inputs.size; i++) any |= is_block(claim->inputs.data[i].input);
  if (!any) return;
  struct block_search search = {.cfa = cfa, .claim = claim};
  find_addresses(&search, claim);
  uint32_t call = 0;
  for (uint32_t i = 0; i < claim->inputs.size && call < search.addresses.size; i++) {
    if (!is_block(claim->inputs.data[i].input)) continue;
    uint64_t address = search.addresses.data[call++];
    if (address != UINT64_MAX) add_block(cfa, call, address, claim->inputs.data[i].value, out);
  }
  vec_u64_release(&search.addresses);
}

bool harness_block_bytes(struct cfa *cfa, const struct claim *claim, harness_byte_each *each, void *context) {
  struct vec_byte bytes = {0};
  bool any = false;
  for (uint32_t i = 0; i < claim->inputs.size; i++) any |= is_block(claim->inputs.data[i].input);
  find_bytes(cfa, claim, &bytes);
  for (uint32_t i = 0; i < bytes.size; i++)
    each(context, bytes.data[i].call, bytes.data[i].offset, bytes.data[i].value);
  vec_byte_release(&bytes);
  return any;
}

static const char byte_type[] =
    "\n// Memory that is an input: number of the call, offset, byte. The rest is zero.\n"
    "struct clew_byte {\n  unsigned call;\n  __SIZE_TYPE__ offset;\n  unsigned char value;\n};\n";
static const char block_function[] =
    "static void clew_block(unsigned char *block, __SIZE_TYPE__ size) {\n"
    "  static unsigned call;\n"
    "  for (__SIZE_TYPE__ i = 0; i < size; i++) block[i] = 0;\n"
    "  call++;\n"
    "  for (const struct clew_byte *byte = clew_bytes; byte->call; byte++)\n"
    "    if (byte->call == call && byte->offset < size) block[byte->offset] = byte->value;\n"
    "}\n"
    "WEAK void " BLOCK_FUNCTION "(unsigned char *block, __SIZE_TYPE__ size) { clew_block(block, size); }\n"
    "WEAK void " KLEE_FUNCTION "(unsigned char *block, __SIZE_TYPE__ size) { clew_block(block, size); }\n";

void harness_blocks(struct cfa *cfa, const struct claim *claim, struct text *out) {
  struct vec_byte bytes = {0};
  find_bytes(cfa, claim, &bytes);
  text_add(out, byte_type);
  text_add(out, "static const struct clew_byte clew_bytes[] = {\n");
  for (uint32_t i = 0; i < bytes.size; i++)
    text_printf(out, "  {%" PRIu32 ", %" PRIu64 ", %" PRIu64 "},\n", bytes.data[i].call, bytes.data[i].offset,
                bytes.data[i].value);
  text_add(out, "  {0, 0, 0}\n};\n");
  text_add(out, block_function);
  vec_byte_release(&bytes);
}

void harness_blocks_runtime(uint32_t bits, struct text *out) {
  text_add(out, byte_type);
  text_printf(out, "_Static_assert(sizeof(struct clew_byte) == %d, \"\");\n", bits == 64 ? 24 : 12);
  text_add(out, "extern const struct clew_byte clew_bytes[] __asm__(\"clew.bytes\");\n");
  text_add(out, block_function);
}

void harness_blocks_object(struct cfa *cfa, const struct claim *claim, struct object *o) {
  struct vec_byte bytes = {0};
  uint32_t word = o->is64 ? 8 : 4;
  find_bytes(cfa, claim, &bytes);
  vec_byte_push(&bytes, (struct byte){0, 0, 0});
  object_align(o, 8);
  object_define(o, "clew.bytes", OBJECT_DATA, false);
  for (uint32_t i = 0; i < bytes.size; i++) {
    object_number(o, bytes.data[i].call, word);
    object_number(o, bytes.data[i].offset, word);
    object_number(o, bytes.data[i].value, word);
  }
  vec_byte_release(&bytes);
}
