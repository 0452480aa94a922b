// expect: false bits: both
// a block of four bytes has no fifth byte
// args: --check memory
// violates: valid-deref
// native: no
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = 0;
  for (int i = 0; i < 2; i++) {
    char *q = alloca(4);
    for (int k = 0; k < 4; k++) q[k] = 1;
    if (!p || __VERIFIER_nondet_int() > 0) p = q;
  }
  return __VERIFIER_nondet_int() == 3 ? p[4] : p[3];
}
