// expect: true bits: 64
// alignment must be a power of two and a multiple of the size of a pointer
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  void *p = 0;
  assert(posix_memalign(&p, 3, 8) == EINVAL && !p && posix_memalign(&p, 1, 8) == EINVAL);
  assert(posix_memalign(&p, 64, 8) == 0 && ((size_t)p & 63) == 0);
  assert(((size_t)aligned_alloc(32, 64) & 31) == 0);
  return 0;
}
