// Contents of objects that the program does not initialise, in the harness: the bytes that the claim has for each.
//
// The program that is run natively calls clew.fill where such an object begins (front/export/native.c), with the number
// of the place; the n-th call from a place gets the bytes of the n-th time that the claim's path comes by. Objects that
// are variables have an input for each cell. Objects in memory have no input of their own: what they hold is what their
// region holds at their address when they are made, so the automaton is run on the claim's inputs. Values of the
// program's inline assembly are given in the same way, and so are the arguments of an entry function that is not main
// and variables that no file defines.
//
// Whatever is written here is a possible content: an object that is not initialised may hold anything. So a mistake
// can make a run miss the error, but not see one that is not there.
#include "base/memory/map.h"
#include "native/harness.h"
#include "native/object.h"
#include <inttypes.h>
#include <stdlib.h>

#define FILL_STEPS (UINT64_C(1) << 22)
#define FILLS_MAX 200000u
#define NATIVE_HEAP (1u << 28) // clew_heap_size of memory.c
#define SITES_MAX 65536u // places that the runtime counts

struct fill {
  uint32_t site, time;
  uint64_t offset;
  uint8_t value;
};
VEC_TYPE(vec_fill, struct fill)

// An object in memory, of a frame that is still there.
struct made {
  uint32_t site, depth;
  uint64_t address, size;
};
VEC_TYPE(vec_made, struct made)

// The n-th object on the heap does not follow the one before: the automaton may leave room for objects that other
// branches make.
struct gap {
  uint32_t number;
  uint64_t address;
};
VEC_TYPE(vec_gap, struct gap)

struct contents {
  struct vec_fill fills;
  struct vec_gap gaps;
};

struct fill_search {
  struct cfa *cfa;
  const struct claim *claim;
  struct vec_made made;
  struct contents *out;
  uint32_t n_heap; // objects on the heap so far, and where the next one is expected
  uint64_t heap;
  struct map_u32 times; // site and offset → how often it was met
};

static int by_place(const void *a, const void *b) {
  const struct fill *x = a, *y = b;
  if (x->site != y->site) return x->site < y->site ? -1 : 1;
  if (x->time != y->time) return x->time < y->time ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void add_byte(struct fill_search *search, uint32_t site, uint32_t time, uint64_t offset, uint8_t value) {
  if (!value || search->out->fills.size >= FILLS_MAX || site >= SITES_MAX) return;
  vec_fill_push(&search->out->fills, (struct fill){site, time, offset, value});
}

static uint32_t next_time(struct fill_search *search, uint32_t site, uint32_t offset) {
  uint64_t key = (uint64_t)site << 32 | offset;
  uint32_t time = map_u32_get_or(&search->times, key, 0) + 1;
  map_u32_put(&search->times, key, time);
  return time;
}

static bool is_array(const struct cfa *cfa, const struct cfa_input *input) {
  return sort_kind(cfa->tm, term_sort(cfa->tm, input->term)) == SORT_ARRAY;
}

// Bytes in a value that lies in memory.
static uint32_t bytes_of(const struct cfa *cfa, const struct cfa_input *input) {
  struct sort sort = term_sort(cfa->tm, input->term);
  switch (sort_kind(cfa->tm, sort)) {
  case SORT_BV: return (sort_width(cfa->tm, sort) + 7) / 8;
  case SORT_BOOL: return 1;
  case SORT_FLOAT: return (sort_exponent(cfa->tm, sort) + sort_significand(cfa->tm, sort) + 7) / 8;
  default: return 0;
  }
}

// Cells that are variables.
static void fill_variables(struct fill_search *search, const struct claim *claim) {
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    const struct input_value *given = &claim->inputs.data[i];
    if (!given->input || !given->input->site || is_array(search->cfa, given->input)) continue;
    uint32_t time = next_time(search, given->input->site, given->input->offset);
    uint64_t bits[2];
    if (term_none(given->value)) continue;
    harness_bits(search->cfa, given->input, given->value, bits);
    uint32_t n = bytes_of(search->cfa, given->input);
    for (uint32_t k = 0; k < n && k < 16; k++)
      add_byte(search, given->input->site, time, given->input->offset + k, (uint8_t)(bits[k / 8] >> k % 8 * 8));
  }
}

// --- objects in memory ----------------------------------------------------------------------

