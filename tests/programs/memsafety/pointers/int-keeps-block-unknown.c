// expect: unknown bits: 64
// the address of the block does not fit in the int, so that what comes back leads elsewhere
// args: --check memory
// native: no
#include <stdlib.h>
int main(void) {
  int *block = malloc(4);
  int kept = (int)(long)block;
  *(int *)(long)kept = 3;
  free(block);
  return 0;
}
