// expect: unknown bits: both
// the parameter of the entry function may be a block of the heap
// entry: drop
// args: --check memory
// native: no
#include <stdlib.h>
void drop(char *p) { free(p); }
