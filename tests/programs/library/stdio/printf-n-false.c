// expect: false bits: both
// %hhn stores one byte
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = 0x1234;
  printf("abc%hhn", (signed char *)&n);
  assert(n == 3);
  return 0;
}
