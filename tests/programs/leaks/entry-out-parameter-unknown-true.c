// expect: unknown bits: both
// where the parameter points is not known, but its caller knows it: no leak
// args: --check leaks
// entry: put
// native: no
#include <stdlib.h>
void put(char **out) { *out = malloc(4); }
