// expect: true bits: both
// the function frees the block before it returns
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int n) {
  int *p = malloc(sizeof *p);
  *p = n;
  int r = *p & 1;
  free(p);
  return r;
}
int main(void) { return work(__VERIFIER_nondet_int()); }
