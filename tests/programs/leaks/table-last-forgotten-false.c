// expect: false bits: both
// the block with the last index is not freed
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *table[3];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) table[i] = malloc(1);
  for (int i = 0; i < n - 1; i++) free(table[i]);
  if (n == 1) free(table[0]);
  return 0;
}
