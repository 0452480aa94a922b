// expect: false bits: both
// an object of the type long double has padding, which the access itself does not touch
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
int main(void) {
  long double *p = calloc(1, sizeof(long double) - 1);
  *p /= 3;
  free(p);
  return 0;
}
