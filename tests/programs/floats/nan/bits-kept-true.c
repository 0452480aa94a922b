// expect: true bits: both
// the sign of a NaN is the same each time that the program looks at it, and the other one behind a minus
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = x, z = -x;
  assert(!signbit(x) == !signbit(y) && !signbit(z) != !signbit(x));
  assert(signbit(copysign(x, -0.0)) && !signbit(fabs(z)));
  if (signbit(y)) y = -y;
  assert(!signbit(y));
  return 0;
}
