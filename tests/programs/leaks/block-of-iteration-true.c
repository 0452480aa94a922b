// expect: true bits: both
// each iteration frees its block
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = NULL;
  for (int i = 0; i < 3 && __VERIFIER_nondet_int() > 0; i++) {
    p = malloc(sizeof *p);
    *p = i;
    free(p);
  }
  return 0;
}
