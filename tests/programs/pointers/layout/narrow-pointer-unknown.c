// expect: unknown bits: 64
// the low bits of an address become a pointer, which leads to the object only where it lies low
// native: no
#include <assert.h>
static int x;
int main(void) {
  int *p = (int *)(unsigned)&x;
  x = 7;
  assert(*p == 7);
  return 0;
}
