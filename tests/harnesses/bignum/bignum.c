#include "bignum.h"

uint32_t bignum_add(bignum sum, const bignum a, const bignum b) {
  uint32_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    uint32_t limb = a[i] + b[i] + carry;
#ifdef BROKEN
    carry = limb < a[i];
#else
    carry = limb < a[i] || (carry && limb == a[i]);
#endif
    sum[i] = limb;
  }
  return carry;
}

uint32_t bignum_sub(bignum difference, const bignum a, const bignum b) {
  uint32_t borrow = 0;
  for (int i = 0; i < LIMBS; i++) {
    uint64_t limb = (uint64_t)a[i] - b[i] - borrow;
    difference[i] = limb;
    borrow = limb >> 63;
  }
  return borrow;
}
