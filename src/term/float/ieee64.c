// Formats of at most 64 bits: predicates on the bits, float and double by the
// hardware where its result is certain, everything else by ieee.c.
#include "term/float/ieee.h"
#include <assert.h>
#include <float.h>
#include <math.h>

#ifdef __FAST_MATH__
#error "floats are exact here: no -ffast-math"
#endif
static_assert(sizeof(unsigned long) == 8, "mpz_get_ui gives 64 bits");
// Intermediate results in a wider format would be rounded twice.
#define HARDWARE (FLT_EVAL_METHOD == 0)

static bool is_single(struct ieee_format f) { return f.exponent == 8 && f.significand == 24; }
static bool is_double(struct ieee_format f) { return f.exponent == 11 && f.significand == 53; }

static uint64_t sign_bit(struct ieee_format f) { return (uint64_t)1 << (f.exponent + f.significand - 1); }
static uint64_t infinity_bits(struct ieee_format f) { return (((uint64_t)1 << f.exponent) - 1) << (f.significand - 1); }
static uint64_t nan_bits_of(struct ieee_format f) { return infinity_bits(f) | (uint64_t)1 << (f.significand - 2); }
static bool is_nan64(struct ieee_format f, uint64_t x) { return (x & ~sign_bit(f)) > infinity_bits(f); }

