// expect: false bits: both
// a number may be any
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0;
  if (scanf("%d", &x) == 1) assert(x != 12345);
  return 0;
}
