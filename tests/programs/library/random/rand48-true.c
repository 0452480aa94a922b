// expect: true bits: both
// random numbers of 48 bits are laid down
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand48(42);
  long a = lrand48(), b = mrand48();
  srand48(42);
  assert(a == lrand48() && b == mrand48());
  unsigned short x[3] = {1, 2, 3};
  double d = erand48(x), scaled = d * 281474976710656.0;
  assert(d >= 0 && d < 1 && scaled == (double)(long long)scaled);
  return 0;
}
