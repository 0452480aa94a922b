// The first edge: globals get their initial values, memory its initial contents.
#include "front/check/safety.h"
#include "front/context.h"
#include "front/export/native.h"
#include "front/library/builtins.h"
#include "front/link/link.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/start/arguments.h"
#include "front/start/start.h"
#include "front/translate/constant.h"
#include "front/translate/jump.h"
#include "front/translate/types.h"
#include <stdlib.h>

struct initial_cell {
  uint64_t index;
  struct term value;
};
VEC_TYPE(vec_initial_cell, struct initial_cell)

struct collector {
  struct front *f;
  uint64_t address;
  uint32_t cell;
  struct vec_initial_cell cells;
};

static void collect(void *context, uint64_t offset, LLVMTypeRef type, struct term value) {
  struct collector *c = context;
  struct front *f = c->f;
  struct term bits = bits_of_value(f, type, value);
  uint64_t at = c->address + offset;
  uint32_t bytes = term_width(f->tm, bits) / 8;
  if (c->cell == bytes) {
    vec_initial_cell_push(&c->cells, (struct initial_cell){at / c->cell, bits});
    return;
  }
  for (uint32_t i = 0; i < bytes; i++)
    vec_initial_cell_push(&c->cells, (struct initial_cell){at + i, term_extract(f->tm, 8 * i + 7, 8 * i, bits)});
}

static void collect_bits(void *context, uint64_t at, struct term bits) {
  struct collector *c = context;
  struct terms *tm = c->f->tm;
  uint32_t bytes = term_width(tm, bits) / 8;
  for (uint32_t i = 0; c->cell == 1 && i < bytes; i++)
    vec_initial_cell_push(&c->cells, (struct initial_cell){at + i, term_extract(tm, 8 * i + 7, 8 * i, bits)});
  if (c->cell != 1) vec_initial_cell_push(&c->cells, (struct initial_cell){at / c->cell, bits});
}

static int by_index(const void *a, const void *b) {
  uint64_t x = ((const struct initial_cell *)a)->index, y = ((const struct initial_cell *)b)->index;
  return x < y ? -1 : x > y;
}

// The contents of a region: arbitrary, but for the initialised globals and the arguments in it.
static struct term region_contents(struct front *f, uint32_t root, struct term base, struct term argc) {
  struct terms *tm = f->tm;
  uint32_t cell = region_cell(f, root), index_bits = f->pointer_bits - (uint32_t)__builtin_ctz(cell);
  struct collector c = {.f = f, .cell = cell};
  struct term memory = arguments_end(f, root, argc, base),
              zero = term_array_const(tm, term_sort(tm, base), term_bv(tm, cell * 8, 0));
  for (uint32_t i = 0; i < f->objects.size; i++) {
    struct object *object = &f->objects.data[i];
    if (object->function || !object->in_memory || LLVMIsDeclaration(object->value)) continue;
    if (pointsto_target(f, object->value) != root) continue;
    LLVMValueRef initial = LLVMGetInitializer(object->value);
    uint64_t cells = (object->size + cell - 1) / cell;
    struct term at = term_bv(tm, index_bits, object->address / cell);
    memory = term_copy(tm, memory, at, zero, at, term_bv(tm, index_bits, cells));
    c.address = object->address;
    constant_cells(f, initial, 0, collect, &c);
  }
  arguments_cells(f, root, argc, &c, collect_bits);
  if (c.cells.size) {
    qsort(c.cells.data, c.cells.size, sizeof *c.cells.data, by_index);
    uint64_t *indices = mem_alloc(c.cells.size * sizeof *indices);
    struct term *values = mem_alloc(c.cells.size * sizeof *values);
    for (uint32_t i = 0; i < c.cells.size; i++) {
      indices[i] = c.cells.data[i].index;
      values[i] = c.cells.data[i].value;
    }
    memory = term_stores(tm, memory, c.cells.size, indices, values);
    mem_free(indices);
    mem_free(values);
  }
  vec_initial_cell_release(&c.cells);
  return memory;
}

