// Fields that have no variable of the automaton and no bytes of their own: bit-fields, and what one variable holds of a
// structure. They are shown one by one, each by its name. One of which not all bytes are known is not shown.
#include "trace/trace_builder.h"

static uint64_t scalar_size(const struct builder *b, const struct layout_member *m) {
  return m->bits ? (m->bit + m->bits + 7) / 8 : layout_type(b->cfa->layout, m->type)->size;
}

static bool is_same(const struct builder *b, const struct layout_member *m, uint64_t bytes, uint64_t before) {
  uint64_t bits = m->bits ? m->bits : 8 * scalar_size(b, m);
  uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
  return ((bytes ^ before) >> m->bit & mask) == 0;
}

static struct trace_value scalar_value(struct builder *b, const char *object, const struct layout_member *m,
                                       uint64_t bytes) {
  struct text name = {0}, value = {0};
  text_printf(&name, "%s%s", object, m->name);
  memory_view_print_scalar(&b->view, m, bytes, &value);
  struct trace_value shown = {.name = cfa_string(b->cfa, text_cstr(&name)),
                              .ctype = layout_type(b->cfa->layout, m->type)->name,
                              .value = mem_strdup(text_cstr(&value))};
  text_release(&name);
  text_release(&value);
  return shown;
}

// --- variables -----------------------------------------------------------------------------

struct part_teller {
  struct builder *b;
  const struct layout_part *part;
  uint64_t bytes, before;
  bool has_before;
  struct source_place place;
  struct vec_item *items;
};

static void tell_of_part(void *context, const struct layout_member *m) {
  struct part_teller *t = context;
  uint64_t size = scalar_size(t->b, m);
  if (!size || m->offset < t->part->offset || m->offset + size > t->part->offset + t->part->size) return;
  uint64_t shift = 8 * (m->offset - t->part->offset);
  if (t->has_before && is_same(t->b, m, t->bytes >> shift, t->before >> shift)) return;
  struct trace_value shown = scalar_value(t->b, t->part->name, m, t->bytes >> shift);
  vec_item_push(t->items, (struct item){.file = t->place.file, .line = t->place.line, .value = shown});
}

void trace_tell_part(struct builder *b, const struct layout_part *part, struct term value, struct term before,
                     struct source_place place, struct vec_item *items) {
  struct terms *tm = b->cfa->tm;
  struct part_teller teller = {.b = b, .part = part, .place = place, .items = items};
  if (part->size > 8 || sort_kind(tm, term_sort(tm, value)) != SORT_BV) return;
  if (!term_value64(tm, value, &teller.bytes)) return;
  teller.has_before = !term_none(before) && term_value64(tm, before, &teller.before);
  layout_scalars(b->cfa->layout, part->type, part->offset, part->size, tell_of_part, &teller);
}

// --- memory --------------------------------------------------------------------------------

struct field_teller {
  struct builder *b;
  const char *name;
  uint64_t start;
  const struct changed *changes;
  uint32_t n;
  struct vec_item *items;
};

static bool is_changed(const struct field_teller *t, const struct layout_member *m, uint64_t bytes) {
  uint64_t first = t->start + m->offset, size = scalar_size(t->b, m), before = bytes;
  bool is_touched = false;
  for (uint32_t i = 0; i < t->n; i++)
    for (uint32_t k = 0; k < t->changes[i].size; k++) {
      uint64_t at = t->changes[i].address + k - first;
      if (at >= size) continue;
      if (!t->changes[i].is_known) return true;
      is_touched = true;
      before = (before & ~(UINT64_C(255) << 8 * at)) | (t->changes[i].before >> 8 * k & 255) << 8 * at;
    }
  return is_touched && !is_same(t->b, m, bytes, before);
}

static void tell_of_memory(void *context, const struct layout_member *m) {
  struct field_teller *t = context;
  const struct cfa_edge *edge = cfa_edge(t->b->cfa, t->b->edge);
  uint64_t bytes, size = scalar_size(t->b, m);
  if (!size || size > 8 || !memory_view_read(&t->b->view, t->start + m->offset, size, &bytes)) return;
  if (!is_changed(t, m, bytes)) return;
  struct trace_value shown = scalar_value(t->b, t->name, m, bytes);
  uint32_t line = trace_line_of_place(t->b, edge, shown.name);
  vec_item_push(t->items, (struct item){.file = edge->first.file, .line = line, .value = shown});
}

void trace_tell_fields(struct builder *b, const char *name, uint32_t type, uint64_t start, uint32_t at, uint32_t n,
                       struct vec_item *items) {
  const struct changed *changes = &b->changed.data[at];
  struct field_teller teller = {b, name, start, changes, n, items};
  uint64_t first = UINT64_MAX, end = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (changes[i].address < first) first = changes[i].address;
    if (changes[i].address + changes[i].size > end) end = changes[i].address + changes[i].size;
  }
  layout_scalars(b->cfa->layout, type, first - start, end - first, tell_of_memory, &teller);
}
