// expect: false bits: both
// a text that is cut off: the last digit has no room
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 120) return 0;
  if (snprintf(text, sizeof text, "disk%d:", n) >= (int)sizeof text && text[6] == '1') reach_error();
  return 0;
}
