// expect: false bits: both
// only the one quotient that does not fit ends the path: the least number has others, also of narrow types
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  signed char c = __VERIFIER_nondet_char(), d = __VERIFIER_nondet_char();
  if (y == 0 || d == 0 || y == 1) return 0;
  int z = x / y, e = c / d;
  if (x == INT_MIN && z == 1 << 30 && e == 128) assert(0);
  return 0;
}