// Bytes of the cells of an array value that lie in an object.
static void add_cells(struct fill_search *search, struct term array, uint64_t address, uint64_t size, uint32_t site,
                      uint32_t time) {
  const struct terms *tm = search->cfa->tm;
  struct sort sort = term_sort(tm, array);
  uint32_t cell = sort_width(tm, sort_element(tm, sort)) / 8;
  struct map_u32 seen = {0}; // the outermost of several stores counts
  for (; term_kind(tm, array) == TERM_STORES; array = term_child(tm, array, 0))
    for (uint32_t i = 1; i + 1 < term_arity(tm, array); i += 2) {
      uint64_t index, value;
      if (!term_value64(tm, term_child(tm, array, i), &index) ||
          !term_value64(tm, term_child(tm, array, i + 1), &value))
        continue;
      if (index * cell - address >= size || map_u32_find(&seen, index)) continue;
      map_u32_put(&seen, index, 1);
      for (uint32_t k = 0; k < cell && k < 8; k++)
        add_byte(search, site, time, index * cell - address + k, (uint8_t)(value >> 8 * k));
    }
  map_u32_release(&seen);
}

static const struct input_value *value_of(const struct claim *claim, struct term input) {
  for (uint32_t i = 0; i < claim->inputs.size; i++)
    if (claim->inputs.data[i].input && term_same(claim->inputs.data[i].input->term, input) &&
        !term_none(claim->inputs.data[i].value))
      return &claim->inputs.data[i];
  return NULL;
}

static struct term initial_memory(const struct cfa *cfa, struct term region) {
  for (uint32_t i = 0; i < cfa->memory.size; i++)
    if (term_same(cfa->memory.data[i].region, region)) return cfa->memory.data[i].initial;
  return TERM_NONE;
}

// What the region of an object holds at its address when the program starts.
static void fill_from_start(struct fill_search *search, uint32_t site, uint32_t time, uint64_t address, uint64_t size) {
  struct cfa *cfa = search->cfa;
  const struct input_value *given = value_of(search->claim, initial_memory(cfa, cfa->sites.data[site - 1].region));
  if (given) add_cells(search, given->value, address, size, site, time);
}

// Objects of the entry function, which are made once.
static void fill_fixed(struct fill_search *search) {
  for (uint32_t i = 0; i < search->cfa->sites.size; i++) {
    const struct cfa_site *site = &search->cfa->sites.data[i];
    if (site->address && !term_none(site->region)) fill_from_start(search, i + 1, 1, site->address, site->size);
  }
}

// What it holds there in a state.
static void fill_from_state(struct fill_search *search, struct state *state, uint32_t site, uint32_t time,
                            uint64_t address, uint64_t size) {
  struct cfa *cfa = search->cfa;
  uint32_t var = cfa_var_of(cfa, cfa->sites.data[site - 1].region);
  if (var == CFA_NONE || size > FILLS_MAX) return;
  uint32_t cell = sort_width(cfa->tm, sort_element(cfa->tm, cfa->vars.data[var].sort)) / 8;
  for (uint64_t at = 0; at < size; at += cell) {
    uint64_t value;
    if (!state_cell(state, var, (address + at) / cell, &value)) continue;
    for (uint32_t k = 0; k < cell; k++) add_byte(search, site, time, at + k, (uint8_t)(value >> 8 * k));
  }
}

static void make_object(struct fill_search *search, const struct run_step *step, uint32_t k, uint32_t site) {
  uint32_t time = next_time(search, site, 0);
  struct made made = {.site = site, .depth = step->depth};
  if (!run_step_object(step, k, &made.address, &made.size)) return;
  vec_made_push(&search->made, made);
  if (step->index == 0) fill_from_start(search, site, time, made.address, made.size);
  else fill_from_state(search, step->state, site, time, made.address, made.size);
}

// The address of the object of this frame that was made at a place.
static uint64_t address_of(const struct fill_search *search, uint32_t site) {
  if (search->cfa->sites.data[site - 1].address) return search->cfa->sites.data[site - 1].address;
  for (uint32_t i = search->made.size; i-- > 0;)
    if (search->made.data[i].site == site) return search->made.data[i].address;
  return 0;
}

// An object's lifetime begins again: there is an input for what the region holds then. `nth` of the claim's.
static void restart_object(struct fill_search *search, const struct cfa_input *input, uint32_t nth) {
  uint32_t time = next_time(search, input->site, 0);
  const struct cfa_site *site = &search->cfa->sites.data[input->site - 1];
  uint64_t address = site->object ? address_of(search, site->object) : 0;
  if (!address || nth >= search->claim->inputs.size) return;
  const struct input_value *given = &search->claim->inputs.data[nth];
  if (given->input && term_same(given->input->term, input->term) && !term_none(given->value))
    add_cells(search, given->value, address, site->size, input->site, time);
}

static void make_on_heap(struct fill_search *search, const struct run_step *step, uint32_t k) {
  uint64_t address, size;
  search->n_heap++;
  if (!run_step_object(step, k, &address, &size)) return;
  // Further up the native run has its objects elsewhere, and goes on from where it is.
  if (address != (search->heap + 15) / 16 * 16 && address - search->cfa->heap_start < NATIVE_HEAP)
    vec_gap_push(&search->out->gaps, (struct gap){search->n_heap, address});
  search->heap = address + size + 16;
}

