// expect: false bits: both
// setjmp writes a whole jmp_buf
// args: --check memory
// violates: valid-deref
// native: no
#include <setjmp.h>
#include <stdlib.h>
int main(void) {
  char *block = malloc(16);
  if (setjmp(*(jmp_buf *)block) == 0) free(block);
  return 0;
}
