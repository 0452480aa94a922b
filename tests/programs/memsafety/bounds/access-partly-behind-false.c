// expect: false bits: both
// the second half of the wide element lies behind the block
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  long long *a = malloc(12);
  a[i] = 5;
  free(a);
  return 0;
}
