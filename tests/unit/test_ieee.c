// IEEE arithmetic on bits: against the hardware in four rounding modes, and
// for every format and all five modes against exact rationals. The oracle
// does not know how ieee.c works: it checks that the results rounded down and
// up are neighbours around the exact value, and the others follow from them.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/float/ieee.h"
#include "random.h"
#include "timing.h"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct ieee_format HALF = {5, 11}, SINGLE = {8, 24}, DOUBLE = {11, 53}, EXTENDED = {15, 64},
                                QUAD = {15, 113};

static struct rng rng = {0x853c49e6748fea9bu};
static uint64_t random64(void) { return rng_next(&rng); }

// --- numbers to try: special ones and random ones that are close to each other often ------------

static void random_bits(mpz_t z, struct ieee_format f) {
  uint32_t fraction = f.significand - 1;
  uint64_t exponents = (uint64_t)1 << f.exponent, bias = exponents / 2 - 1, exponent;
  switch (random64() % 8) {
  case 0: exponent = 0; break;
  case 1: exponent = exponents - 1; break;
  case 2: exponent = random64() % 4; break;
  case 3: exponent = exponents - 1 - random64() % 4; break;
  case 4:
  case 5: exponent = (bias + random64() % (2 * fraction)) % exponents; break;
  case 6: exponent = (bias + 2 - random64() % 4) % exponents; break;
  default: exponent = random64() % exponents;
  }
  mpz_set_ui(z, exponent);
  uint64_t how = random64() % 5;
  for (uint32_t i = 0; i < fraction; i++) {
    bool bit = how == 0   ? false
               : how == 1 ? true
               : how == 2 ? i < 3 && random64() % 2
               : how == 3 ? i + 3 >= fraction && random64() % 2
                          : random64() % 2;
    mpz_mul_2exp(z, z, 1);
    if (bit) mpz_add_ui(z, z, 1);
  }
  if (random64() % 2) mpz_setbit(z, f.exponent + fraction);
}

static uint64_t random_bits64(struct ieee_format f) {
  mpz_t z;
  mpz_init(z);
  random_bits(z, f);
  uint64_t bits = mpz_get_ui(z);
  mpz_clear(z);
  return bits;
}

// --- the exact oracle --------------------------------------------------------------------------------

enum class { ZERO, FINITE, INFINITE, NAN_ };

// The value of a number; infinity as the power of two after the largest number, so that rounding can be checked there
// too.
static enum class decode(struct ieee_format f, mpz_srcptr bits, mpq_t value, bool *negative) {
  mpz_t field, fraction; mpz_inits(field, fraction, NULL); uint32_t n = f.significand - 1;
  mpz_fdiv_q_2exp(field, bits, n);
  mpz_fdiv_r_2exp(field, field, f.exponent);
  mpz_fdiv_r_2exp(fraction, bits, n);
  *negative = mpz_tstbit(bits, f.exponent + n);
  long exponent = (long)mpz_get_ui(field), bias = (1L << (f.exponent - 1)) - 1;
  bool special = exponent == (1L << f.exponent) - 1;
  bool nan = special && mpz_sgn(fraction);
  if (exponent) mpz_setbit(fraction, n);
  else exponent = 1;
  mpq_set_z(value, fraction);
  long scale = exponent - bias - (long)n;
  if (scale >= 0) mpq_mul_2exp(value, value, (mp_bitcnt_t)scale);
  else mpq_div_2exp(value, value, (mp_bitcnt_t)-scale);
  if (*negative) mpq_neg(value, value);
  mpz_clears(field, fraction, NULL);
  return nan              ? NAN_
         : special        ? INFINITE
         : mpq_sgn(value) ? FINITE
                          : ZERO;
}

// The next number upwards in value; zeros count as one.
static void next_up(struct ieee_format f, mpz_t z) {
  uint32_t sign = f.exponent + f.significand - 1;
  if (!mpz_tstbit(z, sign)) {
    mpz_add_ui(z, z, 1);
  } else {
    mpz_clrbit(z, sign);
    if (mpz_sgn(z) == 0) {
      mpz_set_ui(z, 1);
      return;
    }
    mpz_sub_ui(z, z, 1);
    mpz_setbit(z, sign);
  }
}