static float single_of(uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static double double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t bits_of_single(float value) {
  if (value != value) return nan_bits_of((struct ieee_format){8, 24});
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

static uint64_t bits_of_double(double value) {
  if (value != value) return nan_bits_of((struct ieee_format){11, 53});
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

uint64_t ieee_canonical64(struct ieee_format f, uint64_t x) { return is_nan64(f, x) ? nan_bits_of(f) : x; }

uint64_t ieee_to_bits64(struct ieee_format f, uint64_t x, uint64_t nan_bits) {
  return is_nan64(f, x) ? nan_bits_of(f) | nan_bits : x;
}

// --- operations ------------------------------------------------------------------

static bool op_single(enum term_kind kind, const uint64_t *x, uint64_t *result) {
  float a = single_of(x[0]);
  switch (kind) {
  case TERM_FP_ADD: *result = bits_of_single(a + single_of(x[1])); return true;
  case TERM_FP_SUB: *result = bits_of_single(a - single_of(x[1])); return true;
  case TERM_FP_MUL: *result = bits_of_single(a * single_of(x[1])); return true;
  case TERM_FP_DIV: *result = bits_of_single(a / single_of(x[1])); return true;
  case TERM_FP_FMA: *result = bits_of_single(fmaf(a, single_of(x[1]), single_of(x[2]))); return true;
  case TERM_FP_SQRT: *result = bits_of_single(sqrtf(a)); return true;
  default: return false;
  }
}

static bool op_double(enum term_kind kind, const uint64_t *x, uint64_t *result) {
  double a = double_of(x[0]);
  switch (kind) {
  case TERM_FP_ADD: *result = bits_of_double(a + double_of(x[1])); return true;
  case TERM_FP_SUB: *result = bits_of_double(a - double_of(x[1])); return true;
  case TERM_FP_MUL: *result = bits_of_double(a * double_of(x[1])); return true;
  case TERM_FP_DIV: *result = bits_of_double(a / double_of(x[1])); return true;
  case TERM_FP_FMA: *result = bits_of_double(fma(a, double_of(x[1]), double_of(x[2]))); return true;
  case TERM_FP_SQRT: *result = bits_of_double(sqrt(a)); return true;
  default: return false;
  }
}

// To an integer: exact in every mode, since the result is always representable.
static double round_double(double a, enum ieee_mode mode) {
  switch (mode) {
  case IEEE_RNA: return round(a);
  case IEEE_RTP: return ceil(a);
  case IEEE_RTN: return floor(a);
  case IEEE_RTZ: return trunc(a);
  default: return nearbyint(a);
  }
}

uint64_t ieee_op64(enum term_kind kind, struct ieee_format f, enum ieee_mode mode, const uint64_t *x) {
  if (kind == TERM_FP_NEG) return is_nan64(f, x[0]) ? nan_bits_of(f) : x[0] ^ sign_bit(f);
  if (kind == TERM_FP_ABS) return is_nan64(f, x[0]) ? nan_bits_of(f) : x[0] & ~sign_bit(f);
  uint64_t bits;
  if (HARDWARE && is_double(f)) {
    if (kind == TERM_FP_RTI) return bits_of_double(round_double(double_of(x[0]), mode));
    if (mode == IEEE_RNE && op_double(kind, x, &bits)) return bits;
  } else if (HARDWARE && is_single(f)) {
    if (kind == TERM_FP_RTI) return bits_of_single((float)round_double(single_of(x[0]), mode));
    if (mode == IEEE_RNE && op_single(kind, x, &bits)) return bits;
  }
  int count = kind == TERM_FP_FMA ? 3 : kind == TERM_FP_SQRT || kind == TERM_FP_RTI ? 1 : 2;
  mpz_t z[3], result;
  mpz_srcptr pointers[3];
  for (int i = 0; i < count; i++) {
    mpz_init_set_ui(z[i], x[i]);
    pointers[i] = z[i];
  }
  mpz_init(result);
  ieee_op(kind, f, mode, result, pointers);
  bits = mpz_get_ui(result);
  mpz_clear(result);
  for (int i = 0; i < count; i++) mpz_clear(z[i]);
  return bits;
}

// Signed magnitude as a number of which the order is that of the floats; both zeros are 0.
static int64_t order_of(struct ieee_format f, uint64_t x) {
  int64_t magnitude = (int64_t)(x & ~sign_bit(f));
  return x & sign_bit(f) ? -magnitude : magnitude;
}

bool ieee_test64(enum term_kind kind, struct ieee_format f, const uint64_t *x) {
  uint64_t a = x[0], magnitude = a & ~sign_bit(f);
  uint64_t smallest_normal = (uint64_t)1 << (f.significand - 1);
  switch (kind) {
  case TERM_FP_EQ: return !is_nan64(f, a) && !is_nan64(f, x[1]) && order_of(f, a) == order_of(f, x[1]);
  case TERM_FP_LT: return !is_nan64(f, a) && !is_nan64(f, x[1]) && order_of(f, a) < order_of(f, x[1]);
  case TERM_FP_LE: return !is_nan64(f, a) && !is_nan64(f, x[1]) && order_of(f, a) <= order_of(f, x[1]);
  case TERM_FP_IS_NAN: return magnitude > infinity_bits(f);
  case TERM_FP_IS_INF: return magnitude == infinity_bits(f);
  case TERM_FP_IS_ZERO: return magnitude == 0;
  case TERM_FP_IS_NORMAL: return magnitude >= smallest_normal && magnitude < infinity_bits(f);
  case TERM_FP_IS_SUBNORMAL: return magnitude && magnitude < smallest_normal;
  case TERM_FP_IS_NEGATIVE: return (a & sign_bit(f)) && magnitude <= infinity_bits(f);
  default: assert(!"not a float predicate"); return false;
  }
}

// --- conversions --------------------------------------------------------------------

uint64_t ieee_convert64(struct ieee_format from, struct ieee_format to, enum ieee_mode mode, uint64_t x) {
  if (HARDWARE && is_single(from) && is_double(to)) return bits_of_double(single_of(x));
  if (HARDWARE && is_double(from) && is_single(to) && mode == IEEE_RNE) return bits_of_single((float)double_of(x));
  mpz_t z;
  mpz_init_set_ui(z, x);
  ieee_convert(from, to, mode, z, z);
  uint64_t bits = mpz_get_ui(z);
  mpz_clear(z);
  return bits;
}

static int64_t sign_extend(uint64_t value, uint32_t width) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

uint64_t ieee_from_int64(struct ieee_format to, enum ieee_mode mode, uint32_t width, bool is_signed, uint64_t value) {
  int64_t number = is_signed ? sign_extend(value, width) : (int64_t)value;
  if (HARDWARE && is_double(to) && mode == IEEE_RNE) return bits_of_double(is_signed ? (double)number : (double)value);
  if (HARDWARE && is_single(to) && mode == IEEE_RNE) return bits_of_single(is_signed ? (float)number : (float)value);
  mpz_t z;
  if (is_signed) mpz_init_set_si(z, number);
  else mpz_init_set_ui(z, value);
  ieee_from_int(to, mode, z, z);
  uint64_t bits = mpz_get_ui(z);
  mpz_clear(z);
  return bits;
}

uint64_t ieee_to_int64(struct ieee_format f, enum ieee_mode mode, uint32_t width, bool is_signed, uint64_t x) {
  if (HARDWARE && (is_single(f) || is_double(f))) {
    uint64_t mask = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    double value = round_double(is_single(f) ? (double)single_of(x) : double_of(x), mode);
    if (is_signed) {
      double bound = ldexp(1.0, (int)width - 1);
      bool fits = value >= -bound && value < bound; // false for a NaN
      return fits ? (uint64_t)(int64_t)value & mask : (uint64_t)1 << (width - 1);
    }
    bool fits = value >= 0 && value < ldexp(1.0, (int)width);
    return fits ? (uint64_t)value : mask;
  }
  mpz_t z;
  mpz_init_set_ui(z, x);
  ieee_to_int(f, mode, width, is_signed, z, z);
  uint64_t bits = mpz_get_ui(z);
  mpz_clear(z);
  return bits;
}
