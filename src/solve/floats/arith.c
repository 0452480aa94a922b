// Arithmetic on floats in normalised form: each operation exactly, then one rounding. See floats/unpacked.h.
#include "solve/floats/unpacked.h"
#include <assert.h>

static struct term either(struct terms *tm, struct term a, struct term b) { return term_or(tm, a, b); }
static struct term both(struct terms *tm, struct term a, struct term b) { return term_and(tm, a, b); }

// x + y + carry in one adder: a further low bit makes the carry.
static struct term add_with_carry(struct terms *tm, struct term x, struct term y, struct term carry) {
  uint32_t n = term_width(tm, x);
  struct term sum =
      term_add(tm, term_concat(tm, x, term_bv(tm, 1, 1)), term_concat(tm, y, term_bool_to_bv(tm, carry, 1)));
  return term_extract(tm, n, 1, sum);
}

// --- addition ------------------------------------------------------------------------------

// An operand of a sum. Operands of one sum have exponents of one width and offset, and significands of one width whose
// first bit is one; for zero exponent and significand are 0.
struct summand {
  struct term sign, exponent, significand;
};

// The sum in x: sign, exponent, significand (normalised, with three bits and a sticky one more than the operands') and
// zero. The larger magnitude comes first, so that a difference is not negative. The smaller one is aligned to it with
// two further bits; where more are lost the difference has at most one leading zero, so that rounding sees enough.
static void sum_exactly(struct terms *tm, const struct rounding *r, const struct summand *a, const struct summand *b,
                        int64_t offset, struct exact *x) {
  uint32_t n = term_width(tm, a->significand), width = term_width(tm, a->exponent);
  struct term swap =
      term_ult(tm, term_concat(tm, a->exponent, a->significand), term_concat(tm, b->exponent, b->significand));
  struct term large = term_ite(tm, swap, b->significand, a->significand),
              small = term_ite(tm, swap, a->significand, b->significand);
  struct term high = term_ite(tm, swap, b->exponent, a->exponent), low = term_ite(tm, swap, a->exponent, b->exponent);
  struct term sign = term_ite(tm, swap, b->sign, a->sign), subtract = bool_differ(tm, a->sign, b->sign), lost;
  struct term aligned = shift_right_sticky(tm, vector_pad(tm, small, n + 2), term_sub(tm, high, low), &lost);
  aligned = term_zext(tm, term_concat(tm, aligned, term_bool_to_bv(tm, lost, 1)), n + 4);
  struct term first = term_zext(tm, vector_pad(tm, large, n + 3), n + 4);
  struct term sum = add_with_carry(tm, first, term_ite(tm, subtract, term_bvnot(tm, aligned), aligned), subtract),
              count;
  struct term zero = term_not(tm, is_nonzero(tm, sum));
  x->significand = normalise(tm, sum, &count);
  x->sticky = term_false(tm);
  x->zero = zero;
  x->sign = term_ite(tm, both(tm, zero, subtract), r->down, sign);
  uint32_t stages = term_width(tm, count), wide = (width > stages ? width : stages) + 1;
  // The first bit of the sum is one place above the operands'; - count is ~count less 2^stages - 1.
  x->exponent.term = term_add(tm, term_zext(tm, high, wide), term_zext(tm, term_bvnot(tm, count), wide));
  x->exponent.offset = offset + 2 - ((int64_t)1 << stages);
}

static struct summand summand_of(struct terms *tm, const struct number *a) {
  return (struct summand){.sign = a->sign, .exponent = a->exponent, .significand = number_significand(tm, a)};
}

struct number number_add(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b) {
  struct exact x;
  struct summand p = summand_of(tm, a), q = summand_of(tm, b);
  sum_exactly(tm, r, &p, &q, format_scale(a->format), &x);
  x.nan = either(tm, either(tm, a->nan, b->nan), both(tm, both(tm, a->inf, b->inf), bool_differ(tm, a->sign, b->sign)));
  x.inf = either(tm, a->inf, b->inf); // the larger magnitude, whose sign it is
  x.exponent.min = format_min(a->format);
  x.exponent.max = format_max(a->format) + 1;
  x.no_underflow = true; // a sum is a multiple of the least number
  return floats_round(tm, a->format, r, &x);
}

// --- products ------------------------------------------------------------------------------

