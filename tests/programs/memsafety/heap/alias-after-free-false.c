// expect: false bits: both
// the block is freed through the other pointer to it
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = calloc(2, sizeof *a), *b = calloc(2, sizeof *b);
  int *p = __VERIFIER_nondet_int() ? a : b;
  free(a);
  p[1] = 1;
  free(b);
  return 0;
}
