// expect: true bits: both
// texts of printf that begin in the middle of an object
// args: --check memory
// native: no
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char s[4] = "abc", *p = malloc(3);
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  p[0] = 'x', p[1] = 'y', p[2] = 0;
  return printf("%s %s", s + k, p + k) > 0;
}
