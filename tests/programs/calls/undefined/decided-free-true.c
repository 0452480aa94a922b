// expect: true bits: both
// the block is live only if the function without a body does not free it
// args: --check memory
// says: if take (
// native: no
#include <stdlib.h>
extern void take(char *block);

int main(void) {
  char *p = malloc(3);
  if (!p) return 0;
  take(p);
  free(p);
  return 0;
}
