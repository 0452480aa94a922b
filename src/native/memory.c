// The memory part of the harness.
//
// Objects on the heap lie at the same addresses as in clew's runs: they grow
// upwards from the start of the automaton's heap, aligned to 16 bytes and at
// least 16 bytes apart, and are never used again after free (see state.h). So
// the cells that the claim gives to uninitialised memory can be written
// before the program starts, and a pointer that is itself an arbitrary value
// may point to them. An external pointer without an object gets a page of memory when it is followed: what clew
// takes for arbitrary memory is memory here too. Near null there is none, and none at addresses that no external value
// has.
//
// A counterexample of a program that looks at addresses must not rest on these: it is run a second time, with every
// block where the C library puts it (enum harness_heap). The cells of a block go with it.
#include "native/harness.h"
#include "native/object.h"
#include <inttypes.h>
#include <stdlib.h>

struct cell {
  uint64_t address, value;
  uint32_t bytes;
};
VEC_TYPE(vec_cell, struct cell)

#define CELLS_MAX 100000u

// Cells of an array value: a constant array under stores at constant indices.
static void add_cells(const struct cfa *cfa, struct term array, struct vec_cell *cells) {
  const struct terms *tm = cfa->tm;
  if (term_none(array) || sort_kind(tm, term_sort(tm, array)) != SORT_ARRAY) return;
  struct sort sort = term_sort(tm, array);
  if (sort_kind(tm, sort_element(tm, sort)) != SORT_BV || sort_kind(tm, sort_index(tm, sort)) != SORT_BV) return;
  uint32_t index_bits = sort_width(tm, sort_index(tm, sort)), width = sort_width(tm, sort_element(tm, sort));
  if (index_bits > cfa->pointer_bits || width > 64 || width % 8) return;
  uint32_t shift = cfa->pointer_bits - index_bits;
  for (; term_kind(tm, array) == TERM_STORES; array = term_child(tm, array, 0)) {
    for (uint32_t i = 1; i + 1 < term_arity(tm, array); i += 2) {
      uint64_t index, value;
      if (!term_value64(tm, term_child(tm, array, i), &index) ||
          !term_value64(tm, term_child(tm, array, i + 1), &value) || !value)
        continue;
      if (cells->size >= CELLS_MAX) return;
      vec_cell_push(cells, (struct cell){index << shift, value, width / 8});
    }
  }
}

static int by_address(const void *a, const void *b) {
  const struct cell *x = a, *y = b;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  return x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

// Bytes next to each other become words where a pointer may lie: what it leads to is memory too (clew_is_outside).
static void unite_cells(struct vec_cell *cells, uint32_t word) {
  uint32_t n = 0;
  if (cells->size) qsort(cells->data, cells->size, sizeof *cells->data, by_address);
  for (uint32_t i = 0; i < cells->size; i++) {
    struct cell cell = cells->data[i], *last = n ? &cells->data[n - 1] : NULL;
    uint64_t at = cell.address % word, start = cell.address - at;
    bool inside = at + cell.bytes <= word, again = last && last->address == start && last->bytes == word;
    // Two regions may give the same byte different values: then it stands by itself.
    if (inside && again && last->value >> 8 * at == 0) last->value |= cell.value << 8 * at;
    else if (inside && !again) cells->data[n++] = (struct cell){start, cell.value << 8 * at, word};
    else cells->data[n++] = cell;
  }
  cells->size = n;
}

// The object of an external pointer is memory, but it is given in another way (fills.c): for clew_is_outside there
// is a cell with its value at the address 0, where no memory is.
static void add_pointer(const struct cfa *cfa, const struct input_value *given, struct vec_cell *cells) {
  uint64_t value;
  const struct terms *tm = cfa->tm;
  struct sort sort = term_sort(tm, given->input->term);
  if (!given->input->site || !cfa->sites.data[given->input->site - 1].is_elsewhere || term_none(given->value)) return;
  if (sort_kind(tm, sort) != SORT_BV || sort_width(tm, sort) != cfa->pointer_bits) return;
  if (term_value64(tm, given->value, &value) && value)
    vec_cell_push(cells, (struct cell){0, value, cfa->pointer_bits / 8});
}

static void find_cells(const struct cfa *cfa, const struct claim *claim, struct vec_cell *cells) {
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    const struct input_value *given = &claim->inputs.data[i];
    if (given->input && given->input->kind == INPUT_UNINIT) add_cells(cfa, given->value, cells);
  }
  unite_cells(cells, cfa->pointer_bits / 8);
  for (uint32_t i = 0; i < claim->inputs.size; i++)
    if (claim->inputs.data[i].input) add_pointer(cfa, &claim->inputs.data[i], cells);
}

