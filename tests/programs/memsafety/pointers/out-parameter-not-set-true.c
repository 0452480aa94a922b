// expect: true bits: both
// the result says whether the pointer was set
// args: --check memory
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
  if (!make(__VERIFIER_nondet_int(), &p)) return 0;
  int r = *p;
  free(p);
  return r;
}
