// expect: false bits: both
// longjmp reads a local whose block was left
// args: --check memory
// violates: valid-deref
// native: no
#include <setjmp.h>
static jmp_buf *kept;
static void jump(void) { longjmp(*kept, 2); }
int main(void) {
  {
    jmp_buf here;
    kept = &here;
    if (setjmp(here)) return 0;
  }
  jump();
  return 0;
}
