// expect: true bits: both
// what was never written has one value, whatever it is
// decided: symex auto
#include <assert.h>

int main(void) {
  int x, a[4], y = x;
  int *p = a;
  int z = p[2];
  assert(x == y && a[2] == z);
  return 0;
}
