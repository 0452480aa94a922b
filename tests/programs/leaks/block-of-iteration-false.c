// expect: false bits: both
// each iteration loses its block, but the last one
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = NULL;
  for (int i = 0; i < 3 && __VERIFIER_nondet_int() > 0; i++) {
    p = malloc(sizeof *p);
    *p = i;
  }
  free(p);
  return 0;
}