// The initial value of a variable, put together from the bytes of its object: the initialiser may have other scalars
// than the accesses.
static struct term cell_contents(struct front *f, const struct cell *cell, const struct vec_initial_cell *bytes) {
  struct terms *tm = f->tm;
  struct term bits = TERM_NONE;
  uint32_t at = 0;
  for (uint32_t i = 0; i < cell->size; i++) {
    while (at < bytes->size && bytes->data[at].index < cell->offset + i) at++;
    bool present = at < bytes->size && bytes->data[at].index == cell->offset + i;
    struct term byte = present ? bytes->data[at].value : term_bv(tm, 8, 0);
    bits = i ? term_concat(tm, byte, bits) : byte;
  }
  return value_of_bits(f, cell->type, bits);
}

static void initial_variables(struct front *f, const struct object *object, struct cfa_edge *e) {
  struct collector c = {.f = f, .cell = 1};
  constant_cells(f, LLVMGetInitializer(object->value), 0, collect, &c);
  if (c.cells.size) qsort(c.cells.data, c.cells.size, sizeof *c.cells.data, by_index);
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *cell = &object->cells.data[i];
    vec_update_push(&e->updates, (struct cfa_update){cell->var, cell_contents(f, cell, &c.cells)});
  }
  vec_initial_cell_release(&c.cells);
}

// The library's streams and the environment are there: no null pointers, and no stream is another one. False: it is
// none of them.
static bool point_somewhere(struct front *f, const struct object *object, struct term value, struct cfa_edge *e,
                            struct vec_term *streams) {
  struct terms *tm = f->tm;
  size_t n;
  bool is_stream;
  if (term_sort(tm, value).id != sort_bv(tm, f->pointer_bits).id ||
      !variables_point_somewhere(LLVMGetValueName2(object->value, &n), &is_stream))
    return false;
  e->guard = term_and(tm, e->guard, term_not(tm, term_eq(tm, value, term_bv(tm, f->pointer_bits, 0))));
  for (uint32_t i = 0; is_stream && i < streams->size; i++)
    e->guard = term_and(tm, e->guard, term_not(tm, term_eq(tm, value, streams->data[i])));
  if (is_stream) vec_term_push(streams, value);
  return true;
}

// Variables of an object that is defined elsewhere are arbitrary.
static void arbitrary_variables(struct front *f, const struct object *object, struct cfa_edge *e,
                                struct vec_term *streams) {
  struct cfa *cfa = f->cfa;
  uint32_t site = site_of_declared(f, object->value, 0);
  for (uint32_t i = 0; i < object->cells.size; i++) {
    const struct cell *cell = &object->cells.data[i];
    struct sort sort = type_sort(f, cell->type);
    const char *ctype = cfa->vars.data[cell->var].ctype;
    // As bits, but for the x87 format: some of its bits are no number's, and mean something else to the machine.
    bool as_bits = sort_kind(f->tm, sort) == SORT_FLOAT && LLVMGetTypeKind(cell->type) != LLVMX86_FP80TypeKind;
    struct cfa_input input = {.term = cfa_edge_term(cfa, as_bits ? sort_bv(f->tm, cell->size * 8) : sort, "in"),
                              .kind = INPUT_UNINIT,
                              .name = cfa->vars.data[cell->var].name,
                              .ctype = *ctype ? ctype : type_ctype(cell->type),
                              .place = object->place,
                              .site = site,
                              .offset = (uint32_t)cell->offset};
    vec_input_push(&e->inputs, input);
    vec_update_push(&e->updates,
                    (struct cfa_update){cell->var, as_bits ? value_of_bits(f, cell->type, input.term) : input.term});
    struct cfa_input *pushed = &e->inputs.data[e->inputs.size - 1];
    if (object->cells.size == 1 && sort_kind(f->tm, sort) != SORT_FLOAT &&
        point_somewhere(f, object, input.term, e, streams))
      pushed->name = pushed->ctype = ""; // the machine's own: nothing to tell
  }
}

// In memory it holds what its region holds when the program starts.
static void place_declared(struct front *f, const struct object *object) {
  uint32_t site = site_of_declared(f, object->value, pointsto_target(f, object->value));
  if (!site) return;
  f->cfa->sites.data[site - 1].address = object->address;
  f->cfa->sites.data[site - 1].size = object->size;
}

