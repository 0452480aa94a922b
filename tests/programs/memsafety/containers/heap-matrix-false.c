// expect: false bits: both
// the rows are short, and one is used as a column
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int **m = malloc(2 * sizeof *m), i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  for (int r = 0; r < 2; r++) m[r] = calloc(2, sizeof **m);
  if (i >= 0 && i < 2 && j >= 0 && j < 3) m[i][j] = 1;
  for (int r = 0; r < 2; r++) free(m[r]);
  free(m);
  return 0;
}
