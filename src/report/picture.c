// Values and places of memory in the words of C.
#include "report/picture.h"
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
#define NOWHERE (UINT64_C(1) << 62) // where a structure lies that is in no memory

void picture_init(struct picture *picture, const struct cfa *cfa) {
  *picture = (struct picture){.cfa = cfa, .layout = cfa->layout};
  for (uint32_t i = 0; picture->layout && i < picture->layout->objects.size; i++) {
    const struct layout_object *o = &picture->layout->objects.data[i];
    if (!o->address) continue;
    picture_add(picture, (struct picture_object){.address = o->address,
                                                 .size = o->size,
                                                 .name = o->name,
                                                 .type = o->type,
                                                 .is_hidden = o->is_hidden,
                                                 .known = o});
  }
}

void picture_release(struct picture *picture) {
  vec_picture_object_release(&picture->objects);
  map_u32_release(&picture->bytes);
}

// --- objects and bytes -----------------------------------------------------------------

// How many objects start at or below the address.
static uint32_t objects_up_to(const struct picture *picture, uint64_t address) {
  uint32_t low = 0, high = picture->objects.size;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (picture->objects.data[middle].address <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

struct picture_object *picture_find(const struct picture *picture, uint64_t address) {
  uint32_t n = objects_up_to(picture, address);
  if (!n) return NULL;
  struct picture_object *o = &picture->objects.data[n - 1];
  return address - o->address <= o->size ? o : NULL;
}

void picture_add(struct picture *picture, struct picture_object object) {
  struct vec_picture_object *all = &picture->objects;
  uint64_t end = object.address + (object.size ? object.size : 1);
  if (!object.known)
    for (uint64_t a = object.address; a < end && a - object.address < CLEARED_MAX; a++)
      map_u32_remove(&picture->bytes, a);
  uint32_t from = objects_up_to(picture, object.address), to = objects_up_to(picture, end - 1);
  while (from && (all->data[from - 1].address == object.address ||
                  all->data[from - 1].address + all->data[from - 1].size > object.address))
    from--;
  if (!object.name) object.number = ++picture->heap_objects;
  uint32_t after = all->size - to;
  if (from == to) vec_picture_object_push(all, object);
  memmove(all->data + from + 1, all->data + to, after * sizeof *all->data);
  all->size = from + 1 + after;
  all->data[from] = object;
}

void picture_write(struct picture *picture, uint64_t address, uint64_t bytes, uint64_t value) {
  for (uint64_t i = 0; i < bytes; i++) map_u32_put(&picture->bytes, address + i, (uint32_t)(value >> 8 * i & 255));
}

void picture_forget(struct picture *picture) {
  map_u32_clear(&picture->bytes);
  picture->is_forgotten = true;
}

int picture_byte(const struct picture *picture, uint64_t address) {
  const uint32_t *written = map_u32_find(&picture->bytes, address);
  if (written) return (int)*written;
  const struct picture_object *o = picture_find(picture, address);
  if (!o || !o->known || address >= o->address + o->size) return -1;
  if (picture->is_forgotten && !o->known->is_literal) return -1;
  uint64_t at = address - o->address;
  if (o->known->text) return at < o->known->length ? (unsigned char)o->known->text[at] : 0;
  return o->known->is_zero ? 0 : -1;
}

bool picture_read(const struct picture *picture, uint64_t address, uint64_t size, uint64_t *bits) {
  *bits = 0;
  for (uint64_t i = 0; i < size; i++) {
    int byte = picture_byte(picture, address + i);
    if (byte < 0 || i >= 8) return false;
    *bits |= (uint64_t)byte << 8 * i;
  }
  return true;
}

void picture_note_pointer(struct picture *picture, uint32_t pointer_type, uint64_t address) {
  if (!picture->layout || !address) return;
  const struct layout_type *pointer = layout_type(picture->layout, pointer_type);
  if (pointer->kind != LAYOUT_POINTER || !layout_type(picture->layout, pointer->base)->size) return;
  struct picture_object *o = picture_find(picture, address);
  if (o && (!o->name || o->is_array) && !o->type && o->address == address) o->type = pointer->base;
}

// --- text --------------------------------------------------------------------------------

static void add_character(unsigned char c, char quote, bool digit_follows, struct text *out) {
  static const char letters[] = "abtnvfr";
  if (c == (unsigned char)quote || c == '\\') text_printf(out, "\\%c", c);
  else if (c >= 7 && c <= 13) text_printf(out, "\\%c", letters[c - 7]);
  else if (c >= ' ' && c < 127) text_addc(out, (char)c);
  else text_printf(out, c || digit_follows ? "\\%03o" : "\\0", c);
}

void picture_print_string(const char *bytes, size_t n, struct text *out) {
  text_addc(out, '"');
  for (size_t i = 0; i < n; i++)
    add_character((unsigned char)bytes[i], '"', i + 1 < n && bytes[i + 1] >= '0' && bytes[i + 1] <= '9', out);
  text_addc(out, '"');
}

// Up to its end, or for at most `most` bytes. False if nothing is known of it.
static bool print_string_at(const struct picture *picture, uint64_t address, uint64_t most, struct text *out) {
  struct text bytes = {0};
  int byte = -1;
  uint64_t i = 0;
  for (; i < most && i <= STRING_MAX && (byte = picture_byte(picture, address + i)) > 0; i++)
    text_addc(&bytes, (char)byte);
  bool known = i > 0 || byte == 0;
  if (known) {
    picture_print_string(text_cstr(&bytes), i > STRING_MAX ? STRING_MAX : i, out);
    if (i > STRING_MAX || (i < most && byte)) text_add(out, "…");
  }
  text_release(&bytes);
  return known;
}

// --- places ------------------------------------------------------------------------------

static void print_object_name(const struct picture_object *o, struct text *out) {
  if (o->name) text_add(out, o->name);
  else text_printf(out, "%s%" PRIu32, o->by && strcmp(o->by, "alloca") == 0 ? "stack" : "heap", o->number);
}

// A heap object of several elements is an array of them, and so are the strings of argv.
static uint32_t walk_object(const struct picture *picture, const struct picture_object *o, uint64_t *offset,
                            uint64_t size, struct text *path) {
  uint64_t step = layout_type(picture->layout, o->type)->size;
  if ((!o->name || o->is_array) && step && o->size >= 2 * step) {
    if (path) text_printf(path, "[%" PRIu64 "]", *offset / step);
    *offset %= step;
  }
  return layout_walk(picture->layout, o->type, offset, size, path);
}

// The fields of a stream are the C library's own: the model of the library uses them for something else.
static bool is_opaque(const struct picture *picture, const struct picture_object *o) {
  return strcmp(layout_type(picture->layout, o->type)->name, "_IO_FILE") == 0;
}

bool picture_print_place(struct picture *picture, uint64_t address, uint64_t size, uint32_t *type, uint64_t *start,
                         struct text *out) {
  const struct picture_object *o = picture->layout ? picture_find(picture, address) : NULL;
  if (!o || o->is_hidden || is_opaque(picture, o) || address >= o->address + o->size) return false;
  uint64_t offset = address - o->address;
  print_object_name(o, out);
  *type = walk_object(picture, o, &offset, size, out);
  *start = address - offset;
  return true;
}

static const char *function_at(const struct cfa *cfa, uint64_t address) {
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    if (cfa->functions.data[i].address == address && address) return cfa->functions.data[i].shown;
  return NULL;
}

// Where a heap object was made is said once.
static void tell_object(struct picture *picture, struct picture_object *o, struct text *out) {
  if (o->name || o->is_told) return;
  o->is_told = true;
  text_printf(out, " (%s", o->by ? o->by : "allocated");
  if (o->place.line) {
    text_add(out, " at ");
    cfa_place_brief(picture->cfa, o->place, out);
  }
  text_printf(out, ", %" PRIu64 " byte%s)", o->size, o->size == 1 ? "" : "s");
}

static void print_pointer(struct picture *picture, const struct layout_type *pointer, uint64_t address,
                          struct text *out) {
  const struct layout_type *target = layout_type(picture->layout, pointer->base);
  const char *function = function_at(picture->cfa, address);
  struct picture_object *o = picture_find(picture, address);
  bool is_text = target->kind == LAYOUT_CHAR;
  if (!address || function || !o || (o->is_hidden && !o->known)) {
    if (!address || function) text_add(out, address ? function : "NULL");
    else text_printf(out, "0x%" PRIx64, address);
    return;
  }
  if (o->known && o->known->is_literal && print_string_at(picture, address, o->address + o->size - address, out))
    return;
  if (o->is_hidden) {
    text_printf(out, "0x%" PRIx64, address);
    return;
  }
  uint64_t offset = address - o->address, size = target->size ? target->size : 1;
  struct text path = {0};
  if (offset + size > o->size) size = 0; // one behind the end
  if (offset || (pointer->base && pointer->base != o->type)) walk_object(picture, o, &offset, size, &path);
  if (offset && size > 1) { // not where such a thing starts
    offset = address - o->address;
    text_clear(&path);
    walk_object(picture, o, &offset, 1, &path);
  }
  text_addc(out, '&');
  print_object_name(o, out);
  text_add(out, text_cstr(&path));
  if (offset) text_printf(out, " + %" PRIu64 " byte%s", offset, offset == 1 ? "" : "s");
  text_release(&path);
  tell_object(picture, o, out);
  struct text string = {0};
  if (is_text && address < o->address + o->size &&
      print_string_at(picture, address, o->address + o->size - address, &string))
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
  if (t->is_unsigned) text_printf(out, "%" PRIu64, bits);
  else text_printf(out, "%" PRId64, number);
  bool is_byte = t->size == 1 && t->kind == LAYOUT_INTEGER;
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

void picture_print_bits(struct picture *picture, uint32_t type, uint64_t bits, struct text *out) {
  const struct layout_type *t = layout_type(picture->layout, type);
  switch (t->kind) {
  case LAYOUT_BOOL: text_add(out, (bits & 255) == 0 ? "false" : (bits & 255) == 1 ? "true" : "neither 0 nor 1"); return;
  case LAYOUT_CHAR: print_char(bits, out); return;
  case LAYOUT_POINTER: print_pointer(picture, t, bits, out); return;
  case LAYOUT_FLOAT: print_float(bits, t->size, out); return;
  case LAYOUT_ENUM:
    for (uint32_t i = t->first; i < t->first + t->count; i++)
      if ((uint32_t)picture->layout->members.data[i].offset == (uint32_t)bits) {
        text_add(out, picture->layout->members.data[i].name);
        return;
      }
    print_integer(t, bits, out);
    return;
  default: print_integer(t, bits, out); return;
  }
}

static void print_nested(struct picture *picture, uint32_t type, uint64_t address, int depth, struct text *out);

// How many bytes are left if the zeros at the end are not counted.
static uint64_t without_zeros(const struct picture *picture, uint64_t address, uint64_t size) {
  while (size && picture_byte(picture, address + size - 1) == 0) size--;
  return size;
}

static void print_array(struct picture *picture, const struct layout_type *t, uint64_t address, int depth,
                        struct text *out) {
  const struct layout_type *element = layout_type(picture->layout, t->base);
  uint64_t length = picture->is_exact ? without_zeros(picture, address, t->size) : t->size, text = 0;
  while (text < length && picture_byte(picture, address + text) > 0) text++;
  if (element->kind == LAYOUT_CHAR && (text == length || !picture->is_exact) &&
      print_string_at(picture, address, t->size, out))
    return;
  uint64_t n = element->size ? (length + element->size - 1) / element->size : 0;
  uint64_t most = picture->is_exact ? EXACT_MAX : ELEMENTS_MAX;
  text_addc(out, '{');
  for (uint64_t i = 0; i < n && i < most; i++) {
    if (i) text_add(out, ", ");
    print_nested(picture, t->base, address + i * element->size, depth + 1, out);
  }
  text_add(out, n > most ? ", …}" : n ? "}" : "0}");
}

void picture_print_scalar(struct picture *picture, const struct layout_member *m, uint64_t bytes, struct text *out) {
  const struct layout_type *t = layout_type(picture->layout, m->type);
  uint64_t width = m->bits ? m->bits : 8 * t->size, mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  uint64_t bits = bytes >> m->bit & mask;
  if (!t->is_unsigned && t->kind != LAYOUT_BOOL && (bits & (mask ^ mask >> 1))) bits |= ~mask;
  picture_print_bits(picture, m->type, bits, out);
}

static void print_member(struct picture *picture, const struct layout_member *m, uint64_t address, int depth,
                         struct text *out) {
  uint64_t bytes;
  if (*m->name) text_printf(out, ".%s = ", m->name);
  if (!m->bits) print_nested(picture, m->type, address + m->offset, depth + 1, out);
  else if (picture_read(picture, address + m->offset, (m->bit + m->bits + 7) / 8, &bytes))
    picture_print_scalar(picture, m, bytes, out);
  else text_addc(out, '?');
}

static void print_nested(struct picture *picture, uint32_t type, uint64_t address, int depth, struct text *out) {
  const struct layout_type *t = layout_type(picture->layout, type);
  uint64_t bits;
  if (depth > NESTING_MAX) text_add(out, "{…}");
  else if (t->kind == LAYOUT_ARRAY) print_array(picture, t, address, depth, out);
  else if (t->kind == LAYOUT_STRUCT || t->kind == LAYOUT_UNION) {
    uint32_t n = t->kind == LAYOUT_UNION && t->count > 1 ? 1 : t->count;
    text_addc(out, '{');
    for (uint32_t i = 0; i < n && i < 2 * ELEMENTS_MAX; i++) {
      if (i) text_add(out, ", ");
      print_member(picture, &picture->layout->members.data[t->first + i], address, depth, out);
    }
    text_add(out, n > 2 * ELEMENTS_MAX ? ", …}" : "}");
  } else if (t->size && picture_read(picture, address, t->size, &bits)) picture_print_bits(picture, type, bits, out);
  else text_addc(out, '?');
}

void picture_print_value(struct picture *picture, uint32_t type, uint64_t address, struct text *out) {
  print_nested(picture, type, address, 0, out);
}

void picture_print_bytes(struct picture *picture, uint32_t type, const uint64_t *words, uint32_t n, struct text *out) {
  for (uint32_t i = 0; i < n; i++) picture_write(picture, NOWHERE + 8 * i, 8, words[i]);
  print_nested(picture, type, NOWHERE, 0, out);
  for (uint32_t i = 0; i < 8 * n; i++) map_u32_remove(&picture->bytes, NOWHERE + i);
}

static void print_numbers(const unsigned char *bytes, uint64_t n, struct text *out) {
  while (n > 1 && !bytes[n - 1]) n--;
  text_addc(out, '{');
  for (uint64_t i = 0; i < n && i < EXACT_MAX; i++) text_printf(out, "%s%u", i ? ", " : "", bytes[i]);
  text_add(out, n > EXACT_MAX ? ", …}" : "}");
}

void picture_print_block(struct picture *picture, uint32_t type, const unsigned char *bytes, uint64_t n,
                         struct text *out) {
  const struct layout_type *t = picture->layout ? layout_type(picture->layout, type) : NULL;
  if (!t || t->kind == LAYOUT_UNKNOWN || !t->size || n % t->size) {
    print_numbers(bytes, n, out);
    return;
  }
  for (uint64_t i = 0; i < n; i++) picture_write(picture, NOWHERE + i, 1, bytes[i]);
  picture->is_exact = true;
  struct layout_type array = {.kind = LAYOUT_ARRAY, .size = n, .base = type};
  if (n == t->size) print_nested(picture, type, NOWHERE, 0, out);
  else print_array(picture, &array, NOWHERE, 0, out);
  picture->is_exact = false;
  for (uint64_t i = 0; i < n; i++) map_u32_remove(&picture->bytes, NOWHERE + i);
}

void picture_print_term(struct picture *picture, uint32_t type, const char *ctype, bool is_unsigned, struct term value,
                        struct text *out) {
  struct terms *tm = picture->cfa->tm;
  uint64_t bits;
  bool is_bv = sort_kind(tm, term_sort(tm, value)) == SORT_BV && term_value64(tm, value, &bits);
  const struct layout_type *t = picture->layout ? layout_type(picture->layout, type) : NULL;
  if (is_bv && t && t->kind != LAYOUT_UNKNOWN && t->kind < LAYOUT_ARRAY) {
    picture_print_bits(picture, type, bits, out);
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
