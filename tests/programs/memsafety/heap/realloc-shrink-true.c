// expect: true bits: both
// what the smaller block still has is read
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  int *a = calloc(4, sizeof *a);
  a = realloc(a, (size_t)n * sizeof *a);
  int r = n > 2 ? a[2] : a[0];
  free(a);
  return r;
}
