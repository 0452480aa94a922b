// expect: false bits: both
// setjmp into a local that is gone
// args: --check memory
// violates: valid-deref
// native: no
#include <setjmp.h>
static jmp_buf *kept;
static void keep(void) {
  jmp_buf here;
  kept = &here;
}
int main(void) {
  keep();
  return setjmp(*kept) == 0;
}
