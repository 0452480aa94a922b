// expect: true bits: both
// nothing is copied from a constant null pointer
// args: --check assert,memory
// native: no
#include <assert.h>
#include <string.h>
int main(void) {
  char a[4] = {1, 2, 3, 4};
  memcpy(a, 0, 0);
  memset(0, 0, 0);
  memmove(0, 0, 0);
  assert(a[0] == 1);
  return 0;
}
