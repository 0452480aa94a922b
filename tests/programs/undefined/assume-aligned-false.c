// expect: false bits: both
// the program says that an address is a multiple of 16
// args: --check ub
// violates: undefined-behaviour
// native: undefined
#include <stdlib.h>
int main(void) {
  char *p = malloc(32);
  char *q = __builtin_assume_aligned(p + 8, 16);
  *q = 1;
  free(p);
  return 0;
}
