// expect: true bits: both
// each error frees what was made before it
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r = 1;
  char *a = malloc(1), *b = NULL;
  if (__VERIFIER_nondet_int() < 0) goto free_a;
  b = malloc(1);
  if (__VERIFIER_nondet_int() < 0) goto free_both;
  r = 0;
free_both:
  free(b);
free_a:
  free(a);
  return r;
}
