// expect: true bits: both
// longjmp with 0 arrives as 1; _setjmp and _longjmp are the same
#include <assert.h>
#include <setjmp.h>
int main(void) {
  jmp_buf here;
  volatile int turns = 0;
  int r = _setjmp(here);
  if (turns++ == 0) _longjmp(here, 0);
  assert(r == 1 && turns == 2);
  return 0;
}
