// expect: true bits: both
// an address among the bytes of an array keeps the block
// args: --check leaks
// native: address
#include <stdlib.h>
#include <string.h>
static char raw[32];
int main(void) {
  int *p = malloc(4);
  memcpy(raw + 8, &p, sizeof p);
  return 0;
}
