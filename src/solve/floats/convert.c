// Conversions between formats, from and to integers, to bits. See floats/unpacked.h.
#include "solve/floats/unpacked.h"

struct number number_convert(struct terms *tm, struct ieee_format to, const struct rounding *r,
                             const struct number *a) {
  struct exact x = {.nan = a->nan,
                    .inf = a->inf,
                    .zero = a->zero,
                    .sign = a->sign,
                    .exponent = number_exponent(a),
                    .significand = term_concat(tm, term_bv(tm, 1, 1), a->fraction),
                    .sticky = term_false(tm)};
  // A format that has all numbers of the other: nothing is lost, subnormal or not.
  x.no_underflow = to.exponent >= a->format.exponent && to.significand >= a->format.significand;
  return floats_round(tm, to, r, &x);
}

struct number number_from_int(struct terms *tm, struct ieee_format to, const struct rounding *r, struct term value,
                              bool is_signed) {
  uint32_t width = term_width(tm, value);
  struct term sign = is_signed ? bit_is_set(tm, value, width - 1) : term_false(tm), count;
  struct term magnitude =
      term_add(tm, term_ite(tm, sign, term_bvnot(tm, value), value), term_bool_to_bv(tm, sign, width));
  struct term significand = normalise(tm, magnitude, &count);
  uint32_t stages = term_width(tm, count);
  // The exponent is width - 1 - count, and - count is ~count less 2^stages - 1.
  struct exact x = {.nan = term_false(tm),
                    .inf = term_false(tm),
                    .zero = term_not(tm, is_nonzero(tm, value)),
                    .sign = sign,
                    .exponent = {.term = term_bvnot(tm, count),
                                 .offset = (int64_t)width - ((int64_t)1 << stages),
                                 .min = 0,
                                 .max = (int64_t)width - 1},
                    .significand = significand,
                    .sticky = term_false(tm)};
  return floats_round(tm, to, r, &x);
}

// The significand is shifted to the point, rounded there and negated in the same addition. `whole` bits before the
// point are enough: for signed results what needs the sign bit is out of range or the least integer, which the value
// for out of range is, too; beyond the format's largest number there is nothing.
struct term number_to_int(struct terms *tm, const struct rounding *r, const struct number *a, uint32_t width,
                          bool is_signed) {
  uint32_t p = a->format.significand;
  int64_t scale = format_scale(a->format), range = is_signed ? (int64_t)width - 1 : width,
          all = format_max(a->format) + 1;
  uint32_t whole = (uint32_t)(range < all ? range : all), n = whole + 1 > p ? whole + 1 : p;
  uint64_t top = (uint64_t)((int64_t)whole - 1 - scale); // the exponent of what fills the bits before the point
  uint32_t own = term_width(tm, a->exponent), amount = own > bits_for(top) ? own : bits_for(top);
  struct term exponent = term_zext(tm, a->exponent, amount), limit = term_bv(tm, amount, top), lost;
  struct term v =
      shift_right_sticky(tm, vector_pad(tm, number_significand(tm, a), n), term_sub(tm, limit, exponent), &lost);
  uint32_t point = n - whole; // bits after the point, at least one
  struct term integer = vector_fit(tm, term_extract(tm, n, point, term_zext(tm, v, n + 1)), width + 1);
  struct term half = bit_is_set(tm, v, point - 1);
  struct term rest = point > 1 ? term_or(tm, lost, is_nonzero(tm, term_extract(tm, point - 2, 0, v))) : lost;
  struct term up = rounds_up(tm, r, a->sign, bit_is_set(tm, integer, 0), half, rest);
  struct term outside =
      term_or(tm, term_or(tm, a->nan, a->inf), whole < all ? term_ult(tm, limit, exponent) : term_false(tm));
  if (is_signed) {
    struct term low = term_extract(tm, width - 1, 0, integer);
    struct term flipped = term_ite(tm, a->sign, term_bvnot(tm, low), low);
    struct term result = term_add(tm, flipped, term_bool_to_bv(tm, bool_differ(tm, a->sign, up), width));
    struct term least = width == 1 ? term_bv(tm, 1, 1) : vector_pad(tm, term_bv(tm, 1, 1), width);
    return term_ite(tm, outside, least, result);
  }
  struct term result = term_add(tm, integer, term_bool_to_bv(tm, up, width + 1));
  outside = term_or(tm, outside, bit_is_set(tm, result, width));
  outside = term_or(tm, outside, term_and(tm, a->sign, is_nonzero(tm, result)));
  return term_ite(tm, outside, vector_ones(tm, width), term_extract(tm, width - 1, 0, result));
}

struct term number_to_bits(struct terms *tm, struct number *a, struct term nan_bits) {
  struct ieee_format f = a->format;
  number_pack(tm, a);
  uint32_t width = f.exponent + f.significand;
  struct term quiet =
      vector_pad(tm, term_zext(tm, vector_ones(tm, f.exponent + 1), f.exponent + 2), width); // exponent and quiet bit
  return term_ite(tm, a->nan, term_bvor(tm, quiet, nan_bits), a->bits);
}
