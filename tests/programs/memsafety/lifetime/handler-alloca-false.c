// expect: false bits: both
// Blocks that alloca makes in a loop of main are gone when the handlers of atexit run.
// args: --check memory
// violates: valid-deref
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
  return 0;
}
