// expect: true bits: both
// the index is below the length of the block
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  int *a = malloc(3 * sizeof *a);
  a[0] = a[1] = a[2] = 7;
  int r = a[i];
  free(a);
  return r;
}
