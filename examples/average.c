// The middle of two positive numbers, as it was written in many a binary search.
// The sum can exceed the largest int and wrap to a negative number.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int middle(int low, int high) {
  return (int)((unsigned)low + (unsigned)high) / 2;
}

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 0;
  int m = middle(low, high);
  assert(low <= m && m <= high);
  return 0;
}
