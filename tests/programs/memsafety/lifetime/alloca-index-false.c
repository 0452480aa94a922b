// expect: false bits: both
// the index may be the size
// args: --check memory
// violates: valid-deref
// native: no
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (n < 1 || n > 20 || i < 0 || i > n) return 0;
  char *p = alloca((size_t)n);
  p[i] = 1;
  return p[i];
}
