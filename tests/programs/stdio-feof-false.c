// expect: false bits: both
// a stream may end at once
// native: no
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  getchar();
  assert(!feof(stdin));
  return 0;
}
