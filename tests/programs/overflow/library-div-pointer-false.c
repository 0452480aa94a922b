// expect: false bits: both
// div through a pointer
// args: --check overflow
// violates: no-overflow
// native: no
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  div_t (*divide)(int, int) = div;
  int n = __VERIFIER_nondet_int();
  return n ? divide(INT_MIN, n).quot > 3 : 0;
}
