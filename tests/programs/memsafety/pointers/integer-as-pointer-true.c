// expect: true bits: both
// the pointer leads to x in any case
// args: --check memory
// native: no
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int x = 1;
int main(void) {
  int *p = __VERIFIER_nondet_int() == 9 ? (int *)(uintptr_t)&x : &x;
  return *p;
}
