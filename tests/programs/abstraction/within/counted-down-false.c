// expect: false bits: both
// The counter goes one too far.
// args: --check memory
// violates: valid-deref
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void set(char *d, int c, size_t n) {
  while (n--) *d++ = (char)c;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100000;
  char *p = malloc(n);
  if (!p) return 1;
  set(p, 1, n + 1);
  return 0;
}
