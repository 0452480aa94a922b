// Floats as float bit-blasting has them: classes, bits and the normalised form, all as terms.
//
// A float is kept as classes (nan, inf, zero: at most one of them holds) and one or both of the following. For a NaN
// only its class means something; sign, bits, exponent and fraction are anything then.
//   bits: the interchange bits;
//   exponent, fraction: the normalised form. The value is 1.fraction · 2^(exponent + scale) for a number that is
//   neither zero nor infinite nor NaN, subnormal or not. The exponent is unsigned: 0 for zero, 1 for the least
//   subnormal number, and the one after the largest number's for the infinities; the fraction of these two is 0. So
//   exponent and fraction, put one after the other, order the magnitudes as numbers, just as the bits do.
// A variable starts as bits, the result of an operation as the normalised form; the other one is made when it is
// needed.
//
// Operations give an exact (or sticky) intermediate result, struct exact, that floats_round brings to a format.
#ifndef CLEW_SOLVE_FLOATS_UNPACKED_H
#define CLEW_SOLVE_FLOATS_UNPACKED_H
#include "term/float/ieee.h"

struct number {
  struct ieee_format format;
  struct term nan, inf, zero, sign;  // Bool
  struct term bits;                  // none: not made yet
  struct term exponent, fraction;    // none: not made yet
};

// The rounding mode, one Bool each; none of them: towards zero.
struct rounding {
  struct term even, away, up, down;
};

// An exponent: offset + term (unsigned), known to lie in min..max where it matters.
struct exponent {
  struct term term;
  int64_t offset, min, max;
};

// ± significand · 2^(exponent - (its width - 1)); sticky: a little more than that. The first bit of the significand is
// one unless one of the classes holds, which then decide in the order nan, inf, zero.
struct exact {
  struct term nan, inf, zero, sign; // Bool
  struct exponent exponent; // of the first bit
  struct term significand;
  struct term sticky; // Bool
  bool no_underflow; // what is subnormal needs no rounding
};

// --- formats ---------------------------------------------------------------------------

// Exponent of the normalised form + scale = true exponent.
static inline int64_t format_scale(struct ieee_format f) {
  return 2 - ((int64_t)1 << (f.exponent - 1)) - (int64_t)f.significand;
}
static inline int64_t format_infinity(struct ieee_format f) { return ((int64_t)1 << f.exponent) + f.significand - 2; }
static inline int64_t format_max(struct ieee_format f) {
  return ((int64_t)1 << (f.exponent - 1)) - 1;
} // true exponents
static inline int64_t format_min(struct ieee_format f) { return format_scale(f) + 1; }
// Bits that the unsigned number n needs, at least one.
static inline uint32_t bits_for(uint64_t n) { return n ? 64 - (uint32_t)__builtin_clzll(n) : 1; }
static inline uint32_t format_exponent_width(struct ieee_format f) { return bits_for((uint64_t)format_infinity(f)); }

// --- vectors (round.c) --------------------------------------------------------------

struct term bit_is_set(struct terms *tm, struct term v, uint32_t i); // Bool
struct term is_nonzero(struct terms *tm, struct term v); // Bool
struct term bool_differ(struct terms *tm, struct term a, struct term b);
struct term vector_ones(struct terms *tm, uint32_t width);
struct term vector_fit(struct terms *tm, struct term v, uint32_t width); // cut or extended with zeros
// Zeros appended at the low end up to that width.
struct term vector_pad(struct terms *tm, struct term v, uint32_t width);
struct term vector_keep(struct terms *tm, struct term keep, struct term v); // v where the Bool holds, else 0
struct term vector_join(struct terms *tm, uint32_t n, const struct term *bits); // bits[0] is the highest
// v >> amount; *lost says that ones were shifted out.
struct term shift_right_sticky(struct terms *tm, struct term v, struct term amount, struct term *lost);
// v shifted left until its first bit is one; *count is by how much (all ones and v if v is zero).
struct term normalise(struct terms *tm, struct term v, struct term *count);

// --- rounding (round.c) ----------------------------------------------------------------

struct rounding rounding_of(struct terms *tm, struct term mode);
// Is the magnitude to be increased by one unit in the last place?
struct term rounds_up(struct terms *tm, const struct rounding *r, struct term sign, struct term odd, struct term half,
                      struct term rest);
struct number floats_round(struct terms *tm, struct ieee_format f, const struct rounding *r, const struct exact *x);
struct number floats_round_to_integral(struct terms *tm, const struct rounding *r, const struct number *a);

// --- forms (pack.c) -----------------------------------------------------------------------

struct number number_from_bits(struct terms *tm, struct ieee_format f, struct term bits);
void number_unpack(struct terms *tm, struct number *a); // makes exponent and fraction
void number_pack(struct terms *tm, struct number *a); // makes bits
struct term number_significand(struct terms *tm, const struct number *a); // with its first bit; 0 for zero
struct exponent number_exponent(const struct number *a);
struct number number_negate(struct terms *tm, const struct number *a);
struct number number_absolute(struct terms *tm, const struct number *a);
struct number number_ite(struct terms *tm, struct term c, struct number *a, struct number *b);
struct term number_same(struct terms *tm, struct number *a, struct number *b);
// FP_EQ, LT, LE; FP_IS_*.
struct term number_compare(struct terms *tm, enum term_kind kind, struct number *a, struct number *b);
struct term number_class(struct terms *tm, enum term_kind kind, struct number *a);

// --- operations: the operands are in normalised form ----------------------------------------------------

struct number number_add(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b);
struct number number_mul(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b);
struct number number_fma(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b,
                         const struct number *c);
struct number number_div(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b);
struct number number_sqrt(struct terms *tm, const struct rounding *r, const struct number *a);
struct number number_convert(struct terms *tm, struct ieee_format to, const struct rounding *r, const struct number *a);
struct number number_from_int(struct terms *tm, struct ieee_format to, const struct rounding *r, struct term value,
                              bool is_signed);
struct term number_to_int(struct terms *tm, const struct rounding *r, const struct number *a, uint32_t width,
                          bool is_signed);
struct term number_to_bits(struct terms *tm, struct number *a, struct term nan_bits);

#endif
