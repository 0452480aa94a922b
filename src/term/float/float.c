// Floats: folding of constants and rewriting of the FP_* kinds.
//
// A rule may only be here if it holds for every NaN, infinity, signed zero and
// subnormal number and, unless it looks at the mode, for every rounding mode. `widen` below
// is an exact conversion: to a format with at least as many exponent and significand bits.
#include "term/float/ieee.h"
#include "term/node.h"
#include "term/rewrite/constructors.h"

static struct ieee_format format_of(const struct terms *tm, struct sort s) {
  const struct sort_info *info = info_of(tm, s);
  return (struct ieee_format){info->exponent, info->significand};
}

static int64_t bias_of(struct ieee_format f) { return ((int64_t)1 << (f.exponent - 1)) - 1; }
static bool is_embedding(struct ieee_format from, struct ieee_format to) {
  return to.exponent >= from.exponent && to.significand >= from.significand;
}

// --- folding -------------------------------------------------------------------

static bool is_test(enum term_kind kind) {
  return term_class(kind) == CLASS_FP_COMPARE || term_class(kind) == CLASS_FP_TEST;
}

static struct term fold_small(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *c) {
  uint64_t x[4];
  for (uint32_t i = 0; i < n; i++) term_value64(tm, c[i], &x[i]);
  bool has_mode = ieee_has_mode(kind);
  const uint64_t *operands = has_mode ? x + 1 : x;
  struct sort from = sort_of(tm, c[has_mode]);
  enum ieee_mode mode = has_mode ? ieee_mode_of(x[0]) : IEEE_RNE;
  if (is_test(kind)) return term_bool(tm, ieee_test64(kind, format_of(tm, from), operands));
  switch (kind) {
  case TERM_FP_FROM_BITS: return term_float_bits64(tm, s, x[0]);
  case TERM_FP_TO_BITS: return term_bv(tm, width_of(tm, c[0]), ieee_to_bits64(format_of(tm, from), x[0], x[1]));
  case TERM_FP_TO_FP:
    return term_float_bits64(tm, s, ieee_convert64(format_of(tm, from), format_of(tm, s), mode, x[1]));
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
    return term_float_bits64(
        tm, s, ieee_from_int64(format_of(tm, s), mode, info_of(tm, from)->width, kind == TERM_FP_FROM_SBV, x[1]));
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV: {
    uint32_t width = info_of(tm, s)->width;
    return term_bv(tm, width, ieee_to_int64(format_of(tm, from), mode, width, kind == TERM_FP_TO_SBV, x[1]));
  }
  default: return term_float_bits64(tm, s, ieee_op64(kind, format_of(tm, s), mode, operands));
  }
}

static struct term fold_wide(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *c) {
  mpz_t x[4], result;
  mpz_srcptr pointers[4];
  mpz_init(result);
  for (uint32_t i = 0; i < n; i++) {
    mpz_init(x[i]);
    term_value(tm, c[i], x[i]);
    pointers[i] = x[i];
  }
  bool has_mode = ieee_has_mode(kind);
  const mpz_srcptr *operands = has_mode ? pointers + 1 : pointers;
  enum ieee_mode mode = has_mode ? ieee_mode_of(mpz_get_ui(x[0])) : IEEE_RNE;
  struct sort from = sort_of(tm, c[has_mode]);
  struct term t = TERM_NONE;
  switch (kind) {
  case TERM_FP_FROM_BITS: t = term_float_bits(tm, s, x[0]); break;
  case TERM_FP_TO_BITS:
    ieee_to_bits(format_of(tm, from), result, operands[0], operands[1]);
    t = term_bv_big(tm, width_of(tm, c[0]), result);
    break;
  case TERM_FP_TO_FP:
    ieee_convert(format_of(tm, from), format_of(tm, s), mode, result, operands[0]);
    t = term_float_bits(tm, s, result);
    break;
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV: {
    uint32_t width = info_of(tm, from)->width;
    if (kind == TERM_FP_FROM_SBV && mpz_tstbit(x[1], width - 1)) {
      mpz_set_ui(result, 0);
      mpz_setbit(result, width);
      mpz_sub(x[1], x[1], result);
    }
    ieee_from_int(format_of(tm, s), mode, result, x[1]);
    t = term_float_bits(tm, s, result);
    break;
  }
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV:
    ieee_to_int(format_of(tm, from), mode, info_of(tm, s)->width, kind == TERM_FP_TO_SBV, result, x[1]);
    t = term_bv_big(tm, info_of(tm, s)->width, result);
    break;
  default:
    if (is_test(kind)) {
      t = term_bool(tm, ieee_test(kind, format_of(tm, from), operands));
      break;
    }
    ieee_op(kind, format_of(tm, s), mode, result, operands);
    t = term_float_bits(tm, s, result);
  }
  for (uint32_t i = 0; i < n; i++) mpz_clear(x[i]);
  mpz_clear(result);
  return t;
}

