// Functions of <math.h> with a built-in meaning, exactly; those without one are in library_libm.c.
#include "front/library/builtins.h"
#include "front/library/library.h"
#include "front/translate/instruction.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"

static struct term fp(struct terms *tm, enum term_kind kind, struct term a) { return term_fp(tm, kind, 1, &a); }
static struct term fpb(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  return term_fp(tm, kind, 2, (struct term[]){a, b});
}

// The sign bit, of a NaN too: looked up in the bits.
static struct term sign_of(struct translation *t, LLVMValueRef value) {
  struct front *f = t->f;
  struct term bits = operand_bits(t, value);
  uint32_t top = term_width(f->tm, bits) - 1;
  return term_eq(f->tm, term_extract(f->tm, top, top, bits), term_bv(f->tm, 1, 1));
}

// fmod from the IEEE remainder of the magnitudes: that one rounds the quotient to nearest, so it may be negative, and
// adding the divisor back is exact. A NaN may have any sign.
static struct term fmod_of(struct terms *tm, struct term x, struct term y) {
  struct term ax = fp(tm, TERM_FP_ABS, x), ay = fp(tm, TERM_FP_ABS, y);
  struct term r = fpb(tm, TERM_FP_REM, ax, ay), nan = r;
  struct term zero = term_float_bits64(tm, term_sort(tm, x), 0);
  r = term_ite(tm, fpb(tm, TERM_FP_LT, r, zero), term_fp(tm, TERM_FP_ADD, 3, (struct term[]){term_rne(tm), r, ay}),
               fp(tm, TERM_FP_ABS, r));
  r = term_ite(tm, fp(tm, TERM_FP_IS_NEGATIVE, x), fp(tm, TERM_FP_NEG, r), r);
  return term_ite(tm, fp(tm, TERM_FP_IS_NAN, nan), nan, r);
}

// The bits of one with the sign of the other, also of a NaN.
static struct term copysign_of(struct translation *t, LLVMValueRef from, LLVMValueRef sign, struct term a) {
  struct terms *tm = t->f->tm;
  struct term bits = operand_bits(t, from), other = operand_bits(t, sign);
  uint32_t top = term_width(tm, bits) - 1;
  struct term top_bit = term_extract(tm, top, top, other);
  struct term nan = value_of_bits(t->f, LLVMTypeOf(from), term_concat(tm, top_bit, term_extract(tm, top - 1, 0, bits)));
  struct term same = term_eq(tm, term_extract(tm, top, top, bits), top_bit);
  struct term number = term_ite(tm, same, a, fp(tm, TERM_FP_NEG, a));
  return term_ite(tm, fp(tm, TERM_FP_IS_NAN, a), nan, number);
}

static struct term is_finite(struct terms *tm, struct term a) {
  return term_not(tm, term_or(tm, fp(tm, TERM_FP_IS_NAN, a), fp(tm, TERM_FP_IS_INF, a)));
}

static void define_number(struct translation *t, LLVMValueRef call, struct term value) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) define(t, call, coerce(t->f, value, type_sort(t->f, type)));
}

// Twelve classes of llvm.is.fpclass by bit: signalling and quiet NaN, -inf, -normal, -subnormal, -0, +0, +subnormal,
// +normal, +inf.
static struct term in_classes(struct translation *t, LLVMValueRef value, struct term a, uint64_t mask) {
  struct terms *tm = t->f->tm;
  struct term negative = fp(tm, TERM_FP_IS_NEGATIVE, a), positive = term_not(tm, negative), result = term_false(tm);
  struct term nan = fp(tm, TERM_FP_IS_NAN, a);
  if ((mask & 3) == 3) {
    result = nan;
  } else if (mask & 3) {
    uint32_t bit = sort_significand(tm, term_sort(tm, a)) - 2;
    struct term quiet = term_eq(tm, term_extract(tm, bit, bit, operand_bits(t, value)), term_bv(tm, 1, 1));
    result = term_and(tm, nan, mask & 2 ? quiet : term_not(tm, quiet));
  }
  static const struct {
    enum term_kind kind;
    int negative, positive;
  } classes[] = {{TERM_FP_IS_INF, 2, 9},
                 {TERM_FP_IS_NORMAL, 3, 8},
                 {TERM_FP_IS_SUBNORMAL, 4, 7},
                 {TERM_FP_IS_ZERO, 5, 6}};
  for (int i = 0; i < 4; i++) {
    struct term is = fp(tm, classes[i].kind, a);
    bool minus = mask >> classes[i].negative & 1, plus = mask >> classes[i].positive & 1;
    if (minus && plus) result = term_or(tm, result, is);
    else if (minus) result = term_or(tm, result, term_and(tm, is, negative));
    else if (plus) result = term_or(tm, result, term_and(tm, is, positive));
  }
  return result;
}

