// expect: true bits: both
// products of complex numbers
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>

int main(void) {
  double complex z = 1 + 2 * I, w = z * z;
  assert(creal(w) == -3 && cimag(w) == 4 && cimag(conj(z)) == -2);
  float complex y = 3 - I;
  assert(crealf(y * y) == 8 && cimagf(y * y) == -6);
  return 0;
}