// Compares the exact result with a candidate, or with the middle of two: of the root if `squared`, by squares (all not
// negative).
static int compare_exact(mpq_srcptr exact, bool squared, mpq_srcptr candidate) {
  if (!squared) return mpq_cmp(exact, candidate);
  mpq_t square;
  mpq_init(square);
  mpq_mul(square, candidate, candidate);
  int order = mpq_cmp(exact, square);
  mpq_clear(square);
  return order;
}

// results[mode] are the roundings of a finite exact value (its square if `squared`) that is not zero.
static void check_rounding(struct ieee_format f, mpq_srcptr exact, bool squared, mpz_t *results) {
  mpq_t down, up, middle;
  mpq_inits(down, up, middle, NULL);
  bool negative, is_negative = mpq_sgn(exact) < 0;
  enum class down_class = decode(f, results[IEEE_RTN], down, &negative);
  enum class up_class = decode(f, results[IEEE_RTP], up, &negative);
  assert_true(down_class != NAN_ && up_class != NAN_);
  uint32_t sign = f.exponent + f.significand - 1;
  for (int mode = 0; mode < 5; mode++) assert_int_equal(mpz_tstbit(results[mode], sign), is_negative);
  // Beyond the largest number, infinity only bounds from its own side.
  int below = compare_exact(exact, squared, down), above = compare_exact(exact, squared, up);
  assert_true(down_class == INFINITE || below >= 0);
  assert_true(up_class == INFINITE || above <= 0);
  if (mpz_cmp(results[IEEE_RTN], results[IEEE_RTP]) == 0) {
    assert_true(down_class != INFINITE && below == 0);
    for (int mode = 0; mode < 5; mode++) assert_true(mpz_cmp(results[mode], results[IEEE_RTN]) == 0);
  } else {
    assert_true(down_class == INFINITE || below > 0);
    assert_true(up_class == INFINITE || above < 0);
    mpz_t next;
    mpz_init_set(next, results[IEEE_RTN]);
    next_up(f, next);
    // -0 is the neighbour from below.
    if (mpq_sgn(up) == 0) mpz_setbit(next, sign);
    assert_true(mpz_cmp(next, results[IEEE_RTP]) == 0);
    mpz_clear(next);
    assert_true(mpz_cmp(results[IEEE_RTZ], results[is_negative ? IEEE_RTP : IEEE_RTN]) == 0);
    mpq_add(middle, down, up);
    mpq_div_2exp(middle, middle, 1);
    int order = compare_exact(exact, squared, middle);
    int away = is_negative ? IEEE_RTN : IEEE_RTP;
    int even = mpz_tstbit(results[IEEE_RTN], 0) ? IEEE_RTP : IEEE_RTN;
    assert_true(mpz_cmp(results[IEEE_RNA], results[order < 0 ? IEEE_RTN : order > 0 ? IEEE_RTP : away]) == 0);
    assert_true(mpz_cmp(results[IEEE_RNE], results[order < 0 ? IEEE_RTN : order > 0 ? IEEE_RTP : even]) == 0);
  }
  mpq_clears(down, up, middle, NULL);
}

static void round_even(mpz_t n, mpq_srcptr q) {
  mpz_t twice;
  mpz_init(twice);
  mpq_t half, distance;
  mpq_inits(half, distance, NULL);
  mpq_set_ui(half, 1, 2);
  mpz_fdiv_q(n, mpq_numref(q), mpq_denref(q));
  mpq_set_z(distance, n);
  mpq_sub(distance, q, distance);
  int order = mpq_cmp(distance, half);
  if (order > 0 || (order == 0 && mpz_odd_p(n))) mpz_add_ui(n, n, 1);
  mpq_clears(half, distance, NULL);
  mpz_clear(twice);
}

static bool is_nan_bits(struct ieee_format f, mpz_srcptr z) {
  mpz_t nan;
  mpz_init(nan);
  mpz_set_ui(nan, (1ul << (f.exponent + 1)) - 1);
  mpz_mul_2exp(nan, nan, f.significand - 2);
  bool same = mpz_cmp(z, nan) == 0;
  mpz_clear(nan);
  return same;
}

