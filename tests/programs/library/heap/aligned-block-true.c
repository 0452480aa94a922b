// expect: true bits: both
// a block of aligned_alloc or posix_memalign is an object of its size that may be accessed and freed
// args: --check memory
#include <stdlib.h>

int main(void) {
  void *p;
  char *q = aligned_alloc(64, 64);
  q[63] = 1;
  if (posix_memalign(&p, 4096, 5)) return 1;
  ((char *)p)[4] = q[63];
  free(q);
  free(p);
  return 0;
}
