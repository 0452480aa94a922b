// Memory in a trace: objects that come, and what changed in those that the user knows.
#include "trace/trace_builder.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MAX 4096u // followed of one edge or one call
#define TEXT_READ 256u // bytes of a text
#define SHOWN_MAX 6u // places of memory shown for one edge

// --- objects -------------------------------------------------------------------------------

static const struct layout_object *stack_object(struct builder *b, const struct cfa_edge *edge,
                                                const struct cfa_alloc *alloc) {
  const struct layout *layout = b->cfa->layout;
  const char *function = b->cfa->functions.data[b->frames.data[b->frames.size - 1].function].name;
  struct term variable = TERM_NONE;
  for (uint32_t u = 0; u < edge->updates.size; u++)
    if (term_same(edge->updates.data[u].value, alloc->term))
      variable = b->cfa->vars.data[edge->updates.data[u].var].term;
  const struct layout_object *by_name = NULL;
  for (uint32_t i = 0; i < layout->objects.size; i++) {
    const struct layout_object *o = &layout->objects.data[i];
    if (!o->function || strcmp(o->function, function) != 0) continue;
    if (!term_none(variable) && term_same(o->address_var, variable)) return o;
    if (!by_name && strcmp(o->name, alloc->name) == 0) by_name = o;
  }
  return by_name;
}

// The call in the user's code that made a heap object.
static void find_maker(struct builder *b, const struct cfa_edge *edge, const struct cfa_alloc *alloc,
                       struct view_object *object) {
  static const char *const words[] = {"malloc", "calloc", "realloc", "aligned_alloc", "strdup", "alloca"};
  object->by = alloc->name;
  for (uint32_t i = 0; i < b->frames.size; i++) {
    const struct frame *frame = &b->frames.data[i];
    if (!frame->hidden || edge_none(frame->call) || b->cfa->functions.data[frame->function].is_start) continue;
    object->by = b->cfa->functions.data[frame->function].name;
    object->place = cfa_edge(b->cfa, frame->call)->first;
    return;
  }
  object->place = edge->last.line ? edge->last : edge->first;
  for (uint32_t line = edge->first.line; line && line <= edge->last.line && edge->first.file == edge->last.file; line++)
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
      if (trace_line_mentions(b, edge->first.file, line, words[w])) {
        object->by = words[w];
        object->place = (struct source_place){edge->first.file, line, 0};
        return;
      }
}

void trace_new_objects(struct builder *b, const struct run_step *step) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, step->edge);
  if (!b->cfa->layout) return;
  for (uint32_t k = 0; k < edge->allocs.size; k++) {
    const struct cfa_alloc *alloc = &edge->allocs.data[k];
    struct view_object object = {0};
    if (!run_step_object(step, k, &object.address, &object.size)) continue;
    // The library calls its blocks so; locals may lie on the heap, too (front/check/provenance).
    bool is_block = strcmp(alloc->name, "malloc") == 0;
    bool is_start = b->cfa->functions.data[b->frames.data[b->frames.size - 1].function].is_start;
    bool is_local = alloc->is_stack || (!is_block && !is_start);
    const struct layout_object *known = is_local ? stack_object(b, edge, alloc) : NULL;
    bool is_alloca = is_local && !known && is_block;
    if (is_local && !is_alloca) {
      object.name = known ? known->name : alloc->name;
      object.type = known ? known->type : 0;
      if (known) object.place = known->place;
      object.is_hidden = !known || known->is_hidden || b->frames.data[b->frames.size - 1].hidden;
    } else if (is_start && !is_block) { // of a parameter of the entry function
      object.name = alloc->name;
      object.is_array = b->has_stated = true;
    } else find_maker(b, edge, alloc, &object);
    if (is_alloca) object.by = "alloca";
    memory_view_add(&b->view, object);
    memory_view_note_pointer(&b->view, layout_type_of(b->cfa->layout, alloc->term), object.address);
  }
}

// --- changes -------------------------------------------------------------------------------

struct follower {
  struct builder *b;
  struct state *after;
};

// The bytes next to one that has changed are written as often with what was there before: they are read where they
// belong to the same number or text.
static void read_around(struct follower *f, uint32_t var, uint64_t address) {
  struct memory_view *view = &f->b->view;
  const struct view_object *o = memory_view_find(view, address);
  if (!o || o->is_hidden) return;
  struct text path = {0};
  uint64_t start, value;
  uint32_t type;
  bool known = memory_view_print_place(view, address, 1, &type, &start, &path);
  const struct layout_type *t = layout_type(view->layout, known ? type : 0);
  bool is_within = t->kind == LAYOUT_STRUCT || t->kind == LAYOUT_UNION; // among bit-fields, which may be of more bytes
  if (is_within) start = address - o->address > 7 ? address - 7 : o->address;
  uint64_t end = t->kind == LAYOUT_CHAR ? address + TEXT_READ : is_within ? address + 8 : start + t->size;
  if (end > o->address + o->size) end = o->address + o->size;
  text_release(&path);
  if (!known || (t->size > 8 && t->kind != LAYOUT_CHAR && !is_within)) return;
  for (uint64_t a = start; a < end; a++) {
    int byte = memory_view_byte(view, a);
    if (byte < 0 && state_cell(f->after, var, a, &value)) memory_view_write(view, a, 1, byte = (int)(value & 255));
    if (t->kind == LAYOUT_CHAR && byte <= 0) break;
  }
}

