// expect: false|unknown bits: both
// main calls itself and comes back by longjmp
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <setjmp.h>
#include <stdlib.h>
static int depth;
static jmp_buf back;
int main(void) {
  if (depth++ > 0) longjmp(back, 1);
  char *volatile p = malloc(3);
  if (!setjmp(back)) main();
  p = 0;
  return 0;
}
