// expect: false bits: both
// rand_r is a formula that changes its seed
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned seed = 1;
  rand_r(&seed);
  assert(seed == 1);
  return 0;
}