// The classes, sign, exponent and the 2p bits of a product; normalised, but nothing is rounded.
static void multiply_exactly(struct terms *tm, const struct number *a, const struct number *b, struct exact *x) {
  uint32_t p = a->format.significand, width = term_width(tm, a->exponent) + 1;
  struct term one = term_bv(tm, 1, 1), crossed = either(tm, both(tm, a->inf, b->zero), both(tm, a->zero, b->inf));
  x->nan = either(tm, either(tm, a->nan, b->nan), crossed);
  x->inf = either(tm, a->inf, b->inf);
  x->zero = either(tm, a->zero, b->zero);
  x->sign = bool_differ(tm, a->sign, b->sign);
  struct term product = term_mul(tm, term_zext(tm, term_concat(tm, one, a->fraction), 2 * p),
                                 term_zext(tm, term_concat(tm, one, b->fraction), 2 * p));
  struct term carry = bit_is_set(tm, product, 2 * p - 1);
  x->significand = term_ite(tm, carry, product, vector_pad(tm, term_extract(tm, 2 * p - 2, 0, product), 2 * p));
  x->sticky = term_false(tm);
  struct exponent e = number_exponent(a);
  x->exponent = (struct exponent){
      .term = add_with_carry(tm, term_zext(tm, a->exponent, width), term_zext(tm, b->exponent, width), carry),
      .offset = 2 * e.offset,
      .min = 2 * e.min,
      .max = 2 * e.max + 1};
  x->no_underflow = false;
}

struct number number_mul(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b) {
  struct exact x;
  multiply_exactly(tm, a, b, &x);
  return floats_round(tm, a->format, r, &x);
}

// The offset of the sum is the product's, so that only the addend's exponent is moved.
struct number number_fma(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b,
                         const struct number *c) {
  struct exact product, x;
  uint32_t p = a->format.significand;
  multiply_exactly(tm, a, b, &product);
  int64_t scale = format_scale(c->format);
  uint32_t width = term_width(tm, product.exponent.term),
           need = bits_for((uint64_t)(format_infinity(c->format) - scale));
  if (width < need) width = need;
  struct term there = term_not(tm, product.zero);
  struct summand left = {.sign = product.sign,
                         .exponent = vector_keep(tm, there, term_zext(tm, product.exponent.term, width)),
                         .significand = vector_keep(tm, there, product.significand)};
  struct term moved = term_add(tm, term_zext(tm, c->exponent, width), term_bv(tm, width, (uint64_t)-scale));
  struct summand right = {.sign = c->sign,
                          .exponent = vector_keep(tm, term_not(tm, c->zero), moved),
                          .significand = vector_pad(tm, number_significand(tm, c), 2 * p)};
  sum_exactly(tm, r, &left, &right, product.exponent.offset, &x);
  struct term opposite = both(tm, both(tm, product.inf, c->inf), bool_differ(tm, product.sign, c->sign));
  x.nan = either(tm, either(tm, product.nan, c->nan), opposite);
  x.inf = either(tm, product.inf, c->inf);
  x.sign = term_ite(tm, x.inf, term_ite(tm, product.inf, product.sign, c->sign), x.sign);
  // The lowest bit that can be set is the last one of the smallest product.
  int64_t lowest = product.exponent.min - 2 * ((int64_t)p - 1);
  x.exponent.min = lowest < format_min(c->format) ? lowest : format_min(c->format);
  x.exponent.max = product.exponent.max + 1;
  x.no_underflow = false;
  return floats_round(tm, a->format, r, &x);
}

// --- digit by digit ------------------------------------------------------------------------------

