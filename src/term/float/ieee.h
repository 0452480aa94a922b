// IEEE 754 arithmetic on bits, for any format and all five rounding modes.
//
// A number is its interchange bits without an explicit integer bit: sign,
// exponent field, fraction; exponent + significand bits in all. Every
// operation computes exactly on integers and rounds once, so that a result
// never depends on the machine; the 64-bit entry points use the hardware where
// its result is the same by the standard (float and double, nearest-even, and
// conversions that do not round). The process must run in the default floating-point environment.
//
// NaNs that come out are the one NaN: sign 0, exponent all ones, fraction 10…0.
// NaNs that go in may have any payload.
#ifndef CLEW_TERM_FLOAT_IEEE_H
#define CLEW_TERM_FLOAT_IEEE_H
#include "term/term.h"

struct ieee_format {
  uint32_t exponent, significand;   // significand with its hidden bit, as in sort_float
};

enum ieee_mode { IEEE_RNE, IEEE_RNA, IEEE_RTP, IEEE_RTN, IEEE_RTZ };
// The meaning of a rounding-mode bit-vector: values above 4 are nearest-even.
static inline enum ieee_mode ieee_mode_of(uint64_t bits) { return bits <= IEEE_RTZ ? (enum ieee_mode)bits : IEEE_RNE; }

// FP_ADD, SUB, MUL, DIV, FMA, SQRT, REM, RTI, NEG, ABS on the bits x[0], x[1], x[2] (those the kind has, without the
// mode).
void ieee_op(enum term_kind kind, struct ieee_format f, enum ieee_mode mode, mpz_t result, const mpz_srcptr *x);
// FP_EQ, LT, LE and FP_IS_*.
bool ieee_test(enum term_kind kind, struct ieee_format f, const mpz_srcptr *x);
void ieee_convert(struct ieee_format from, struct ieee_format to, enum ieee_mode mode, mpz_t result, mpz_srcptr x);
// The integer's value, signed.
void ieee_from_int(struct ieee_format to, enum ieee_mode mode, mpz_t result, mpz_srcptr value);
// The bits (not negative) of FP_TO_SBV and FP_TO_UBV.
void ieee_to_int(struct ieee_format f, enum ieee_mode mode, uint32_t width, bool is_signed, mpz_t result, mpz_srcptr x);
// The meaning of FP_TO_BITS.
void ieee_to_bits(struct ieee_format f, mpz_t result, mpz_srcptr x, mpz_srcptr nan_bits);

// The same for formats and integers of at most 64 bits, zero-extended.
uint64_t ieee_op64(enum term_kind kind, struct ieee_format f, enum ieee_mode mode, const uint64_t *x);
bool ieee_test64(enum term_kind kind, struct ieee_format f, const uint64_t *x);
uint64_t ieee_convert64(struct ieee_format from, struct ieee_format to, enum ieee_mode mode, uint64_t x);
uint64_t ieee_from_int64(struct ieee_format to, enum ieee_mode mode, uint32_t width, bool is_signed, uint64_t value);
uint64_t ieee_to_int64(struct ieee_format f, enum ieee_mode mode, uint32_t width, bool is_signed, uint64_t x);
uint64_t ieee_to_bits64(struct ieee_format f, uint64_t x, uint64_t nan_bits);
uint64_t ieee_canonical64(struct ieee_format f, uint64_t x); // the one NaN if x is a NaN, else x

// The number of kind's children, without the rounding mode, and whether it has one.
bool ieee_has_mode(enum term_kind kind);

#endif
