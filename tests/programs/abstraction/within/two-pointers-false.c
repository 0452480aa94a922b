// expect: false bits: both
// The source has one element less.
// args: --check memory
// violates: valid-deref
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void copy(int *d, const int *s, size_t n) {
  while (n) {
    *d++ = *s++;
    n--;
  }
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100000 + 1;
  int *p = malloc(n * sizeof *p), *q = calloc(n - 1, sizeof *q);
  if (p && q) copy(p, q, n);
  return 0;
}
