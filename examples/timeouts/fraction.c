// A fraction in lowest terms still has a denominator.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned gcd(unsigned a, unsigned b);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
  if (d == 0) return 0;
  unsigned g = gcd(n, d);
  n /= g;
  d /= g;
  assert(d != 0);
  return 0;
}
