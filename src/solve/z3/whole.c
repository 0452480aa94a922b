// Floats to whole numbers: rounding to integral and conversion to integers, as formulas over the bits.
//
// The magnitude of a float (its bits without the sign) orders as floats do and carries from the fraction into the
// exponent, so rounding is an addition and a mask. Z3's own circuits for these fail on small formats.
#include "solve/z3/z3_context.h"

struct shape {
  uint32_t exponent, significand, width;
  uint64_t bias;
};

static struct shape shape_of(struct backend *z, struct sort s) {
  uint32_t e = sort_exponent(z->tm, s);
  return (struct shape){e, sort_significand(z->tm, s), sort_width(z->tm, s), ((uint64_t)1 << (e - 1)) - 1};
}

static Z3_ast choose(struct backend *z, Z3_ast c, Z3_ast a, Z3_ast b) { return KEEP(Z3_mk_ite(z->context, c, a, b)); }
static Z3_ast mode_is(struct backend *z, Z3_ast rm, uint32_t mode) {
  return KEEP(Z3_mk_eq(z->context, rm, z3_bv(z, 3, mode)));
}

// exponent · 2^(significand - 1): the magnitude of a power of two.
static Z3_ast power(struct backend *z, struct shape f, uint64_t biased) {
  return KEEP(Z3_mk_concat(z->context, z3_bv(z, f.exponent, biased), z3_bv(z, f.significand - 1, 0)));
}

Z3_ast z3_round_to_integral(struct backend *z, struct sort s, Z3_ast rm, Z3_ast a) {
  Z3_context c = z->context;
  struct shape f = shape_of(z, s);
  uint32_t n = f.width - 1; // bits of the magnitude
  Z3_ast sign = KEEP(Z3_mk_extract(c, n, n, a)), magnitude = KEEP(Z3_mk_extract(c, n - 1, 0, a));
  Z3_ast negative = KEEP(Z3_mk_eq(c, sign, z3_bv(z, 1, 1)));
  // Away from zero: up if positive, down if negative.
  Z3_ast away = choose(z, negative, mode_is(z, rm, 3), mode_is(z, rm, 2));
  Z3_ast to_zero = z3_or(z, mode_is(z, rm, 4), choose(z, negative, mode_is(z, rm, 2), mode_is(z, rm, 3)));
  Z3_ast ties_away = mode_is(z, rm, 1);
  Z3_ast zero = z3_bv(z, n, 0), unit = z3_bv(z, n, 1);

  // Below one.
  Z3_ast one = power(z, f, f.bias), half = power(z, f, f.bias - 1);
  Z3_ast is_zero = KEEP(Z3_mk_eq(c, magnitude, zero));
  Z3_ast over_half = KEEP(Z3_mk_bvult(c, half, magnitude)), at_half = KEEP(Z3_mk_eq(c, magnitude, half));
  Z3_ast up = choose(z, away, KEEP(Z3_mk_not(c, is_zero)),
                     z3_and(z, KEEP(Z3_mk_not(c, to_zero)), z3_or(z, over_half, z3_and(z, ties_away, at_half))));
  Z3_ast small = choose(z, up, one, zero);

  // From one on: k fraction bits lie below the point, 1 <= k < significand.
  Z3_ast biased = KEEP(Z3_mk_extract(c, n - 1, f.significand - 1, a));
  Z3_ast wide = KEEP(Z3_mk_zero_ext(c, n - f.exponent, biased));
  Z3_ast k = KEEP(Z3_mk_bvsub(c, z3_bv(z, n, f.bias + f.significand - 1), wide));
  Z3_ast point = KEEP(Z3_mk_bvshl(c, unit, k));
  Z3_ast below = KEEP(Z3_mk_bvsub(c, point, unit));
  Z3_ast half_point = KEEP(Z3_mk_bvlshr(c, point, unit));
  Z3_ast odd = KEEP(Z3_mk_not(c, KEEP(Z3_mk_eq(c, KEEP(Z3_mk_bvand(c, magnitude, point)), zero))));
  // Half is added, but one less where a tie must go down to an even number.
  Z3_ast nearest = choose(z, z3_or(z, ties_away, odd), half_point, KEEP(Z3_mk_bvsub(c, half_point, unit)));
  Z3_ast add = choose(z, to_zero, zero, choose(z, away, below, nearest));
  Z3_ast large = KEEP(Z3_mk_bvand(c, KEEP(Z3_mk_bvadd(c, magnitude, add)), KEEP(Z3_mk_bvnot(c, below))));

  // Whole already, infinite, or no number. The exponent may not reach that far in a tiny format.
  Z3_ast rounded = choose(z, KEEP(Z3_mk_bvult(c, magnitude, one)), small, large);
  uint64_t whole_from = f.bias + f.significand - 1, special = 2 * f.bias + 1;
  Z3_ast is_whole = KEEP(Z3_mk_bvule(c, power(z, f, whole_from < special ? whole_from : special), magnitude));
  return KEEP(Z3_mk_concat(c, sign, choose(z, is_whole, magnitude, rounded)));
}

