// expect: false bits: both
// a negative length becomes a very large one
// args: --check memory
// violates: valid-deref
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[4] = "abc", to[4] = "";
  int n = __VERIFIER_nondet_int();
  if (n > 4) return 0;
  memcpy(to, from, (size_t)n);
  return to[0];
}
