// expect: true bits: both
// Domains and ranges of libm
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), l = log(x), a = atan(x), p = pow(x, 0.0);
  if (x < 0) assert(isnan(l));
  if (x == x) assert(a >= -1.6 && a <= 1.6 && p == 1 && tanh(x) <= 1 && cosh(x) >= 1);
  if (x >= -1 && x <= 1) assert(!isnan(asin(x)));
}
