// expect: false bits: both
// the block has n elements, but not one with index n
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 6) return 0;
  short *a = calloc((size_t)n, sizeof *a);
  int i = a[n - 1] ? n - 1 : n;
  a[i] = 1;
  free(a);
  return 0;
}
