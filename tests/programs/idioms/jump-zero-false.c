// expect: false bits: both
// it does not arrive as 0
#include <assert.h>
#include <setjmp.h>
int main(void) {
  jmp_buf here;
  volatile int turns = 0;
  int r = _setjmp(here);
  if (turns++ == 0) _longjmp(here, 0);
  assert(r == 0 || turns == 0 && turns == 2);
  return 0;
}
