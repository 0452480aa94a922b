// expect: true bits: both
// the pointer into the block is made anew from the new block
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(2 * sizeof *a), *last = &a[1];
  *last = 1;
  if (__VERIFIER_nondet_int() > 7) {
    a = realloc(a, 4 * sizeof *a);
    last = &a[1];
  }
  *last = 2;
  free(a);
  return 0;
}
