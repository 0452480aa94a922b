// expect: false bits: both
// an integer keeps the address, but disguised
// args: --check leaks
// violates: valid-memtrack
// native: address
#include <stdlib.h>
#include <stdint.h>
uintptr_t kept;
int main(void) {
  int *p = malloc(4);
  kept = (uintptr_t)p;
  kept ^= 0x5555;
  return 0;
}
