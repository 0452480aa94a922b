// expect: true bits: both
// each return is behind a free
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n) {
  int *a = calloc(2, sizeof *a);
  if (n < 0) {
    free(a);
    return -1;
  }
  a[0] = n;
  int r = a[0] > a[1];
  free(a);
  return r;
}
int main(void) { return sum(__VERIFIER_nondet_int()); }
