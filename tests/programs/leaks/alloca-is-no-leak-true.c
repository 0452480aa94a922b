// expect: true bits: both
// memory from alloca ends with its function and has not to be freed
// args: --check leaks
// native: no
#include <alloca.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int n) {
  int *p = n > 3 ? alloca(2 * sizeof *p) : alloca(sizeof *p);
  *p = n;
  return *p > 5;
}
int main(void) { return work(__VERIFIER_nondet_int()); }
