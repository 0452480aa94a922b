// expect: false bits: both
// %5c may get fewer characters, and %*d is no conversion that counts
#include <assert.h>
#include <stdio.h>
int main(void) {
  char s[8];
  assert(sscanf("abc", "%5c", s) != 1 || sscanf("7", "%*d") == 1);
  return 0;
}
