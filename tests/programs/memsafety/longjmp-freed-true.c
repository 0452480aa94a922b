// expect: true bits: both
// it is freed behind the jump
// args: --check memory
#include <setjmp.h>
#include <stdlib.h>
int main(void) {
  jmp_buf *block = malloc(sizeof *block);
  if (block && setjmp(*block) == 0) longjmp(*block, 1);
  free(block);
  return 0;
}
