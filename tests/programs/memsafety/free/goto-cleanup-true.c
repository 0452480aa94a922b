// expect: true bits: both
// the jump goes to where only what is left is freed
// args: --check memory
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *a = malloc(1), *b = malloc(1);
  if (__VERIFIER_nondet_int() < 0) {
    free(b);
    goto free_a;
  }
  free(b);
free_a:
  free(a);
  return 0;
}
