// expect: true bits: both
// each block is accessed within its own bounds
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1000) return 0;
  char *a = calloc(1, 8), *b = calloc(1, 1001);
  char r = i < 8 ? a[i] : b[i];
  free(a);
  free(b);
  return r;
}
