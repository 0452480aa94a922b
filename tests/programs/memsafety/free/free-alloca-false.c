// expect: false bits: both
// memory from alloca is freed
// args: --check memory
// violates: valid-free
// native: no
#include <alloca.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 16) return 0;
  char *p = n < 8 ? alloca((size_t)n) : malloc((size_t)n);
  p[n - 1] = 0;
  if (n >= 7) free(p);
  return 0;
}
