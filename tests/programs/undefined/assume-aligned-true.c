// expect: true bits: both
// the program says that an address is a multiple of 8, and it is
// args: --check ub
// native: undefined
#include <stdlib.h>
int main(void) {
  char *p = malloc(32);
  char *q = __builtin_assume_aligned(p + 8, 8);
  *q = 1;
  free(p);
  return 0;
}
