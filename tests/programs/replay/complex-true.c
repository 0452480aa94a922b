// expect: true|unknown bits: 64
// parts of a complex number, and the multiplication that the compiler calls (__muldc3)
#include <assert.h>
#include <complex.h>

int main(void) {
  double complex a = 3.0 + 4.0 * I, b = 1.0 + 2.0 * I, c = a * b;
  assert(creal(a) == 3.0 && cimag(a) == 4.0);
  assert(creal(c) == -5.0 && cimag(c) == 10.0);
  return 0;
}
