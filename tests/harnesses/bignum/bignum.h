#ifndef BIGNUM_H
#define BIGNUM_H
// Numbers of 128 bits, the low limb first.
#include <stdint.h>

enum { LIMBS = 4 };

typedef uint32_t bignum[LIMBS];

uint32_t bignum_add(bignum sum, const bignum a, const bignum b);        // the carry
uint32_t bignum_sub(bignum difference, const bignum a, const bignum b); // the borrow

#endif