static const char cell_type[] =
    "\n// Uninitialised memory that the program reads: address, bytes, value. The rest is zero.\n"
    "struct clew_cell {\n  __UINTPTR_TYPE__ address;\n  unsigned bytes;\n  unsigned long long value;\n};\n";

static void add_table(const struct vec_cell *cells, struct text *out) {
  text_add(out, cell_type);
  text_add(out, "static const struct clew_cell clew_cells[] = {\n");
  for (uint32_t i = 0; i < cells->size; i++) {
    const struct cell *cell = &cells->data[i];
    text_printf(out, "  {0x%" PRIx64 ", %" PRIu32 ", 0x%" PRIx64 "u},\n", cell->address, cell->bytes, cell->value);
  }
  text_add(out, "  {0, 0, 0}\n};\n\n");
}

// Memory from the system, readable and writable; private, anonymous, without reserve, here and nowhere else. For the
// user's own runs it is the C library that gives it.
static const char pages_text[] =
    "void *mmap(void *, __SIZE_TYPE__, int, int, int, long);\n"
    "static char *clew_pages(__UINTPTR_TYPE__ from, __SIZE_TYPE__ size) {\n"
    "  return mmap((void *)from, size, 3, 0x104022, -1, 0);\n"
    "}\n"
    "static void clew_lost(void) { dprintf(2, \"clew: the program follows a pointer to nowhere\\n\"); }\n"
    "struct clew_action {\n"
    "  void (*handler)(int, char *, void *);\n"
    "  unsigned long mask[128 / sizeof(long)];\n"
    "  int flags;\n"
    "  void (*restorer)(void);\n"
    "};\n"
    "int __sigaction(int, const struct clew_action *, struct clew_action *);\n"
    "static void clew_handle(int number, void (*handler)(int, char *, void *)) {\n"
    "  struct clew_action action;\n"
    "  for (unsigned i = 0; i < sizeof action; i++) ((char *)&action)[i] = 0;\n"
    "  action.handler = handler;\n"
    "  action.flags = handler ? 4 : 0;\n"
    "  __sigaction(number, &action, 0);\n"
    "}\n";

// A served program has its own (served/runtime.c).
static const char own_signals_text[] = "static void clew_lost(void) {}\n"
                                       "#define CLEW_SIGNAL_FLAGS 0x04000004\n";

