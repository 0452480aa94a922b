// expect: true bits: both
// Two pointers and a counter, elements of four bytes.
// args: --check memory
// decided: symexpa
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
  int *p = malloc(n * sizeof *p), *q = calloc(n, sizeof *q);
  if (p && q) copy(p, q, n);
  return 0;
}
