// expect: false bits: 64
// a NaN is not finite
#include <assert.h>
#include <math.h>
int main(void) {
  double n = NAN, i = INFINITY;
  assert(isnan(n) && isinf(i) && !isnan(n) && signbit(-0.0) && fpclassify(0.0) == FP_ZERO && isgreater(2.0, 1.0));
  assert(fabs(-1.5) == 1.5 && fmax(1, 2) == 2 && isnormal(1.0f));
  return 0;
}
