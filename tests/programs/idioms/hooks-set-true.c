// expect: true bits: both
// hooks that the program may replace, and compares with the library's functions
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int calls;
static void *counting(size_t n) {
  calls++;
  return malloc(n);
}
static void *(*allocate)(size_t) = malloc;

int main(void) {
  if (__VERIFIER_nondet_int() == 3) allocate = counting;
  int *p = allocate(sizeof *p);
  *p = 5;
  assert(*p == 5);
  assert((allocate == malloc) == (calls == 0));
  free(p);
  return 0;
}
