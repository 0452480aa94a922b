// expect: false bits: both
// the same with another number of characters
#include <assert.h>
#include <stdio.h>

static int (*out)(const char *, ...) = printf;

int main(void) {
  int x = 4;
  out("x is %d", x);
  assert(x == 4);
  assert(out("%d!", 12) == 2);
  return 0;
}
