// expect: true bits: both
// what scanf stores and returns
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 7, y = 8, n = scanf("%d%2d", &x, &y);
  assert(n == EOF || n == 0 || n == 1 || n == 2);
  if (n < 2) assert(y == 8);
  if (n < 1) assert(x == 7);
  if (n == 2) assert(y >= -9 && y <= 99);
  if (n == EOF) assert(feof(stdin) || ferror(stdin));
  return 0;
}