static bool on_step(void *context, const struct run_step *step) {
  struct fill_search *search = context;
  struct cfa *cfa = search->cfa;
  const struct cfa_edge *edge = cfa_edge(cfa, step->edge);
  while (search->made.size && search->made.data[search->made.size - 1].depth > step->depth) search->made.size--;
  for (uint32_t i = 0; i < edge->allocs.size; i++) {
    uint32_t site = edge->allocs.data[i].site;
    // An array of variable length may have addresses of its own: in a run it is on the stack all the same.
    bool is_local = edge->allocs.data[i].is_stack || (site && edge->allocs.data[i].space);
    if (!is_local) make_on_heap(search, step, i);
    else if (site && !term_none(cfa->sites.data[site - 1].region)) make_object(search, step, i, site);
  }
  uint32_t first = state_inputs_read(step->state);
  for (uint32_t i = 0; i < edge->inputs.size; i++)
    if (edge->inputs.data[i].site && is_array(cfa, &edge->inputs.data[i]))
      restart_object(search, &edge->inputs.data[i], first + i);
  return true;
}

// Is there an array among the claim's uninitialised inputs that is not all zero? Otherwise no object in memory is.
static bool has_contents(const struct cfa *cfa, const struct claim *claim) {
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    const struct input_value *given = &claim->inputs.data[i];
    if (given->input && given->input->kind == INPUT_UNINIT && !term_none(given->value) && is_array(cfa, given->input) &&
        term_kind(cfa->tm, given->value) == TERM_STORES)
      return true;
  }
  return false;
}

static void fill_memory(struct fill_search *search, const struct claim *claim) {
  if (search->cfa->main == CFA_NONE || !has_contents(search->cfa, claim)) return;
  fill_fixed(search);
  struct limits none = {0};
  struct stats unused = {0};
  struct state *last = NULL;
  struct program *program = program_new(search->cfa, &none, &unused);
  state_replay(program, claim->inputs.size, claim->inputs.data, FILL_STEPS, on_step, search, &last);
  if (last) state_free(last);
  program_free(program);
}

static void find_contents(struct cfa *cfa, const struct claim *claim, struct contents *out) {
  struct fill_search search = {.cfa = cfa, .claim = claim, .out = out, .heap = cfa->heap_start};
  fill_variables(&search, claim);
  fill_memory(&search, claim);
  map_u32_release(&search.times);
  vec_made_release(&search.made);
  if (out->fills.size) qsort(out->fills.data, out->fills.size, sizeof *out->fills.data, by_place);
}

static void contents_release(struct contents *contents) {
  vec_fill_release(&contents->fills);
  vec_gap_release(&contents->gaps);
}

// --- in the harness -----------------------------------------------------------------------------

static const char fill_type[] =
    "\n// What objects hold that the program does not initialise: the place in the program's text, the how manieth\n"
    "// object that begins there, offset, byte. The rest is zero.\n"
    "struct clew_contents {\n  unsigned site, time;\n  __SIZE_TYPE__ offset;\n  unsigned char value;\n};\n";

// Nothing is called here: the program may have functions of any name.
static const char fill_function[] =
    "static void *clew_function_at(__UINTPTR_TYPE__);\n"
    "void clew_begin(unsigned char *, __SIZE_TYPE__, unsigned) __asm__(\"clew.fill\");\n"
    "void clew_begin(unsigned char *object, __SIZE_TYPE__ size, unsigned site) {\n"
    "  static unsigned times[65536];\n"
    "  unsigned char *to = object;\n"
    "  __SIZE_TYPE__ n = size;\n"
    "  __asm__ volatile(\"rep stosb\" : \"+D\"(to), \"+c\"(n) : \"a\"(0) : \"memory\");\n"
    "  if (!CLEW_CONTENTS || site >= 65536) return;\n"
    "  unsigned time = ++times[site];\n"
    "  __SIZE_TYPE__ low = 0, high = CLEW_CONTENTS;\n"
    "  while (low < high) {\n"
    "    __SIZE_TYPE__ middle = (low + high) / 2;\n"
    "    const struct clew_contents *at = &clew_contents[middle];\n"
    "    if (at->site < site || (at->site == site && at->time < time)) low = middle + 1;\n"
    "    else high = middle;\n"
    "  }\n"
    "  for (; clew_contents[low].site == site && clew_contents[low].time == time; low++)\n"
    "    if (clew_contents[low].offset < size) object[clew_contents[low].offset] = clew_contents[low].value;\n"
    "  // A pointer to a function of the program: to where it is in this run.\n"
    "  while (low-- && clew_contents[low].site == site && clew_contents[low].time == time) {\n"
    "    __SIZE_TYPE__ at = clew_contents[low].offset & -sizeof(void *);\n"
    "    if (at + sizeof(void *) > size) continue;\n"
    "    void *function = clew_function_at(*(__UINTPTR_TYPE__ *)(object + at));\n"
    "    if (function) *(void **)(object + at) = function;\n"
    "  }\n"
    "}\n"
    "// Variables that no file defines get what they hold before anything runs. Not const: constants of the program\n"
    "// would be in a segment with it that can be written.\n"
    "void clew_elsewhere(void) __asm__(\"clew.elsewhere\") __attribute__((weak));\n"
    "static void clew_fill_elsewhere(void) {\n"
    "  if (clew_elsewhere) clew_elsewhere();\n"
    "}\n"
    "__attribute__((section(\".preinit_array\"), used)) static void (*clew_first)(void) = clew_fill_elsewhere;\n";

