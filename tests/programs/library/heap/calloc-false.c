// expect: false bits: 64
// a product that overflows is an allocation that fails
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  volatile size_t n = (size_t)-1 / 4 + 2;
  assert(calloc(n, 4));
  return 0;
}
