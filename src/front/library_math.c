// Functions of <math.h> with a built-in meaning, exactly; those without one
// return an arbitrary value in their range, and are listed as approximated.
#include "front/internal.h"

static struct term fp(struct terms *tm, enum term_kind kind, struct term a) { return term_fp(tm, kind, 1, &a); }
static struct term fpb(struct terms *tm, enum term_kind kind, struct term a, struct term b) { return term_fp(tm, kind, 2, (struct term[]){a, b}); }

// The sign bit, of a NaN too: looked up in the bits.
static struct term sign_of(struct translation *t, LLVMValueRef value) {
  struct front *f = t->f;
  struct term bits = operand_bits(t, value);
  uint32_t top = term_width(f->tm, bits) - 1;
  return term_eq(f->tm, term_extract(f->tm, top, top, bits), term_bv(f->tm, 1, 1));
}

// fmod from the IEEE remainder of the magnitudes: that one rounds the quotient to nearest, so it may be negative, and adding the divisor
// back is exact.
static struct term fmod_of(struct terms *tm, struct term x, struct term y) {
  struct term ax = fp(tm, TERM_FP_ABS, x), ay = fp(tm, TERM_FP_ABS, y);
  struct term r = fpb(tm, TERM_FP_REM, ax, ay);
  struct term zero = term_float_bits64(tm, term_sort(tm, x), 0);
  r = term_ite(tm, fpb(tm, TERM_FP_LT, r, zero), term_fp(tm, TERM_FP_ADD, 3, (struct term[]){term_rne(tm), r, ay}), fp(tm, TERM_FP_ABS, r));
  return term_ite(tm, fp(tm, TERM_FP_IS_NEGATIVE, x), fp(tm, TERM_FP_NEG, r), r);
}

static struct term is_finite(struct terms *tm, struct term a) {
  return term_not(tm, term_or(tm, fp(tm, TERM_FP_IS_NAN, a), fp(tm, TERM_FP_IS_INF, a)));
}

static void define_number(struct translation *t, LLVMValueRef call, struct term value) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) define(t, call, coerce(t->f, value, type_sort(t->f, type)));
}

// Twelve classes of llvm.is.fpclass by bit: signalling and quiet NaN, -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf.
static struct term in_classes(struct translation *t, LLVMValueRef value, struct term a, uint64_t mask) {
  struct terms *tm = t->f->tm;
  struct term negative = fp(tm, TERM_FP_IS_NEGATIVE, a), positive = term_not(tm, negative), result = term_false(tm);
  struct term nan = fp(tm, TERM_FP_IS_NAN, a);
  if ((mask & 3) == 3) {
    result = nan;
  } else if (mask & 3) {
    // One that came in as bits tells; of others it is arbitrary, since the bits of a variable's NaN are quiet ones. (C does not
    // define signalling NaNs, Annex F.2.1.)
    uint32_t bit = sort_significand(tm, term_sort(tm, a)) - 2;
    bool tells = term_kind(tm, a) == TERM_FP_FROM_BITS || LLVMIsAConstantFP(value);
    struct term quiet = tells ? term_eq(tm, term_extract(tm, bit, bit, operand_bits(t, value)), term_bv(tm, 1, 1))
                              : segment_input(t, sort_bool(tm), INPUT_LIBRARY, "nan", "", true);
    result = term_and(tm, nan, mask & 2 ? quiet : term_not(tm, quiet));
  }
  static const struct { enum term_kind kind; int negative, positive; } classes[] = {
      {TERM_FP_IS_INF, 2, 9}, {TERM_FP_IS_NORMAL, 3, 8}, {TERM_FP_IS_SUBNORMAL, 4, 7}, {TERM_FP_IS_ZERO, 5, 6}};
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

// Can the result be no number? sin and cos of a finite number are numbers, exp and hypot of numbers too.
static struct term may_be_nan(struct translation *t, LLVMValueRef call, uint32_t detail) {
  struct terms *tm = t->f->tm;
  struct term result = term_false(tm);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    struct term a = operand(t, LLVMGetOperand(call, i));
    if (sort_kind(tm, term_sort(tm, a)) != SORT_FLOAT) return term_true(tm);
    result = term_or(tm, result, detail == 1 ? term_not(tm, is_finite(tm, a)) : fp(tm, TERM_FP_IS_NAN, a));
  }
  return result;
}

// An arbitrary value within what the function can return.
static void call_libm(struct translation *t, LLVMValueRef call, const char *name, uint32_t detail) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  list_once(f, &f->cfa->approximated, name);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  const char *ctype = kind == LLVMFloatTypeKind ? "float" : kind == LLVMX86_FP80TypeKind ? "long double" : kind == LLVMDoubleTypeKind ? "double" : "";
  struct term value = arbitrary(t, type, INPUT_LIBRARY, name, ctype);
  struct sort sort = term_sort(tm, value);
  define(t, call, value);
  if (!detail || sort_kind(tm, sort) != SORT_FLOAT) return;
  struct term zero = term_float_bits64(tm, sort, 0);
  struct term one = term_fp_from_int(tm, sort, term_rne(tm), term_bv(tm, 8, 1), true);
  struct term inside = fpb(tm, TERM_FP_LE, zero, value);
  if (detail == 1) inside = term_and(tm, fpb(tm, TERM_FP_LE, fp(tm, TERM_FP_NEG, one), value), fpb(tm, TERM_FP_LE, value, one));
  segment_guard(t, term_or(tm, inside, term_and(tm, fp(tm, TERM_FP_IS_NAN, value), may_be_nan(t, call, detail))));
}