static struct term comparison(struct terms *tm, uint32_t detail, struct term a, struct term b) {
  switch (detail) {
  case 0: return fpb(tm, TERM_FP_LT, b, a);
  case 1: return fpb(tm, TERM_FP_LE, b, a);
  case 2: return fpb(tm, TERM_FP_LT, a, b);
  case 3: return fpb(tm, TERM_FP_LE, a, b);
  case 4: return term_or(tm, fpb(tm, TERM_FP_LT, a, b), fpb(tm, TERM_FP_LT, b, a));
  default: return term_or(tm, fp(tm, TERM_FP_IS_NAN, a), fp(tm, TERM_FP_IS_NAN, b));
  }
}

static struct term mode_of(struct translation *t, uint32_t detail) {
  return detail == 5 ? rounding_mode(t) : term_bv(t->f->tm, 3, detail);
}

// FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4.
static struct term classify(struct terms *tm, struct term a) {
  static const enum term_kind kinds[] = {TERM_FP_IS_NAN, TERM_FP_IS_INF, TERM_FP_IS_ZERO, TERM_FP_IS_SUBNORMAL};
  struct term result = term_bv(tm, 32, 4);
  for (uint32_t i = 0; i < 4; i++) result = term_ite(tm, fp(tm, kinds[i], a), term_bv(tm, 32, i), result);
  return result;
}

// Is it a signalling NaN? One that came in as bits tells, one that was computed is quiet; of others it is arbitrary.
static struct term is_signalling(struct translation *t, LLVMValueRef value) {
  struct terms *tm = t->f->tm;
  struct term a = operand(t, value), nan = fp(tm, TERM_FP_IS_NAN, a);
  uint32_t bit = sort_significand(tm, term_sort(tm, a)) - 2;
  struct term loud = term_bv(tm, 1, 0);
  if (LLVMIsAConstantFP(value))
    return term_and(tm, nan, term_eq(tm, term_extract(tm, bit, bit, operand_bits(t, value)), loud));
  switch (term_kind(tm, a)) {
  case TERM_FP_FROM_BITS: return term_and(tm, nan, term_eq(tm, term_extract(tm, bit, bit, term_child(tm, a, 0)), loud));
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV:
  case TERM_FP_SQRT:
  case TERM_FP_FMA:
  case TERM_FP_REM: return term_false(tm);
  default:
    if (term_is_false(tm, nan)) return nan;
    return term_and(tm, nan, segment_input(t, sort_bool(tm), INPUT_LIBRARY, "signalling NaN", "", true));
  }
}

// fmin and fmax: the number if the other one is not, but NaN if one is a signalling NaN. Of zeros with different signs
// either may be returned.
static struct term extremum(struct translation *t, LLVMValueRef call, bool largest) {
  struct terms *tm = t->f->tm;
  LLVMValueRef left = LLVMGetOperand(call, 0), right = LLVMGetOperand(call, 1);
  struct term a = operand(t, left), b = operand(t, right);
  struct term signalling = term_or(tm, is_signalling(t, left), is_signalling(t, right));
  struct term nan = term_ite(tm, fp(tm, TERM_FP_IS_NAN, a), a, b);
  struct term both_zero = term_and(tm, fp(tm, TERM_FP_IS_ZERO, a), fp(tm, TERM_FP_IS_ZERO, b));
  if (!term_is_false(tm, both_zero))
    a = term_ite(tm, term_and(tm, both_zero, segment_input(t, sort_bool(tm), INPUT_LIBRARY, "which zero", "", true)), b,
                 a);
  struct term take_b = largest ? fpb(tm, TERM_FP_LT, a, b) : fpb(tm, TERM_FP_LT, b, a);
  struct term number = term_ite(tm, term_or(tm, fp(tm, TERM_FP_IS_NAN, a), take_b), b, a);
  return term_ite(tm, signalling, nan, number);
}

// errno as the library sets it: a domain error of sqrt, fmod and remainder, a range error of fdim.
static void set_errno(struct translation *t, enum builtin builtin, struct term a, struct term b) {
  struct terms *tm = t->f->tm;
  struct term zero = term_float_bits64(tm, term_sort(tm, a), 0),
              nan = term_or(tm, fp(tm, TERM_FP_IS_NAN, a), fp(tm, TERM_FP_IS_NAN, b));
  struct term domain = term_bv(tm, 32, 33), range = term_bv(tm, 32, 34);
  if (builtin == BUILTIN_FP_SQRT) {
    library_set_errno(t, fpb(tm, TERM_FP_LT, a, zero), domain);
  } else if (builtin == BUILTIN_FP_FMOD || builtin == BUILTIN_FP_REMAINDER) {
    struct term undefined = term_or(tm, fp(tm, TERM_FP_IS_INF, a), fp(tm, TERM_FP_IS_ZERO, b));
    library_set_errno(t, term_and(tm, undefined, term_not(tm, nan)), domain);
  } else if (builtin == BUILTIN_FP_FDIM) {
    struct term difference = term_fp(tm, TERM_FP_SUB, 3, (struct term[]){rounding_mode(t), a, b});
    struct term overflow = term_and(tm, fp(tm, TERM_FP_IS_INF, difference), fpb(tm, TERM_FP_LT, b, a));
    library_set_errno(t, term_and(tm, overflow, term_and(tm, is_finite(tm, a), is_finite(tm, b))), range);
  }
}

