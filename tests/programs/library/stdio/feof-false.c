// expect: false bits: both
// a stream may end at once
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  getchar();
  assert(!feof(stdin));
  return 0;
}
