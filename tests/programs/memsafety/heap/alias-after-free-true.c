// expect: true bits: both
// the second pointer is used while its block is there
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = calloc(2, sizeof *a), *b = calloc(2, sizeof *b);
  int *p = __VERIFIER_nondet_int() ? a : b;
  p[1] = 1;
  free(a);
  free(b);
  return 0;
}
