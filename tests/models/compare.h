// What the comparisons of models with the C library share. Each compare*.c is a program of its own: it includes this
// file once, calls the models (their symbols have the prefix model_, see ../check-models) and the library's functions
// with the same arguments, gives each comparison to result() and ends with `return report();`.
#ifndef COMPARE_H
#define COMPARE_H
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// <errno.h> needs headers of the kernel that are not there for 32 bits.
extern int *__errno_location(void);
#define errno (*__errno_location())

// What the models need from outside.
extern size_t malloc_usable_size(void *);
void *model___clew_malloc(size_t n) { return malloc(n); }
void model_exit(int status) { exit(status); }
#define ALIGNED(N) \
  void *model___clew_malloc_##N(size_t n) { return aligned_alloc(N, n); }
ALIGNED(32)
ALIGNED(64)
ALIGNED(128)
ALIGNED(256)
ALIGNED(512)
ALIGNED(1024)
ALIGNED(2048)
ALIGNED(4096)
void *model___clew_scratch(size_t n) { return malloc(n); }
void model___clew_free(void *block) { free(block); }
size_t model___clew_object_size(const void *block) { return malloc_usable_size((void *)block); }
void *model_memcpy(void *a, const void *b, size_t n) { return memcpy(a, b, n); }
void *model_memmove(void *a, const void *b, size_t n) { return memmove(a, b, n); }
void *model_memset(void *a, int c, size_t n) { return memset(a, c, n); }
static int arbitrary;   // an approximation was used: the result cannot be compared
double model___clew_arbitrary_double(void) { return arbitrary = 1, 0; }
float model___clew_arbitrary_float(void) { return arbitrary = 1, 0; }
long double model___clew_arbitrary_longdouble(void) { return arbitrary = 1, 0; }
unsigned char model___clew_arbitrary_uchar(void) { return arbitrary = 1, 'x'; }
static unsigned arbitrary_number = 1;   // what such a number is
unsigned model___clew_arbitrary_uint(void) { return arbitrary = 1, arbitrary_number; }
// A model came to something that it does not cover: there is nothing to compare. WHERE_COVERED(statement) leaves the
// statement.
static jmp_buf uncovered;
static unsigned n_uncovered;
void model___clew_unsupported(const char *what) { longjmp(uncovered, 1); }
#define WHERE_COVERED(...)                                                                                             \
  do {                                                                                                                 \
    if (setjmp(uncovered) == 0) {                                                                                      \
      __VA_ARGS__                                                                                                      \
    } else {                                                                                                           \
      n_uncovered++;                                                                                                   \
    }                                                                                                                  \
  } while (0)
// A function of the library that the models use, with one parameter of its result's type.
#define OUTSIDE(name, type)                                                                                            \
  type model_##name(type x) { return name(x); }
// The functions compared so far; one with a difference has failed.
static struct {
  const char *name;
  unsigned differences;
} functions[200];
static unsigned n_functions, n_comparisons;
static void result(int same, const char *name, const char *detail) {
  n_comparisons++;
  unsigned i = 0;
  while (i < n_functions && functions[i].name != name && strcmp(functions[i].name, name)) i++;
  if (i == n_functions) functions[n_functions++].name = name;
  if (!same && functions[i].differences++ < 5) printf("%s differs: %s\n", name, detail);
}
#define SAME(what, condition, ...) (snprintf(detail, sizeof detail, __VA_ARGS__), result(condition, what, detail))
static char detail[4096];

static uint64_t state = 88172645463325252ULL;
static uint64_t random64(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static unsigned below(unsigned n) { return (unsigned)((random64() >> 20) % n); }

static const char *random_text(char *to, unsigned most, const char *letters) {
  unsigned n = below(most), count = (unsigned)strlen(letters);
  for (unsigned i = 0; i < n; i++) to[i] = letters[below(count)];
  to[n] = 0;
  return to;
}

static int sign(int n) { return (n > 0) - (n < 0); }

// A function of the models, declared with the type of the original.
#define MODEL(name) extern __typeof__(name) model_##name
extern int *model___errno_location(void);

// The last line that check-models reads; the value of main.
static int report(void) {
  unsigned failed = 0;
  for (unsigned i = 0; i < n_functions; i++) failed += functions[i].differences != 0;
  printf("%u comparisons, %u not covered\n%u passed, %u failed\n", n_comparisons, n_uncovered, n_functions - failed,
         failed);
  return failed != 0;
}
#endif
