// expect: true bits: 64
// math functions say in errno what went wrong
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
  volatile double minus = -1, zero = 0;
  errno = 0;
  assert(isnan(sqrt(minus)) && errno == EDOM);
  errno = 0;
  assert(isnan(fmod(1, zero)) && errno == EDOM);
  errno = 0;
  assert(ldexp(1, 2000) == HUGE_VAL && errno == ERANGE);
  errno = 0;
  assert(sqrt(4) == 2 && pow(2, 3) == 8 && errno == 0);
  return 0;
}
