// expect: true bits: 32
// the number of elements is checked before the size is computed
// args: --check memory
// native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2) return 0;
  if (n > 10) return 0;
  int *a = malloc(n * sizeof *a);
  a[0] = a[1] = 1;
  free(a);
  return 0;
}
