// expect: true bits: both
// quick_exit runs what at_quick_exit was given while a local of main is there
// args: --check memory
// native: address
#include <stdlib.h>
static int *g;
static void handler(void) { g[1] = 1; }
int main(void) {
  int pair[2] = {0, 0};
  g = pair;
  at_quick_exit(handler);
  quick_exit(pair[0]);
}
