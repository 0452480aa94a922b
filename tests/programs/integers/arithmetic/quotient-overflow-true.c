// expect: true bits: both
// the least number divided by -1 does not fit: the path ends there, as at a division by zero; the remainder's does, too
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  int which = __VERIFIER_nondet_int();
  if (y == 0 || b == 0) return 0;
  if (which == 1) {
    int z = x / y;
    assert(x != INT_MIN || y != -1);
    return z;
  }
  if (which == 2) {
    int z = x % y;
    assert(x != INT_MIN || y != -1);
    return z;
  }
  if (which == 3) {
    long c = a / b;
    assert(a != LONG_MIN || b != -1);
    return c != 0;
  }
  long c = a % b;
  assert(a != LONG_MIN || b != -1);
  return c != 0;
}