// Restoring division: rest < 2 · divisor before each step, the digit is whether the divisor fits. Two more digits than
// the format has, as the first may be zero and one decides the rounding; the rest is the sticky bit.
struct number number_div(struct terms *tm, const struct rounding *r, const struct number *a, const struct number *b) {
  uint32_t p = a->format.significand, digits = p + 2, width = format_exponent_width(a->format);
  struct term one = term_bv(tm, 1, 1), rest = term_zext(tm, term_concat(tm, one, a->fraction), p + 1);
  struct term minus = term_neg(tm, term_zext(tm, term_concat(tm, one, b->fraction), p + 2));
  struct term *digit = mem_alloc(digits * sizeof *digit), quotient;
  for (uint32_t i = 0; i < digits; i++) {
    struct term less = term_add(tm, term_zext(tm, rest, p + 2), minus);
    digit[i] = term_bvnot(tm, term_extract(tm, p + 1, p + 1, less));
    struct term left =
        term_ite(tm, bit_is_set(tm, digit[i], 0), term_extract(tm, p - 1, 0, less), term_extract(tm, p - 1, 0, rest));
    rest = term_concat(tm, left, term_bv(tm, 1, 0));
  }
  quotient = vector_join(tm, digits, digit);
  mem_free(digit);
  struct term whole = bit_is_set(tm, quotient, digits - 1);
  struct exponent e = number_exponent(a);
  struct exact x = {
      .nan = either(tm, either(tm, a->nan, b->nan), either(tm, both(tm, a->inf, b->inf), both(tm, a->zero, b->zero))),
      .inf = either(tm, a->inf, b->zero),
      .zero = either(tm, a->zero, b->inf),
      .sign = bool_differ(tm, a->sign, b->sign),
      .significand = term_ite(tm, whole, quotient, vector_pad(tm, term_extract(tm, digits - 2, 0, quotient), digits)),
      .sticky = is_nonzero(tm, rest),
      // One less where the first digit is zero; - b is ~b less 2^width - 1.
      .exponent = {.term = add_with_carry(tm, term_zext(tm, a->exponent, width + 1),
                                          term_zext(tm, term_bvnot(tm, b->exponent), width + 1), whole),
                   .offset = -((int64_t)1 << width),
                   .min = e.min - e.max - 1,
                   .max = e.max - e.min},
  };
  return floats_round(tm, a->format, r, &x);
}

// The square root by digits: rest and root grow by a bit each step, so that the subtractions have half the width on
// average. The radicand lies in [1, 4): with an odd exponent the significand is doubled.
struct number number_sqrt(struct terms *tm, const struct rounding *r, const struct number *a) {
  uint32_t p = a->format.significand, digits = p + 1, width = term_width(tm, a->exponent) + 1;
  struct exponent e = number_exponent(a);
  int64_t half = e.offset >> 1, parity = e.offset & 1;
  struct term shifted = term_add(tm, term_zext(tm, a->exponent, width), term_bv(tm, width, (uint64_t)parity));
  struct term significand = term_concat(tm, term_bv(tm, 1, 1), a->fraction);
  struct term radicand = term_ite(tm, bit_is_set(tm, shifted, 0), term_concat(tm, significand, term_bv(tm, 1, 0)),
                                  term_zext(tm, significand, p + 1));
  radicand = vector_pad(tm, radicand, 2 * digits);
  struct term rest = TERM_NONE, *flipped = mem_alloc(digits * sizeof *flipped); // the digits of the root, inverted
  for (uint32_t i = 1; i <= digits; i++) {
    struct term next = term_extract(tm, 2 * (digits - i) + 1, 2 * (digits - i), radicand);
    struct term old = i == 1 ? term_zext(tm, next, 3) : term_concat(tm, rest, next); // i + 2 bits
    // The root so far followed by 01 is tried; its negative is the inverted root followed by 11.
    struct term minus = term_bv(tm, 2, 3);
    for (uint32_t k = i - 1; k-- > 0;) minus = term_concat(tm, flipped[k], minus);
    struct term less = term_add(tm, term_zext(tm, old, i + 3), term_concat(tm, term_bv(tm, 2, 3), minus));
    flipped[i - 1] = term_extract(tm, i + 2, i + 2, less);
    rest = term_ite(tm, bit_is_set(tm, flipped[i - 1], 0), term_extract(tm, i, 0, old), term_extract(tm, i, 0, less));
  }
  struct term root = term_bvnot(tm, vector_join(tm, digits, flipped));
  mem_free(flipped);
  struct exact x = {
      .nan = either(tm, a->nan, both(tm, a->sign, term_not(tm, a->zero))),
      .inf = a->inf,
      .zero = a->zero,
      .sign = a->sign,
      .significand = root,
      .sticky = is_nonzero(tm, rest),
      .exponent = {.term = term_extract(tm, width - 1, 1, shifted),
                   .offset = half,
                   .min = e.min >> 1,
                   .max = e.max >> 1},
  };
  return floats_round(tm, a->format, r, &x);
}
