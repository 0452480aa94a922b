// expect: false bits: both
// the only pointer to the number was in the block that is freed
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int **cell = malloc(sizeof *cell);
  *cell = malloc(sizeof **cell);
  **cell = __VERIFIER_nondet_int();
  if (**cell != 1) free(*cell);
  free(cell);
  return 0;
}
