// expect: unknown bits: both
// the pointer is kept by another function, and may be found equal to that of a later block
// args: --check memory
// native: no
#include <stdlib.h>
static char *last;
static void release(char *block) {
  last = block;
  free(block);
}
int main(void) {
  release(malloc(8));
  char *block = malloc(8);
  if (block != last) free(block);
  else *last = 0;
  return 0;
}
