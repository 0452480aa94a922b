// expect: false|unknown bits: both
// the address is that behind the last element
// args: --check memory
// violates: valid-deref
// native: no
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  uintptr_t address = (uintptr_t)a;
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  if (n > 4) return 0;
  address += n * sizeof a[0];
  return *(int *)address;
}
