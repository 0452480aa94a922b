// expect: false bits: both
// after the assignment nothing points to the first block
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(1), *q = malloc(2);
  if (__VERIFIER_nondet_int() < 0) {
    p = q;
    q = NULL;
  }
  free(p);
  free(q);
  return 0;
}
