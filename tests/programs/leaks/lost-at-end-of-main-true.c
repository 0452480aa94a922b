// expect: true bits: both
// a static variable still points to the block when the program ends
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static int *p;
  if (__VERIFIER_nondet_int() == 3) p = malloc(sizeof *p);
  return p != NULL;
}