static void check_op(enum term_kind kind, struct ieee_format f, const mpz_srcptr *x) {
  mpz_t results[5];
  mpq_t v[3], exact;
  bool negative[3] = {false, false, false};
  enum class c[3] = {FINITE, FINITE, FINITE};
  int count = kind == TERM_FP_FMA ? 3 : kind == TERM_FP_SQRT || kind == TERM_FP_RTI ? 1 : 2;
  mpq_init(exact);
  bool nan = false, finite = true;
  for (int i = 0; i < 3; i++) {
    mpq_init(v[i]);
    if (i >= count) continue;
    c[i] = decode(f, x[i], v[i], &negative[i]);
    nan = nan || c[i] == NAN_;
    finite = finite && c[i] != NAN_ && c[i] != INFINITE;
  }
  for (int mode = 0; mode < 5; mode++) {
    mpz_init(results[mode]);
    ieee_op(kind, f, (enum ieee_mode)mode, results[mode], x);
    if (f.exponent + f.significand <= 64) {
      uint64_t small[3];
      for (int i = 0; i < count; i++) small[i] = mpz_get_ui(x[i]);
      assert_true(ieee_op64(kind, f, (enum ieee_mode)mode, small) == mpz_get_ui(results[mode]));
    }
  }
  if (nan) {
    for (int mode = 0; mode < 5; mode++) assert_true(is_nan_bits(f, results[mode]));
  } else if (finite) {
    bool known = true;
    switch (kind) {
    case TERM_FP_ADD: mpq_add(exact, v[0], v[1]); break;
    case TERM_FP_SUB: mpq_sub(exact, v[0], v[1]); break;
    case TERM_FP_MUL: mpq_mul(exact, v[0], v[1]); break;
    case TERM_FP_FMA:
      mpq_mul(exact, v[0], v[1]);
      mpq_add(exact, exact, v[2]);
      break;
    case TERM_FP_DIV:
      known = c[1] != ZERO;
      if (known) mpq_div(exact, v[0], v[1]);
      break;
    case TERM_FP_REM:
      known = c[1] != ZERO;
      if (known) {
        mpz_t n;
        mpz_init(n);
        mpq_div(exact, v[0], v[1]);
        round_even(n, exact);
        mpq_set_z(exact, n);
        mpq_mul(exact, exact, v[1]);
        mpq_sub(exact, v[0], exact);
        mpz_clear(n);
      }
      break;
    case TERM_FP_SQRT:
      mpq_set(exact, v[0]);
      if (c[0] == FINITE && negative[0]) {
        for (int mode = 0; mode < 5; mode++) assert_true(is_nan_bits(f, results[mode]));
        known = false;
      }
      break;
    default: known = false;
    }
    if (known && mpq_sgn(exact)) check_rounding(f, exact, kind == TERM_FP_SQRT, results);
    for (int mode = 0; mode < 5 && known && !mpq_sgn(exact); mode++) {
      bool sign = mode == IEEE_RTN; // of a sum that cancels
      if (kind == TERM_FP_ADD && negative[0] == negative[1]) sign = negative[0];
      if (kind == TERM_FP_SUB && negative[0] != negative[1]) sign = negative[0];
      if (kind == TERM_FP_FMA && (negative[0] != negative[1]) == negative[2]) sign = negative[2];
      if (kind == TERM_FP_MUL || kind == TERM_FP_DIV) sign = negative[0] != negative[1];
      if (kind == TERM_FP_REM || kind == TERM_FP_SQRT) sign = negative[0];
      bool negative_result;
      assert_int_equal(decode(f, results[mode], exact, &negative_result), ZERO);
      assert_int_equal(negative_result, sign);
    }
  }
  for (int i = 0; i < 3; i++) mpq_clear(v[i]);
  mpq_clear(exact);
  for (int mode = 0; mode < 5; mode++) mpz_clear(results[mode]);
}

