// expect: false bits: 32
// with 32 bits the size of the block wraps for large n: it has space for less than two numbers
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2) return 0;
  if (n > 0x40000001 || (n > 10 && n < 0x40000001)) return 0;
  int *a = malloc(n * sizeof *a);
  a[0] = a[1] = 1;
  free(a);
  return 0;
}
