// expect: false bits: both
// the block is not freed when its function returns
// args: --check leaks
// violates: valid-memtrack
// native: no
#include <alloca.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int n) {
  int *p = n > 3 ? malloc(sizeof *p) : alloca(sizeof *p);
  *p = n;
  return *p > 5;
}
int main(void) { return work(__VERIFIER_nondet_int()); }
