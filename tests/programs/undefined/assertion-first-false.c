// expect: false bits: both
// what is violated first on the path is said
// args: --check assert,overflow
// violates: unreach-call
// native: no
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x < 2147483647);
  return x + 1;
}
