// expect: false bits: both
// no object is at the address 8
// args: --check memory
// violates: valid-deref
// native: no
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int x = 1;
int main(void) {
  int *p = __VERIFIER_nondet_int() == 9 ? (int *)(uintptr_t)8 : &x;
  return *p;
}
