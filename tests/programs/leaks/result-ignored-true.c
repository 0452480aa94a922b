// expect: true bits: both
// the result of each call is freed
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *make(int n) {
  int *p = malloc(sizeof *p);
  *p = n;
  return p;
}
int main(void) {
  int *p = make(1), n = __VERIFIER_nondet_int();
  free(p);
  if (n > 0) free(make(n));
  return 0;
}
