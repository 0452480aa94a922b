// expect: true bits: both
// both have what is copied
// args: --check memory
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  int *a = calloc((size_t)n, sizeof *a), b[4] = {0};
  memcpy(b, a, (size_t)n * sizeof *a);
  free(a);
  return b[0];
}