static struct term mode_of(struct translation *t, uint32_t detail) {
  return detail == 5 ? rounding_mode(t) : term_bv(t->f->tm, 3, detail);
}

static struct term classify(struct terms *tm, struct term a) { // FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4
  static const enum term_kind kinds[] = {TERM_FP_IS_NAN, TERM_FP_IS_INF, TERM_FP_IS_ZERO, TERM_FP_IS_SUBNORMAL};
  struct term result = term_bv(tm, 32, 4);
  for (uint32_t i = 0; i < 4; i++) result = term_ite(tm, fp(tm, kinds[i], a), term_bv(tm, 32, i), result);
  return result;
}

// fmin and fmax: the number if the other one is not. Of zeros with different signs either may be returned.
static struct term extremum(struct translation *t, struct term a, struct term b, bool largest) {
  struct terms *tm = t->f->tm;
  struct term both_zero = term_and(tm, fp(tm, TERM_FP_IS_ZERO, a), fp(tm, TERM_FP_IS_ZERO, b));
  if (!term_is_false(tm, both_zero))
    a = term_ite(tm, term_and(tm, both_zero, segment_input(t, sort_bool(tm), INPUT_LIBRARY, "which zero", "", true)), b, a);
  struct term take_b = largest ? fpb(tm, TERM_FP_LT, a, b) : fpb(tm, TERM_FP_LT, b, a);
  return term_ite(tm, fp(tm, TERM_FP_IS_NAN, a), b, term_ite(tm, take_b, b, a));
}

bool library_math(struct translation *t, LLVMValueRef call, enum builtin builtin, uint32_t detail) {
  struct terms *tm = t->f->tm;
  if (builtin < BUILTIN_FP_FABS || builtin > BUILTIN_FP_TO_INT) return false;
  size_t length;
  const char *name = LLVMGetValueName2(called_function(call) ? called_function(call) : call, &length);
  if (builtin == BUILTIN_FP_LIBM) {
    call_libm(t, call, name, detail);
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
  switch (builtin) {
  case BUILTIN_FP_FABS: define_number(t, call, fp(tm, TERM_FP_ABS, a)); break;
  case BUILTIN_FP_ROUND: define_number(t, call, fpb(tm, TERM_FP_RTI, mode_of(t, detail), a)); break;
  case BUILTIN_FP_SQRT: define_number(t, call, fpb(tm, TERM_FP_SQRT, rm, a)); break;
  case BUILTIN_FP_FMOD: define_number(t, call, fmod_of(tm, a, b)); break;
  case BUILTIN_FP_REMAINDER: define_number(t, call, fpb(tm, TERM_FP_REM, a, b)); break;
  case BUILTIN_FP_FMA: define_number(t, call, term_fp(tm, TERM_FP_FMA, 4, (struct term[]){rm, a, b, operand(t, LLVMGetOperand(call, 2))})); break;
  case BUILTIN_FP_FMIN: define_number(t, call, extremum(t, a, b, false)); break;
  case BUILTIN_FP_FMAX: define_number(t, call, extremum(t, a, b, true)); break;
  case BUILTIN_FP_FDIM: {
    struct term difference = term_fp(tm, TERM_FP_SUB, 3, (struct term[]){rm, a, b});
    struct term result = term_ite(tm, fpb(tm, TERM_FP_LE, a, b), term_float_bits64(tm, term_sort(tm, a), 0), difference);
    define_number(t, call, result);
    break;
  }
  case BUILTIN_FP_COPYSIGN: {
    struct term same = term_eq(tm, sign_of(t, LLVMGetOperand(call, 0)), sign_of(t, LLVMGetOperand(call, 1)));
    define_number(t, call, term_ite(tm, same, a, fp(tm, TERM_FP_NEG, a)));
    break;
  }
  case BUILTIN_FP_ISNAN: define_number(t, call, term_ite(tm, fp(tm, TERM_FP_IS_NAN, a), one, zero)); break;
  case BUILTIN_FP_ISINF:
    define_number(t, call, term_ite(tm, fp(tm, TERM_FP_IS_INF, a), term_ite(tm, fp(tm, TERM_FP_IS_NEGATIVE, a), term_bv_signed(tm, 32, -1), one), zero));
    break;
  case BUILTIN_FP_FINITE: define_number(t, call, term_ite(tm, is_finite(tm, a), one, zero)); break;
  case BUILTIN_FP_SIGNBIT: define_number(t, call, term_ite(tm, sign_of(t, LLVMGetOperand(call, 0)), one, zero)); break;
  case BUILTIN_FP_CLASSIFY: define_number(t, call, classify(tm, a)); break;
  case BUILTIN_FP_ISCLASS: define_number(t, call, in_classes(t, LLVMGetOperand(call, 0), a, LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)))); break;
  case BUILTIN_FP_COMPARE: define_number(t, call, term_ite(tm, comparison(tm, detail, a, b), one, zero)); break;
  default: { // lround, lrint
    uint32_t width = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(call)) : 32;
    define_number(t, call, term_fp_to_int(tm, width, mode_of(t, detail), a, true));
  }
  }
  return true;
}
