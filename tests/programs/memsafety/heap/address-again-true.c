// expect: true bits: both
// whether the address is that of the freed block or not, the new one is freed
// args: --check memory
#include <stdlib.h>
int main(void) {
  char *old = malloc(8), *empty = malloc(0);
  free(old);
  char *new = malloc(8);
  if (new == old) *new = 1;
  if (new == empty && new) free(empty); // both are live
  free(new);
  return 0;
}
