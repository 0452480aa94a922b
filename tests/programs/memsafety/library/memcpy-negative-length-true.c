// expect: true bits: both
// a negative length is excluded
// args: --check memory
// native: no
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char from[4] = "abc", to[4] = "";
  int n = __VERIFIER_nondet_int();
  if (n > 4 || n < 0) return 0;
  memcpy(to, from, (size_t)n);
  return to[0];
}
