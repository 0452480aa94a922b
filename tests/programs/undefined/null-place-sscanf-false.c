// expect: false bits: both
// scanf's place for what it reads is null
// args: --check ub
// violates: undefined-behaviour
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, *place = __VERIFIER_nondet_int() ? &n : NULL;
  return sscanf("1 2", "%*d %d", place) > 2;
}
