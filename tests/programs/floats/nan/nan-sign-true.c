// expect: true bits: both
// the absolute value of a NaN has no sign, its negation has one
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (signbit(fabs(x))) reach_error();
  if (!signbit(-fabs(x))) reach_error();
  return 0;
}
