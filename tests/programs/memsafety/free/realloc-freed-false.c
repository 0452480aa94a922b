// expect: false bits: both
// realloc gets a block that was freed
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 3) {
    free(p);
  }
  p = realloc(p, 2 * sizeof *p);
  free(p);
  return 0;
}
