// Exact arithmetic on unpacked numbers, and the one place that rounds.
#include "term/float/ieee.h"
#include <assert.h>

enum number_class { NUMBER_ZERO, NUMBER_FINITE, NUMBER_INFINITE, NUMBER_NAN };

// A finite number is ± significand · 2^exponent with a positive significand.
// `sticky` says that the true magnitude is larger by less than one unit of the
// significand, which then has enough bits that rounding cannot need them.
struct number {
  enum number_class class;
  bool negative, sticky;
  int64_t exponent;
  mpz_t significand;
};

static void number_init(struct number *n) {
  n->class = NUMBER_ZERO;
  n->negative = n->sticky = false;
  n->exponent = 0;
  mpz_init(n->significand);
}

static void number_release(struct number *n) { mpz_clear(n->significand); }

static int64_t format_bias(struct ieee_format f) { return ((int64_t)1 << (f.exponent - 1)) - 1; }
static int64_t number_bits(const struct number *n) { return (int64_t)mpz_sizeinbase(n->significand, 2); }
// The exponent of the leading bit.
static int64_t number_top(const struct number *n) { return n->exponent + number_bits(n) - 1; }

static void number_unpack(struct number *n, struct ieee_format f, mpz_srcptr bits) {
  uint32_t fraction_bits = f.significand - 1;
  n->negative = mpz_tstbit(bits, f.exponent + fraction_bits);
  n->sticky = false;
  mpz_t field;
  mpz_init(field);
  mpz_fdiv_q_2exp(field, bits, fraction_bits);
  mpz_fdiv_r_2exp(field, field, f.exponent);
  int64_t exponent = (int64_t)mpz_get_ui(field);
  mpz_clear(field);
  mpz_fdiv_r_2exp(n->significand, bits, fraction_bits);
  bool fraction_zero = mpz_sgn(n->significand) == 0;
  if (exponent == ((int64_t)1 << f.exponent) - 1) {
    n->class = fraction_zero ? NUMBER_INFINITE : NUMBER_NAN;
    return;
  }
  if (exponent == 0 && fraction_zero) {
    n->class = NUMBER_ZERO;
    return;
  }
  n->class = NUMBER_FINITE;
  if (exponent) mpz_setbit(n->significand, fraction_bits);
  else exponent = 1;
  n->exponent = exponent - format_bias(f) - fraction_bits;
}

static void pack_fields(struct ieee_format f, mpz_t bits, bool negative, int64_t exponent, mpz_srcptr fraction) {
  mpz_t field;
  mpz_init_set_ui(field, (unsigned long)exponent);
  mpz_mul_2exp(field, field, f.significand - 1);
  mpz_add(bits, field, fraction);
  if (negative) mpz_setbit(bits, f.exponent + f.significand - 1);
  mpz_clear(field);
}

static void pack_zero(struct ieee_format f, mpz_t bits, bool negative) {
  mpz_set_ui(bits, 0);
  if (negative) mpz_setbit(bits, f.exponent + f.significand - 1);
}

static void pack_infinity(struct ieee_format f, mpz_t bits, bool negative) {
  mpz_set_ui(bits, (1ul << f.exponent) - 1);
  mpz_mul_2exp(bits, bits, f.significand - 1);
  if (negative) mpz_setbit(bits, f.exponent + f.significand - 1);
}

static void pack_nan(struct ieee_format f, mpz_t bits) {
  pack_infinity(f, bits, false);
  mpz_setbit(bits, f.significand - 2);
}

static void pack_largest(struct ieee_format f, mpz_t bits, bool negative) {
  pack_infinity(f, bits, false);
  mpz_sub_ui(bits, bits, 1);
  if (negative) mpz_setbit(bits, f.exponent + f.significand - 1);
}

// Drops the low `shift` bits of z, rounding the magnitude. `sticky` as in struct number.
static void round_shift(mpz_t z, uint64_t shift, bool sticky, bool negative, enum ieee_mode mode) {
  bool half = false, rest = sticky;
  if (shift) {
    half = mpz_tstbit(z, shift - 1);
    if (!rest && mpz_sgn(z)) rest = mpz_scan1(z, 0) < shift - 1;
    mpz_fdiv_q_2exp(z, z, shift);
  }
  bool up = false;
  switch (mode) {
  case IEEE_RNE: up = half && (rest || mpz_odd_p(z)); break;
  case IEEE_RNA: up = half; break;
  case IEEE_RTP: up = !negative && (half || rest); break;
  case IEEE_RTN: up = negative && (half || rest); break;
  case IEEE_RTZ: break;
  }
  if (up) mpz_add_ui(z, z, 1);
}

