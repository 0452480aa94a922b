// expect: false bits: both
// all elements are shifted, and the last one leaves the array
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, at = __VERIFIER_nondet_int();
  if (at < 0 || at > 2) return 0;
  memmove(a + at + 1, a + at, (size_t)(4 - at) * sizeof a[0]);
  a[at] = 0;
  return a[3];
}
