// expect: false bits: both
// bytes of an address in an array of characters, but changed
// args: --check leaks
// violates: valid-memtrack
// native: address
#include <stdlib.h>
#include <string.h>
static char raw[32];
int main(void) {
  int *p = malloc(4);
  memcpy(raw + 8, &p, sizeof p);
  raw[8] ^= 0x77;
  raw[9] ^= 0x55;
  raw[10] = 0x33;
  raw[11] = 1;
  return 0;
}
