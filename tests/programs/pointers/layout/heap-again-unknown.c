// expect: unknown bits: both
// clew never gives out a block again, the C library does
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *block = malloc(1);
  unsigned long address = (unsigned long)block;
  free(block);
  block = malloc(1);
  assert((unsigned long)block == address);
  return 0;
}
