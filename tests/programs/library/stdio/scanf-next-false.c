// expect: false bits: both
// the end of a word is a space, but for a width
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[4];
  if (scanf("%3s", b) != 1) return 0;
  int c = getchar();
  assert(c == EOF || c == ' ' || (c >= '\t' && c <= '\r'));
  return 0;
}
