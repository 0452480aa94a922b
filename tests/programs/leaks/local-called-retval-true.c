// expect: true bits: both
// The local is still there; its name is that of the compiler's place for results.
// args: --check leaks
// native: no
#include <stdlib.h>
void main(void) {
  char *retval = malloc(1);
  if (retval) *retval = 1;
  exit(0);
}
