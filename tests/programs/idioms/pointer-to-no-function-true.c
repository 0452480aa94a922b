// expect: true bits: both
// the pointer holds one of two functions or nothing: a call through anything else is undefined, and ends the path
// native: no
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
static int two(void) { return 2; }

int main(void) {
  int (**slots)(void) = malloc(3 * sizeof *slots);
  slots[0] = one;
  slots[1] = two;
  unsigned i = __VERIFIER_nondet_int();
  if (i > 2) return 0;
  int r = slots[i]();
  assert(r == 1 || r == 2);
  return 0;
}
