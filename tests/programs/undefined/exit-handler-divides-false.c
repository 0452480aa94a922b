// expect: false bits: both
// what atexit was given divides by zero
// args: --check ub
// violates: undefined-behaviour
// native: undefined
#include <stdlib.h>
static int g = 1, q;
static void handler(void) { q = 5 / g; }
int main(void) {
  atexit(handler);
  g--;
  exit(0);
}
