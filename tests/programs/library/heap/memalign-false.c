// expect: false bits: 64
// alignment must be a power of two and a multiple of the size of a pointer
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  void *p = &p;
  posix_memalign(&p, 3, 8);
  assert(p != &p);
  return 0;
}
