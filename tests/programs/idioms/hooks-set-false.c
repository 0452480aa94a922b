// expect: false bits: both
// hooks that were replaced are not the library's
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
  assert((allocate == malloc) == (calls == 1));
  free(p);
  return 0;
}
