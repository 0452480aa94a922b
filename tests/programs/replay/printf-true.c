// expect: true|unknown bits: both
// printf counts what it writes: the count that a run gives is the library's, not one that was made up
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = printf("runoob");
  assert(x == 6);
  return 0;
}
