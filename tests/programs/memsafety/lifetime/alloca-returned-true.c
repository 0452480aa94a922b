// expect: true bits: both
// memory from alloca is used by a callee
// args: --check memory
// native: no
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
static int *fill(int *p, int n) {
  p[0] = p[1] = n;
  return p;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = fill(alloca(2 * sizeof *p), n);
  return n == 4 ? p[1] : 0;
}
