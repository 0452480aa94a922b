// expect: false bits: both
// what realloc adds is not initialised
// args: --check ub
// violates: undefined-behaviour
// native: memory
#include <stdlib.h>
int main(void) {
  int *p = calloc(4, 4);
  int *q = realloc(p, 32);
  if (q[5]) return 1;
  free(q);
  return 0;
}
