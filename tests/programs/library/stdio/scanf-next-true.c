// expect: true bits: both
// behind a number is no digit, unless reading failed there
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) != 1) return 0;
  if (ferror(stdin)) return 0;
  int c = getchar();
  assert(c < '0' || c > '9');
  return 0;
}
