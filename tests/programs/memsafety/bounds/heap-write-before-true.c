// expect: true bits: both
// the least index is that of the first element
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  short *a = malloc(5 * sizeof *a);
  a[i] = 1;
  free(a);
  return 0;
}
