// The two forms of a float, and what needs no arithmetic: signs, choice, comparisons, classes. See floats/unpacked.h.
#include "solve/floats/unpacked.h"
#include <assert.h>

static uint32_t format_width(struct ieee_format f) { return f.exponent + f.significand; }

struct number number_from_bits(struct terms *tm, struct ieee_format f, struct term bits) {
  uint32_t p = f.significand, top = format_width(f) - 1;
  struct term field = term_extract(tm, top - 1, p - 1, bits), fraction = term_extract(tm, p - 2, 0, bits);
  struct term some = is_nonzero(tm, fraction), none = term_not(tm, some),
              full = term_eq(tm, field, vector_ones(tm, f.exponent));
  struct term empty = term_not(tm, is_nonzero(tm, field));
  return (struct number){.format = f,
                         .nan = term_and(tm, full, some),
                         .inf = term_and(tm, full, none),
                         .zero = term_and(tm, empty, none),
                         .sign = bit_is_set(tm, bits, top),
                         .bits = bits};
}

// A subnormal number is shifted until its first one is at the place of the hidden bit. What comes out for zero and the
// infinities is what their normalised form asks for.
void number_unpack(struct terms *tm, struct number *a) {
  if (!term_none(a->exponent)) return;
  struct ieee_format f = a->format;
  uint32_t p = f.significand, top = format_width(f) - 1, width = format_exponent_width(f);
  struct term field = term_extract(tm, top - 1, p - 1, a->bits), fraction = term_extract(tm, p - 2, 0, a->bits);
  struct term subnormal = term_not(tm, is_nonzero(tm, field)), count;
  struct term shifted = normalise(tm, fraction, &count);
  shifted = p > 2 ? vector_pad(tm, term_extract(tm, p - 3, 0, shifted), p - 1) : term_bv(tm, 1, 0);
  struct term low = term_sub(tm, term_bv(tm, width, p - 1), vector_fit(tm, count, width));
  low = vector_keep(tm, is_nonzero(tm, fraction), low);
  a->exponent = term_ite(tm, subnormal, low, term_add(tm, term_zext(tm, field, width), term_bv(tm, width, p - 1)));
  a->fraction = term_ite(tm, subnormal, shifted, fraction);
}

// A subnormal number has as many bits as its exponent says, zero none.
void number_pack(struct terms *tm, struct number *a) {
  if (!term_none(a->bits)) return;
  struct ieee_format f = a->format;
  uint32_t p = f.significand, width = format_exponent_width(f);
  struct term precision = term_bv(tm, width, p), subnormal = term_ult(tm, a->exponent, precision), lost;
  struct term by = vector_fit(tm, term_sub(tm, precision, a->exponent), bits_for(p));
  struct term shifted = shift_right_sticky(tm, term_concat(tm, term_bv(tm, 1, 1), a->fraction), by, &lost);
  struct term field = vector_fit(tm, term_add(tm, a->exponent, term_bv_signed(tm, width, 1 - (int64_t)p)), f.exponent);
  struct term high = vector_keep(tm, term_not(tm, subnormal), field);
  struct term low = term_ite(tm, subnormal, term_extract(tm, p - 2, 0, shifted), a->fraction);
  a->bits = term_concat(tm, term_bool_to_bv(tm, a->sign, 1), term_concat(tm, high, low));
}

struct term number_significand(struct terms *tm, const struct number *a) {
  return term_concat(tm, term_bool_to_bv(tm, term_not(tm, a->zero), 1), a->fraction);
}

struct exponent number_exponent(const struct number *a) {
  return (struct exponent){.term = a->exponent,
                           .offset = format_scale(a->format),
                           .min = format_min(a->format),
                           .max = format_max(a->format)};
}

static struct number with_sign(struct terms *tm, const struct number *a, struct term sign) {
  struct number out = *a;
  out.sign = sign;
  if (!term_none(a->bits))
    out.bits = term_concat(tm, term_bool_to_bv(tm, sign, 1), term_extract(tm, format_width(a->format) - 2, 0, a->bits));
  return out;
}

struct number number_negate(struct terms *tm, const struct number *a) {
  return with_sign(tm, a, term_not(tm, a->sign));
}
struct number number_absolute(struct terms *tm, const struct number *a) { return with_sign(tm, a, term_false(tm)); }

