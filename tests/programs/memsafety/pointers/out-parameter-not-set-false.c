// expect: false bits: both
// the function gives nothing for negative numbers, and its result is not looked at
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int make(int n, int **out) {
  if (n < 0) return 0;
  *out = malloc(sizeof **out);
  **out = n;
  return 1;
}
int main(void) {
  int *p;
  make(__VERIFIER_nondet_int(), &p);
  int r = *p;
  free(p);
  return r;
}