// Rounds n to the format; n's significand is used up.
static void number_pack(struct number *n, struct ieee_format f, enum ieee_mode mode, mpz_t bits) {
  switch (n->class) {
  case NUMBER_ZERO: pack_zero(f, bits, n->negative); return;
  case NUMBER_INFINITE: pack_infinity(f, bits, n->negative); return;
  case NUMBER_NAN: pack_nan(f, bits); return;
  case NUMBER_FINITE: break;
  }
  int64_t bias = format_bias(f), fraction_bits = f.significand - 1;
  int64_t top = number_top(n), lowest = 1 - bias;
  // The exponent of the last place the result keeps: subnormal numbers share the smallest one.
  int64_t last = (top > lowest ? top : lowest) - fraction_bits;
  if (last <= n->exponent) {
    assert(!n->sticky);
    mpz_mul_2exp(n->significand, n->significand, (mp_bitcnt_t)(n->exponent - last));
  } else {
    round_shift(n->significand, (uint64_t)(last - n->exponent), n->sticky, n->negative, mode);
  }
  if (mpz_sgn(n->significand) == 0) {
    pack_zero(f, bits, n->negative);
    return;
  }
  if (number_bits(n) > f.significand) { // rounded up to a power of two
    mpz_fdiv_q_2exp(n->significand, n->significand, 1);
    last++;
  }
  if (number_bits(n) < f.significand) {
    pack_fields(f, bits, n->negative, 0, n->significand);
    return;
  }
  int64_t field = last + fraction_bits + bias;
  if (field >= ((int64_t)1 << f.exponent) - 1) {
    bool infinite = mode == IEEE_RNE || mode == IEEE_RNA || (mode == IEEE_RTP && !n->negative) ||
                    (mode == IEEE_RTN && n->negative);
    (infinite ? pack_infinity : pack_largest)(f, bits, n->negative);
    return;
  }
  mpz_clrbit(n->significand, (mp_bitcnt_t)fraction_bits);
  pack_fields(f, bits, n->negative, field, n->significand);
}

// --- operations ---------------------------------------------------------------

static void number_make_nan(struct number *n) { n->class = NUMBER_NAN; }

// a + b for finite non-zero a and b, to be rounded to `precision` bits. a and b are used up.
static void add_finite(struct number *r, struct number *a, struct number *b, int64_t precision, enum ieee_mode mode) {
  if (number_top(a) < number_top(b)) {
    struct number *t = a;
    a = b;
    b = t;
  }
  r->class = NUMBER_FINITE;
  r->negative = a->negative;
  r->sticky = false;
  int64_t room = precision + 4;
  if (number_top(b) + 1 <= a->exponent - room) {
    // b lies below every bit that can matter: only its sign is left of it.
    mpz_mul_2exp(r->significand, a->significand, (mp_bitcnt_t)room);
    r->exponent = a->exponent - room;
    if (a->negative != b->negative) mpz_sub_ui(r->significand, r->significand, 1);
    r->sticky = true;
    return;
  }
  int64_t exponent = a->exponent < b->exponent ? a->exponent : b->exponent;
  mpz_mul_2exp(a->significand, a->significand, (mp_bitcnt_t)(a->exponent - exponent));
  mpz_mul_2exp(b->significand, b->significand, (mp_bitcnt_t)(b->exponent - exponent));
  r->exponent = exponent;
  if (a->negative == b->negative) {
    mpz_add(r->significand, a->significand, b->significand);
    return;
  }
  mpz_sub(r->significand, a->significand, b->significand);
  int sign = mpz_sgn(r->significand);
  if (sign == 0) {
    r->class = NUMBER_ZERO;
    r->negative = mode == IEEE_RTN;
  } else if (sign < 0) {
    mpz_neg(r->significand, r->significand);
    r->negative = !r->negative;
  }
}

