// expect: false bits: both
// the function returns, and the block that its local points to was not freed
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int n) {
  int *p = malloc(sizeof *p);
  *p = n;
  int r = *p & 1;
  if (r) free(p);
  return r;
}
int main(void) { return work(__VERIFIER_nondet_int()); }