// On the first edge, which gives globals and arguments their initial values: is it but that?
static bool is_initial(const struct builder *b, uint64_t address, uint32_t size, uint64_t value) {
  const struct view_object *o = b->memory ? NULL : memory_view_find(&b->view, address);
  if (!o || !(o->is_argument || (o->known && !o->known->function))) return false;
  bool is_same = true;
  for (uint32_t i = 0; i < size; i++) is_same &= memory_view_byte(&b->view, address + i) == (int)(value >> 8 * i & 255);
  if (o->is_argument) return is_same;
  return is_same || !(o->known->is_zero || o->known->text);
}

// A table that checks ask ("sizes of objects", "not initialised"): it is no memory of the program, in which no variable
// has a name with a blank.
static bool is_table(const struct cfa_var *var) { return strchr(var->name, ' ') != NULL; }

static void note_change(void *context, uint32_t var, uint64_t index, uint64_t value) {
  struct follower *f = context;
  struct builder *b = f->b;
  struct terms *tm = b->cfa->tm;
  if (is_table(&b->cfa->vars.data[var])) return;
  uint32_t size = sort_width(tm, sort_element(tm, b->cfa->vars.data[var].sort)) / 8;
  if (!size) return;
  bool is_new = !is_initial(b, index * size, size, value);
  struct changed changed = {.address = index * size, .size = size};
  changed.is_known = memory_view_read(&b->view, changed.address, size, &changed.before);
  memory_view_write(&b->view, index * size, size, value);
  if (!is_new) return;
  vec_changed_push(&b->changed, changed);
  if (size == 1) read_around(f, var, index);
}

void trace_follow_memory(struct builder *b, struct state *after) {
  if (!b->cfa->layout) return;
  struct follower follower = {b, after};
  bool is_all = state_changed_cells(b->memory, after, CELLS_MAX, note_change, &follower);
  if (!is_all) {
    memory_view_forget(&b->view);
    vec_changed_clear(&b->changed);
  } else if (b->memory && !b->changed.size) return;
  if (b->memory) state_free(b->memory);
  b->memory = state_copy(after);
}

void trace_skip_memory(struct builder *b, struct state *after) {
  trace_follow_memory(b, after);
  vec_changed_clear(&b->changed);
}

void trace_release_memory(struct builder *b) {
  if (b->memory) state_free(b->memory);
  vec_changed_release(&b->changed);
  vec_stored_release(&b->stored);
  if (b->start) state_free(b->start);
  map_u32_release(&b->uninitialised);
}

uint32_t trace_line_of_place(struct builder *b, const struct cfa_edge *edge, const char *path) {
  const char *dot = strrchr(path, '.'), *arrow = strrchr(path, '>');
  if (arrow && arrow > dot) dot = arrow;
  uint32_t line = 0;
  for (int i = dot ? 0 : 1; i < 2 && !line; i++) {
    const char *start = i ? path + (*path == '*') : dot + 1;
    char *name = mem_strndup(start, strcspn(start, "[.-#"));
    line = trace_line_of_name(b, edge, name);
    mem_free(name);
  }
  return line ? line : trace_line_of_store(b, edge);
}

static void tell_place(struct builder *b, const char *path, uint32_t type, uint64_t address, struct vec_item *items) {
  const struct cfa_edge *edge = cfa_edge(b->cfa, b->edge);
  struct text value = {0};
  memory_view_print_value(&b->view, type, address, &value);
  uint64_t bits, pointer = b->cfa->pointer_bits / 8;
  if (layout_type(b->cfa->layout, type)->kind == LAYOUT_POINTER && memory_view_read(&b->view, address, pointer, &bits))
    memory_view_note_holder(&b->view, path, bits);
  uint32_t line = trace_line_of_place(b, edge, path);
  struct trace_value shown = {.name = cfa_string(b->cfa, path),
                              .ctype = layout_type(b->cfa->layout, type)->name,
                              .value = mem_strdup(text_cstr(&value))};
  uint64_t size = layout_type(b->cfa->layout, type)->size;
  vec_item_push(items, (struct item){edge->first.file, line, shown, address, size});
  text_release(&value);
}

