// expect: false bits: both
// what was pushed back comes first
// native: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  ungetc('x', stdin);
  int c = getchar();
  assert(c == getchar() || c != 'x');
  return 0;
}
