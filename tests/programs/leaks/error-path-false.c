// expect: false bits: both
// on the second error the first block is forgotten
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r = 1;
  char *a = malloc(1), *b = NULL;
  if (__VERIFIER_nondet_int() < 0) goto free_a;
  b = malloc(1);
  if (__VERIFIER_nondet_int() < 0) goto free_b;
  r = 0;
  free(b);
free_a:
  free(a);
  return r;
free_b:
  free(b);
  return r;
}
