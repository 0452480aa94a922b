// expect: false bits: both
// an int at an address that is no multiple of four
// args: --check ub
// violates: undefined-behaviour
// native: undefined
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 8) return 0;
  char *p = malloc(12);
  *(int *)(p + i) = 3;
  free(p);
  return 0;
}
