// expect: false bits: both
// memory from alloca is gone when its function returns
// args: --check memory
// violates: valid-deref
// native: no
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
static int *make(int n) {
  int *p = alloca(2 * sizeof *p);
  p[0] = p[1] = n;
  return p;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = make(n);
  return n == 4 ? p[1] : 0;
}
