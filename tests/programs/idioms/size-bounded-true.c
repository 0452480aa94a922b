// expect: true bits: both
// blocks of a symbolic size, bounded well below the address space, are apart
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int *make(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (!p) exit(1);
  return p;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 20000000) return 0;
  int *first = make(n), *second = make(n);
  first[0] = 1;
  first[n - 1] = 2;
  second[0] = 3;
  second[n - 1] = 4;
  assert(first[0] == 1);
  assert(first[n - 1] == 2);
  return 0;
}
