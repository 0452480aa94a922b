// expect: true bits: both
// what is no number stays there
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) == 0 && !feof(stdin) && !ferror(stdin)) {
    int c = getchar();
    assert(c < '0' || c > '9');
  }
  return 0;
}
