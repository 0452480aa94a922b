// For all numbers: (a + b) - b = a, and there is a carry just where there is a borrow.
#include "bignum.h"
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  bignum a, b, sum, back;
  for (int i = 0; i < LIMBS; i++) {
    a[i] = __VERIFIER_nondet_uint();
    b[i] = __VERIFIER_nondet_uint();
  }
  uint32_t carry = bignum_add(sum, a, b);
  uint32_t borrow = bignum_sub(back, sum, b);
  for (int i = 0; i < LIMBS; i++) assert(back[i] == a[i]);
  assert(carry == borrow);
  return 0;
}
