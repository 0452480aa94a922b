// expect: false bits: both
// the block that realloc gave is not freed where it is larger
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 8) return 0;
  char *p = malloc(4);
  char *q = realloc(p, (size_t)n);
  if (n <= 4) free(q);
  return 0;
}