static struct term fold(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *c) {
  bool wide = info_of(tm, s)->width > 64;
  for (uint32_t i = 0; i < n; i++) wide = wide || width_of(tm, c[i]) > 64;
  return wide ? fold_wide(tm, kind, s, n, c) : fold_small(tm, kind, s, n, c);
}

// --- what the shape of a term tells ------------------------------------------------

static bool const_test(struct terms *tm, enum term_kind test, struct term a) {
  return is_kind(tm, a, TERM_CONST_FLOAT) && term_is_true(tm, fold(tm, test, sort_bool(tm), 1, &a));
}
static bool const_is_nan(struct terms *tm, struct term a) { return const_test(tm, TERM_FP_IS_NAN, a); }
static bool const_is_zero(struct terms *tm, struct term a) { return const_test(tm, TERM_FP_IS_ZERO, a); }
static bool const_is_negative(struct terms *tm, struct term a) { return const_test(tm, TERM_FP_IS_NEGATIVE, a); }
static bool const_is_inf(struct terms *tm, struct term a) { return const_test(tm, TERM_FP_IS_INF, a); }

static struct term const_integer(struct terms *tm, struct sort s, int64_t value) {
  struct term c[2] = {term_rne(tm), term_bv_signed(tm, 64, value)};
  return fold(tm, TERM_FP_FROM_SBV, s, 2, c);
}
static struct term const_zero(struct terms *tm, struct sort s) { return term_float_bits64(tm, s, 0); }
static struct term const_nan(struct terms *tm, struct sort s) {
  struct term c[3] = {term_rne(tm), const_zero(tm, s), const_zero(tm, s)};
  return fold(tm, TERM_FP_DIV, s, 3, c);
}
static struct term const_neg(struct terms *tm, struct term a) { return fold(tm, TERM_FP_NEG, sort_of(tm, a), 1, &a); }

static bool is_from_int(const struct terms *tm, struct term a) {
  return is_kind(tm, a, TERM_FP_FROM_SBV) || is_kind(tm, a, TERM_FP_FROM_UBV);
}

static bool is_widening(const struct terms *tm, struct term a) {
  return is_kind(tm, a, TERM_FP_TO_FP) &&
         is_embedding(format_of(tm, sort_of(tm, child_of(tm, a, 1))), format_of(tm, sort_of(tm, a)));
}

// Every integer of that width is below the format's largest power of two.
static bool int_is_finite(uint32_t width, struct ieee_format f) { return (int64_t)width <= bias_of(f); }
// Every integer of that width is a number of the format. The smallest signed one is a power of two.
static bool int_is_exact(uint32_t width, bool is_signed, struct ieee_format f) {
  return int_is_finite(width, f) && (is_signed ? width - 1 : width) <= f.significand;
}

// The largest number of the format is an integer, so that rounding to an integer cannot overflow. True of all formats
// of C.
static bool largest_is_integral(struct ieee_format f) { return (int64_t)f.significand - 1 <= bias_of(f); }

static bool from_int_is_exact(const struct terms *tm, struct term a) {
  return is_from_int(tm, a) && int_is_exact(width_of(tm, child_of(tm, a, 1)), is_kind(tm, a, TERM_FP_FROM_SBV),
                                            format_of(tm, sort_of(tm, a)));
}

