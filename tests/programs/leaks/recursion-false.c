// expect: false bits: both
// the last level returns without giving its block back
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int depth(int n) {
  int *p = malloc(sizeof *p), r = 0;
  *p = n;
  if (n == 0) return 0;
  r = 1 + depth(*p - 1);
  free(p);
  return r;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n > 0 && n < 4 ? depth(n) : 0;
}
