// expect: true bits: both
// output through a pointer to printf changes nothing and says how much it wrote
#include <assert.h>
#include <stdio.h>

static int (*out)(const char *, ...) = printf;

int main(void) {
  int x = 4;
  out("x is %d", x);
  assert(x == 4);
  assert(out("%d!", 12) == 3);
  return 0;
}
