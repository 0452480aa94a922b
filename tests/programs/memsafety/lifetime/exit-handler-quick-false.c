// expect: false bits: both
// quick_exit runs what at_quick_exit was given while a local of main is there; the access is behind it
// args: --check memory
// violates: valid-deref
// native: address
#include <stdlib.h>
static int *g;
static void handler(void) { g[2] = 1; }
int main(void) {
  int pair[2] = {0, 0};
  g = pair;
  at_quick_exit(handler);
  quick_exit(pair[0]);
}
