// A growing string. A zeroed struct is empty; `data` is NUL-terminated once
// anything was added (text_cstr() is never NULL).
#ifndef CLEW_BASE_TEXT_TEXT_H
#define CLEW_BASE_TEXT_TEXT_H
#include <stdarg.h>
#include <stddef.h>

struct text {
  char *data;
  size_t size, capacity;
};

void text_add(struct text *text, const char *string);
void text_add_n(struct text *text, const char *string, size_t length);
void text_addc(struct text *text, char c);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args);
const char *text_cstr(const struct text *text);
void text_clear(struct text *text);
void text_release(struct text *text);

#endif
