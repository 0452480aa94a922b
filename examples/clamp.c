// Clamping keeps a value inside its bounds, whatever it was.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low > high) return 0;
  int y = clamp(x, low, high);
  assert(low <= y && y <= high);
  assert(y == x || y == low || y == high);
  return 0;
}
