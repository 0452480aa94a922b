// expect: true bits: both
// all cells of the block are written
// args: --check ub
// native: memory
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(12);
  p[0] = 1;
  p[1] = p[2] = 4;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  int r = p[i] > 0;
  free(p);
  if (r) return 2;
  return 0;
}
