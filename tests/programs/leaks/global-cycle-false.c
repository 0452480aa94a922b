// expect: false bits: both
// two blocks keep each other, and one path forgets both
// args: --check leaks
// violates: valid-memtrack
// native: address
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct a {
  struct a *peer;
} *g;
int main(void) {
  struct a *x = malloc(sizeof *x), *y = malloc(sizeof *y);
  x->peer = y;
  y->peer = x;
  g = x;
  if (__VERIFIER_nondet_int() == 7) g = 0;
  return 0;
}