// Looks through what neither makes nor removes a NaN.
static struct term nan_source(const struct terms *tm, struct term a) {
  for (;;) {
    switch (kind_of(tm, a)) {
    case TERM_FP_NEG:
    case TERM_FP_ABS: a = child_of(tm, a, 0); break;
    case TERM_FP_RTI:
    case TERM_FP_TO_FP: a = child_of(tm, a, 1); break;
    default: return a;
    }
  }
}

static bool never_nan(struct terms *tm, struct term a) {
  a = nan_source(tm, a);
  return is_from_int(tm, a) || (is_kind(tm, a, TERM_CONST_FLOAT) && !const_is_nan(tm, a));
}

// --- rules by kind --------------------------------------------------------------------
// Each returns none where no rule applies; c may have been changed to a better form of the same term.

static struct term make1(struct terms *tm, enum term_kind kind, struct sort s, struct term a) {
  return fp_make(tm, kind, s, 1, &a);
}
static struct term make2(struct terms *tm, enum term_kind kind, struct sort s, struct term a, struct term b) {
  struct term c[2] = {a, b};
  return fp_make(tm, kind, s, 2, c);
}
static struct term make3(struct terms *tm, enum term_kind kind, struct sort s, struct term a, struct term b,
                         struct term d) {
  struct term c[3] = {a, b, d};
  return fp_make(tm, kind, s, 3, c);
}
static struct term make_test(struct terms *tm, enum term_kind kind, struct term a) {
  return make1(tm, kind, sort_bool(tm), a);
}
static struct term make_neg(struct terms *tm, struct term a) { return make1(tm, TERM_FP_NEG, sort_of(tm, a), a); }
static struct term not_nan(struct terms *tm, struct term a) { return term_not(tm, make_test(tm, TERM_FP_IS_NAN, a)); }

static struct term rule_neg_abs(struct terms *tm, enum term_kind kind, struct sort s, struct term a) {
  if (kind == TERM_FP_NEG) {
    if (!is_kind(tm, a, TERM_FP_NEG)) return TERM_NONE;
    HIT(FP_NEG_NEG);
    return child_of(tm, a, 0);
  }
  if (is_kind(tm, a, TERM_FP_NEG)) {
    HIT(FP_ABS_SIGN);
    return make1(tm, TERM_FP_ABS, s, child_of(tm, a, 0));
  }
  if (is_kind(tm, a, TERM_FP_ABS) || is_kind(tm, a, TERM_FP_FROM_UBV)) {
    HIT(FP_ABS_SIGN);
    return a;
  }
  return TERM_NONE;
}

static struct term rule_add(struct terms *tm, enum term_kind kind, struct sort s, struct term *c) {
  if (kind == TERM_FP_ADD) order_commutative(tm, &c[1], &c[2]);
  uint64_t mode;
  if (bv_value(tm, c[0], &mode)) {
    bool down = mode == IEEE_RTN;
    // The zero that leaves a zero of either sign alone.
    if (kind == TERM_FP_ADD && const_is_zero(tm, c[1]) && const_is_negative(tm, c[1]) != down) {
      HIT(FP_ADD_ZERO);
      return c[2];
    }
    if (kind == TERM_FP_SUB && const_is_zero(tm, c[2]) && const_is_negative(tm, c[2]) == down) {
      HIT(FP_ADD_ZERO);
      return c[1];
    }
  }
  for (int i = kind == TERM_FP_ADD ? 1 : 2; i <= 2; i++) {
    if (!is_kind(tm, c[i], TERM_FP_NEG)) continue;
    HIT(FP_ADD_NEG);
    return make3(tm, kind == TERM_FP_ADD ? TERM_FP_SUB : TERM_FP_ADD, s, c[0], c[3 - i], child_of(tm, c[i], 0));
  }
  return TERM_NONE;
}

// 2^-k for a constant ±2^k if both are numbers of the format, else none.
static struct term exact_inverse(struct terms *tm, struct sort s, struct term a) {
  if (!is_kind(tm, a, TERM_CONST_FLOAT) || const_is_zero(tm, a) || const_is_nan(tm, a) || const_is_inf(tm, a))
    return TERM_NONE;
  struct term one = const_integer(tm, s, 1);
  struct term up[3] = {term_bv(tm, 3, IEEE_RTP), one, a}, down[3] = {term_bv(tm, 3, IEEE_RTN), one, a};
  struct term quotient = fold(tm, TERM_FP_DIV, s, 3, up);
  if (!term_same(quotient, fold(tm, TERM_FP_DIV, s, 3, down))) return TERM_NONE; // 1/a is not exact
  return const_is_inf(tm, quotient) || const_is_zero(tm, quotient) ? TERM_NONE : quotient;
}

