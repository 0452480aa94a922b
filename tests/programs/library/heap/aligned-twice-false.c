// expect: false bits: both
// a block of aligned_alloc is freed twice
// args: --check memory
// violates: valid-free
// native: address
#include <stdlib.h>

int main(void) {
  char *p = aligned_alloc(256, 256);
  free(p);
  free(p);
  return 0;
}
