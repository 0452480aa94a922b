// expect: false bits: both
// the second bit-field does not fit in the first unit, and has no memory
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct bits {
  unsigned low : 20;
  unsigned high : 20;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct bits *b = malloc(4);
  if (n > 0) b->high = (unsigned)n & 0xfffff;
  free(b);
  return 0;
}