// Several characters of one array are a string.
static bool is_text_element(const struct builder *b, uint32_t type, const char *path) {
  size_t n = strlen(path);
  return n && path[n - 1] == ']' && layout_type(b->cfa->layout, type)->kind == LAYOUT_CHAR;
}

// The changes from `at` on that are characters of the same array; they are counted, and shown as a string.
static uint32_t tell_string(struct builder *b, uint32_t at, const char *path, struct vec_item *items) {
  size_t length = (size_t)(strrchr(path, '[') - path);
  uint32_t n = 0;
  uint64_t start = 0;
  for (; at + n < b->changed.size; n++) {
    struct text other = {0};
    uint32_t type;
    bool same = memory_view_print_place(&b->view, b->changed.data[at + n].address, 1, &type, &start, &other) &&
                is_text_element(b, type, text_cstr(&other)) && !strncmp(text_cstr(&other), path, length) &&
                text_cstr(&other)[length] == '[' && !strchr(text_cstr(&other) + length + 1, '[');
    text_release(&other);
    if (!same) break;
  }
  if (n < 2) return 0;
  char *name = mem_strndup(path, length);
  uint64_t first = b->changed.data[at].address - strtoull(path + length + 1, NULL, 10);
  struct vec_item made = {0};
  tell_place(b, name, 0, first, &made);
  struct view_object *o = memory_view_find(&b->view, first);
  struct text value = {0};
  struct text bytes = {0};
  int byte = 0;
  for (uint64_t a = first; a < o->address + o->size && bytes.size < 65 && (byte = memory_view_byte(&b->view, a)) > 0;
       a++)
    text_addc(&bytes, (char)byte);
  memory_view_print_string(text_cstr(&bytes), bytes.size > 64 ? 64 : bytes.size, &value);
  if (bytes.size > 64 || byte) text_add(&value, "…");
  mem_free(made.data[0].value.value);
  made.data[0].value.value = mem_strdup(text_cstr(&value));
  made.data[0].value.ctype = "char[]";
  vec_item_push(items, made.data[0]);
  vec_item_release(&made);
  text_release(&value);
  text_release(&bytes);
  mem_free(name);
  return n;
}

static void tell_rest(struct builder *b, uint32_t rest, struct vec_item *items) {
  if (!rest || !items->size) return;
  struct item last = items->data[items->size - 1];
  struct text text = {0};
  text_printf(&text, "%s, … (%" PRIu32 " more)", last.value.value, rest);
  mem_free(last.value.value);
  items->data[items->size - 1].value.value = mem_strdup(text_cstr(&text));
  text_release(&text);
  (void)b;
}

// The changes from `at` on in the structure that starts there; they are counted, and shown field by field.
static uint32_t tell_fields(struct builder *b, uint32_t at, const char *path, uint32_t type, uint64_t start,
                            struct vec_item *items) {
  uint32_t n = 1;
  for (; at + n < b->changed.size; n++) {
    struct text other = {0};
    const struct changed *c = &b->changed.data[at + n];
    uint32_t other_type;
    uint64_t other_start;
    bool same = memory_view_print_place(&b->view, c->address, c->size, &other_type, &other_start, &other) &&
                other_type == type && other_start == start;
    text_release(&other);
    if (!same) break;
  }
  trace_tell_fields(b, path, type, start, at, n, items);
  return n;
}

void trace_collect_memory(struct builder *b, struct vec_item *items) {
  uint32_t shown = 0, rest = 0;
  uint64_t last = UINT64_MAX;
  for (uint32_t i = 0; i < b->changed.size;) {
    struct text path = {0};
    uint32_t type, n = 0;
    uint64_t start;
    bool known =
        memory_view_print_place(&b->view, b->changed.data[i].address, b->changed.data[i].size, &type, &start, &path);
    const struct layout_type *t = layout_type(b->cfa->layout, known ? type : 0);
    bool is_structure = t->kind == LAYOUT_STRUCT || t->kind == LAYOUT_UNION;
    if (is_structure && shown < SHOWN_MAX) {
      uint32_t before = items->size;
      n = tell_fields(b, i, text_cstr(&path), type, start, items);
      shown += items->size - before;
    } else if (known && start != last && t->size && t->size <= 8 && t->kind != LAYOUT_UNKNOWN) {
      last = start;
      if (shown < SHOWN_MAX) {
        if (is_text_element(b, type, text_cstr(&path))) n = tell_string(b, i, text_cstr(&path), items);
        if (!n) tell_place(b, text_cstr(&path), type, start, items);
        shown++;
      } else rest++;
    }
    text_release(&path);
    i += n ? n : 1;
  }
  tell_rest(b, rest, items);
  vec_changed_clear(&b->changed);
}
