// expect: true bits: both
// an int at an address that is a multiple of four
// args: --check ub
// native: undefined
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 8) return 0;
  char *p = malloc(12);
  *(int *)(p + (i & ~3)) = 3;
  free(p);
  return 0;
}
