// expect: unknown bits: both
// the first block of clew's heap begins a page, that of the C library does not: no error that rests on it is reported
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *block = malloc(1);
  assert(((unsigned long)block & 4095) != 0);
  return 0;
}
