// expect: true bits: both
// no bytes may be copied to the end of an object
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[4] = "abc", to[4] = "xyz";
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at > 4) return 0;
  size_t n = 4 - (size_t)at;
  memcpy(to + at, from, n);
  return to[3];
}