// In clew's own run nothing may be called that the program may define (see hooks.c).
static const char own_pages_text[] =
    "static char *clew_pages(__UINTPTR_TYPE__ from, __SIZE_TYPE__ size) {\n"
    "  long result;\n"
    "#ifdef __x86_64__\n"
    "  register long flags __asm__(\"r10\") = 0x104022, none __asm__(\"r8\") = -1, offset __asm__(\"r9\") = 0;\n"
    "  __asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(9l), \"D\"(from), \"S\"(size), \"d\"(3l), \"r\"(flags),\n"
    "                   \"r\"(none), \"r\"(offset) : \"rcx\", \"r11\", \"memory\");\n"
    "#else\n"
    "  __asm__ volatile(\"push %%ebp\\n xor %%ebp, %%ebp\\n int $0x80\\n pop %%ebp\" : \"=a\"(result)\n"
    "                   : \"a\"(192), \"b\"(from), \"c\"(size), \"d\"(3), \"S\"(0x104022), \"D\"(-1) : \"memory\");\n"
    "#endif\n"
    "  return (char *)result;\n"
    "}\n"
    "// As the kernel has it: flags SA_SIGINFO and SA_RESTORER.\n"
    "struct clew_action {\n"
    "  void (*handler)(int, char *, void *);\n"
    "  unsigned long flags;\n"
    "  void (*restorer)(void);\n"
    "  unsigned long long mask;\n"
    "};\n"
    "void clew_return(void) __asm__(\"clew.return\");\n"
    "static void clew_handle(int number, void (*handler)(int, char *, void *)) {\n"
    "  struct clew_action action;\n"
    "  long result;\n"
    "  action.handler = handler;\n"
    "  action.flags = handler ? CLEW_SIGNAL_FLAGS : 0;\n"
    "  action.restorer = handler ? clew_return : 0;\n"
    "  action.mask = 0;\n"
    "#ifdef __x86_64__\n"
    "  register long size __asm__(\"r10\") = 8;\n"
    "  __asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(13l), \"D\"((long)number), \"S\"(&action), \"d\"(0l),\n"
    "                   \"r\"(size) : \"rcx\", \"r11\", \"memory\");\n"
    "#else\n"
    "  __asm__ volatile(\"int $0x80\" : \"=a\"(result) : \"a\"(174), \"b\"(number), \"c\"(&action), \"d\"(0),\n"
    "                   \"S\"(8) : \"memory\");\n"
    "#endif\n"
    "}\n"
    "#ifdef __x86_64__\n"
    "__asm__(\".text\\nclew.return:\\n mov $15, %eax\\n syscall\\n\");\n"
    "#else\n"
    "__asm__(\".text\\nclew.return:\\n mov $173, %eax\\n int $0x80\\n\");\n"
    "#endif\n";

static const char functions_text[] =
    "static int clew_trying;  // an access is being tried (native/safety.c)\n"
    "// The program's functions at the addresses that they have in the automaton (front/export/native.c).\n"
    "struct clew_function {\n  __UINTPTR_TYPE__ address;\n  void *function;\n};\n"
    "extern const struct clew_function clew_functions[] __asm__(\"clew.functions\") __attribute__((weak));\n"
    "static void *clew_function_at(__UINTPTR_TYPE__ address) {\n"
    "  for (const struct clew_function *f = clew_functions; f && f->address; f++)\n"
    "    if (f->address == address) return f->function;\n"
    "  return 0;\n"
    "}\n\n";

