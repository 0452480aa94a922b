// expect: unknown bits: both
// what a function without a body gives may be a block of the heap: no address is invented that is none
// args: --check memory
// native: no
#include <stdlib.h>
char *take(void);
int main(void) {
  char *p = take();
  if (p) free(p);
  return 0;
}