static void number_add(struct number *r, struct number *a, struct number *b, int64_t precision, enum ieee_mode mode) {
  if (a->class == NUMBER_NAN || b->class == NUMBER_NAN) {
    number_make_nan(r);
  } else if (a->class == NUMBER_INFINITE || b->class == NUMBER_INFINITE) {
    if (a->class == b->class && a->negative != b->negative) {
      number_make_nan(r);
      return;
    }
    r->class = NUMBER_INFINITE;
    r->negative = a->class == NUMBER_INFINITE ? a->negative : b->negative;
  } else if (a->class == NUMBER_ZERO && b->class == NUMBER_ZERO) {
    r->class = NUMBER_ZERO;
    r->negative = a->negative == b->negative ? a->negative : mode == IEEE_RTN;
  } else if (a->class == NUMBER_ZERO || b->class == NUMBER_ZERO) {
    struct number *other = a->class == NUMBER_ZERO ? b : a;
    r->class = NUMBER_FINITE;
    r->negative = other->negative;
    r->sticky = other->sticky;
    r->exponent = other->exponent;
    mpz_set(r->significand, other->significand);
  } else {
    add_finite(r, a, b, precision, mode);
  }
}

static void number_mul(struct number *r, const struct number *a, const struct number *b) {
  r->negative = a->negative != b->negative;
  r->sticky = false;
  bool zero = a->class == NUMBER_ZERO || b->class == NUMBER_ZERO;
  bool infinite = a->class == NUMBER_INFINITE || b->class == NUMBER_INFINITE;
  if (a->class == NUMBER_NAN || b->class == NUMBER_NAN || (zero && infinite)) {
    number_make_nan(r);
  } else if (infinite) {
    r->class = NUMBER_INFINITE;
  } else if (zero) {
    r->class = NUMBER_ZERO;
  } else {
    r->class = NUMBER_FINITE;
    r->exponent = a->exponent + b->exponent;
    mpz_mul(r->significand, a->significand, b->significand);
  }
}

static void number_div(struct number *r, const struct number *a, const struct number *b, int64_t precision) {
  r->negative = a->negative != b->negative;
  r->sticky = false;
  if (a->class == NUMBER_NAN || b->class == NUMBER_NAN || (a->class == b->class && a->class != NUMBER_FINITE)) {
    number_make_nan(r);
  } else if (a->class == NUMBER_INFINITE || b->class == NUMBER_ZERO) {
    r->class = NUMBER_INFINITE;
  } else if (a->class == NUMBER_ZERO || b->class == NUMBER_INFINITE) {
    r->class = NUMBER_ZERO;
  } else {
    r->class = NUMBER_FINITE;
    int64_t shift = precision + 4 + number_bits(b) - number_bits(a);
    if (shift < 0) shift = 0;
    mpz_t remainder;
    mpz_init(remainder);
    mpz_mul_2exp(r->significand, a->significand, (mp_bitcnt_t)shift);
    mpz_fdiv_qr(r->significand, remainder, r->significand, b->significand);
    r->exponent = a->exponent - b->exponent - shift;
    r->sticky = mpz_sgn(remainder) != 0;
    mpz_clear(remainder);
  }
}

static void number_sqrt(struct number *r, const struct number *a, int64_t precision) {
  r->class = a->class;
  r->negative = a->negative;
  r->sticky = false;
  if (a->class == NUMBER_NAN || a->class == NUMBER_ZERO) return;
  if (a->negative) {
    number_make_nan(r);
    return;
  }
  if (a->class == NUMBER_INFINITE) return;
  int64_t shift = 2 * (precision + 4) - number_bits(a);
  if (shift < 0) shift = 0;
  if ((a->exponent - shift) & 1) shift++;
  mpz_t remainder;
  mpz_init(remainder);
  mpz_mul_2exp(r->significand, a->significand, (mp_bitcnt_t)shift);
  mpz_sqrtrem(r->significand, remainder, r->significand);
  r->exponent = (a->exponent - shift) / 2;
  r->sticky = mpz_sgn(remainder) != 0;
  mpz_clear(remainder);
}

