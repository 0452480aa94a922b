// expect: false bits: both
// %hhn stores one byte
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0x1234;
  printf("abc%hhn", (signed char *)&n);
  assert(n == 3);
  return 0;
}
