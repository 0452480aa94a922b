// expect: true bits: both
// sums, products and parts of complex numbers
#include <assert.h>
#include <complex.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int() ? -100 : 7;
  double complex z = n + 2 * I, w = conj(z);
  assert(creal(z) == n && cimag(z) == 2 && cimag(w) == -2);
  double complex sum = z + w;
  assert(cimag(sum) == 0 && creal(sum) == 2 * n);
  double complex square = z * z;
  assert(creal(square) == n * n - 4 && cimag(square) == 4 * n);
}
