// expect: unknown bits: 64
// equal seeds give equal sequences, which is not covered
// native: no
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(7);
  int a = rand();
  srand(7);
  assert(a == rand());
  return 0;
}
