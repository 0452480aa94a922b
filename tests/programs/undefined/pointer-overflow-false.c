// expect: false bits: both
// a length that is far too large: the end wraps around
// args: --check ub
// violates: undefined-behaviour
// native: undefined
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n < -4096UL) return 0; // then it wraps wherever the block is
  char *p = malloc(16), *end = p + n;
  int less = end < p;
  free(p);
  return less;
}
