// expect: false bits: both
// A parameter of main is gone when the handlers of atexit run.
// args: --check memory
// violates: valid-deref
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
  return 0;
}
