// expect: false bits: both
// the external block is freed twice
// args: --check memory
// entry: destroy(char p[3])
// violates: valid-free
// native: no
#include <stdlib.h>
void destroy(char *p) {
  free(p);
  free(p);
}