static const enum term_kind rounded[] = {TERM_FP_ADD, TERM_FP_SUB,  TERM_FP_MUL, TERM_FP_DIV,
                                         TERM_FP_FMA, TERM_FP_SQRT, TERM_FP_REM};

static void small_format_exhaustively(void **unused) {
  (void)unused;
  struct ieee_format f = {3, 3};
  mpz_t z[3];
  mpz_inits(z[0], z[1], z[2], NULL);
  const mpz_srcptr x[3] = {z[0], z[1], z[2]};
  for (uint64_t a = 0; a < 64; a++) {
    mpz_set_ui(z[0], a);
    check_op(TERM_FP_SQRT, f, x);
    for (uint64_t b = 0; b < 64; b++) {
      mpz_set_ui(z[1], b);
      mpz_set_ui(z[2], random64() % 64);
      for (size_t k = 0; k < sizeof rounded / sizeof *rounded; k++) {
        if (rounded[k] != TERM_FP_SQRT) check_op(rounded[k], f, x);
      }
    }
  }
  mpz_clears(z[0], z[1], z[2], NULL);
}

static void every_format_against_rationals(void **unused) {
  (void)unused;
  const struct ieee_format formats[] = {HALF, SINGLE, DOUBLE, EXTENDED, QUAD, {4, 9}, {11, 30}};
  mpz_t z[3];
  mpz_inits(z[0], z[1], z[2], NULL);
  const mpz_srcptr x[3] = {z[0], z[1], z[2]};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    for (int n = 0; n < (formats[i].exponent > 11 ? 150 : 700); n++) {
      for (int j = 0; j < 3; j++) random_bits(z[j], formats[i]);
      for (size_t k = 0; k < sizeof rounded / sizeof *rounded; k++) check_op(rounded[k], formats[i], x);
    }
  }
  mpz_clears(z[0], z[1], z[2], NULL);
}

// --- the hardware -------------------------------------------------------------------------------------------

static const struct {
  enum ieee_mode mode;
  int environment;
} modes[] = {{IEEE_RNE, FE_TONEAREST}, {IEEE_RTP, FE_UPWARD}, {IEEE_RTN, FE_DOWNWARD}, {IEEE_RTZ, FE_TOWARDZERO}};

#define BITS_OF(type, word)                                                                                            \
  static uint64_t bits_of_##type(type value) {                                                                         \
    word bits = 0;                                                                                                     \
    memcpy(&bits, &value, sizeof value);                                                                               \
    return bits;                                                                                                       \
  }                                                                                                                    \
  static type type##_of(uint64_t bits) {                                                                               \
    word narrow = (word)bits;                                                                                          \
    type value;                                                                                                        \
    memcpy(&value, &narrow, sizeof value);                                                                             \
    return value;                                                                                                      \
  }
BITS_OF(float, uint32_t)
BITS_OF(double, uint64_t)

#define HARDWARE(type, suffix)                                                                                         \
  static uint64_t hardware_##type(enum term_kind kind, int environment, const uint64_t *x) {                           \
    volatile type a = type##_of(x[0]), b = type##_of(x[1]), c = type##_of(x[2]), r = 0;                                \
    if (kind != TERM_FP_REM) fesetround(environment); /* exact; the library's zero has a wrong sign */                 \
    switch (kind) {                                                                                                    \
    case TERM_FP_ADD: r = a + b; break;                                                                                \
    case TERM_FP_SUB: r = a - b; break;                                                                                \
    case TERM_FP_MUL: r = a * b; break;                                                                                \
    case TERM_FP_DIV: r = a / b; break;                                                                                \
    case TERM_FP_FMA: r = fma##suffix(a, b, c); break;                                                                 \
    case TERM_FP_SQRT: r = sqrt##suffix(a); break;                                                                     \
    case TERM_FP_REM: r = remainder##suffix(a, b); break;                                                              \
    case TERM_FP_RTI: r = nearbyint##suffix(a); break;                                                                 \
    case TERM_FP_NEG: r = -a; break;                                                                                   \
    case TERM_FP_ABS: r = fabs##suffix(a); break;                                                                      \
    default: break;                                                                                                    \
    }                                                                                                                  \
    fesetround(FE_TONEAREST);                                                                                          \
    return bits_of_##type(r);                                                                                          \
  }
