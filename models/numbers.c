// Numbers in text: strtol, strtod and their like.
//
// In C23 a prefix 0b is read too: programs that are compiled for it call the functions with __isoc23_ before their names.
typedef __SIZE_TYPE__ size_t;
int *__errno_location(void);

#define CHAR char
#include "integer.h"

long strtol(const char *s, char **end, int base) { return read_long(s, end, base, 0); }
long long strtoll(const char *s, char **end, int base) { return read_long_long(s, end, base, 0); }
unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)read_unsigned(s, end, base, ~0UL, 0); }
unsigned long long strtoull(const char *s, char **end, int base) { return read_unsigned(s, end, base, ~0ULL, 0); }
long __isoc23_strtol(const char *s, char **end, int base) { return read_long(s, end, base, 1); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return read_long_long(s, end, base, 1); }
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) { return read_unsigned(s, end, base, ~0ULL, 1); }
long long __isoc23_strtoimax(const char *s, char **end, int base) { return read_long_long(s, end, base, 1); }
unsigned long long __isoc23_strtoumax(const char *s, char **end, int base) { return read_unsigned(s, end, base, ~0ULL, 1); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return (unsigned long)read_unsigned(s, end, base, ~0UL, 1);
}

long long strtoq(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtouq(const char *s, char **end, int base) { return strtoull(s, end, base); }
long long strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }
