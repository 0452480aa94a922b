// expect: false bits: both
// one of the blocks that a block keeps is forgotten
// args: --check leaks
// violates: valid-memtrack
// native: address
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void **table;
int main(void) {
  table = malloc(4 * sizeof *table);
  for (int i = 0; i < 4; i++) table[i] = malloc(3);
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  table[k] = 0;
  return 0;
}
