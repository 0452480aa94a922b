// What an invalid access or free has met, in the user's terms: the object, where it was made, and where beside it.
#include "trace/trace_builder.h"
#include <inttypes.h>
#include <string.h>

static void print_place(struct builder *b, struct source_place place, const char *before, struct text *out) {
  if (!place.line) return;
  text_add(out, before);
  cfa_place_brief(b->cfa, place, out);
}

// "`buf` (8 bytes, a.c:3)" or "an object of 8 bytes allocated at a.c:7".
static void print_object(struct builder *b, const struct view_object *o, struct text *out) {
  const char *bytes = o->size == 1 ? "byte" : "bytes";
  if (o->known && o->known->is_literal) {
    text_printf(out, "a string literal of %" PRIu64 " %s", o->size, bytes);
  } else if (o->name && *o->name) {
    text_printf(out, "`%s` (%" PRIu64 " %s", o->name, o->size, bytes);
    print_place(b, o->place, ", ", out);
    text_addc(out, ')');
  } else {
    text_printf(out, "an object of %" PRIu64 " %s", o->size, bytes);
    print_place(b, o->place, " allocated at ", out);
  }
}

static void print_access(struct builder *b, const struct view_object *o, char operation, uint64_t pointer,
                         uint64_t base, uint64_t bytes, struct text *out) {
  text_printf(out, "a %s of %" PRIu64 " %s", operation == 'w' ? "write" : "read", bytes, bytes == 1 ? "byte" : "bytes");
  if (pointer < 0x1000) {
    text_add(out, pointer ? " near null" : " through a null pointer");
    return;
  }
  if (!o) {
    text_printf(out, " at 0x%" PRIx64 ", where there is no object", pointer);
    return;
  }
  int64_t offset = (int64_t)(pointer - base);
  if (b->cfa->pointer_bits == 32) offset = (int32_t)offset;
  if (offset < 0) text_printf(out, ", %" PRIu64 " before ", -(uint64_t)offset);
  else if ((uint64_t)offset >= o->size) {
    text_add(out, " behind ");
    if ((uint64_t)offset > o->size) text_printf(out, "the end (by %" PRIu64 ") of ", (uint64_t)offset - o->size);
  } else if (bytes > o->size - (uint64_t)offset) text_add(out, " beyond the end of ");
  else text_add(out, " in what is gone: ");
  print_object(b, o, out);
}

static void print_free(struct builder *b, const struct view_object *o, const char *text, uint64_t pointer,
                       uint64_t base, struct text *out) {
  bool is_heap = o && !o->name && !(o->by && !strcmp(o->by, "alloca"));
  text_printf(out, "%s of ", *text == 'r' ? "realloc" : "free");
  if (!o) {
    text_printf(out, "0x%" PRIx64 ", where there is no object", pointer);
    return;
  }
  if (pointer != base) text_add(out, "a pointer into the middle of ");
  print_object(b, o, out);
  if (pointer == base) text_add(out, is_heap ? ", which was freed before" : ", which is not on the heap");
}

void trace_print_access(struct builder *b, const struct cfa_location *error, const uint64_t operands[CFA_OPERANDS],
                        struct text *out) {
  uint64_t pointer = operands[0], base = operands[1] == 1 ? pointer : operands[1];
  const struct view_object *o = base ? memory_view_find(&b->view, base) : NULL;
  if (o && o->address != base) o = NULL;
  if (error->operation == 'f') print_free(b, o, error->text, pointer, base, out);
  else print_access(b, o, error->operation, pointer, base, operands[2], out);
}