HARDWARE(float, f)
HARDWARE(double, )

static const enum term_kind operations[] = {TERM_FP_ADD,  TERM_FP_SUB, TERM_FP_MUL, TERM_FP_DIV, TERM_FP_FMA,
                                            TERM_FP_SQRT, TERM_FP_REM, TERM_FP_RTI, TERM_FP_NEG, TERM_FP_ABS};

static uint64_t exact_op(enum term_kind kind, struct ieee_format f, enum ieee_mode mode, const uint64_t *x) {
  mpz_t z[3], result;
  const mpz_srcptr pointers[3] = {z[0], z[1], z[2]};
  for (int i = 0; i < 3; i++) mpz_init_set_ui(z[i], x[i]);
  mpz_init(result);
  ieee_op(kind, f, mode, result, pointers);
  uint64_t bits = mpz_get_ui(result);
  mpz_clears(z[0], z[1], z[2], result, NULL);
  return bits;
}

static bool differ(struct ieee_format f, uint64_t ours, uint64_t hardware) {
  return ours != ieee_canonical64(f, hardware);
}

static void arithmetic_like_the_hardware(void **unused) {
  (void)unused;
  for (int n = 0; n < 20000 / LESS; n++) {
    for (int is_double = 0; is_double < 2; is_double++) {
      struct ieee_format f = is_double ? DOUBLE : SINGLE;
      uint64_t x[3] = {random_bits64(f), random_bits64(f), random_bits64(f)};
      for (size_t m = 0; m < 4; m++) {
        for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
          uint64_t hardware = (is_double ? hardware_double : hardware_float)(operations[k], modes[m].environment, x);
          if (differ(f, ieee_op64(operations[k], f, modes[m].mode, x), hardware) ||
              (n < 3000 / LESS && differ(f, exact_op(operations[k], f, modes[m].mode, x), hardware))) {
            fail_msg("%s mode %d of %lx %lx %lx: hardware %lx, ours %lx", term_kind_name(operations[k]), (int)m, x[0],
                     x[1], x[2], hardware, ieee_op64(operations[k], f, modes[m].mode, x));
          }
        }
      }
    }
  }
}

static void predicates_like_the_hardware(void **unused) {
  (void)unused;
  for (int n = 0; n < 20000 / LESS; n++) {
    for (int is_double = 0; is_double < 2; is_double++) {
      struct ieee_format f = is_double ? DOUBLE : SINGLE;
      uint64_t x[2] = {random_bits64(f), random_bits64(f)};
      if (n % 7 == 0) x[1] = x[0];
      double a = is_double ? double_of(x[0]) : float_of(x[0]), b = is_double ? double_of(x[1]) : float_of(x[1]);
      int class = is_double ? fpclassify(a) : fpclassify(float_of(x[0]));
      const struct {
        enum term_kind kind;
        bool expected;
      } tests[] = {{TERM_FP_EQ, a == b},
                   {TERM_FP_LT, a < b},
                   {TERM_FP_LE, a <= b},
                   {TERM_FP_IS_NAN, class == FP_NAN},
                   {TERM_FP_IS_INF, class == FP_INFINITE},
                   {TERM_FP_IS_ZERO, class == FP_ZERO},
                   {TERM_FP_IS_NORMAL, class == FP_NORMAL},
                   {TERM_FP_IS_SUBNORMAL, class == FP_SUBNORMAL},
                   {TERM_FP_IS_NEGATIVE, !isnan(a) && signbit(a)}};
      mpz_t z[2];
      const mpz_srcptr pointers[2] = {z[0], z[1]};
      for (int i = 0; i < 2; i++) mpz_init_set_ui(z[i], x[i]);
      for (size_t k = 0; k < sizeof tests / sizeof *tests; k++) {
        assert_int_equal(ieee_test64(tests[k].kind, f, x), tests[k].expected);
        assert_int_equal(ieee_test(tests[k].kind, f, pointers), tests[k].expected);
      }
      mpz_clears(z[0], z[1], NULL);
    }
  }
}

