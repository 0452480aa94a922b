// expect: true bits: both
// four bytes have space for three digits and the end
// args: --check memory
// native: no
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4];
  int n = __VERIFIER_nondet_int();
  if (n < 98 || n > 101) return 0;
  sprintf(text, "%d", n);
  return text[0];
}
