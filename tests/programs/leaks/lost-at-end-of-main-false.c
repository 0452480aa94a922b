// expect: false bits: both
// the variable that points to the block ends with main
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = NULL;
  if (__VERIFIER_nondet_int() == 3) p = malloc(sizeof *p);
  return p != NULL;
}
