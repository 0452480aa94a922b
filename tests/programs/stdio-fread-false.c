// expect: false bits: both
// there may be less
// native: no
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char b[8];
  assert(fread(b, 1, 8, stdin) == 8);
  return 0;
}
