// expect: unknown bits: both
// a block that lies where a freed one lay is freed twice
// args: --check memory
// native: no
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  free(p);
  int *q = malloc(4);
  if (p == q) free(p);
  free(q);
  return 0;
}
