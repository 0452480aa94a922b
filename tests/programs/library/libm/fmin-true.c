// expect: true bits: 64
// fmin of a NaN is the number, unless the NaN is a signalling one
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 0) assert(fmin(x / x, 1) == 1);
  assert(fmin(1, 2) == 1 && fmax(1, 2) == 2);
}