bool library_math(struct translation *t, LLVMValueRef call, enum builtin builtin, uint32_t detail) {
  struct terms *tm = t->f->tm;
  if (builtin < BUILTIN_FP_FABS || builtin > BUILTIN_FP_TO_INT) return false;
  size_t length;
  const char *name = LLVMGetValueName2(called_function(call) ? called_function(call) : call, &length);
  if (builtin == BUILTIN_FP_LIBM) {
    library_libm(t, call, name);
    return true;
  }
  unsigned n = LLVMGetNumArgOperands(call);
  if (!n) return false;
  struct term a = operand(t, LLVMGetOperand(call, 0)), b = n > 1 ? operand(t, LLVMGetOperand(call, 1)) : a;
  if (sort_kind(tm, term_sort(tm, a)) != SORT_FLOAT) { // an old program without the prototype: not the call it seems
    segment_end_path(t, LOC_UNSUPPORTED, "a math function called without its prototype");
    return true;
  }
  if (n > 1 && builtin != BUILTIN_FP_ISCLASS && term_sort(tm, b).id != term_sort(tm, a).id) {
    segment_end_path(t, LOC_UNSUPPORTED, "a math function called with other types than its prototype's");
    return true;
  }
  struct term one = term_bv(tm, 32, 1), zero = term_bv(tm, 32, 0), rm = rounding_mode(t);
  if (!LLVMGetIntrinsicID(called_function(call))) set_errno(t, builtin, a, b);
  switch (builtin) {
  case BUILTIN_FP_FABS: define_number(t, call, fp(tm, TERM_FP_ABS, a)); break;
  case BUILTIN_FP_ROUND: define_number(t, call, fpb(tm, TERM_FP_RTI, mode_of(t, detail), a)); break;
  case BUILTIN_FP_SQRT: define_number(t, call, fpb(tm, TERM_FP_SQRT, rm, a)); break;
  case BUILTIN_FP_FMOD: define_number(t, call, fmod_of(tm, a, b)); break;
  case BUILTIN_FP_REMAINDER: define_number(t, call, fpb(tm, TERM_FP_REM, a, b)); break;
  case BUILTIN_FP_FMA:
    define_number(t, call, term_fp(tm, TERM_FP_FMA, 4, (struct term[]){rm, a, b, operand(t, LLVMGetOperand(call, 2))}));
    break;
  case BUILTIN_FP_FMIN: define_number(t, call, extremum(t, call, false)); break;
  case BUILTIN_FP_FMAX: define_number(t, call, extremum(t, call, true)); break;
  case BUILTIN_FP_FDIM: {
    struct term difference = term_fp(tm, TERM_FP_SUB, 3, (struct term[]){rm, a, b});
    struct term result =
        term_ite(tm, fpb(tm, TERM_FP_LE, a, b), term_float_bits64(tm, term_sort(tm, a), 0), difference);
    define_number(t, call, result);
    break;
  }
  case BUILTIN_FP_COPYSIGN:
    define_number(t, call, copysign_of(t, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), a));
    break;
  case BUILTIN_FP_ISNAN: define_number(t, call, term_ite(tm, fp(tm, TERM_FP_IS_NAN, a), one, zero)); break;
  case BUILTIN_FP_ISINF:
    define_number(t, call,
                  term_ite(tm, fp(tm, TERM_FP_IS_INF, a),
                           term_ite(tm, fp(tm, TERM_FP_IS_NEGATIVE, a), term_bv_signed(tm, 32, -1), one), zero));
    break;
  case BUILTIN_FP_FINITE: define_number(t, call, term_ite(tm, is_finite(tm, a), one, zero)); break;
  case BUILTIN_FP_SIGNBIT: define_number(t, call, term_ite(tm, sign_of(t, LLVMGetOperand(call, 0)), one, zero)); break;
  case BUILTIN_FP_CLASSIFY: define_number(t, call, classify(tm, a)); break;
  case BUILTIN_FP_ISCLASS: {
    uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    define_number(t, call, in_classes(t, LLVMGetOperand(call, 0), a, mask));
    break;
  }
  case BUILTIN_FP_COMPARE: define_number(t, call, term_ite(tm, comparison(tm, detail, a, b), one, zero)); break;
  default: { // lround, lrint
    uint32_t width = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(call))
                                                                              : 32;
    define_number(t, call, term_fp_to_int(tm, width, mode_of(t, detail), a, true));
  }
  }
  return true;
}
