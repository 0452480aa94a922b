// expect: false bits: both
// the entry function gives its caller the second block, and the first one is lost
// args: --check leaks
// entry: make
// violates: valid-memtrack
// native: no
#include <stdlib.h>
char *make(int n) {
  char *p = malloc(4);
  if (n > 3) p = malloc(8);
  return p;
}
