// expect: false bits: both
// the element before the first one is written
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < -1 || i > 4) return 0;
  short *a = malloc(5 * sizeof *a);
  a[i] = 1;
  free(a);
  return 0;
}