static struct term rule_mul(struct terms *tm, enum term_kind kind, struct sort s, struct term *c) {
  bool is_div = kind == TERM_FP_DIV;
  if (!is_div) order_commutative(tm, &c[1], &c[2]);
  struct term k = is_div ? c[2] : c[1], x = is_div ? c[1] : c[2];
  if (is_kind(tm, k, TERM_CONST_FLOAT)) {
    if (term_same(k, const_integer(tm, s, 1))) {
      HIT(FP_MUL_ONE);
      return x;
    }
    if (term_same(k, const_integer(tm, s, -1))) {
      HIT(FP_MUL_ONE);
      return make_neg(tm, x);
    }
    struct term inverse = is_div ? exact_inverse(tm, s, k) : TERM_NONE;
    if (!term_none(inverse)) {
      HIT(FP_DIV_POWER);
      return make3(tm, TERM_FP_MUL, s, c[0], inverse, x);
    }
  }
  bool neg1 = is_kind(tm, c[1], TERM_FP_NEG), neg2 = is_kind(tm, c[2], TERM_FP_NEG);
  if (neg1 && neg2) {
    HIT(FP_MUL_NEG);
    return make3(tm, kind, s, c[0], child_of(tm, c[1], 0), child_of(tm, c[2], 0));
  }
  if (neg1 && is_kind(tm, c[2], TERM_CONST_FLOAT)) {
    HIT(FP_MUL_NEG);
    return make3(tm, kind, s, c[0], child_of(tm, c[1], 0), const_neg(tm, c[2]));
  }
  if (neg2 && is_kind(tm, c[1], TERM_CONST_FLOAT)) {
    HIT(FP_MUL_NEG);
    return make3(tm, kind, s, c[0], const_neg(tm, c[1]), child_of(tm, c[2], 0));
  }
  return TERM_NONE;
}

static struct term rule_rti(struct terms *tm, struct term *c) {
  if (!is_kind(tm, c[1], TERM_FP_RTI) &&
      !(is_from_int(tm, c[1]) && largest_is_integral(format_of(tm, sort_of(tm, c[1])))))
    return TERM_NONE;
  HIT(FP_RTI_INTEGRAL);
  return c[1];
}

// A constant k moved to the narrower format of x: comparing x with the result is comparing the widened x with k.
static struct term narrow_const(struct terms *tm, struct sort s, struct term k, enum ieee_mode mode, bool *exact) {
  struct term down[2] = {term_bv(tm, 3, mode), k};
  struct term narrow = fold(tm, TERM_FP_TO_FP, s, 2, down);
  struct term up[2] = {term_rne(tm), narrow};
  *exact = term_same(fold(tm, TERM_FP_TO_FP, sort_of(tm, k), 2, up), k);
  return narrow;
}

static struct term rule_compare_widened(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  struct sort bool_sort = sort_bool(tm);
  bool wa = is_widening(tm, a), wb = is_widening(tm, b);
  if (wa && wb && same_sort(tm, child_of(tm, a, 1), child_of(tm, b, 1))) {
    HIT(FP_COMPARE_WIDENED);
    return make2(tm, kind, bool_sort, child_of(tm, a, 1), child_of(tm, b, 1));
  }
  bool ka = is_kind(tm, a, TERM_CONST_FLOAT), kb = is_kind(tm, b, TERM_CONST_FLOAT);
  if (!(wa && kb) && !(ka && wb)) return TERM_NONE;
  HIT(FP_COMPARE_WIDENED);
  struct term x = child_of(tm, wa ? a : b, 1);
  bool exact;
  struct term k = narrow_const(tm, sort_of(tm, x), wa ? b : a, wa ? IEEE_RTN : IEEE_RTP, &exact);
  if (!exact) {
    // k lies strictly between two numbers of x's format: "less" and "less or equal" are the same.
    if (kind == TERM_FP_EQ) return term_false(tm);
    kind = TERM_FP_LE;
  }
  return wa ? make2(tm, kind, bool_sort, x, k) : make2(tm, kind, bool_sort, k, x);
}

