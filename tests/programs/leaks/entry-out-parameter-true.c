// expect: true bits: both
// the entry function stores the address of the block where its parameter points
// args: --check leaks
// entry: put(char *out[2])
// native: no
#include <stdlib.h>
void put(char **out) { out[1] = malloc(4); }
