// Values and places of memory in the words of C.
#include "trace/memory_view.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLEARED_MAX 65536u // bytes of a new object that are forgotten one by one
#define STRING_MAX 64u // characters shown of a string
#define ELEMENTS_MAX 8u // shown of an array
#define EXACT_MAX 32u // where every byte counts
#define NESTING_MAX 4
#define HOLDER_MAX 24u // characters of a name that a heap object gets
#define NOWHERE (UINT64_C(1) << 62) // where a structure lies that is in no memory

void memory_view_init(struct memory_view *view, const struct cfa *cfa) {
  *view = (struct memory_view){.cfa = cfa, .layout = cfa->layout};
  for (uint32_t i = 0; view->layout && i < view->layout->objects.size; i++) {
    const struct layout_object *o = &view->layout->objects.data[i];
    if (!o->address) continue;
    memory_view_add(view, (struct view_object){.address = o->address,
                                               .size = o->size,
                                               .name = o->name,
                                               .type = o->type,
                                               .is_hidden = o->is_hidden,
                                               .known = o});
  }
}

void memory_view_release(struct memory_view *view) {
  vec_view_object_release(&view->objects);
  map_u32_release(&view->bytes);
}

// --- objects and bytes -----------------------------------------------------------------

// How many objects start at or below the address.
static uint32_t objects_up_to(const struct memory_view *view, uint64_t address) {
  uint32_t low = 0, high = view->objects.size;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (view->objects.data[middle].address <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

struct view_object *memory_view_find(const struct memory_view *view, uint64_t address) {
  uint32_t n = objects_up_to(view, address);
  if (!n) return NULL;
  struct view_object *o = &view->objects.data[n - 1];
  return address - o->address <= o->size ? o : NULL;
}

void memory_view_add(struct memory_view *view, struct view_object object) {
  struct vec_view_object *all = &view->objects;
  uint64_t end = object.address + (object.size ? object.size : 1);
  if (!object.known)
    for (uint64_t a = object.address; a < end && a - object.address < CLEARED_MAX; a++) map_u32_remove(&view->bytes, a);
  uint32_t from = objects_up_to(view, object.address), to = objects_up_to(view, end - 1);
  while (from && (all->data[from - 1].address == object.address ||
                  all->data[from - 1].address + all->data[from - 1].size > object.address))
    from--;
  if (!object.name) object.number = ++view->heap_objects;
  uint32_t after = all->size - to;
  if (from == to) vec_view_object_push(all, object);
  memmove(all->data + from + 1, all->data + to, after * sizeof *all->data);
  all->size = from + 1 + after;
  all->data[from] = object;
}

void memory_view_write(struct memory_view *view, uint64_t address, uint64_t bytes, uint64_t value) {
  for (uint64_t i = 0; i < bytes; i++) map_u32_put(&view->bytes, address + i, (uint32_t)(value >> 8 * i & 255));
}

void memory_view_forget(struct memory_view *view) {
  map_u32_clear(&view->bytes);
  view->is_forgotten = true;
}

int memory_view_byte(const struct memory_view *view, uint64_t address) {
  const uint32_t *written = map_u32_find(&view->bytes, address);
  if (written) return (int)*written;
  const struct view_object *o = memory_view_find(view, address);
  if (!o || !o->known || address >= o->address + o->size) return -1;
  if (view->is_forgotten && !o->known->is_literal) return -1;
  uint64_t at = address - o->address;
  if (o->known->text) return at < o->known->length ? (unsigned char)o->known->text[at] : 0;
  return o->known->is_zero ? 0 : -1;
}

bool memory_view_read(const struct memory_view *view, uint64_t address, uint64_t size, uint64_t *bits) {
  *bits = 0;
  for (uint64_t i = 0; i < size; i++) {
    int byte = memory_view_byte(view, address + i);
    if (byte < 0 || i >= 8) return false;
    *bits |= (uint64_t)byte << 8 * i;
  }
  return true;
}

void memory_view_note_pointer(struct memory_view *view, uint32_t pointer_type, uint64_t address) {
  if (!view->layout || !address) return;
  const struct layout_type *pointer = layout_type(view->layout, pointer_type);
  if (pointer->kind != LAYOUT_POINTER || !layout_type(view->layout, pointer->base)->size) return;
  struct view_object *o = memory_view_find(view, address);
  if (o && (!o->name || o->is_array) && !o->type && o->address == address) o->type = pointer->base;
}

void memory_view_note_holder(struct memory_view *view, const char *name, uint64_t address) {
  struct view_object *o = address && *name ? memory_view_find(view, address) : NULL;
  for (uint32_t i = 0; i < view->objects.size; i++) {
    struct view_object *other = &view->objects.data[i];
    if (other->holder && strcmp(other->holder, name) == 0) other->is_left |= other->address != address;
  }
  if (!o || o->name || o->holder || o->address != address || strlen(name) > HOLDER_MAX || strchr(name, '#')) return;
  uint32_t held = 0;
  for (uint32_t i = 0; i < view->objects.size; i++) {
    const struct view_object *other = &view->objects.data[i];
    if (other->holder && strcmp(other->holder, name) == 0 && other->held >= held) held = other->held + 1;
  }
  o->holder = cfa_string((struct cfa *)view->cfa, name);
  o->held = held;
}

// --- text --------------------------------------------------------------------------------

static void add_character(unsigned char c, char quote, bool digit_follows, struct text *out) {
  static const char letters[] = "abtnvfr";
  if (c == (unsigned char)quote || c == '\\') text_printf(out, "\\%c", c);
  else if (c >= 7 && c <= 13) text_printf(out, "\\%c", letters[c - 7]);
  else if (c >= ' ' && c < 127) text_addc(out, (char)c);
  else text_printf(out, c || digit_follows ? "\\%03o" : "\\0", c);
}

void memory_view_print_string(const char *bytes, size_t n, struct text *out) {
  text_addc(out, '"');
  for (size_t i = 0; i < n; i++)
    add_character((unsigned char)bytes[i], '"', i + 1 < n && bytes[i + 1] >= '0' && bytes[i + 1] <= '9', out);
  text_addc(out, '"');
}

// Up to its end, or for at most `most` bytes. False if nothing is known of it.
static bool print_string_at(const struct memory_view *view, uint64_t address, uint64_t most, struct text *out) {
  struct text bytes = {0};
  int byte = -1;
  uint64_t i = 0;
  for (; i < most && i <= STRING_MAX && (byte = memory_view_byte(view, address + i)) > 0; i++)
    text_addc(&bytes, (char)byte);
  bool known = i > 0 || byte == 0;
  if (known) {
    memory_view_print_string(text_cstr(&bytes), i > STRING_MAX ? STRING_MAX : i, out);
    if (i > STRING_MAX || (i < most && byte)) text_add(out, "…");
  }
  text_release(&bytes);
  return known;
}

// --- places ------------------------------------------------------------------------------

static void print_object_name(const struct view_object *o, struct text *out) {
  if (o->name) text_add(out, o->name);
  else if (o->holder && (o->held || o->is_left)) text_printf(out, "%s#%" PRIu32, o->holder, o->held + 1);
  else if (o->holder) text_add(out, o->holder);
  else text_printf(out, "%s%" PRIu32, o->by && strcmp(o->by, "alloca") == 0 ? "stack" : "heap", o->number);
}

// The name and what leads into the object: of one that has the name of its holder as C goes through a pointer.
static void print_object_path(const struct view_object *o, const char *path, struct text *out) {
  bool is_held = !o->name && o->holder;
  if (is_held && !*path) text_addc(out, '*');
  print_object_name(o, out);
  if (is_held && *path == '.') text_printf(out, "->%s", path + 1);
  else text_add(out, path);
}

// A heap object of several elements is an array of them, and so are the strings of argv.
static uint32_t walk_object(const struct memory_view *view, const struct view_object *o, uint64_t *offset,
                            uint64_t size, struct text *path) {
  uint64_t step = layout_type(view->layout, o->type)->size;
  if ((!o->name || o->is_array) && step && o->size >= (o->is_array ? 1 : 2) * step) {
    if (path) text_printf(path, "[%" PRIu64 "]", *offset / step);
    *offset %= step;
  }
  return layout_walk(view->layout, o->type, offset, size, path);
}

// The fields of a stream are the C library's own: the model of the library uses them for something else.
static bool is_opaque(const struct memory_view *view, const struct view_object *o) {
  return strcmp(layout_type(view->layout, o->type)->name, "_IO_FILE") == 0;
}

bool memory_view_print_place(struct memory_view *view, uint64_t address, uint64_t size, uint32_t *type, uint64_t *start,
                             struct text *out) {
  const struct view_object *o = view->layout ? memory_view_find(view, address) : NULL;
  if (!o || o->is_hidden || is_opaque(view, o) || address >= o->address + o->size) return false;
  uint64_t offset = address - o->address;
  struct text path = {0};
  *type = walk_object(view, o, &offset, size, &path);
  print_object_path(o, text_cstr(&path), out);
  text_release(&path);
  *start = address - offset;
  return true;
}

static const char *function_at(const struct cfa *cfa, uint64_t address) {
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    if (cfa->functions.data[i].address == address && address) return cfa->functions.data[i].shown;
  return NULL;
}

// Where a heap object was made is said once.
static void tell_object(struct memory_view *view, struct view_object *o, struct text *out) {
  if (o->name || o->is_told) return;
  o->is_told = true;
  text_printf(out, " (%s", o->by ? o->by : "allocated");
  if (o->place.line) {
    text_add(out, " at ");
    cfa_place_brief(view->cfa, o->place, out);
  }
  text_printf(out, ", %" PRIu64 " byte%s)", o->size, o->size == 1 ? "" : "s");
}

// The same, where the object is reached for the first time.
static void tell_new(struct memory_view *view, struct view_object *o, struct text *out) {
  o->is_told = true;
  text_printf(out, "new object of %" PRIu64 " byte%s", o->size, o->size == 1 ? "" : "s");
  if (!o->by && !o->place.line) return;
  text_printf(out, " (%s", o->by ? o->by : "allocated");
  if (o->place.line) {
    text_add(out, " at ");
    cfa_place_brief(view->cfa, o->place, out);
  }
  text_addc(out, ')');
}

static void print_pointer(struct memory_view *view, const struct layout_type *pointer, uint64_t address,
                          struct text *out) {
  const struct layout_type *target = layout_type(view->layout, pointer->base);
  const char *function = function_at(view->cfa, address);
  struct view_object *o = memory_view_find(view, address);
  bool is_text = target->kind == LAYOUT_CHAR;
  if (!address || function || !o || (o->is_hidden && !o->known)) {
    if (!address || function) text_add(out, address ? function : "NULL");
    else text_printf(out, "0x%" PRIx64, address);
    return;
  }
  if (o->known && o->known->is_literal && print_string_at(view, address, o->address + o->size - address, out)) return;
  if (o->is_hidden) {
    text_printf(out, "0x%" PRIx64, address);
    return;
  }
  uint64_t offset = address - o->address, size = target->size ? target->size : 1;
  struct text path = {0};
  if (offset + size > o->size) size = 0; // one behind the end
  if (offset || (pointer->base && pointer->base != o->type)) walk_object(view, o, &offset, size, &path);
  if (offset && size > 1) { // not where such a thing starts
    offset = address - o->address;
    text_clear(&path);
    walk_object(view, o, &offset, 1, &path);
  }
  bool is_held = !o->name && o->holder && !path.size;
  bool is_new = !o->name && !o->holder && !o->is_told && address == o->address;
  if (is_new) {
    tell_new(view, o, out);
    text_release(&path);
    return;
  }
  text_add(out, is_held ? "" : "&");
  if (is_held) print_object_name(o, out);
  else print_object_path(o, text_cstr(&path), out);
  if (offset) text_printf(out, " + %" PRIu64 " byte%s", offset, offset == 1 ? "" : "s");
  text_release(&path);
  tell_object(view, o, out);
  struct text string = {0};
  if (is_text && address < o->address + o->size &&
      print_string_at(view, address, o->address + o->size - address, &string))
    text_printf(out, " %s", text_cstr(&string));
  text_release(&string);
}

// --- values ------------------------------------------------------------------------------

// What has no digits is called as math.h calls it.
static bool print_special(bool is_nan, bool is_infinite, bool is_negative, struct text *out) {
  if (is_nan) text_add(out, "NAN");
  else if (is_infinite) text_add(out, is_negative ? "-INFINITY" : "INFINITY");
  return is_nan || is_infinite;
}

static void print_float(uint64_t bits, uint64_t size, struct text *out) {
  char digits[64];
  if (size == 4) {
    float value;
    uint32_t word = (uint32_t)bits;
    memcpy(&value, &word, sizeof value);
    if (print_special(isnan(value), isinf(value), value < 0, out)) return;
    for (int n = 6; n <= 9; n++) {
      snprintf(digits, sizeof digits, "%.*g", n, (double)value);
      if (strtof(digits, NULL) == value) break;
    }
  } else {
    double value;
    memcpy(&value, &bits, sizeof value);
    if (print_special(isnan(value), isinf(value), value < 0, out)) return;
    for (int n = 15; n <= 17; n++) {
      snprintf(digits, sizeof digits, "%.*g", n, value);
      if (strtod(digits, NULL) == value) break;
    }
  }
  text_add(out, digits);
  if (!strpbrk(digits, ".e")) text_add(out, ".0");
}

static void print_integer(const struct layout_type *t, uint64_t bits, struct text *out) {
  uint64_t width = t->size < 8 ? t->size * 8 : 64;
  bits = width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
  int64_t number = width && width < 64 ? (int64_t)(bits << (64 - width)) >> (64 - width) : (int64_t)bits;
  bool is_byte = t->size == 1 && t->kind == LAYOUT_INTEGER;
  if (is_byte && t->is_unsigned && bits >= 127) text_printf(out, "0x%02" PRIx64, bits);
  else if (t->is_unsigned) text_printf(out, "%" PRIu64, bits);
  else text_printf(out, "%" PRId64, number);
  if (is_byte && bits >= ' ' && bits < 127) {
    text_add(out, " '");
    add_character((unsigned char)bits, '\'', false, out);
    text_addc(out, '\'');
  }
}

static void print_char(uint64_t bits, struct text *out) {
  unsigned char c = (unsigned char)bits;
  if (c >= 128 || (c < ' ' && c && !(c >= 7 && c <= 13)) || c == 127) {
    text_printf(out, "%d", (signed char)c);
    return;
  }
  text_addc(out, '\'');
  add_character(c, '\'', false, out);
  text_addc(out, '\'');
}

void memory_view_print_bits(struct memory_view *view, uint32_t type, uint64_t bits, struct text *out) {
  const struct layout_type *t = layout_type(view->layout, type);
  switch (t->kind) {
  case LAYOUT_BOOL: text_add(out, (bits & 255) == 0 ? "false" : (bits & 255) == 1 ? "true" : "neither 0 nor 1"); return;
  case LAYOUT_CHAR: print_char(bits, out); return;
  case LAYOUT_POINTER: print_pointer(view, t, bits, out); return;
  case LAYOUT_FLOAT: print_float(bits, t->size, out); return;
  case LAYOUT_ENUM:
    for (uint32_t i = t->first; i < t->first + t->count; i++)
      if ((uint32_t)view->layout->members.data[i].offset == (uint32_t)bits) {
        text_add(out, view->layout->members.data[i].name);
        return;
      }
    print_integer(t, bits, out);
    return;
  default: print_integer(t, bits, out); return;
  }
}

static void print_nested(struct memory_view *view, uint32_t type, uint64_t address, int depth, struct text *out);

// How many bytes are left if the zeros at the end are not counted.
static uint64_t without_zeros(const struct memory_view *view, uint64_t address, uint64_t size) {
  while (size && memory_view_byte(view, address + size - 1) == 0) size--;
  return size;
}

static void print_array(struct memory_view *view, const struct layout_type *t, uint64_t address, int depth,
                        struct text *out) {
  const struct layout_type *element = layout_type(view->layout, t->base);
  uint64_t length = view->is_exact ? without_zeros(view, address, t->size) : t->size, text = 0;
  while (text < length && memory_view_byte(view, address + text) > 0) text++;
  if (element->kind == LAYOUT_CHAR && (text == length || !view->is_exact) &&
      print_string_at(view, address, t->size, out))
    return;
  uint64_t n = element->size ? (length + element->size - 1) / element->size : 0;
  uint64_t most = view->is_exact ? EXACT_MAX : ELEMENTS_MAX;
  text_addc(out, '{');
  for (uint64_t i = 0; i < n && i < most; i++) {
    if (i) text_add(out, ", ");
    print_nested(view, t->base, address + i * element->size, depth + 1, out);
  }
  text_add(out, n > most ? ", …}" : n ? "}" : "0}");
}

void memory_view_print_scalar(struct memory_view *view, const struct layout_member *m, uint64_t bytes,
                              struct text *out) {
  const struct layout_type *t = layout_type(view->layout, m->type);
  uint64_t width = m->bits ? m->bits : 8 * t->size, mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  uint64_t bits = bytes >> m->bit & mask;
  if (!t->is_unsigned && t->kind != LAYOUT_BOOL && (bits & (mask ^ mask >> 1))) bits |= ~mask;
  memory_view_print_bits(view, m->type, bits, out);
}

static void print_member(struct memory_view *view, const struct layout_member *m, uint64_t address, int depth,
                         struct text *out) {
  uint64_t bytes;
  if (*m->name) text_printf(out, ".%s = ", m->name);
  if (!m->bits) print_nested(view, m->type, address + m->offset, depth + 1, out);
  else if (memory_view_read(view, address + m->offset, (m->bit + m->bits + 7) / 8, &bytes))
    memory_view_print_scalar(view, m, bytes, out);
  else text_addc(out, '?');
}

static void print_nested(struct memory_view *view, uint32_t type, uint64_t address, int depth, struct text *out) {
  const struct layout_type *t = layout_type(view->layout, type);
  uint64_t bits;
  if (depth > NESTING_MAX) text_add(out, "{…}");
  else if (t->kind == LAYOUT_ARRAY) print_array(view, t, address, depth, out);
  else if (t->kind == LAYOUT_STRUCT || t->kind == LAYOUT_UNION) {
    uint32_t n = t->kind == LAYOUT_UNION && t->count > 1 ? 1 : t->count;
    text_addc(out, '{');
    for (uint32_t i = 0; i < n && i < 2 * ELEMENTS_MAX; i++) {
      if (i) text_add(out, ", ");
      print_member(view, &view->layout->members.data[t->first + i], address, depth, out);
    }
    text_add(out, n > 2 * ELEMENTS_MAX ? ", …}" : "}");
  } else if (t->size && memory_view_read(view, address, t->size, &bits)) memory_view_print_bits(view, type, bits, out);
  else text_addc(out, '?');
}

void memory_view_print_value(struct memory_view *view, uint32_t type, uint64_t address, struct text *out) {
  print_nested(view, type, address, 0, out);
}

void memory_view_print_bytes(struct memory_view *view, uint32_t type, const uint64_t *words, uint32_t n,
                             struct text *out) {
  for (uint32_t i = 0; i < n; i++) memory_view_write(view, NOWHERE + 8 * i, 8, words[i]);
  print_nested(view, type, NOWHERE, 0, out);
  for (uint32_t i = 0; i < 8 * n; i++) map_u32_remove(&view->bytes, NOWHERE + i);
}

static void print_numbers(const unsigned char *bytes, uint64_t n, struct text *out) {
  while (n > 1 && !bytes[n - 1]) n--;
  text_addc(out, '{');
  for (uint64_t i = 0; i < n && i < EXACT_MAX; i++) text_printf(out, "%s%u", i ? ", " : "", bytes[i]);
  text_add(out, n > EXACT_MAX ? ", …}" : "}");
}

void memory_view_print_block(struct memory_view *view, uint32_t type, const unsigned char *bytes, uint64_t n,
                             struct text *out) {
  const struct layout_type *t = view->layout ? layout_type(view->layout, type) : NULL;
  if (!t || t->kind == LAYOUT_UNKNOWN || !t->size || n % t->size) {
    print_numbers(bytes, n, out);
    return;
  }
  for (uint64_t i = 0; i < n; i++) memory_view_write(view, NOWHERE + i, 1, bytes[i]);
  view->is_exact = true;
  struct layout_type array = {.kind = LAYOUT_ARRAY, .size = n, .base = type};
  if (n == t->size) print_nested(view, type, NOWHERE, 0, out);
  else print_array(view, &array, NOWHERE, 0, out);
  view->is_exact = false;
  for (uint64_t i = 0; i < n; i++) map_u32_remove(&view->bytes, NOWHERE + i);
}

void memory_view_print_term(struct memory_view *view, uint32_t type, const char *ctype, bool is_unsigned,
                            struct term value, struct text *out) {
  struct terms *tm = view->cfa->tm;
  uint64_t bits;
  bool is_bv = sort_kind(tm, term_sort(tm, value)) == SORT_BV && term_value64(tm, value, &bits);
  const struct layout_type *t = view->layout ? layout_type(view->layout, type) : NULL;
  if (is_bv && t && t->kind != LAYOUT_UNKNOWN && t->kind < LAYOUT_ARRAY) {
    memory_view_print_bits(view, type, bits, out);
    return;
  }
  size_t length = ctype ? strlen(ctype) : 0;
  if (is_bv && length && ctype[length - 1] == '*') text_printf(out, bits ? "0x%" PRIx64 : "NULL", bits);
  else if (is_bv && (strcmp(length ? ctype : "", "_Bool") == 0 || strcmp(length ? ctype : "", "bool") == 0) && bits < 2)
    text_add(out, bits ? "true" : "false");
  else if (is_bv && strcmp(length ? ctype : "", "char") == 0) print_char(bits, out);
  else term_print_value(tm, cfa_typed_value(tm, ctype, value), is_unsigned, out);
  if (is_bv && length > 4 && strcmp(ctype + length - 4, "char") == 0 && bits >= ' ' && bits < 127) {
    text_add(out, " '");
    add_character((unsigned char)bits, '\'', false, out);
    text_addc(out, '\'');
  }
}