// lt and leq where one side is an infinity.
static struct term rule_compare_inf(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  bool left = const_is_inf(tm, a);
  if (!left && !const_is_inf(tm, b)) return TERM_NONE;
  struct term k = left ? a : b, x = left ? b : a;
  bool extreme = const_is_negative(tm, k) != left; // x is beyond k or equal to it only if it is k: x < -oo, +oo < x
  if (kind == TERM_FP_LT) {
    if (!extreme) return TERM_NONE;
    HIT(FP_COMPARE_INF);
    return term_false(tm);
  }
  HIT(FP_COMPARE_INF);
  return extreme ? term_eq(tm, x, k) : not_nan(tm, x);
}

static struct term rule_compare_abs(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  struct term c[2] = {a, b};
  struct sort bool_sort = sort_bool(tm);
  if (kind == TERM_FP_LT && is_kind(tm, a, TERM_FP_ABS) && is_kind(tm, b, TERM_CONST_FLOAT)) {
    c[0] = const_zero(tm, sort_of(tm, b)); // |x| < k ≤ 0
    if (term_is_true(tm, fold(tm, TERM_FP_LT, bool_sort, 2, c))) return TERM_NONE;
    HIT(FP_COMPARE_ABS);
    return term_false(tm);
  }
  if (kind == TERM_FP_LE && is_kind(tm, b, TERM_FP_ABS) && is_kind(tm, a, TERM_CONST_FLOAT)) {
    c[1] = const_zero(tm, sort_of(tm, a)); // k ≤ 0 ≤ |x|
    if (!term_is_true(tm, fold(tm, TERM_FP_LE, bool_sort, 2, c))) return TERM_NONE;
    HIT(FP_COMPARE_ABS);
    return not_nan(tm, b);
  }
  return TERM_NONE;
}

static struct term rule_compare(struct terms *tm, enum term_kind kind, struct term *c) {
  if (kind == TERM_FP_EQ) order_commutative(tm, &c[0], &c[1]);
  for (int i = 0; i < 2; i++) {
    if (const_is_nan(tm, c[i])) {
      HIT(FP_COMPARE_NAN);
      return term_false(tm);
    }
    if (const_is_zero(tm, c[i])) c[i] = const_zero(tm, sort_of(tm, c[i]));
  }
  struct term a = c[0], b = c[1];
  if (term_same(a, b)) {
    HIT(FP_EQ_SAME);
    return kind == TERM_FP_LT ? term_false(tm) : not_nan(tm, a);
  }
  bool na = is_kind(tm, a, TERM_FP_NEG), nb = is_kind(tm, b, TERM_FP_NEG);
  bool ka = is_kind(tm, a, TERM_CONST_FLOAT), kb = is_kind(tm, b, TERM_CONST_FLOAT);
  if ((na || nb) && (na || ka) && (nb || kb)) {
    HIT(FP_COMPARE_NEG);
    struct term left = nb ? child_of(tm, b, 0) : const_neg(tm, b);
    struct term right = na ? child_of(tm, a, 0) : const_neg(tm, a);
    return make2(tm, kind, sort_bool(tm), left, right);
  }
  struct term t = rule_compare_widened(tm, kind, a, b);
  if (!term_none(t)) return t;
  if (kind == TERM_FP_EQ) {
    if (!ka) return TERM_NONE;
    if (const_is_zero(tm, a)) {
      HIT(FP_EQ_ZERO);
      return make_test(tm, TERM_FP_IS_ZERO, b);
    }
    HIT(FP_EQ_CONST);
    return term_eq(tm, a, b);
  }
  t = rule_compare_inf(tm, kind, a, b);
  return term_none(t) ? rule_compare_abs(tm, kind, a, b) : t;
}

