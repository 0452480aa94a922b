// expect: false bits: both
// freeing the external block does not make up for the one that is lost
// args: --check leaks
// entry: replace(char p[3])
// violates: valid-memtrack
// native: no
#include <stdlib.h>
void replace(char *p) {
  free(p);
  char *q = malloc(1);
  if (q) *q = 1;
}
