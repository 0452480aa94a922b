// expect: true|unknown bits: both
// each iteration has a block of its own
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  while (__VERIFIER_nondet_int()) {
    char *p = malloc(1);
    *p = 1;
    free(p);
  }
  return 0;
}
