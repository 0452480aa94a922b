// expect: false bits: both
// the only pointer to the first block is overwritten
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(1);
  if (__VERIFIER_nondet_int() > 0) {
    p = malloc(2);
  }
  free(p);
  return 0;
}
