// expect: true bits: both
// libm of constants is near the true result, or the true result where it is exact
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
  assert(pow(4.0, 0.5) == 2.0 && sin(0) == 0 && exp(0) == 1 && log(1) == 0 && cos(0) == 1 && exp2(10) == 1024 && powf(2, -1) == 0.5f);
  double s = sin(1.0), h = hypot(3, 4);
  assert(s > 0.84147098 && s < 0.84147099 && h > 4.999999 && h < 5.000001 && atan(1) * 4 > 3.14159);
  return 0;
}
