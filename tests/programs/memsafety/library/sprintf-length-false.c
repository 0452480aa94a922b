// expect: false bits: both
// three digits and the end need four bytes
// args: --check memory
// violates: valid-deref
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[3];
  int n = __VERIFIER_nondet_int();
  if (n < 98 || n > 101) return 0;
  sprintf(text, "%d", n);
  return text[0];
}
