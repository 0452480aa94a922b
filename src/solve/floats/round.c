// Shifting, normalising, rounding: the parts that all float operations are made of. See floats/unpacked.h.
#include "solve/floats/unpacked.h"
#include <assert.h>

// --- vectors -----------------------------------------------------------------------------

struct term bit_is_set(struct terms *tm, struct term v, uint32_t i) {
  return term_eq(tm, term_extract(tm, i, i, v), term_bv(tm, 1, 1));
}
struct term is_nonzero(struct terms *tm, struct term v) { return term_bv_to_bool(tm, v); }
struct term bool_differ(struct terms *tm, struct term a, struct term b) { return term_not(tm, term_eq(tm, a, b)); }
struct term vector_ones(struct terms *tm, uint32_t width) { return term_bvnot(tm, term_bv(tm, width, 0)); }

struct term vector_fit(struct terms *tm, struct term v, uint32_t width) {
  return term_width(tm, v) > width ? term_extract(tm, width - 1, 0, v) : term_zext(tm, v, width);
}

struct term vector_pad(struct terms *tm, struct term v, uint32_t width) {
  uint32_t n = term_width(tm, v);
  return n >= width ? v : term_concat(tm, v, term_bv(tm, width - n, 0));
}

struct term vector_keep(struct terms *tm, struct term keep, struct term v) {
  return term_ite(tm, keep, v, term_bv(tm, term_width(tm, v), 0));
}

struct term vector_join(struct terms *tm, uint32_t n, const struct term *bits) {
  struct term v = bits[n - 1];
  for (uint32_t i = n - 1; i-- > 0;) v = term_concat(tm, bits[i], v);
  return v;
}

// In stages of powers of two. An amount beyond them is made the largest they can do, which shifts everything out.
struct term shift_right_sticky(struct terms *tm, struct term v, struct term amount, struct term *lost) {
  uint32_t n = term_width(tm, v), width = term_width(tm, amount), stages = bits_for(n);
  struct term far = width > stages ? is_nonzero(tm, term_extract(tm, width - 1, stages, amount)) : term_false(tm);
  *lost = term_false(tm);
  for (uint32_t k = stages < width ? stages : width; k-- > 0;) {
    uint32_t step = 1u << k;
    struct term by = term_or(tm, far, bit_is_set(tm, amount, k));
    struct term out = step < n ? term_extract(tm, step - 1, 0, v) : v;
    struct term shifted = step < n ? term_zext(tm, term_extract(tm, n - 1, step, v), n) : term_bv(tm, n, 0);
    *lost = term_or(tm, *lost, term_and(tm, by, is_nonzero(tm, out)));
    v = term_ite(tm, by, shifted, v);
  }
  return v;
}

struct term normalise(struct terms *tm, struct term v, struct term *count) {
  uint32_t n = term_width(tm, v), stages = n > 1 ? bits_for(n - 1) : 0;
  struct term bits[32];
  *count = term_bv(tm, 1, 0);
  if (!stages) return v;
  for (uint32_t i = 0; i < stages; i++) {
    uint32_t step = 1u << (stages - 1 - i);
    struct term empty = term_not(tm, is_nonzero(tm, term_extract(tm, n - 1, n - step, v)));
    v = term_ite(tm, empty, vector_pad(tm, term_extract(tm, n - 1 - step, 0, v), n), v);
    bits[i] = term_bool_to_bv(tm, empty, 1);
  }
  *count = vector_join(tm, stages, bits);
  return v;
}

// --- modes -------------------------------------------------------------------------------

struct rounding rounding_of(struct terms *tm, struct term mode) {
  struct term is[5];
  for (uint32_t i = 0; i < 5; i++) is[i] = term_eq(tm, mode, term_bv(tm, 3, i));
  struct term others[4] = {is[IEEE_RNA], is[IEEE_RTP], is[IEEE_RTN], is[IEEE_RTZ]};
  return (struct rounding){.even = term_not(tm, term_or_n(tm, 4, others)),
                           .away = is[IEEE_RNA],
                           .up = is[IEEE_RTP],
                           .down = is[IEEE_RTN]};
}

// Does the mode round away from zero what has this sign?
static struct term rounds_outwards(struct terms *tm, const struct rounding *r, struct term sign) {
  return term_or(tm, term_and(tm, r->up, term_not(tm, sign)), term_and(tm, r->down, sign));
}

