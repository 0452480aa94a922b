// Text taken apart by formats: sscanf and its relatives, from <stdio.h>.
//
// Exact as far as strtod and its like are: these compute the numbers. Nothing here reads inputs; what reads files or
// the terminal is in stdio_scan.c.
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
enum { EOF = -1 };
void __clew_unsupported(const char *what);
void *__clew_malloc(size_t n);
int *__errno_location(void);

struct source { const char *at; unsigned long count; _Bool is_at_end; int end_errno; };
#include "scan.h"

static int fetch(struct source *source) {
  if (!*source->at) return EOF;
  source->count++;
  return (unsigned char)*source->at++;
}

static void unread(struct source *source, int c) {
  if (c == EOF) return;
  source->count--;
  source->at--;
}

static void skip(struct source *source) {
  for (; is_space(*source->at); source->at++) source->count++;
  if (!*source->at) source->is_at_end = 1;
}

static enum outcome quick_number(struct source *source, const struct directive *d, unsigned base, void *to) {
  return NOT_QUICK;
}
static enum outcome quick_float(struct source *source, const struct directive *d, void *to) { return NOT_QUICK; }
static enum outcome quick_string(struct source *source, const struct directive *d, char *to) { return NOT_QUICK; }

int vsscanf(const char *text, const char *format, va_list args) {
  struct source source = {text, 0, 0, 0};
  return scan(&source, format, args);
}

#define WITH_ARGUMENTS(name)                       \
  int name(const char *text, const char *format, ...) { \
    va_list args;                                  \
    __builtin_va_start(args, format);              \
    int n = vsscanf(text, format, args);           \
    __builtin_va_end(args);                        \
    return n;                                      \
  }
WITH_ARGUMENTS(sscanf)

// The names that the GNU library's headers use.
int __isoc99_vsscanf(const char *text, const char *format, va_list args) { return vsscanf(text, format, args); }
WITH_ARGUMENTS(__isoc99_sscanf)

// In C23 %i reads binary numbers too, and there is %b.
static void check_c23(const char *format) {
  if (has_binary(format)) __clew_unsupported("binary numbers in a format of scanf");
}

int __isoc23_vsscanf(const char *text, const char *format, va_list args) {
  check_c23(format);
  return vsscanf(text, format, args);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list args;
  check_c23(format);
  __builtin_va_start(args, format);
  int n = vsscanf(text, format, args);
  __builtin_va_end(args);
  return n;
}
