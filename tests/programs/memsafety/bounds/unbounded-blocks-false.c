// expect: false bits: both
// the block of the last iteration is written after it was freed
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = NULL;
  for (int k = 0; k < 4 && __VERIFIER_nondet_int(); k++) {
    p = malloc(1);
    *p = 1;
    free(p);
  }
  if (p) *p = 2;
  return 0;
}
