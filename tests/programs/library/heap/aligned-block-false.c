// expect: false bits: both
// a block of posix_memalign ends behind its last byte, whatever its alignment is
// args: --check memory
// violates: valid-deref
// native: address
#include <stdlib.h>

int main(void) {
  void *p;
  if (posix_memalign(&p, 128, 5)) return 1;
  ((char *)p)[5] = 1;
  free(p);
  return 0;
}
