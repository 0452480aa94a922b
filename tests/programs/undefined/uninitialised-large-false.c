// expect: false bits: 64
// a block of a size that is not known, which only is an error where it is large
// args: --check ub
// violates: no-overflow
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n <= 0 || m <= 0) return 0;
  char *p = malloc((size_t)n), *q = malloc((size_t)m);
  p[0] = q[0] = 0;
  if (p[0] == q[0] && n + 100 < m) p[0] = 1;
  free(p);
  free(q);
  return 0;
}
