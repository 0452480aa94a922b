// expect: true bits: both
// the product is computed after the check
// args: --check memory
// native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 10) return 0;
  unsigned size = n * 8u;
  long long *a = malloc(size);
  a[0] = 1;
  free(a);
  return 0;
}
