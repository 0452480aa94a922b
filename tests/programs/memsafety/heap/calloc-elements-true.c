// expect: true bits: both
// calloc gives n elements, which are zero
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 6) return 0;
  short *a = calloc((size_t)n, sizeof *a);
  int i = a[n - 1] ? n : n - 1;
  a[i] = 1;
  free(a);
  return 0;
}
