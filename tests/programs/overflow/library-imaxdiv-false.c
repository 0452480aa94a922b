// expect: false bits: both
// imaxdiv of the least integer by -1
// args: --check overflow
// violates: no-overflow
// native: no
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n ? imaxdiv(INTMAX_MIN, n).quot > 3 : 0;
}
