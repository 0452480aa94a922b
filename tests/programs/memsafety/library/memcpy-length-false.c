// expect: false bits: both
// one byte more than the target has may be copied
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[16] = "0123456789", to[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  memcpy(to, from, (size_t)n);
  return n > 0 ? to[0] : 0;
}