bool harness_needs_copy(struct cfa *cfa, const struct claim *claim) {
  bool known = claim->error_location.id < cfa->locations.size;
  if (known && cfa_location(cfa, claim->error_location)->is_own) return true;
  struct contents contents = {0};
  find_contents(cfa, claim, &contents);
  bool needed = contents.fills.size != 0;
  contents_release(&contents);
  return needed;
}

static const char gap_type[] = "\n// Objects on the heap that do not follow the one before: the how manieth, address.\n"
                               "struct clew_gap {\n  __UINTPTR_TYPE__ number, address;\n};\n";

static void add_fills(const struct vec_fill *fills, struct text *out) {
  text_add(out, fill_type);
  text_printf(out, "#define CLEW_CONTENTS %" PRIu32 "\n", fills->size);
  text_add(out, "static const struct clew_contents clew_contents[] = {\n");
  for (uint32_t i = 0; i < fills->size; i++) {
    const struct fill *fill = &fills->data[i];
    text_printf(out, "  {%" PRIu32 ", %" PRIu32 ", %" PRIu64 ", %u},\n", fill->site, fill->time, fill->offset,
                fill->value);
  }
  text_add(out, "  {0, 0, 0, 0}\n};\n");
  text_add(out, fill_function);
}

void harness_fills(struct cfa *cfa, const struct claim *claim, bool in_copy, struct text *out) {
  struct contents contents = {0};
  find_contents(cfa, claim, &contents);
  if (in_copy) add_fills(&contents.fills, out);
  text_add(out, gap_type);
  text_add(out, "static const struct clew_gap clew_gaps[] = {\n");
  for (uint32_t i = 0; i < contents.gaps.size; i++)
    text_printf(out, "  {%" PRIu32 ", 0x%" PRIx64 "},\n", contents.gaps.data[i].number, contents.gaps.data[i].address);
  text_add(out, "  {0, 0}\n};\n");
  contents_release(&contents);
}

void harness_fills_runtime(uint32_t bits, struct text *out) {
  text_add(out, fill_type);
  text_printf(out, "_Static_assert(sizeof(struct clew_contents) == %d, \"\");\n", bits == 64 ? 24 : 16);
  text_add(out, gap_type);
  text_add(out, "extern const struct clew_contents clew_contents[] __asm__(\"clew.contents\");\n"
                "extern const __SIZE_TYPE__ clew_contents_count __asm__(\"clew.contents_count\");\n"
                "extern const struct clew_gap clew_gaps[] __asm__(\"clew.gaps\");\n"
                "#define CLEW_CONTENTS clew_contents_count\n");
  text_add(out, fill_function);
}

void harness_fills_object(struct cfa *cfa, const struct claim *claim, struct object *o) {
  struct contents contents = {0};
  uint32_t word = o->is64 ? 8 : 4;
  find_contents(cfa, claim, &contents);
  object_align(o, 8);
  object_define(o, "clew.contents_count", OBJECT_DATA, false);
  object_number(o, contents.fills.size, 8);
  vec_fill_push(&contents.fills, (struct fill){0});
  object_define(o, "clew.contents", OBJECT_DATA, false);
  for (uint32_t i = 0; i < contents.fills.size; i++) {
    object_number(o, contents.fills.data[i].site, 4);
    object_number(o, contents.fills.data[i].time, 4);
    object_number(o, contents.fills.data[i].offset, word);
    object_number(o, contents.fills.data[i].value, word);
  }
  vec_gap_push(&contents.gaps, (struct gap){0});
  object_define(o, "clew.gaps", OBJECT_DATA, false);
  for (uint32_t i = 0; i < contents.gaps.size; i++) {
    object_number(o, contents.gaps.data[i].number, word);
    object_number(o, contents.gaps.data[i].address, word);
  }
  contents_release(&contents);
}
