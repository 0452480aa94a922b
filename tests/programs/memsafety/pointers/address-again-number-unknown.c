// expect: unknown bits: both
// of an address that was an integer nobody knows whether its block was freed: the comparison goes both ways
// args: --check memory
// native: no
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *old = malloc(8);
  uintptr_t number = (uintptr_t)old;
  free(old);
  char *new = malloc(8), *again = (char *)number;
  if (new == again) free(again);
  free(new);
  return 0;
}
