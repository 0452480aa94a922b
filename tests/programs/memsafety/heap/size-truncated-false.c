// expect: false bits: both
// the size is kept in eight bits, and may be smaller than the number of elements
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 250 || n > 260) return 0;
  unsigned char size = (unsigned char)(n + 1);
  char *p = malloc(size);
  p[n] = 0;
  free(p);
  return 0;
}
