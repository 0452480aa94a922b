// expect: false bits: both
// realloc ends the life of the old block, wherever the new one lies
// args: --check memory
// violates: valid-deref
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(2 * sizeof *a), *last = &a[1];
  *last = 1;
  if (__VERIFIER_nondet_int() > 7) {
    a = realloc(a, 4 * sizeof *a);
  }
  *last = 2;
  free(a);
  return 0;
}