static void conversions_like_the_hardware(void **unused) {
  (void)unused;
  for (int n = 0; n < 20000 / LESS; n++) {
    uint64_t d = random_bits64(DOUBLE), s = random_bits64(SINGLE), i = random64() >> random64() % 64;
    for (size_t m = 0; m < 4; m++) {
      volatile double vd = double_of(d);
      volatile float vs = float_of(s);
      volatile uint64_t vi = i;
      fesetround(modes[m].environment);
      volatile float narrowed = (float)vd;
      volatile double widened = vs;
      volatile double double_signed = (double)(int64_t)vi;
      volatile float float_signed = (float)(int64_t)vi;
      volatile double integral = nearbyint(vd);
      fesetround(FE_TONEAREST);
      enum ieee_mode mode = modes[m].mode;
      assert_true(ieee_convert64(DOUBLE, SINGLE, mode, d) == ieee_canonical64(SINGLE, bits_of_float(narrowed)));
      assert_true(ieee_convert64(SINGLE, DOUBLE, mode, s) == ieee_canonical64(DOUBLE, bits_of_double(widened)));
      assert_true(ieee_from_int64(DOUBLE, mode, 64, true, i) == bits_of_double(double_signed));
      assert_true(ieee_from_int64(SINGLE, mode, 64, true, i) == bits_of_float(float_signed));
      bool fits32 = integral >= -0x1p31 && integral < 0x1p31, fits64 = integral >= -0x1p63 && integral < 0x1p63;
      bool fits_unsigned = integral >= 0 && integral < 0x1p64;
      assert_true(ieee_to_int64(DOUBLE, mode, 32, true, d) == (fits32 ? (uint32_t)(int32_t)integral : 0x80000000u));
      assert_true(ieee_to_int64(DOUBLE, mode, 64, true, d) == (fits64 ? (uint64_t)(int64_t)integral : 1ul << 63));
      assert_true(ieee_to_int64(DOUBLE, mode, 64, false, d) == (fits_unsigned ? (uint64_t)integral : UINT64_MAX));
    }
  }
}

// Conversions by words and by big integers are two programs: they must agree, in all modes and at odd widths.
static void conversions_agree_with_the_exact_ones(void **unused) {
  (void)unused;
  const struct ieee_format formats[] = {HALF, SINGLE, DOUBLE, {3, 3}, {4, 9}};
  mpz_t z, r;
  mpz_inits(z, r, NULL);
  for (int n = 0; n < 20000 / LESS; n++) {
    struct ieee_format f = formats[random64() % 5], g = formats[random64() % 5];
    enum ieee_mode mode = (enum ieee_mode)(random64() % 5);
    uint32_t width = 1 + (uint32_t)(random64() % 64);
    bool is_signed = random64() % 2;
    uint64_t x = random_bits64(f), mask = width == 64 ? UINT64_MAX : (1ul << width) - 1,
             i = random64() >> random64() % 64 & mask;
    mpz_set_ui(z, x);
    ieee_convert(f, g, mode, r, z);
    assert_true(ieee_convert64(f, g, mode, x) == mpz_get_ui(r));
    ieee_to_int(f, mode, width, is_signed, r, z);
    assert_true(ieee_to_int64(f, mode, width, is_signed, x) == mpz_get_ui(r));
    if (is_signed && i >> (width - 1)) mpz_set_si(z, (long)(i | ~mask));
    else mpz_set_ui(z, i);
    ieee_from_int(f, mode, r, z);
    assert_true(ieee_from_int64(f, mode, width, is_signed, i) == mpz_get_ui(r));
  }
  mpz_clears(z, r, NULL);
}

