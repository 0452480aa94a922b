// expect: true bits: both
// The handler is told that the parameter of main is gone.
// args: --check memory
// native: no
#include <stdlib.h>
static int *keep;
static void handler(void) {
  if (keep) *keep = 1;
}
int main(int argc, char **argv) {
  (void)argv;
  keep = &argc;
  atexit(handler);
  keep = 0;
  return 0;
}