// Do both have their bits? Otherwise the normalised form is made for both, so that they have one form in common.
static bool agree_on_bits(struct terms *tm, struct number *a, struct number *b) {
  if (!term_none(a->bits) && !term_none(b->bits)) return true;
  number_unpack(tm, a);
  number_unpack(tm, b);
  return false;
}

struct number number_ite(struct terms *tm, struct term c, struct number *a, struct number *b) {
  struct number out = {.format = a->format,
                       .nan = term_ite(tm, c, a->nan, b->nan),
                       .inf = term_ite(tm, c, a->inf, b->inf),
                       .zero = term_ite(tm, c, a->zero, b->zero),
                       .sign = term_ite(tm, c, a->sign, b->sign)};
  if (agree_on_bits(tm, a, b)) out.bits = term_ite(tm, c, a->bits, b->bits);
  if (term_none(a->exponent) || term_none(b->exponent)) return out;
  out.exponent = term_ite(tm, c, a->exponent, b->exponent);
  out.fraction = term_ite(tm, c, a->fraction, b->fraction);
  return out;
}

// --- comparisons -------------------------------------------------------------------------

// Magnitudes in the form both have, ordered as unsigned vectors.
static void magnitudes(struct terms *tm, struct number *a, struct number *b, struct term *x, struct term *y) {
  if (agree_on_bits(tm, a, b)) {
    uint32_t top = format_width(a->format) - 2;
    *x = term_extract(tm, top, 0, a->bits);
    *y = term_extract(tm, top, 0, b->bits);
  } else {
    *x = term_concat(tm, a->exponent, a->fraction);
    *y = term_concat(tm, b->exponent, b->fraction);
  }
}

struct term number_same(struct terms *tm, struct number *a, struct number *b) {
  struct term x, y;
  magnitudes(tm, a, b, &x, &y);
  struct term equal[4] = {term_not(tm, a->nan), term_not(tm, b->nan), term_eq(tm, a->sign, b->sign), term_eq(tm, x, y)};
  return term_or(tm, term_and(tm, a->nan, b->nan), term_and_n(tm, 4, equal));
}

struct term number_compare(struct terms *tm, enum term_kind kind, struct number *a, struct number *b) {
  struct term x, y;
  magnitudes(tm, a, b, &x, &y);
  struct term ordered = term_and(tm, term_not(tm, a->nan), term_not(tm, b->nan)), holds;
  struct term zeros = term_and(tm, a->zero, b->zero);
  if (kind == TERM_FP_EQ) {
    holds = term_and(tm, term_eq(tm, x, y), term_or(tm, a->zero, term_eq(tm, a->sign, b->sign)));
  } else {
    bool strict = kind == TERM_FP_LT;
    struct term upwards = strict ? term_ult(tm, x, y) : term_ule(tm, x, y),
                downwards = strict ? term_ult(tm, y, x) : term_ule(tm, y, x);
    struct term same = term_ite(tm, a->sign, downwards, upwards);
    struct term differ = strict ? term_and(tm, a->sign, term_not(tm, zeros)) : term_or(tm, a->sign, zeros);
    holds = term_ite(tm, term_eq(tm, a->sign, b->sign), same, differ);
  }
  return term_and(tm, ordered, holds);
}

static struct term is_subnormal(struct terms *tm, struct number *a) {
  uint32_t p = a->format.significand;
  struct term small;
  if (!term_none(a->bits))
    small = term_not(tm, is_nonzero(tm, term_extract(tm, format_width(a->format) - 2, p - 1, a->bits)));
  else small = term_ult(tm, a->exponent, term_bv(tm, term_width(tm, a->exponent), p));
  struct term parts[3] = {small, term_not(tm, a->zero), term_not(tm, a->nan)};
  return term_and_n(tm, 3, parts);
}

struct term number_class(struct terms *tm, enum term_kind kind, struct number *a) {
  switch (kind) {
  case TERM_FP_IS_NAN: return a->nan;
  case TERM_FP_IS_INF: return a->inf;
  case TERM_FP_IS_ZERO: return a->zero;
  case TERM_FP_IS_NEGATIVE: return term_and(tm, a->sign, term_not(tm, a->nan));
  case TERM_FP_IS_SUBNORMAL: return is_subnormal(tm, a);
  default: {
    assert(kind == TERM_FP_IS_NORMAL);
    struct term other[4] = {a->nan, a->inf, a->zero, is_subnormal(tm, a)};
    return term_not(tm, term_or_n(tm, 4, other));
  }
  }
}
