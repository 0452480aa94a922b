// expect: false bits: both
// the block is smaller than the index says
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  int *a = calloc(4, sizeof *a);
  a = realloc(a, (size_t)n * sizeof *a);
  int r = a[2];
  free(a);
  return r;
}
