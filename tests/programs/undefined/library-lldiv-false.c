// expect: false bits: both
// lldiv by zero
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <inttypes.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return lldiv(5, n ? n : 1).quot > 3 && n < 2 && lldiv(5, n).rem;
}
