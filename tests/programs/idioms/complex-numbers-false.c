// expect: false bits: both
// i squared is -1
#include <assert.h>
#include <complex.h>
int main(void) {
  double _Complex z = 1.0 + 2.0 * I;
  float _Complex w = conjf(1.0f + 1.0f * I);
  assert(creal(z * z) == 5);
  assert(cimag(z * z) == 4 && cimagf(w) == -1);
  assert(__real__ (z + 1) == 2 && z != w);
  return 0;
}
