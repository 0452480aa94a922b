// expect: true bits: both
// an array that is written whole does not keep what lay there before
// decided: symex auto
#include <assert.h>
#include <string.h>

static int f(int n) {
  char b[8], *p = b;
  memset(p, n, sizeof b);
  return n ? p[n] + f(n - 1) : p[0];
}

int main(void) {
  assert(f(3) == 6);
  return 0;
}
