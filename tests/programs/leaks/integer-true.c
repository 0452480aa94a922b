// expect: true bits: both
// an integer in a global keeps the address of the block
// args: --check leaks
// native: address
#include <stdlib.h>
#include <stdint.h>
uintptr_t kept;
int main(void) {
  int *p = malloc(4);
  kept = (uintptr_t)p;
  return 0;
}
