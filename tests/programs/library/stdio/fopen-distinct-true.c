// expect: true bits: both
// two streams that are open are different, and none is a standard one
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("/dev/null", "r"), *g = fopen("/dev/null", "r");
  if (!f || !g) return 0;
  assert(f != g && f != stdin && g != stdin && stdin != stdout && stdout != stderr);
  return 0;
}