// a - b·n where n is the integer nearest to a/b, the even one of two.
static void number_rem(struct number *r, const struct number *a, const struct number *b) {
  r->class = a->class;
  r->negative = a->negative;
  r->sticky = false;
  if (a->class == NUMBER_NAN || b->class == NUMBER_NAN || a->class == NUMBER_INFINITE || b->class == NUMBER_ZERO) {
    number_make_nan(r);
    return;
  }
  if (a->class == NUMBER_ZERO) return;
  r->exponent = a->exponent;
  mpz_set(r->significand, a->significand);
  if (b->class == NUMBER_INFINITE || number_top(a) + 1 < number_top(b)) return; // |a| < |b| / 2
  mpz_t divisor, twice;
  mpz_inits(divisor, twice, NULL);
  mpz_set(divisor, b->significand);
  if (a->exponent >= b->exponent) {
    // Modulo 2·divisor, so that the parity of the quotient is known; the scale by squaring since it can be huge.
    mpz_t scale;
    mpz_init_set_ui(scale, 2);
    mpz_mul_2exp(twice, divisor, 1);
    mpz_powm_ui(scale, scale, (unsigned long)(a->exponent - b->exponent), twice);
    mpz_mul(r->significand, r->significand, scale);
    r->exponent = b->exponent;
    mpz_clear(scale);
  } else {
    mpz_mul_2exp(divisor, divisor, (mp_bitcnt_t)(b->exponent - a->exponent));
    mpz_mul_2exp(twice, divisor, 1);
  }
  mpz_fdiv_r(r->significand, r->significand, twice);
  bool odd = mpz_cmp(r->significand, divisor) >= 0;
  if (odd) mpz_sub(r->significand, r->significand, divisor);
  mpz_mul_2exp(twice, r->significand, 1);
  int half = mpz_cmp(twice, divisor);
  if (half > 0 || (half == 0 && odd)) {
    mpz_sub(r->significand, divisor, r->significand);
    r->negative = !r->negative;
  }
  if (mpz_sgn(r->significand) == 0) {
    r->class = NUMBER_ZERO;
    r->negative = a->negative;
  }
  mpz_clears(divisor, twice, NULL);
}

// Rounds a finite number to an integer in place; zero keeps its sign.
static void number_round_to_integer(struct number *n, enum ieee_mode mode) {
  if (n->class != NUMBER_FINITE || n->exponent >= 0) return;
  round_shift(n->significand, (uint64_t)-n->exponent, n->sticky, n->negative, mode);
  n->sticky = false;
  n->exponent = 0;
  if (mpz_sgn(n->significand) == 0) n->class = NUMBER_ZERO;
}

bool ieee_has_mode(enum term_kind kind) {
  return term_class(kind) == CLASS_FP_ROUNDED || term_class(kind) == CLASS_FP_CONVERT;
}

static int operand_count(enum term_kind kind) {
  switch (kind) {
  case TERM_FP_FMA: return 3;
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV:
  case TERM_FP_REM: return 2;
  default: return 1;
  }
}

void ieee_op(enum term_kind kind, struct ieee_format f, enum ieee_mode mode, mpz_t result, const mpz_srcptr *x) {
  struct number n[3], r, product;
  int count = operand_count(kind);
  for (int i = 0; i < count; i++) {
    number_init(&n[i]);
    number_unpack(&n[i], f, x[i]);
  }
  number_init(&r);
  int64_t precision = f.significand;
  struct number *out = &r;
  switch (kind) {
  case TERM_FP_SUB: n[1].negative = !n[1].negative; // fall through
  case TERM_FP_ADD: number_add(&r, &n[0], &n[1], precision, mode); break;
  case TERM_FP_MUL: number_mul(&r, &n[0], &n[1]); break;
  case TERM_FP_DIV: number_div(&r, &n[0], &n[1], precision); break;
  case TERM_FP_FMA:
    number_init(&product);
    number_mul(&product, &n[0], &n[1]);
    number_add(&r, &product, &n[2], precision, mode);
    number_release(&product);
    break;
  case TERM_FP_SQRT: number_sqrt(&r, &n[0], precision); break;
  case TERM_FP_REM: number_rem(&r, &n[0], &n[1]); break;
  case TERM_FP_RTI:
    number_round_to_integer(&n[0], mode);
    out = &n[0];
    break;
  case TERM_FP_NEG:
    n[0].negative = !n[0].negative;
    out = &n[0];
    break;
  case TERM_FP_ABS:
    n[0].negative = false;
    out = &n[0];
    break;
  default: assert(!"not a float operation");
  }
  number_pack(out, f, mode, result);
  number_release(&r);
  for (int i = 0; i < count; i++) number_release(&n[i]);
}

void ieee_convert(struct ieee_format from, struct ieee_format to, enum ieee_mode mode, mpz_t result, mpz_srcptr x) {
  struct number n;
  number_init(&n);
  number_unpack(&n, from, x);
  number_pack(&n, to, mode, result);
  number_release(&n);
}

void ieee_from_int(struct ieee_format to, enum ieee_mode mode, mpz_t result, mpz_srcptr value) {
  struct number n;
  number_init(&n);
  if (mpz_sgn(value)) {
    n.class = NUMBER_FINITE;
    n.negative = mpz_sgn(value) < 0;
    mpz_abs(n.significand, value);
  }
  number_pack(&n, to, mode, result);
  number_release(&n);
}

