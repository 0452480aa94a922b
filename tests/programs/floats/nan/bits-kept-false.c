// expect: false bits: both
// a NaN may have a sign
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = x;
  if (isnan(y)) assert(!signbit(y) || signbit(-x));
  return 0;
}
