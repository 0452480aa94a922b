// expect: true bits: both
// memory from alloca is not freed, and that from malloc is
// args: --check memory
// native: no
#include <alloca.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 16) return 0;
  char *p = n < 8 ? alloca((size_t)n) : malloc((size_t)n);
  p[n - 1] = 0;
  if (n >= 8) free(p);
  return 0;
}
