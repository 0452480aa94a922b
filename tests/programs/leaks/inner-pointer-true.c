// expect: true bits: both
// a pointer into the block is enough to reach it, as it can be moved back
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *at;
int main(void) {
  at = malloc(8);
  at += 4;
  if (__VERIFIER_nondet_int() > 0) at -= 2;
  return 0;
}
