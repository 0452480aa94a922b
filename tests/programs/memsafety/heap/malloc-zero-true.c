// expect: true bits: both
// a block of no bytes may be made and freed
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  int *p = malloc((size_t)n * sizeof *p);
  if (n > 0) p[0] = 1;
  free(p);
  return 0;
}
