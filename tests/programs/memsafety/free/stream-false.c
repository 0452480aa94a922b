// expect: false bits: both
// a stream is the C library's: free is not for it
// args: --check memory
// violates: valid-free
// native: no
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *f = fopen("x", "r");
  if (f) free(f);
  return 0;
}