void ieee_to_int(struct ieee_format f, enum ieee_mode mode, uint32_t width, bool is_signed, mpz_t result,
                 mpz_srcptr x) {
  struct number n;
  number_init(&n);
  number_unpack(&n, f, x);
  // What has bits above the width is out of range before and after rounding, and may be too large to write out.
  bool fits = n.class == NUMBER_ZERO || (n.class == NUMBER_FINITE && number_top(&n) <= (int64_t)width);
  if (fits) {
    number_round_to_integer(&n, mode);
    if (n.class == NUMBER_ZERO) {
      mpz_set_ui(n.significand, 0);
    } else {
      mpz_mul_2exp(n.significand, n.significand, (mp_bitcnt_t)n.exponent);
      if (n.negative) mpz_neg(n.significand, n.significand);
    }
    mpz_t bound;
    mpz_init_set_ui(bound, 1);
    mpz_mul_2exp(bound, bound, is_signed ? width - 1 : width);
    fits = mpz_cmp(n.significand, bound) < 0;
    if (is_signed) {
      mpz_neg(bound, bound);
      fits = fits && mpz_cmp(n.significand, bound) >= 0;
    } else {
      fits = fits && mpz_sgn(n.significand) >= 0;
    }
    mpz_clear(bound);
  }
  if (fits) {
    mpz_fdiv_r_2exp(result, n.significand, width);
  } else {
    mpz_set_ui(result, 0);
    mpz_setbit(result, is_signed ? width - 1 : width);
    if (!is_signed) mpz_sub_ui(result, result, 1);
  }
  number_release(&n);
}

static bool ieee_is_nan(struct ieee_format f, mpz_srcptr x) {
  struct number n;
  number_init(&n);
  number_unpack(&n, f, x);
  bool nan = n.class == NUMBER_NAN;
  number_release(&n);
  return nan;
}

void ieee_to_bits(struct ieee_format f, mpz_t result, mpz_srcptr x, mpz_srcptr nan_bits) {
  if (!ieee_is_nan(f, x)) {
    mpz_set(result, x);
    return;
  }
  mpz_t nan;
  mpz_init(nan);
  pack_nan(f, nan);
  // Exponent and quiet bit are ones; the rest is free.
  mpz_ior(result, nan, nan_bits);
  mpz_clear(nan);
}

// Magnitudes of one sign are ordered as their bits are.
static int compare_bits(struct ieee_format f, mpz_srcptr a, mpz_srcptr b) {
  uint32_t sign = f.exponent + f.significand - 1;
  bool a_negative = mpz_tstbit(a, sign), b_negative = mpz_tstbit(b, sign);
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  int order = mpz_cmp(a, b);
  return a_negative ? -order : order;
}

bool ieee_test(enum term_kind kind, struct ieee_format f, const mpz_srcptr *x) {
  struct number a, b;
  number_init(&a);
  number_init(&b);
  number_unpack(&a, f, x[0]);
  bool binary = term_class(kind) == CLASS_FP_COMPARE;
  if (binary) number_unpack(&b, f, x[1]);
  bool unordered = a.class == NUMBER_NAN || b.class == NUMBER_NAN;
  bool result = false;
  if (binary && !unordered) {
    int order = a.class == NUMBER_ZERO && b.class == NUMBER_ZERO ? 0 : compare_bits(f, x[0], x[1]);
    result = kind == TERM_FP_EQ ? order == 0 : kind == TERM_FP_LT ? order < 0 : order <= 0;
  }
  bool subnormal = a.class == NUMBER_FINITE && number_bits(&a) < f.significand;
  switch (kind) {
  case TERM_FP_EQ:
  case TERM_FP_LT:
  case TERM_FP_LE: break;
  case TERM_FP_IS_NAN: result = a.class == NUMBER_NAN; break;
  case TERM_FP_IS_INF: result = a.class == NUMBER_INFINITE; break;
  case TERM_FP_IS_ZERO: result = a.class == NUMBER_ZERO; break;
  case TERM_FP_IS_NORMAL: result = a.class == NUMBER_FINITE && !subnormal; break;
  case TERM_FP_IS_SUBNORMAL: result = subnormal; break;
  case TERM_FP_IS_NEGATIVE: result = a.class != NUMBER_NAN && a.negative; break;
  default: assert(!"not a float predicate");
  }
  number_release(&a);
  number_release(&b);
  return result;
}
