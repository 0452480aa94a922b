// expect: true bits: both
// copysign gives a NaN the sign of a number, in each type
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  if (x == x || f == f || y != y) return 0;
  if (!signbit(copysign(x, -1.0)) || signbit(copysign(x, 2.0))) reach_error();
  if (!signbit(copysignf(f, -0.0f)) || signbit(copysignl(x, 0.0L))) reach_error();
  if (!!signbit(copysign(x, y)) != !!signbit(y)) reach_error();
  if (copysign(x, y) == copysign(x, y)) reach_error();
  return 0;
}
