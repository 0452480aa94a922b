// expect: true bits: both
// the function compares what the elements point to
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
  const int *x = *(int *const *)a, *y = *(int *const *)b;
  return x[0] == y[0] ? x[1] - y[1] : 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int() & 3;
  int *pairs[2];
  for (int i = 0; i < 2; i++) {
    pairs[i] = malloc(2 * sizeof(int));
    pairs[i][0] = i ? n : 3;
    pairs[i][1] = i;
  }
  qsort(pairs, 2, sizeof pairs[0], compare);
  free(pairs[0]);
  free(pairs[1]);
  return 0;
}