// What is wrong with the program from the beginning: errors are looked for all the same, but TRUE is impossible.
static void refuse(struct front *f, struct location entry, const char *text) {
  struct location end = cfa_add_location(f->cfa, cfa_location(f->cfa, entry)->function, LOC_UNSUPPORTED);
  cfa_location(f->cfa, end)->text = cfa_string(f->cfa, text);
  cfa_location(f->cfa, end)->place = cfa_location(f->cfa, entry)->place;
  cfa_add_edge(f->cfa, entry, end);
}

void initial_edge(struct front *f, uint32_t main_function, bool with_arguments) {
  struct cfa *cfa = f->cfa;
  struct cfa_function *function = &cfa->functions.data[main_function];
  struct location old = function->entry, entry = cfa_add_location(cfa, main_function, LOC_PLAIN);
  function->entry = entry;
  cfa_location(cfa, entry)->place = cfa_location(cfa, old)->place;
  // Variables made while constants are written come last, so the edge is filled at the end.
  if (f->start_unclear)
    refuse(f, entry, "functions that run before or after the program in an order that is not known");
  // The run that confirms an error gives arguments to main alone, so there is no error to be found either.
  if (f->start_given) refuse(f, entry, "a constructor or destructor with parameters");
  if (has_assembly_outside(f)) refuse(f, entry, "assembly outside of functions");
  struct edge id = cfa_add_edge(cfa, entry, old);
  struct cfa_edge *e = cfa_edge(cfa, id);
  if (f->start_given) e->guard = term_false(f->tm);
  struct vec_term streams = {0};
  for (uint32_t i = 0; i < f->objects.size; i++) {
    struct object *object = &f->objects.data[i];
    if (object->function) continue;
    if (object->in_memory) {
      if (LLVMIsDeclaration(object->value)) place_declared(f, object);
    } else if (LLVMIsDeclaration(object->value)) arbitrary_variables(f, object, e, &streams);
    else initial_variables(f, object, e);
  }
  vec_term_release(&streams);
  struct term argc = arguments_count(f, e);
  if (f->argc_var != CFA_NONE) vec_update_push(&e->updates, (struct cfa_update){f->argc_var, argc});
  for (uint32_t n = 1; n < f->points.regions.size; n++) {
    uint32_t var = f->points.regions.data[n].var;
    if (var == CFA_NONE) continue;
    struct cfa_var *v = &cfa->vars.data[var];
    struct cfa_input input = {.term = cfa_edge_term(cfa, v->sort, "memory"),
                              .kind = INPUT_UNINIT,
                              .name = v->name,
                              .ctype = ""};
    vec_input_push(&e->inputs, input);
    vec_memory_push(&cfa->memory, (struct cfa_memory){v->term, input.term});
    vec_update_push(&e->updates, (struct cfa_update){var, region_contents(f, n, input.term, argc)});
  }
  if (f->sizes_var != CFA_NONE) {
    struct term zero = term_array_const(f->tm, cfa->vars.data[f->sizes_var].sort, term_bv(f->tm, f->pointer_bits, 0));
    vec_update_push(&e->updates, (struct cfa_update){f->sizes_var, zero});
  }
  if (f->rounding_var != CFA_NONE) vec_update_push(&e->updates, (struct cfa_update){f->rounding_var, term_rne(f->tm)});
  jumps_initial(f, e);
  safety_initial(f, e);
  // Parameters of an entry function that is not main are arbitrary.
  for (uint32_t i = 0; with_arguments && i < function->params.size; i++) {
    struct cfa_var *v = &cfa->vars.data[function->params.data[i]];
    struct term known = arguments_value(f, f->entry, i, argc);
    if (term_none(known)) known = argument_place(f, main_function, i);
    if (!term_none(known)) {
      vec_update_push(&e->updates, (struct cfa_update){function->params.data[i], known});
      continue;
    }
    struct cfa_input input = {.term = cfa_edge_term(cfa, v->sort, "argument"),
                              .kind = INPUT_UNINIT,
                              .name = v->name,
                              .ctype = v->ctype};
    argument_site(f, main_function, i, &input);
    vec_input_push(&e->inputs, input);
    vec_update_push(&e->updates, (struct cfa_update){function->params.data[i], input.term});
  }
  if (f->no_room) refuse(f, entry, "objects that do not fit into the address space");
  const char *strange = constant_was_strange(f);
  if (strange) refuse(f, entry, strange);
}
