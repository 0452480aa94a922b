// Does this sequence always come down to 1 in less than 1000 steps? Nobody knows a reason why it should.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_uint(), steps = 0;
  if (x == 0) return 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
    assert(steps < 1000);
  }
  return 0;
}
