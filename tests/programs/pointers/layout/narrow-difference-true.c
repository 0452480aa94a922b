// expect: true bits: both
// the difference of the low bits of two addresses in one object does not depend on its place
// says: nothing
#include <assert.h>
int main(void) {
  int x[4];
  int *p = &x[1], *q = &x[3];
  assert((int)q - (int)p == 8);
  return 0;
}
