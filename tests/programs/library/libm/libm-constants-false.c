// expect: false bits: both
// libm of constants is near the true result, or the true result where it is exact
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
  assert(pow(2.0, 0.5) < 1.4);
  return 0;
}
