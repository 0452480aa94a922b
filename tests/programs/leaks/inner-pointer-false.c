// expect: false bits: both
// the pointer into the block is overwritten
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *at;
int main(void) {
  at = malloc(8);
  at += 4;
  if (__VERIFIER_nondet_int() > 0) at = NULL;
  return 0;
}
