// expect: true bits: both
// an external object may be freed only if it is a block of the heap
// args: --check memory
// entry: destroy(char p[3])
// says: if p is a block of the heap (
// native: no
#include <stdlib.h>
void destroy(char *p) {
  p[2] = 0;
  free(p);
}
