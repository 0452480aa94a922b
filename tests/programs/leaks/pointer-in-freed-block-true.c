// expect: true bits: both
// the pointer is taken out of the block before it is freed
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int **cell = malloc(sizeof *cell);
  *cell = malloc(sizeof **cell);
  **cell = __VERIFIER_nondet_int();
  int *p = *cell;
  free(cell);
  free(p);
  return 0;
}
