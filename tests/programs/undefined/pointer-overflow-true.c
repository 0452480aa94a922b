// expect: true bits: both
// the length is compared with what there is
// args: --check ub
// native: undefined
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 16) return 0;
  char *p = malloc(16), *end = p + n;
  int less = end < p;
  free(p);
  return less;
}
