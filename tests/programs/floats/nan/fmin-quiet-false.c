// expect: false bits: both
// NAN is a quiet NaN, so fmin gives the other argument, which may be a NaN, too
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  assert(fminf(x, NAN) == x);
  return 0;
}
