// expect: false bits: both
// the number is read after its block was freed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p), r = 0;
  *p = __VERIFIER_nondet_int();
  if (*p > 100) free(p);
  r = *p;
  if (r <= 100) free(p);
  return r;
}
