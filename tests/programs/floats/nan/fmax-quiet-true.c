// expect: true bits: both
// NAN is a quiet NaN, so fmax gives the other argument
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == x) {
    assert(fmax(x, NAN) == x && fmin(-NAN, x) == x);
    assert(fmaxl(x, (long double)NAN) == x);
  }
  return 0;
}
