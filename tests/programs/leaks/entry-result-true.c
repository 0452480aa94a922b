// expect: true bits: both
// the entry function gives its caller the block
// args: --check leaks
// entry: make
// native: no
#include <stdlib.h>
char *make(int n) {
  char *p = malloc(4);
  if (n > 3) {
    free(p);
    p = malloc(8);
  }
  return p;
}
