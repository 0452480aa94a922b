// See text.h.
#include "base/text/text.h"
#include "base/memory/alloc.h"
#include <stdio.h>
#include <string.h>

static void text_reserve(struct text *text, size_t more) {
  size_t need = text->size + more + 1;
  if (need <= text->capacity) return;
  size_t capacity = text->capacity ? text->capacity : 32;
  while (capacity < need) capacity += capacity / 2;
  text->data = mem_realloc(text->data, capacity);
  text->capacity = capacity;
}

void text_add_n(struct text *text, const char *string, size_t length) {
  text_reserve(text, length);
  if (length) memcpy(text->data + text->size, string, length);
  text->size += length;
  text->data[text->size] = 0;
}

void text_add(struct text *text, const char *string) { text_add_n(text, string, strlen(string)); }

void text_addc(struct text *text, char c) { text_add_n(text, &c, 1); }

void text_vprintf(struct text *text, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  // Most additions are short: try the room there is before measuring.
  text_reserve(text, 64);
  size_t room = text->capacity - text->size;
  int n = vsnprintf(text->data + text->size, room, format, args);
  if (n < 0) {
    text->data[text->size] = 0;
  } else {
    if ((size_t)n >= room) {
      text_reserve(text, (size_t)n);
      vsnprintf(text->data + text->size, (size_t)n + 1, format, again);
    }
    text->size += (size_t)n;
  }
  va_end(again);
}

void text_printf(struct text *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  text_vprintf(text, format, args);
  va_end(args);
}

const char *text_cstr(const struct text *text) { return text->data ? text->data : ""; }

void text_clear(struct text *text) {
  text->size = 0;
  if (text->data) text->data[0] = 0;
}

void text_release(struct text *text) {
  mem_free(text->data);
  *text = (struct text){0};
}
