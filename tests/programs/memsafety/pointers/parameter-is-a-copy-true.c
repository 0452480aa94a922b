// expect: true bits: both
// the callee sets the pointer of the caller through its address
// args: --check memory
// native: no
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static int a[2] = {5, 6};
static void choose(int **p, int n) { *p = &a[n & 1]; }
int main(void) {
  int *p = NULL, n = __VERIFIER_nondet_int();
  choose(&p, n);
  return *p;
}
