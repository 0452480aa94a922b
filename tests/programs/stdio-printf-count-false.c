// expect: false bits: both
// the sign counts
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  assert(printf("%d", -12) == 2);
  return 0;
}
