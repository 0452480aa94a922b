// expect: true bits: both
// at most as many bytes as the target has are copied
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[16] = "0123456789", to[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  memcpy(to, from, (size_t)n);
  return n > 0 ? to[0] : 0;
}