// Conversions and roundToIntegral against rationals, all modes.
static void conversions_against_rationals(void **unused) {
  (void)unused;
  const struct ieee_format formats[] = {HALF, SINGLE, DOUBLE, EXTENDED, QUAD, {3, 3}};
  mpz_t z, results[5];
  mpq_t exact;
  mpz_init(z);
  mpq_init(exact);
  for (int mode = 0; mode < 5; mode++) mpz_init(results[mode]);
  for (int n = 0; n < 4000 / LESS; n++) {
    struct ieee_format f = formats[random64() % 6], g = formats[random64() % 6];
    random_bits(z, f);
    bool negative;
    enum class class = decode(f, z, exact, &negative);
    for (int mode = 0; mode < 5; mode++) {
      ieee_convert(f, g, (enum ieee_mode)mode, results[mode], z);
      if (class == NAN_) assert_true(is_nan_bits(g, results[mode]));
    }
    if (class == FINITE) check_rounding(g, exact, false, results);
    if (class != FINITE) continue;
    const mpz_srcptr x[1] = {z};
    mpz_t down, up, expected, n_even;
    mpz_inits(down, up, expected, n_even, NULL);
    mpz_fdiv_q(down, mpq_numref(exact), mpq_denref(exact));
    mpz_cdiv_q(up, mpq_numref(exact), mpq_denref(exact));
    round_even(n_even, exact);
    mpq_t twice, sum;
    mpq_inits(twice, sum, NULL);
    mpq_mul_2exp(twice, exact, 1);
    mpz_add(expected, down, up);
    mpq_set_z(sum, expected);
    int order = mpq_cmp(twice, sum);
    mpz_set(expected, order < 0 || (order == 0 && negative) ? down : up); // nearest-away
    mpz_srcptr integers[5] = {n_even, expected, up, down, negative ? up : down};
    for (int mode = 0; mode < 5; mode++) {
      ieee_op(TERM_FP_RTI, f, (enum ieee_mode)mode, results[mode], x);
      mpq_t value;
      mpq_init(value);
      bool sign;
      assert_true(decode(f, results[mode], value, &sign) <= FINITE);
      assert_int_equal(sign, negative);
      mpq_set_z(sum, integers[mode]);
      assert_true(mpq_equal(value, sum));
      mpz_t bits;
      mpz_init(bits);
      ieee_to_int(f, (enum ieee_mode)mode, 70, true, bits, z);
      mpz_t bound;
      mpz_init_set_ui(bound, 1);
      mpz_mul_2exp(bound, bound, 69);
      bool fits = mpz_cmp(integers[mode], bound) < 0;
      mpz_neg(bound, bound);
      fits = fits && mpz_cmp(integers[mode], bound) >= 0;
      if (fits) {
        mpz_fdiv_r_2exp(bound, integers[mode], 70);
      } else {
        mpz_neg(bound, bound);
      }
      assert_true(mpz_cmp(bits, bound) == 0);
      mpz_clears(bits, bound, NULL);
      mpq_clear(value);
    }
    mpq_clears(twice, sum, NULL);
    mpz_clears(down, up, expected, n_even, NULL);
  }
  for (int mode = 0; mode < 5; mode++) mpz_clear(results[mode]);
  mpz_clear(z);
  mpq_clear(exact);
}

#if defined(__x86_64__) || defined(__i386__)
// The x87 stores the integer bit: 64 significand bits, then exponent and sign.
static long double extended_of(mpz_srcptr bits) {
  mpz_t part;
  mpz_init(part);
  mpz_fdiv_r_2exp(part, bits, 63);
  uint64_t significand = mpz_get_ui(part);
  mpz_fdiv_q_2exp(part, bits, 63);
  uint16_t high = (uint16_t)mpz_get_ui(part);
  mpz_clear(part);
  if (high & 0x7fff) significand |= 1ul << 63;
  long double value = 0;
  memcpy(&value, &significand, 8);
  memcpy((char *)&value + 8, &high, 2);
  return value;
}

static void bits_of_extended(mpz_t bits, long double value) {
  uint64_t significand;
  uint16_t high;
  memcpy(&significand, &value, 8);
  memcpy(&high, (char *)&value + 8, 2);
  mpz_set_ui(bits, high);
  mpz_mul_2exp(bits, bits, 63);
  mpz_t low;
  mpz_init_set_ui(low, significand & ~(1ul << 63));
  mpz_add(bits, bits, low);
  mpz_clear(low);
  mpz_t none;
  mpz_init(none);
  ieee_to_bits(EXTENDED, bits, bits, none); // the one NaN for all of them
  mpz_clear(none);
}