struct term rounds_up(struct terms *tm, const struct rounding *r, struct term sign, struct term odd, struct term half,
                      struct term rest) {
  struct term nearest = term_or(tm, term_and(tm, r->even, term_or(tm, rest, odd)), r->away);
  struct term directed = term_and(tm, rounds_outwards(tm, r, sign), term_or(tm, half, rest));
  return term_or(tm, term_and(tm, half, nearest), directed);
}

// --- rounding -----------------------------------------------------------------------------

// A number on its way through the rounder, at the scale of the target: `keep` bits of the significand stay, as many as
// the exponent says, at most all.
struct rounder {
  struct term exponent;        // not negative
  struct term below;           // Bool: the exponent was below 0 and is now 0
  struct term significand;     // precision bits
  struct term half, rest;      // Bool: the first bit after it, and any further one
  uint32_t precision;
  bool partial;                // the exponent may be less than the precision
};

// What stays is exponent and fraction in one vector: rounding up an all-ones fraction carries into the exponent, and
// the least number (exponent 1, fraction 0) is what rounding up gives where no bit stays. *up says whether it was
// rounded up.
static struct term round_in_place(struct terms *tm, const struct rounding *r, const struct rounder *x, struct term sign,
                                  struct term *up) {
  uint32_t p = x->precision;
  struct term s = x->significand, fraction = term_extract(tm, p - 2, 0, s);
  if (!x->partial) {
    *up = rounds_up(tm, r, sign, bit_is_set(tm, s, 0), x->half, x->rest);
    struct term whole = term_concat(tm, x->exponent, fraction);
    return term_add(tm, whole, term_bool_to_bv(tm, *up, term_width(tm, whole)));
  }
  // dropped: ones at the bits of the significand that do not stay. In the significand with the half bit appended they
  // lie just below the bit that now is the half.
  uint32_t wide = term_width(tm, x->exponent) > p ? term_width(tm, x->exponent) : p;
  struct term dropped = term_lshr(tm, term_zext(tm, vector_ones(tm, p), wide), term_zext(tm, x->exponent, wide));
  dropped = vector_fit(tm, dropped, p);
  struct term extended = term_concat(tm, s, term_bool_to_bv(tm, x->half, 1));
  struct term at_half =
      term_bvand(tm, term_concat(tm, dropped, term_bv(tm, 1, 1)), term_bvnot(tm, term_zext(tm, dropped, p + 1)));
  struct term half = term_and(tm, is_nonzero(tm, term_bvand(tm, extended, at_half)), term_not(tm, x->below));
  struct term odd = is_nonzero(tm, term_bvand(tm, s, term_extract(tm, p - 1, 0, at_half)));
  struct term parts[3] = {is_nonzero(tm, term_bvand(tm, term_extract(tm, p - 1, 0, extended), dropped)), x->rest,
                          x->below};
  *up = rounds_up(tm, r, sign, odd, half, term_or_n(tm, 3, parts));
  struct term in_fraction = term_extract(tm, p - 2, 0, dropped);
  struct term whole = term_concat(tm, x->exponent, term_bvor(tm, fraction, in_fraction));
  whole = term_add(tm, whole, term_bool_to_bv(tm, *up, term_width(tm, whole)));
  uint32_t top = term_width(tm, whole) - 1;
  return term_concat(tm, term_extract(tm, top, p - 1, whole),
                     term_bvand(tm, term_extract(tm, p - 2, 0, whole), term_bvnot(tm, in_fraction)));
}

// The exponent less `scale`, and whether it then is below 0 (as which it counts as 0).
static struct term place_exponent(struct terms *tm, const struct exponent *e, int64_t scale, bool may_be_below,
                                  uint32_t width, struct term *below) {
  int64_t offset = e->offset - scale;
  struct term y = term_add(tm, vector_fit(tm, e->term, width), term_bv_signed(tm, width, offset));
  *below = term_false(tm);
  if (!may_be_below || offset >= 0) return y;
  uint32_t compare = bits_for((uint64_t)-offset), own = term_width(tm, e->term);
  if (compare < own) compare = own;
  *below = term_ult(tm, term_zext(tm, e->term, compare), term_bv(tm, compare, (uint64_t)-offset));
  return term_ite(tm, *below, term_bv(tm, width, 0), y);
}

