// expect: true bits: 64
// a product that overflows is an allocation that fails
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  volatile size_t n = (size_t)-1 / 4 + 2;
  assert(!calloc(n, 4) && errno == ENOMEM);
  errno = 0;
  assert(!reallocarray(0, n, 4) && errno == ENOMEM);
  char *p = calloc(2, 4);
  assert(p[7] == 0);
  return 0;
}
