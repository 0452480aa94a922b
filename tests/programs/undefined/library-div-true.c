// expect: true bits: both
// div by what is not zero
// args: --check ub
// native: no
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n > 0 ? div(INT_MIN, n).quot > 3 : 0;
}
