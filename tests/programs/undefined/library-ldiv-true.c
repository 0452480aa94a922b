// expect: true bits: both
// ldiv by what is not zero
// args: --check ub
// native: no
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n > 0 ? ldiv(LONG_MIN, n).quot > 3 : 0;
}