// A classification of an integer's float; never none unless the float may be infinite.
static struct term rule_class_int(struct terms *tm, enum term_kind kind, struct term a) {
  struct term x = child_of(tm, a, 1), zero = term_bv(tm, width_of(tm, x), 0);
  bool finite = int_is_finite(width_of(tm, x), format_of(tm, sort_of(tm, a)));
  switch (kind) {
  case TERM_FP_IS_NAN:
  case TERM_FP_IS_SUBNORMAL: return term_false(tm);
  case TERM_FP_IS_ZERO: return term_eq(tm, x, zero);
  case TERM_FP_IS_NEGATIVE: return is_kind(tm, a, TERM_FP_FROM_UBV) ? term_false(tm) : term_slt(tm, x, zero);
  case TERM_FP_IS_INF: return finite ? term_false(tm) : TERM_NONE;
  case TERM_FP_IS_NORMAL: return finite ? term_not(tm, term_eq(tm, x, zero)) : TERM_NONE;
  default: return TERM_NONE;
  }
}

// The operand of a that has the same classification, or none. isNegative changes with neg: *flip tells.
static struct term class_source(struct terms *tm, enum term_kind kind, struct term a, bool *flip) {
  switch (kind_of(tm, a)) {
  case TERM_FP_NEG:
    HIT(FP_CLASS_SIGN);
    *flip = !*flip;
    return child_of(tm, a, 0);
  case TERM_FP_ABS:
    if (kind == TERM_FP_IS_NEGATIVE) return TERM_NONE;
    HIT(FP_CLASS_SIGN);
    return child_of(tm, a, 0);
  case TERM_FP_RTI:
    if (kind == TERM_FP_IS_INF && largest_is_integral(format_of(tm, sort_of(tm, a)))) break;
    if (kind != TERM_FP_IS_NAN && kind != TERM_FP_IS_NEGATIVE) return TERM_NONE;
    break;
  case TERM_FP_SQRT:
    if (kind != TERM_FP_IS_ZERO) return TERM_NONE;
    break;
  case TERM_FP_TO_FP: {
    struct ieee_format from = format_of(tm, sort_of(tm, child_of(tm, a, 1))), to = format_of(tm, sort_of(tm, a));
    // Rounding keeps the sign, also of what becomes zero; only a conversion that is exact keeps the rest.
    bool keeps = kind == TERM_FP_IS_NAN || kind == TERM_FP_IS_NEGATIVE;
    if (is_embedding(from, to))
      keeps = keeps || kind == TERM_FP_IS_ZERO || kind == TERM_FP_IS_INF || to.exponent == from.exponent;
    if (!keeps) return TERM_NONE;
    break;
  }
  default: return TERM_NONE;
  }
  HIT(FP_CLASS_CONVERT);
  return child_of(tm, a, 1);
}

// A classification that is decided by the operation that made a, or none.
static struct term class_of_operation(struct terms *tm, enum term_kind kind, struct term a) {
  switch (kind_of(tm, a)) {
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV: return rule_class_int(tm, kind, a);
  case TERM_FP_ABS: return kind == TERM_FP_IS_NEGATIVE ? term_false(tm) : TERM_NONE;
  case TERM_FP_RTI:
    return kind == TERM_FP_IS_SUBNORMAL ? term_false(tm) : TERM_NONE; // integral and not zero: at least 1
  case TERM_FP_SQRT:
    if (kind != TERM_FP_IS_NAN) return TERM_NONE;
    a = child_of(tm, a, 1);
    return term_not(tm, make2(tm, TERM_FP_LE, sort_bool(tm), const_zero(tm, sort_of(tm, a)), a));
  case TERM_FP_TO_FP: {
    struct ieee_format from = format_of(tm, sort_of(tm, child_of(tm, a, 1))), to = format_of(tm, sort_of(tm, a));
    bool all_normal = 1 - bias_of(from) - (int64_t)(from.significand - 1) >= 1 - bias_of(to);
    return kind == TERM_FP_IS_SUBNORMAL && is_embedding(from, to) && all_normal ? term_false(tm) : TERM_NONE;
  }
  default: return TERM_NONE;
  }
}

