// expect: false bits: both
// a block is lost where quick_exit ends the program
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(20);
  p[0] = 1;
  if (__VERIFIER_nondet_int()) {
    p = 0;
    quick_exit(0);
  }
  free(p);
  return 0;
}
