// expect: true bits: both
// memcmp reads no more than the shorter array has
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char a[4] = "xxx", b[8] = "yyyyyyy";
int main(void) {
  size_t n = __VERIFIER_nondet_int() == 3 ? 3 : 4;
  return memcmp(a, b, n) > 0;
}
