// expect: false bits: both
// after the jump the second block is freed twice
// args: --check memory
// violates: valid-free
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *a = malloc(1), *b = malloc(1);
  if (__VERIFIER_nondet_int() < 0) {
    free(b);
    goto free_b;
  }
free_b:
  free(b);
  free(a);
  return 0;
}
