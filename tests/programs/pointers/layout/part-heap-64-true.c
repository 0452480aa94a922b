// expect: true bits: 64
// A byte of a pointer on the heap is cleared.
// args: --check all
// says: objects lie where clew puts them
// native: no
#include <stdlib.h>
int main(void) {
  int x = 0;
  char *block = malloc(16);
  if (!block) return 0;
  *(int **)block = &x;
  block[5] = 0;
  int result = **(int **)block;
  free(block);
  return result;
}
