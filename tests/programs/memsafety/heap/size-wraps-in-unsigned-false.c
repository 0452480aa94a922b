// expect: false bits: both
// the product wraps, as it is computed with 32 bits
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned size = n * 8u;
  if (n == 0 || size > 80) return 0;
  long long *a = malloc(size);
  a[0] = 1;
  free(a);
  return 0;
}
