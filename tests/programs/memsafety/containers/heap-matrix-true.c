// expect: true bits: both
// each row has as many elements as there are columns
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int **m = malloc(2 * sizeof *m), i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  for (int r = 0; r < 2; r++) m[r] = calloc(3, sizeof **m);
  if (i >= 0 && i < 2 && j >= 0 && j < 3) m[i][j] = 1;
  for (int r = 0; r < 2; r++) free(m[r]);
  free(m);
  return 0;
}
