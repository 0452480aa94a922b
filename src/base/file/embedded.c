// See embedded.h.
#include "base/file/embedded.h"
#include <string.h>

#define HEADER 24u
#define ALIGNMENT 8u

static void add_number(uint64_t number, unsigned bytes, struct text *out) {
  for (unsigned i = 0; i < bytes; i++) text_addc(out, (char)(number >> 8 * i & 0xff));
}

static uint64_t number_at(const char *data, unsigned bytes) {
  uint64_t number = 0;
  for (unsigned i = 0; i < bytes; i++) number |= (uint64_t)(unsigned char)data[i] << 8 * i;
  return number;
}

void embedded_add(enum embedded_kind kind, const char *name, struct bytes content, struct text *out) {
  size_t length = strlen(name);
  text_add_n(out, EMBEDDED_MAGIC, 8);
  add_number(kind, 4, out);
  add_number(length, 4, out);
  add_number(content.size, 8, out);
  text_add_n(out, name, length);
  text_add_n(out, content.data, content.size);
  while (out->size % ALIGNMENT) text_addc(out, 0);
}

bool embedded_next(struct bytes section, size_t *at, struct embedded *record, bool *damaged) {
  while (*at < section.size && !section.data[*at]) ++*at;
  *damaged = *at < section.size;
  if (section.size - *at < HEADER || memcmp(section.data + *at, EMBEDDED_MAGIC, 8) != 0) return false;
  const char *header = section.data + *at;
  uint64_t kind = number_at(header + 8, 4), name = number_at(header + 12, 4), content = number_at(header + 16, 8);
  size_t left = section.size - *at - HEADER;
  if (kind < EMBEDDED_BITCODE || kind > EMBEDDED_SOURCE || name > left || content > left - name) return false;
  *damaged = false;
  record->kind = (enum embedded_kind)kind;
  record->name = (struct bytes){header + HEADER, (size_t)name};
  record->content = (struct bytes){header + HEADER + name, (size_t)content};
  *at += HEADER + (size_t)name + (size_t)content;
  return true;
}