static struct term rule_class(struct terms *tm, enum term_kind kind, struct term a) {
  bool flip = false;
  struct term source = a;
  for (struct term next; !term_none(next = class_source(tm, kind, source, &flip));) source = next;
  struct term t;
  if (is_const(tm, source)) {
    t = fold(tm, kind, sort_bool(tm), 1, &source);
  } else {
    t = class_of_operation(tm, kind, source);
    if (!term_none(t)) HIT(FP_CLASS_CONVERT);
    else if (term_same(source, a)) return TERM_NONE;
    else t = make_test(tm, kind, source);
  }
  return flip && kind == TERM_FP_IS_NEGATIVE ? term_and(tm, not_nan(tm, source), term_not(tm, t)) : t;
}

static struct term rule_convert(struct terms *tm, struct sort s, struct term *c) {
  struct term x = c[1];
  if (sort_of(tm, x).id == s.id) {
    HIT(FP_CONVERT_SAME);
    return x;
  }
  if (is_widening(tm, x)) {
    HIT(FP_CONVERT_CHAIN);
    return make2(tm, TERM_FP_TO_FP, s, c[0], child_of(tm, x, 1));
  }
  if (from_int_is_exact(tm, x)) {
    HIT(FP_CONVERT_CHAIN);
    return make2(tm, kind_of(tm, x), s, c[0], child_of(tm, x, 1));
  }
  if (is_embedding(format_of(tm, sort_of(tm, x)), format_of(tm, s)) && !term_same(c[0], term_rne(tm))) {
    HIT(FP_MODE);
    c[0] = term_rne(tm);
  }
  return TERM_NONE;
}

static struct term rule_from_int(struct terms *tm, enum term_kind kind, struct sort s, struct term *c) {
  bool is_signed = kind == TERM_FP_FROM_SBV;
  if (is_kind(tm, c[1], TERM_BV_ZEXT) || (is_signed && is_kind(tm, c[1], TERM_BV_SEXT))) {
    HIT(FP_FROM_EXTENDED);
    return make2(tm, is_kind(tm, c[1], TERM_BV_SEXT) ? TERM_FP_FROM_SBV : TERM_FP_FROM_UBV, s, c[0],
                 child_of(tm, c[1], 0));
  }
  if (int_is_exact(width_of(tm, c[1]), is_signed, format_of(tm, s)) && !term_same(c[0], term_rne(tm))) {
    HIT(FP_MODE);
    c[0] = term_rne(tm);
  }
  return TERM_NONE;
}

static struct term rule_to_int(struct terms *tm, enum term_kind kind, struct sort s, struct term *c) {
  struct term x = c[1];
  uint32_t width = info_of(tm, s)->width;
  if (is_widening(tm, x)) {
    HIT(FP_TO_INT_CHAIN);
    return make2(tm, kind, s, c[0], child_of(tm, x, 1));
  }
  if (is_kind(tm, x, TERM_FP_RTI) && largest_is_integral(format_of(tm, sort_of(tm, x)))) {
    HIT(FP_TO_INT_CHAIN);
    return make2(tm, kind, s, child_of(tm, x, 0), child_of(tm, x, 1));
  }
  if (from_int_is_exact(tm, x)) {
    struct term a = child_of(tm, x, 1);
    uint32_t from = width_of(tm, a);
    bool from_signed = is_kind(tm, x, TERM_FP_FROM_SBV), to_signed = kind == TERM_FP_TO_SBV;
    if (from_signed == to_signed && from <= width) {
      HIT(FP_TO_INT_CHAIN);
      return to_signed ? term_sext(tm, a, width) : term_zext(tm, a, width);
    }
    if (!from_signed && to_signed && from < width) {
      HIT(FP_TO_INT_CHAIN);
      return term_zext(tm, a, width);
    }
  }
  return TERM_NONE;
}

static struct term rule_to_bits(struct terms *tm, struct term *c) {
  uint32_t width = width_of(tm, c[0]);
  if (is_kind(tm, c[0], TERM_CONST_FLOAT)) {
    HIT(FP_BITS_NAN);
    struct term fixed[2] = {c[0], term_bv(tm, width, 0)};
    struct term bits = fold(tm, TERM_FP_TO_BITS, sort_bv(tm, width), 2, fixed);
    return const_is_nan(tm, c[0]) ? term_bvor(tm, bits, c[1]) : bits;
  }
  if (!bv_is_zero(tm, c[1]) && never_nan(tm, c[0])) {
    HIT(FP_BITS_NAN);
    c[1] = term_bv(tm, width, 0);
  }
  return TERM_NONE;
}

