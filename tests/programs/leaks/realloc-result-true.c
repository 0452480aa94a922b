// expect: true bits: both
// what realloc gave is freed in place of the old block
// args: --check leaks
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 8) return 0;
  char *p = malloc(4);
  char *q = realloc(p, (size_t)n);
  free(q);
  return 0;
}
