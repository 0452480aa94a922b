// expect: false bits: both
// there may be less
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[8];
  assert(fread(b, 1, 8, stdin) == 8);
  return 0;
}
