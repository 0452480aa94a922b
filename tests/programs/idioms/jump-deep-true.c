// expect: true bits: both
// longjmp leaves a recursion
#include <assert.h>
#include <setjmp.h>
static jmp_buf top;
static int calls;
static void down(int n) {
  calls++;
  if (n == 0) longjmp(top, 7);
  down(n - 1);
  calls = 100;
}
int main(void) {
  volatile int x = 1;
  int code = setjmp(top);
  if (code == 0) {
    x = 2;
    down(3);
    assert(0);
  }
  assert(code == 7 && x == 2 && calls == 4);
  return 0;
}
