// expect: false bits: both
// memcmp reads behind the shorter array, though the first bytes differ
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char a[4] = "xxx", b[8] = "yyyyyyy";
int main(void) {
  size_t n = __VERIFIER_nondet_int() == 3 ? 5 : 4;
  return memcmp(a, b, n) > 0;
}
