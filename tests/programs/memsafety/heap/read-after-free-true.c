// expect: true bits: both
// the number is read before its block is freed
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p), r = 0;
  *p = __VERIFIER_nondet_int();
  r = *p;
  free(p);
  return r;
}
