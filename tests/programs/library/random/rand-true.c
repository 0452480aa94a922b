// expect: true bits: both
// random numbers of different seeds have nothing to do with each other
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(1);
  int a = rand();
  srand(2);
  int b = rand();
  assert(a >= 0 && b >= 0 && a <= RAND_MAX);
  return 0;
}
