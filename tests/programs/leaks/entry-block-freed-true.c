// expect: true bits: both
// the external block is freed, and the function's own, too
// args: --check leaks
// entry: replace(char p[3])
// native: no
#include <stdlib.h>
void replace(char *p) {
  free(p);
  char *q = malloc(1);
  if (q) *q = 1;
  free(q);
}
