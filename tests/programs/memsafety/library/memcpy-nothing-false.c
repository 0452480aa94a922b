// expect: false bits: both
// a byte is written behind the end of the target
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[4] = "abc", to[4] = "xyz";
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at > 4) return 0;
  size_t n = at < 4 ? 4 - (size_t)at : 1;
  memcpy(to + at, from, n);
  return to[3];
}