// f(ite(c, a, b)) where a, b and all other children are constants.
static struct term rule_ite(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *c) {
  uint32_t at = n;
  for (uint32_t i = 0; i < n; i++) {
    if (is_const(tm, c[i])) continue;
    if (at < n || !is_kind(tm, c[i], TERM_ITE)) return TERM_NONE;
    at = i;
  }
  struct term ite = c[at], yes[4], no[4];
  if (!is_const(tm, child_of(tm, ite, 1)) || !is_const(tm, child_of(tm, ite, 2))) return TERM_NONE;
  HIT(FP_ITE);
  memcpy(yes, c, n * sizeof *c);
  memcpy(no, c, n * sizeof *c);
  yes[at] = child_of(tm, ite, 1);
  no[at] = child_of(tm, ite, 2);
  struct term a = fold(tm, kind, s, n, yes), b = fold(tm, kind, s, n, no);
  return term_ite(tm, child_of(tm, ite, 0), a, b);
}

static bool is_arithmetic(enum term_kind kind) {
  return term_class(kind) == CLASS_FP_ROUNDED || term_class(kind) == CLASS_FP_EXACT;
}

static struct term rule_of_kind(struct terms *tm, enum term_kind kind, struct sort s, struct term *c) {
  if (term_class(kind) == CLASS_FP_COMPARE) return rule_compare(tm, kind, c);
  if (term_class(kind) == CLASS_FP_TEST) return rule_class(tm, kind, c[0]);
  switch (kind) {
  case TERM_FP_ADD:
  case TERM_FP_SUB: return rule_add(tm, kind, s, c);
  case TERM_FP_MUL:
  case TERM_FP_DIV: return rule_mul(tm, kind, s, c);
  case TERM_FP_FMA: order_commutative(tm, &c[1], &c[2]); return TERM_NONE;
  case TERM_FP_RTI: return rule_rti(tm, c);
  case TERM_FP_NEG:
  case TERM_FP_ABS: return rule_neg_abs(tm, kind, s, c[0]);
  case TERM_FP_FROM_BITS:
    if (!is_kind(tm, c[0], TERM_FP_TO_BITS) || sort_of(tm, child_of(tm, c[0], 0)).id != s.id) return TERM_NONE;
    HIT(FP_BITS_INVERSE);
    return child_of(tm, c[0], 0);
  case TERM_FP_TO_BITS: return rule_to_bits(tm, c);
  case TERM_FP_TO_FP: return rule_convert(tm, s, c);
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV: return rule_from_int(tm, kind, s, c);
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV: return rule_to_int(tm, kind, s, c);
  default: return TERM_NONE;
  }
}

static bool all_const(const struct terms *tm, uint32_t n, const struct term *c) {
  for (uint32_t i = 0; i < n; i++) {
    if (!is_const(tm, c[i])) return false;
  }
  return true;
}

struct term fp_make(struct terms *tm, enum term_kind kind, struct sort s, uint32_t n, const struct term *children) {
  struct term c[4];
  assert(n >= 1 && n <= 4);
  memcpy(c, children, n * sizeof *c);
  bool has_mode = ieee_has_mode(kind);
  uint64_t mode;
  if (has_mode && bv_value(tm, c[0], &mode) && mode > IEEE_RTZ) {
    HIT(FP_MODE);
    c[0] = term_rne(tm);
  }
  if (all_const(tm, n, c)) {
    HIT(FOLD);
    return fold(tm, kind, s, n, c);
  }
  if (is_arithmetic(kind)) {
    for (uint32_t i = has_mode; i < n; i++) {
      if (!const_is_nan(tm, c[i])) continue;
      HIT(FP_NAN);
      return const_nan(tm, s);
    }
  }
  struct term t = rule_ite(tm, kind, s, n, c);
  if (term_none(t)) t = rule_of_kind(tm, kind, s, c);
  if (!term_none(t)) return t;
  // Where a rule changed a child (the mode that does not matter, the order) others may apply: what is interned is at
  // rest.
  return memcmp(c, children, n * sizeof *c) ? fp_make(tm, kind, s, n, c) : term_intern(tm, kind, s, 0, 0, n, c);
}
