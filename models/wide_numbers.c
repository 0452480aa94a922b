// Numbers in text of wide characters.
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;

int *__errno_location(void);
void __clew_unsupported(const char *what);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end);

#define CHAR wchar_t
#include "integer.h"

long wcstol(const wchar_t *s, wchar_t **end, int base) { return read_long(s, end, base, 0); }
long long wcstoll(const wchar_t *s, wchar_t **end, int base) { return read_long_long(s, end, base, 0); }
long long wcstoimax(const wchar_t *s, wchar_t **end, int base) { return read_long_long(s, end, base, 0); }
unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base) { return (unsigned long)read_unsigned(s, end, base, ~0UL, 0); }
unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, ~0ULL, 0); }
unsigned long long wcstoumax(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, ~0ULL, 0); }
long __isoc23_wcstol(const wchar_t *s, wchar_t **end, int base) { return read_long(s, end, base, 1); }
long long __isoc23_wcstoll(const wchar_t *s, wchar_t **end, int base) { return read_long_long(s, end, base, 1); }
unsigned long __isoc23_wcstoul(const wchar_t *s, wchar_t **end, int base) {
  return (unsigned long)read_unsigned(s, end, base, ~0UL, 1);
}
unsigned long long __isoc23_wcstoull(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, ~0ULL, 1); }

// Real numbers hold ASCII only: the text before the first other character is copied.
enum { LONGEST = 256 };

static const char *narrow(const wchar_t *s, char *to) {
  int i = 0;
  for (; s[i] > 0 && s[i] < 128; i++) {
    if (i == LONGEST - 1) __clew_unsupported("a long text");
    to[i] = (char)s[i];
  }
  to[i] = 0;
  return to;
}

double wcstod(const wchar_t *s, wchar_t **end) {
  char text[LONGEST], *last;
  double result = strtod(narrow(s, text), &last);
  if (end) *end = (wchar_t *)s + (last - text);
  return result;
}

float wcstof(const wchar_t *s, wchar_t **end) {
  char text[LONGEST], *last;
  float result = strtof(narrow(s, text), &last);
  if (end) *end = (wchar_t *)s + (last - text);
  return result;
}

long double wcstold(const wchar_t *s, wchar_t **end) {
  char text[LONGEST], *last;
  long double result = strtold(narrow(s, text), &last);
  if (end) *end = (wchar_t *)s + (last - text);
  return result;
}
