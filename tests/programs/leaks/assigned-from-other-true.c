// expect: true bits: both
// both blocks are freed, whichever pointer points to which
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(1), *q = malloc(2);
  if (__VERIFIER_nondet_int() < 0) {
    char *t = p;
    p = q;
    q = t;
  }
  free(p);
  free(q);
  return 0;
}
