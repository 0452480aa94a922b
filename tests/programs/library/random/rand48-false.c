// expect: false bits: both
// random numbers of 48 bits are laid down
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand48(1);
  double d = drand48() * 2147483648.0;
  assert(d == (double)(long long)d);
  return 0;
}
