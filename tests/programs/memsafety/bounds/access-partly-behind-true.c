// expect: true bits: both
// the block has space for both wide elements
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  long long *a = malloc(16);
  a[i] = 5;
  free(a);
  return 0;
}
