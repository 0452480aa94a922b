// expect: false bits: both
// copysign gives a NaN the sign of a number
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x == x || y != y) return 0;
  if (signbit(copysign(x, y))) reach_error();
  return 0;
}
