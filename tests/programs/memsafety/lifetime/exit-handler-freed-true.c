// expect: true bits: both
// what atexit was given frees the block itself
// args: --check memory
// native: address
#include <stdlib.h>
static int *g;
static void handler(void) {
  g[0] = 1;
  free(g);
}
int main(void) {
  g = malloc(4);
  if (!g) return 0;
  atexit(handler);
  return 0;
}