static void long_double_like_the_hardware(void **unused) {
  (void)unused;
  mpz_t z[2], ours, theirs;
  mpz_inits(z[0], z[1], ours, theirs, NULL);
  const mpz_srcptr x[2] = {z[0], z[1]};
  for (int n = 0; n < 4000 / LESS; n++) {
    random_bits(z[0], EXTENDED);
    random_bits(z[1], EXTENDED);
    volatile long double a = extended_of(z[0]), b = extended_of(z[1]);
    for (size_t m = 0; m < 4; m++) {
      for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        volatile long double r = 0;
        if (operations[k] == TERM_FP_FMA) continue; // not in hardware
        fesetround(modes[m].environment);
        switch (operations[k]) {
        case TERM_FP_ADD: r = a + b; break;
        case TERM_FP_SUB: r = a - b; break;
        case TERM_FP_MUL: r = a * b; break;
        case TERM_FP_DIV: r = a / b; break;
        case TERM_FP_SQRT: r = sqrtl(a); break;
        case TERM_FP_REM: r = remainderl(a, b); break;
        case TERM_FP_RTI: r = nearbyintl(a); break;
        case TERM_FP_NEG: r = -a; break;
        default: r = fabsl(a); break;
        }
        fesetround(FE_TONEAREST);
        bits_of_extended(theirs, r);
        ieee_op(operations[k], EXTENDED, modes[m].mode, ours, x);
        if (mpz_cmp(ours, theirs))
          fail_msg("%s mode %d of %La %La: hardware %La", term_kind_name(operations[k]), (int)m, a, b, r);
      }
      fesetround(modes[m].environment);
      volatile double narrowed = (double)a;
      fesetround(FE_TONEAREST);
      ieee_convert(EXTENDED, DOUBLE, modes[m].mode, ours, z[0]);
      assert_true(mpz_get_ui(ours) == ieee_canonical64(DOUBLE, bits_of_double(narrowed)));
    }
  }
  mpz_clears(z[0], z[1], ours, theirs, NULL);
}
#endif

static void infinities_and_zeros(void **unused) {
  (void)unused;
  const double inf = INFINITY, values[] = {0.0, -0.0, 1.0, -1.0, inf, -inf, 5e-324, -5e-324, 1.7976931348623157e308};
  enum { N = sizeof values / sizeof *values };
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      for (int k = 0; k < N; k++) {
        uint64_t x[3] = {bits_of_double(values[i]), bits_of_double(values[j]), bits_of_double(values[k])};
        for (size_t m = 0; m < 4; m++) {
          for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
            uint64_t hardware = ieee_canonical64(DOUBLE, hardware_double(operations[o], modes[m].environment, x));
            assert_true(exact_op(operations[o], DOUBLE, modes[m].mode, x) == hardware);
          }
        }
      }
    }
  }
}

static void nan_bits_are_free_but_quiet(void **unused) {
  (void)unused;
  assert_true(ieee_to_bits64(SINGLE, 0x3f800000, 0xffffffff) == 0x3f800000);
  assert_true(ieee_to_bits64(SINGLE, 0x7fc00000, 0) == 0x7fc00000);
  assert_true(ieee_to_bits64(SINGLE, 0x7fc00000, 0x80000001) == 0xffc00001);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_format_exhaustively),     cmocka_unit_test(every_format_against_rationals),
      cmocka_unit_test(arithmetic_like_the_hardware),  cmocka_unit_test(predicates_like_the_hardware),
      cmocka_unit_test(conversions_like_the_hardware), cmocka_unit_test(conversions_agree_with_the_exact_ones),
      cmocka_unit_test(conversions_against_rationals),
#if defined(__x86_64__) || defined(__i386__)
      cmocka_unit_test(long_double_like_the_hardware),
#endif
      cmocka_unit_test(infinities_and_zeros),          cmocka_unit_test(nan_bits_are_free_but_quiet),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
