// expect: false bits: both
// The block of the local was left; its name is that of the compiler's place for results.
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
void main(void) {
  {
    char *retval = malloc(1);
    if (retval) *retval = 1;
  }
  exit(0);
}
