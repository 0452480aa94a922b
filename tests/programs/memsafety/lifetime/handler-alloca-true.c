// expect: true bits: both
// The handler is told that the blocks are gone.
// args: --check memory
// native: no
#include <stdlib.h>
static int *keep[2];
static void handler(void) {
  if (keep[0]) *keep[0] = 1;
}
int main(void) {
  atexit(handler);
  for (int i = 0; i < 2; i++) {
    keep[i] = __builtin_alloca(sizeof(int));
    *keep[i] = i;
  }
  keep[0] = 0;
  return 0;
}
