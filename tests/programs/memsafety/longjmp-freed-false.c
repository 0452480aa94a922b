// expect: false bits: both
// longjmp reads a block that was freed
// args: --check memory
// violates: valid-deref
// native: no
#include <setjmp.h>
#include <stdlib.h>
int main(void) {
  jmp_buf *block = malloc(sizeof *block);
  if (block && setjmp(*block) == 0) {
    free(block);
    longjmp(*block, 1);
  }
  return 0;
}
