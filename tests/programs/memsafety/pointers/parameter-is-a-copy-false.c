// expect: false bits: both
// only the callee's copy of the pointer is set
// args: --check memory
// violates: valid-deref
// native: no
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static int a[2] = {5, 6};
static void choose(int *p, int n) {
  p = &a[n & 1];
  (void)p;
}
int main(void) {
  int *p = NULL, n = __VERIFIER_nondet_int();
  choose(p, n);
  return *p;
}