// Of the C library only names that are reserved for it are used here, and objects have no initialisers that are copied
// by a call: the program may have functions of all other names.
static const char memory_text[] =
    "// Writes the cells that lie in a piece of memory.\n"
    "static void clew_fill(__UINTPTR_TYPE__ from, __SIZE_TYPE__ size) {\n"
    "  for (const struct clew_cell *cell = clew_cells; cell->bytes; cell++)\n"
    "    for (unsigned i = 0; i < cell->bytes; i++)\n"
    "      if (cell->address + i - from < size) *(char *)(cell->address + i) = cell->value >> 8 * i;\n"
    "}\n\n"
    "static char *clew_map(__UINTPTR_TYPE__ from, __SIZE_TYPE__ size) {\n"
    "  char *got = clew_pages(from, size);\n"
    "  if (got != (char *)from) return 0;\n"
    "  clew_fill(from, size);\n"
    "  return got;\n"
    "}\n\n"
    "// An external pointer. A small one that is not null points to memory all the same.\n"
    "static void *clew_pointer(__UINTPTR_TYPE__ value) {\n"
    "  static char memory[1 << 17] __attribute__((aligned(4096)));\n"
    "  void *function = clew_function_at(value);\n"
    "  if (function) return function;\n"
    "  return value && value < 1 << 16 ? memory + value : (char *)value;\n"
    "}\n\n"
    "// The heap. Define CLEW_PLAIN_HEAP to have the C library's own, for instance to use a sanitizer.\n"
    "#ifndef CLEW_PLAIN_HEAP\n"
    "static char *clew_heap, *clew_bump, *clew_top;  // there is memory up to the end, as after the top of any heap\n"
    "static const __SIZE_TYPE__ clew_heap_size = 1 << 28;\n"
    "extern char __executable_start[], __etext[];\n"
    "void *__libc_malloc(__SIZE_TYPE__);\n"
    "void *__libc_calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
    "void *__libc_memalign(__SIZE_TYPE__, __SIZE_TYPE__);\n"
    "void *__libc_realloc(void *, __SIZE_TYPE__);\n"
    "void __libc_free(void *);\n\n"
    "// Bits of CLEW_HEAP: blocks lie where the C library puts them; it frees them, too.\n"
    "static int clew_is_native(void) { return CLEW_HEAP & 1; }\n"
    "static int clew_frees(void) { return CLEW_HEAP >> 1 & 1; }\n"
    "static struct clew_block {\n  char *at;\n  __SIZE_TYPE__ size;\n} clew_blocks_made[1 << 12];\n"
    "static unsigned clew_blocks_count;\n"
    "static void *clew_native_note(char *at, __SIZE_TYPE__ size) {\n"
    "  struct clew_block *block = clew_blocks_made + clew_blocks_count++ % (1 << 12);\n"
    "  block->at = at;\n"
    "  block->size = size;\n"
    "  return at;\n"
    "}\n"
    "static __SIZE_TYPE__ clew_native_size(const char *at) {\n"
    "  for (unsigned i = clew_blocks_count; i-- && i + (1 << 12) >= clew_blocks_count;)\n"
    "    if (clew_blocks_made[i % (1 << 12)].at == at) return clew_blocks_made[i % (1 << 12)].size;\n"
    "  __builtin_trap();\n"
    "}\n"
    "static void *clew_native(__UINTPTR_TYPE__ from, __SIZE_TYPE__ size, __SIZE_TYPE__ alignment) {\n"
    "  char *at = alignment > 16 ? __libc_memalign(alignment, size) : __libc_malloc(size);\n"
    "  for (__SIZE_TYPE__ i = 0; at && i < size; i++) ((volatile char *)at)[i] = 0;\n"
    "  for (const struct clew_cell *cell = clew_cells; at && cell->bytes; cell++)\n"
    "    for (unsigned i = 0; i < cell->bytes; i++)\n"
    "      if (cell->address + i - from < size) at[cell->address + i - from] = cell->value >> 8 * i;\n"
    "  return clew_native_note(at, size);\n"
    "}\n\n"
    "static int clew_reach(char *to) {\n"
    "  if (to < clew_top) return 1;\n"
    "  __SIZE_TYPE__ more = ((__SIZE_TYPE__)(to - clew_top) / (1 << 17) + 2) * (1 << 17);\n"
    "  if (!clew_map((__UINTPTR_TYPE__)clew_top, more)) return 0;\n"
    "  clew_top += more;\n"
    "  return 1;\n"
    "}\n"
    "static void *clew_new_aligned(__SIZE_TYPE__ size, __SIZE_TYPE__ alignment) {\n"
    "  static unsigned made, next;\n"
    "  if (clew_gaps[next].number == ++made) clew_bump = (char *)clew_gaps[next++].address;\n"
    "  char *at = (char *)(((__UINTPTR_TYPE__)clew_bump + alignment - 1) / alignment * alignment);\n"
    "  if (clew_is_native()) {\n"
    "    clew_bump = at + size + 16;\n"
    "    return clew_native((__UINTPTR_TYPE__)at, size, alignment);\n"
    "  }\n"
    "  if (!clew_heap || size >= clew_heap_size || (__SIZE_TYPE__)(at - clew_heap) + size + 64 >= clew_heap_size ||\n"
    "      !clew_reach(at + size + 16))\n"
    "    return alignment == 16 ? __libc_calloc(size, 1) : 0;\n"
    "  *(__SIZE_TYPE__ *)(at - 16) = size;\n"
    "  clew_bump = at + size + 16;\n"
    "  return at;\n"
    "}\n"
    "static void *clew_new(__SIZE_TYPE__ size) { return clew_new_aligned(size, 16); }\n"
    "// Blocks of aligned_alloc and its like, as the models make them.\n"
    "#define CLEW_ALIGNED(N) \\\n"
    "  WEAK void *clew_malloc_##N(__SIZE_TYPE__) __asm__(\"clew.malloc_\" #N); \\\n"
    "  void *clew_malloc_##N(__SIZE_TYPE__ size) { return clew_new_aligned(size, N); }\n"
    "CLEW_ALIGNED(32) CLEW_ALIGNED(64) CLEW_ALIGNED(128) CLEW_ALIGNED(256)\n"
    "CLEW_ALIGNED(512) CLEW_ALIGNED(1024) CLEW_ALIGNED(2048) CLEW_ALIGNED(4096)\n"
    "// The C library has objects of its own: they lie elsewhere.\n"
    "static int clew_is_program(const char *caller) { return caller >= __executable_start && caller < __etext; }\n"
    "WEAK void *malloc(__SIZE_TYPE__ size) {\n"
    "  return clew_is_program(__builtin_return_address(0)) ? clew_new(size) : __libc_calloc(size, 1);\n"
    "}\n"
    "WEAK void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) {\n"
    "  __SIZE_TYPE__ bytes;\n"
    "  if (__builtin_mul_overflow(count, size, &bytes)) return 0;\n"
    "  if (!clew_is_program(__builtin_return_address(0))) return __libc_calloc(count, size);\n"
    "  char *object = clew_new(bytes);\n"
    "  for (__SIZE_TYPE__ i = 0; object && i < bytes; i++)\n"
    "    if (object[i]) object[i] = 0;\n"
    "  return object;\n"
    "}\n"
    "static void clew_free(void *object) {\n"
    "  if (clew_frees()) __libc_free(object);\n"
    "}\n"
    "WEAK void free(void *object) { clew_free(object); }\n"
    "static int clew_is_ours(const char *object) {\n"
    "  return clew_heap && object >= clew_heap && object < clew_heap + clew_heap_size;\n"
    "}\n"
    "static __SIZE_TYPE__ clew_size(void *object) {\n"
    "  if (object && clew_is_native()) return clew_native_size(object);\n"
    "  if (object && !clew_is_ours(object)) __builtin_trap();\n"
    "  return object ? *(__SIZE_TYPE__ *)((char *)object - 16) : 0;\n"
    "}\n"
    "WEAK __SIZE_TYPE__ malloc_usable_size(void *object) { return clew_size(object); }\n"
    "WEAK __SIZE_TYPE__ __clew_object_size(void *object) { return clew_size(object); }\n"
    "WEAK void *realloc(void *object, __SIZE_TYPE__ size) {\n"
    "  char *from = object;\n"
    "  int is_program = clew_is_program(__builtin_return_address(0));\n"
    "  if (clew_is_native() ? !is_program : from ? !clew_is_ours(from) : !is_program)\n"
    "    return __libc_realloc(from, size);\n"
    "  if (from && !size) {\n"
    "    clew_free(from);\n"
    "    return 0;\n"
    "  }\n"
    "  __SIZE_TYPE__ old = clew_size(from);\n"
    "  char *to = clew_new(size);\n"
    "  for (__SIZE_TYPE__ i = 0; to && i < old && i < size; i++) to[i] = from[i];\n"
    "  if (to) clew_free(from);\n"
    "  return to;\n"
    "}\n\n"
    "// The memory of an external pointer exists; a pointer that the program got wrong itself leads\n"
    "// nowhere.\n"
    "static int clew_is_near(__UINTPTR_TYPE__ address, unsigned long long value) {\n"
    "  __UINTPTR_TYPE__ from = value;\n"
    "  if (value < 1 << 16) return value && address - from < 1 << 12;  // next to null only what it surely leads to\n"
    "  return address - from + (1 << 16) < 1 << 24;\n"
    "}\n"
    "static int clew_is_outside(__UINTPTR_TYPE__ address) {\n"
    "  for (const struct clew_input *input = clew_inputs; input->function; input++)\n"
    "    if (clew_is_near(address, input->value.u)) return 1;\n"
    "  for (const struct clew_cell *cell = clew_cells; cell->bytes; cell++)\n"
    "    if (clew_is_near(address, cell->value)) return 1;\n"
    "  return 0;\n"
    "}\n"
    "static void clew_fault(int number, char *info, void *context) {\n"
    "  static unsigned pages;\n"
    "  __UINTPTR_TYPE__ address = *(__UINTPTR_TYPE__ *)(info + (sizeof(long) == 8 ? 16 : 12));\n"
    "  // A call through a pointer in memory that is an input: on to the function that the automaton has there.\n"
    "  __UINTPTR_TYPE__ *counter = (void *)((char *)context + (sizeof(long) == 8 ? 168 : 76));\n"
    "  void *function = *counter == address ? clew_function_at(address) : 0;\n"
    "  if (function) {\n"
    "    *counter = (__UINTPTR_TYPE__)function;\n"
    "    return;\n"
    "  }\n"
    "  if (address >= 1 << 12 && clew_is_outside(address) && pages++ < 4096 && clew_map(address & -4096l, 4096))\n"
    "    return;\n"
    "  if (clew_trying) clew_error(\"valid-deref\");\n"
    "  clew_lost();\n"
    "  clew_handle(number, 0);\n"
    "}\n\n"
    "__attribute__((constructor(101))) static void clew_memory(void) {\n"
    "  clew_handle(11, clew_fault);\n"
    "  char *map = clew_map((CLEW_HEAP & ~(__UINTPTR_TYPE__)4095) - 4096, 4096 + (1 << 17));\n"
    "  if (map) clew_heap = clew_bump = map + 4096, clew_top = clew_heap + (1 << 17);\n"
    "}\n"
    "#endif\n";

