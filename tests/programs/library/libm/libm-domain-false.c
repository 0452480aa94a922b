// expect: false bits: 64
// The logarithm of a negative number is no number
// inputs: -1
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == -1) assert(log(x) == log(x));
}
