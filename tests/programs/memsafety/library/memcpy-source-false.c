// expect: false bits: both
// the source is shorter than what is copied
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  int *a = calloc((size_t)n, sizeof *a), b[4] = {0};
  memcpy(b, a, sizeof b);
  free(a);
  return b[0];
}