// To an integer of `width` bits; what does not fit is all ones (unsigned) or 10…0 (signed).
Z3_ast z3_float_to_integer(struct backend *z, struct sort s, uint32_t width, bool is_signed, Z3_ast rm, Z3_ast a) {
  Z3_context c = z->context;
  struct shape f = shape_of(z, s);
  uint32_t n = f.width - 1;
  Z3_ast whole = z3_round_to_integral(z, s, rm, a);
  Z3_ast negative = KEEP(Z3_mk_eq(c, KEEP(Z3_mk_extract(c, n, n, whole)), z3_bv(z, 1, 1)));
  Z3_ast magnitude = KEEP(Z3_mk_extract(c, n - 1, 0, whole));

  // Its magnitude as an integer: 1.fraction shifted by the exponent.
  uint32_t wide = width > f.significand ? width : f.significand;
  if (wide < f.exponent + 1) wide = f.exponent + 1;
  Z3_ast fraction = KEEP(Z3_mk_extract(c, f.significand - 2, 0, whole));
  Z3_ast significand = KEEP(Z3_mk_concat(c, z3_bv(z, 1, 1), fraction));
  if (wide > f.significand) significand = KEEP(Z3_mk_zero_ext(c, wide - f.significand, significand));
  Z3_ast biased = KEEP(Z3_mk_zero_ext(c, wide - f.exponent, KEEP(Z3_mk_extract(c, n - 1, f.significand - 1, whole))));
  Z3_ast even = z3_bv(z, wide, f.bias + f.significand - 1); // the exponent at which the point is right of the fraction
  Z3_ast left = KEEP(Z3_mk_bvshl(c, significand, KEEP(Z3_mk_bvsub(c, biased, even))));
  Z3_ast right = KEEP(Z3_mk_bvlshr(c, significand, KEEP(Z3_mk_bvsub(c, even, biased))));
  Z3_ast integer = choose(z, KEEP(Z3_mk_bvule(c, even, biased)), left, right);
  Z3_ast is_zero = KEEP(Z3_mk_eq(c, magnitude, z3_bv(z, n, 0)));
  integer = choose(z, is_zero, z3_bv(z, wide, 0), integer);
  if (wide > width) integer = KEEP(Z3_mk_extract(c, width - 1, 0, integer));
  integer = choose(z, negative, KEEP(Z3_mk_bvneg(c, integer)), integer);

  uint32_t top = is_signed ? width - 1 : width;
  uint64_t special = 2 * f.bias + 1; // infinities and NaNs are no less
  Z3_ast limit = power(z, f, f.bias + top < special ? f.bias + top : special);
  Z3_ast fits = KEEP(Z3_mk_bvult(c, magnitude, limit));
  if (!is_signed) fits = z3_and(z, fits, z3_or(z, KEEP(Z3_mk_not(c, negative)), is_zero));
  // The least signed number is what else does not fit, too.
  Z3_ast indefinite = KEEP(Z3_mk_bvnot(c, z3_bv(z, width, 0)));
  if (is_signed)
    indefinite = width > 1 ? KEEP(Z3_mk_concat(c, z3_bv(z, 1, 1), z3_bv(z, width - 1, 0))) : z3_bv(z, 1, 1);
  return choose(z, fits, integer, indefinite);
}
