// expect: false bits: both
// what atexit was given uses a block that main has freed
// args: --check memory
// violates: valid-deref
// native: address
#include <stdlib.h>
static int *g;
static void handler(void) { g[0] = 1; }
int main(void) {
  g = malloc(4);
  if (!g) return 0;
  free(g);
  atexit(handler);
  return 0;
}
