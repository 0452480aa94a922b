// expect: unknown bits: both
// longjmp to a function that has returned has no meaning
// native: no
#include <assert.h>
#include <setjmp.h>
static jmp_buf buffer;
static int set(void) { return setjmp(buffer); }
int main(void) {
  set();
  longjmp(buffer, 1);
  assert(0);
  return 0;
}
