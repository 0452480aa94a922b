// expect: false bits: both
// the sign counts
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(printf("%d", -12) == 2);
  return 0;
}
