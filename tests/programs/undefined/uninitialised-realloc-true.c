// expect: true bits: both
// realloc keeps what there was
// args: --check ub
// native: memory
#include <stdlib.h>
int main(void) {
  int *p = calloc(4, 4);
  int *q = realloc(p, 32);
  if (q[3]) return 1;
  free(q);
  return 0;
}
