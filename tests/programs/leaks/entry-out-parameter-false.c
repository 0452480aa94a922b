// expect: false bits: both
// the entry function overwrites the address of the first block
// args: --check leaks
// entry: put(char *out[2], int n)
// violates: valid-memtrack
// native: no
#include <stdlib.h>
void put(char **out, int n) {
  out[1] = malloc(4);
  if (n > 2) out[1] = malloc(4);
}