// Puts the result together: classes decide, then overflow, then what was rounded.
static struct number assemble(struct terms *tm, struct ieee_format f, const struct rounding *r, const struct exact *x,
                              struct term exponent, struct term fraction, struct term overflow, struct term vanished) {
  uint32_t width = format_exponent_width(f), p = f.significand;
  struct term not_nan = term_not(tm, x->nan), special = term_or(tm, x->inf, x->zero);
  overflow = term_and(tm, overflow, term_not(tm, special));
  struct term to_infinity = term_or(tm, term_or(tm, r->even, r->away), rounds_outwards(tm, r, x->sign));
  struct term inf = term_or(tm, x->inf, term_and(tm, overflow, to_infinity));
  struct term zero = term_and(tm, term_not(tm, x->inf), term_or(tm, x->zero, vanished));
  struct term largest = term_and(tm, overflow, term_not(tm, to_infinity));
  exponent = vector_keep(tm, term_not(tm, zero), vector_fit(tm, exponent, width));
  exponent = term_ite(tm, largest, term_bv(tm, width, (uint64_t)format_infinity(f) - 1), exponent);
  exponent = term_ite(tm, inf, term_bv(tm, width, (uint64_t)format_infinity(f)), exponent);
  fraction = vector_keep(tm, term_not(tm, term_or(tm, inf, zero)), fraction);
  fraction = term_ite(tm, largest, vector_ones(tm, p - 1), fraction);
  return (struct number){.format = f,
                         .nan = x->nan,
                         .inf = term_and(tm, inf, not_nan),
                         .zero = term_and(tm, zero, not_nan),
                         .sign = x->sign,
                         .exponent = exponent,
                         .fraction = fraction};
}

struct number floats_round(struct terms *tm, struct ieee_format f, const struct rounding *r, const struct exact *x) {
  uint32_t p = f.significand;
  int64_t scale = format_scale(f), min = x->no_underflow ? p : x->exponent.min - scale, max = x->exponent.max - scale;
  if (max < 0) max = 0;
  struct rounder in = {.precision = p, .partial = min < p};
  uint32_t width = bits_for((uint64_t)max + 1);
  in.exponent = place_exponent(tm, &x->exponent, scale, min < 0, width, &in.below);
  struct term s = vector_pad(tm, x->significand, p + 1);
  uint32_t n = term_width(tm, s);
  in.significand = term_extract(tm, n - 1, n - p, s);
  in.half = bit_is_set(tm, s, n - p - 1);
  in.rest = n > p + 1 ? term_or(tm, x->sticky, is_nonzero(tm, term_extract(tm, n - p - 2, 0, s))) : x->sticky;
  struct term up, whole = round_in_place(tm, r, &in, x->sign, &up);
  struct term exponent = term_extract(tm, width + p - 2, p - 1, whole), fraction = term_extract(tm, p - 2, 0, whole);
  struct term vanished = min <= 0 ? term_and(tm, term_not(tm, is_nonzero(tm, in.exponent)), term_not(tm, up))
                                  : term_false(tm);
  struct term overflow = term_false(tm);
  if (max + !term_is_false(tm, up) >= format_infinity(f))
    overflow = term_ule(tm, term_bv(tm, width, (uint64_t)format_infinity(f)), exponent);
  return assemble(tm, f, r, x, exponent, fraction, overflow, vanished);
}

// The same as rounding to a format in which the least number is 1: the exponent counts the bits before the point.
struct number floats_round_to_integral(struct terms *tm, const struct rounding *r, const struct number *a) {
  struct ieee_format f = a->format;
  uint32_t p = f.significand;
  struct exponent e = number_exponent(a);
  uint32_t width = bits_for((uint64_t)(e.max + 2));
  struct rounder in = {.precision = p, .partial = true, .half = term_false(tm), .rest = term_false(tm)};
  in.exponent = place_exponent(tm, &e, -1, true, width, &in.below);
  in.significand = term_concat(tm, term_bv(tm, 1, 1), a->fraction);
  struct term up, whole = round_in_place(tm, r, &in, a->sign, &up);
  struct term vanished = term_and(tm, term_not(tm, is_nonzero(tm, in.exponent)), term_not(tm, up));
  uint32_t back = format_exponent_width(f) > width ? format_exponent_width(f) : width;
  struct term exponent = term_add(tm, term_zext(tm, term_extract(tm, width + p - 2, p - 1, whole), back),
                                  term_bv_signed(tm, back, -format_scale(f) - 1));
  struct term overflow = term_false(tm);
  // Only where the largest number is no integer can rounding overflow.
  if (format_max(f) < (int64_t)p - 1)
    overflow = term_ule(tm, term_bv(tm, back, (uint64_t)format_infinity(f)), exponent);
  struct exact x = {.nan = a->nan, .inf = a->inf, .zero = a->zero, .sign = a->sign};
  return assemble(tm, f, r, &x, exponent, term_extract(tm, p - 2, 0, whole), overflow, vanished);
}
