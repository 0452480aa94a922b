// expect: false bits: both
// what an array of variable length holds at first in the entry function, where it has addresses of its own
// native: no
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 1 || n > 100) return 0;
  int a[n], b[n];
  a[0] = b[0] = 1;
  assert(a[n - 1] == b[n - 1]);
}
