// expect: false bits: both
// a word may begin with a zero
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[6] = "#####";
  if (scanf("%4s", b) == 1) assert(b[0]);
  return 0;
}
