// expect: false bits: both
// random numbers of different seeds have nothing to do with each other
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(1);
  int a = rand();
  srand(2);
  assert(a == rand());
  return 0;
}