// An automaton may start its heap where no process can have memory.
static uint64_t heap_start(const struct cfa *cfa) {
  return cfa->heap_start < 0x20000 ? 0x20000 : cfa->heap_start & ~UINT64_C(0xfff);
}

void harness_memory(const struct cfa *cfa, const struct replay_options *options, const struct claim *claim, bool own,
                    struct text *out) {
  struct vec_cell cells = {0};
  find_cells(cfa, claim, &cells);
  add_table(&cells, out);
  text_printf(out, "#define CLEW_HEAP ((__UINTPTR_TYPE__)0x%" PRIx64 ")\n\n",
              heap_start(cfa) | (own ? options->heap : 0u));
  if (own) text_add(out, own_signals_text);
  text_add(out, own ? own_pages_text : pages_text);
  text_add(out, functions_text);
  text_add(out, memory_text);
  vec_cell_release(&cells);
}

void harness_memory_runtime(uint32_t bits, enum harness_use use, struct text *out) {
  text_add(out, cell_type);
  text_printf(out, "_Static_assert(sizeof(struct clew_cell) == %d, \"\");\n", bits == 64 ? 24 : 16);
  text_add(out, "extern const struct clew_cell clew_cells[] __asm__(\"clew.cells\");\n");
  if (use != HARNESS_SERVED) text_add(out, own_signals_text);
  text_add(out, own_pages_text);
  text_add(out, functions_text);
  text_add(out, memory_text);
}

void harness_memory_object(const struct cfa *cfa, const struct replay_options *options, const struct claim *claim,
                           struct object *o) {
  struct vec_cell cells = {0};
  uint32_t word = o->is64 ? 8 : 4;
  find_cells(cfa, claim, &cells);
  vec_cell_push(&cells, (struct cell){0, 0, 0});
  object_align(o, 8);
  object_define(o, "clew.heap_start", OBJECT_DATA, false);
  object_number(o, heap_start(cfa) | options->heap, 8);
  object_define(o, "clew.cells", OBJECT_DATA, false);
  for (uint32_t i = 0; i < cells.size; i++) {
    object_number(o, cells.data[i].address, word);
    object_number(o, cells.data[i].bytes, word);
    object_number(o, cells.data[i].value, 8);
  }
  vec_cell_release(&cells);
}
