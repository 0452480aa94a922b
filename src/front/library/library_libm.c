// Functions of <math.h> that are not computed: arbitrary values within what they can return, and listed as
// approximated.
//
// Of constants the true result is known (MPFR): the value is one of its neighbours, since libraries are not correctly
// rounded, or the result itself where it is exact and the function good enough to give it. The functions of <math.h>
// set errno if the program has it.
#include "front/library/library.h"
#include "front/memory/pointsto.h"
#include "front/translate/access.h"
#include "front/translate/call.h"
#include "front/translate/instruction.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include "front/library/libm.h"

// The entry for a name, with or without f or l at its end.
static const struct libm_function *function_of(const char *name) {
  for (size_t i = 0; i < sizeof libm_functions / sizeof *libm_functions; i++) {
    size_t n = strlen(libm_functions[i].name);
    if (strncmp(name, libm_functions[i].name, n)) continue;
    if (!name[n] || ((name[n] == 'f' || name[n] == 'l') && !name[n + 1])) return &libm_functions[i];
  }
  return NULL;
}

static struct term fp(struct terms *tm, enum term_kind kind, struct term a) { return term_fp(tm, kind, 1, &a); }
static struct term fpb(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  return term_fp(tm, kind, 2, (struct term[]){a, b});
}

void library_set_errno(struct translation *t, struct term condition, struct term error) {
  struct front *f = t->f;
  LLVMValueRef variable =
      LLVMGetNamedGlobal(f->module, "__clew_errno");   // of the models; without it the program has no errno
  if (!variable || term_is_false(f->tm, condition)) return;
  uint32_t node = pointsto_target(f, variable);
  struct term at = operand(t, variable), before = memory_load(t, node, at, 4);
  memory_store(t, node, at, term_ite(f->tm, condition, error, before));
}

// --- constants -----------------------------------------------------------------------------

// A finite constant, with its whole significand.
static bool constant_of(struct terms *tm, struct term a, mpfr_t to) {
  if (term_kind(tm, a) != TERM_CONST_FLOAT) return false;
  struct sort sort = term_sort(tm, a);
  uint32_t exponent = sort_exponent(tm, sort), significand = sort_significand(tm, sort);
  long top = (1L << exponent) - 1;
  mpz_t bits, field;
  mpz_inits(bits, field, NULL);
  term_value(tm, a, bits);
  bool negative = mpz_tstbit(bits, exponent + significand - 1);
  mpz_fdiv_q_2exp(field, bits, significand - 1);
  mpz_fdiv_r_2exp(field, field, exponent);
  mpz_fdiv_r_2exp(bits, bits, significand - 1);
  long e = (long)mpz_get_ui(field);
  if (e) mpz_setbit(bits, significand - 1);
  mpfr_set_prec(to, significand);
  mpfr_set_z_2exp(to, bits, (e ? e : 1) - top / 2 - (long)significand + 1, MPFR_RNDN);
  mpfr_setsign(to, to, negative, MPFR_RNDN);
  mpz_clears(bits, field, NULL);
  return e != top;
}

// A number that is normal in the sort, or zero.
static bool is_normal(struct terms *tm, struct sort sort, const mpfr_t x) {
  if (mpfr_zero_p(x)) return true;
  long most = 1L << (sort_exponent(tm, sort) - 1);
  return mpfr_regular_p(x) && mpfr_get_exp(x) <= most - 1 && mpfr_get_exp(x) >= 4 - most;
}

static struct term number_term(struct terms *tm, struct sort sort, const mpfr_t x) {
  uint32_t exponent = sort_exponent(tm, sort), significand = sort_significand(tm, sort);
  mpz_t bits;
  mpz_init(bits);
  if (!mpfr_zero_p(x)) {
    long e = mpfr_get_z_2exp(bits, x) + (long)significand - 1 + (1L << (exponent - 1)) - 1;
    mpz_abs(bits, bits);
    mpz_clrbit(bits, significand - 1);
    mpz_t field;
    mpz_init_set_ui(field, (unsigned long)e);
    mpz_mul_2exp(field, field, significand - 1);
    mpz_add(bits, bits, field);
    mpz_clear(field);
  }
  if (mpfr_signbit(x)) mpz_setbit(bits, exponent + significand - 1);
  struct term result = term_float_bits(tm, sort, bits);
  mpz_clear(bits);
  return result;
}

// What the value may be if the true result is x, which is exact or not.
static struct term near(struct terms *tm, const struct libm_function *function, struct term value, mpfr_t x,
                        bool exact) {
  struct sort sort = term_sort(tm, value);
  if (exact && (function->is_accurate || mpfr_zero_p(x))) return term_eq(tm, value, number_term(tm, sort, x));
  if (mpfr_zero_p(x)) return TERM_NONE;
  mpfr_t bound;
  mpfr_init2(bound, mpfr_get_prec(x));
  mpfr_set(bound, x, MPFR_RNDN);
  for (int i = 0; i < function->units; i++) mpfr_nextbelow(bound);
  struct term low = number_term(tm, sort, bound);
  mpfr_set(bound, x, MPFR_RNDN);
  for (int i = 0; i < function->units; i++) mpfr_nextabove(bound);
  struct term high = number_term(tm, sort, bound);
  mpfr_clear(bound);
  return term_and(tm, fpb(tm, TERM_FP_LE, low, value), fpb(tm, TERM_FP_LE, value, high));
}

// What is known of the value if all arguments are finite constants and the result is a normal number; none otherwise.
static struct term of_constants(struct translation *t, const struct libm_function *function, unsigned n,
                                const struct term *args, struct term value) {
  struct terms *tm = t->f->tm;
  if (t->f->rounding_var != CFA_NONE || n != (function->unary ? 1 : 2)) return TERM_NONE;
  struct sort sort = term_sort(tm, value);
  struct term known = TERM_NONE;
  mpfr_t x, y, result;
  mpfr_inits2(sort_significand(tm, sort), x, y, result, (mpfr_ptr)NULL);
  if (constant_of(tm, args[0], x) && (n == 1 || constant_of(tm, args[1], y))) {
    int inexact = n == 1 ? function->unary(result, x, MPFR_RNDN) : function->binary(result, x, y, MPFR_RNDN);
    if (is_normal(tm, sort, result)) known = near(tm, function, value, result, !inexact);
  }
  mpfr_clears(x, y, result, (mpfr_ptr)NULL);
  return known;
}

// --- everything else ---------------------------------------------------------------------------

// A small constant, in tenths.
static struct term tenths(struct terms *tm, struct sort sort, int n) {
  struct term whole = term_fp_from_int(tm, sort, term_rne(tm), term_bv_signed(tm, 16, n), true);
  struct term ten = term_fp_from_int(tm, sort, term_rne(tm), term_bv(tm, 16, 10), true);
  return term_fp(tm, TERM_FP_DIV, 3, (struct term[]){term_rne(tm), whole, ten});
}

static struct term between(struct terms *tm, struct term value, int low, int high) {
  struct sort sort = term_sort(tm, value);
  return term_and(tm, fpb(tm, TERM_FP_LE, tenths(tm, sort, low), value),
                  fpb(tm, TERM_FP_LE, value, tenths(tm, sort, high)));
}

static struct term in_range(struct terms *tm, enum libm_range range, struct term value) {
  struct sort sort = term_sort(tm, value);
  switch (range) {
  case ONE: return between(tm, value, -10, 10);
  case POSITIVE: return fpb(tm, TERM_FP_LE, tenths(tm, sort, 0), value);
  case ANGLE: return between(tm, value, -16, 16);
  case HALF_TURN: return between(tm, value, 0, 32);
  case TURN: return between(tm, value, -32, 32);
  case FROM_ONE: return fpb(tm, TERM_FP_LE, tenths(tm, sort, 10), value);
  case TO_TWO: return between(tm, value, 0, 20);
  default: return term_not(tm, fp(tm, TERM_FP_IS_NAN, value));
  }
}

static struct term in_domain(struct terms *tm, enum libm_domain domain, struct term x) {
  struct sort sort = term_sort(tm, x);
  switch (domain) {
  case FINITE: return term_not(tm, fp(tm, TERM_FP_IS_INF, x));
  case NOT_NEGATIVE: return fpb(tm, TERM_FP_LE, tenths(tm, sort, 0), x);
  case FROM_MINUS_ONE: return fpb(tm, TERM_FP_LE, tenths(tm, sort, -10), x);
  case WITHIN_ONE: return between(tm, x, -10, 10);
  case AT_LEAST_ONE: return fpb(tm, TERM_FP_LE, tenths(tm, sort, 10), x);
  default: return term_true(tm);
  }
}

// pow(x, 0) and pow(1, y) are 1, even of NaN as long as it is quiet; hypot makes no NaN of numbers.
static struct term unknown_domain(struct terms *tm, const struct libm_function *function, unsigned n,
                                  const struct term *args, struct term value) {
  struct term is_nan = fp(tm, TERM_FP_IS_NAN, value), nan = term_false(tm);
  for (unsigned i = 0; i < n; i++) nan = term_or(tm, nan, fp(tm, TERM_FP_IS_NAN, args[i]));
  struct term result = term_or(tm, is_nan, in_range(tm, function->range, value));
  if (!strcmp(function->name, "hypot")) return term_and(tm, result, term_implies(tm, is_nan, nan));
  if (strcmp(function->name, "pow")) return result;
  struct term one = tenths(tm, term_sort(tm, value), 10);
  struct term is_one = term_or(tm, fp(tm, TERM_FP_IS_ZERO, args[1]), term_eq(tm, args[0], one));
  return term_and(tm, result, term_implies(tm, term_and(tm, is_one, term_not(tm, nan)), term_eq(tm, value, one)));
}

static struct term of_any(struct terms *tm, const struct libm_function *function, unsigned n, const struct term *args,
                          struct term value) {
  if (function->domain == UNKNOWN_DOMAIN) return unknown_domain(tm, function, n, args, value);
  struct term inside = in_domain(tm, function->domain, args[0]), nan = term_false(tm);
  for (unsigned i = 0; i < n; i++) nan = term_or(tm, nan, fp(tm, TERM_FP_IS_NAN, args[i]));
  inside = term_and(tm, inside, term_not(tm, nan));
  return term_ite(tm, inside, in_range(tm, function->range, value), fp(tm, TERM_FP_IS_NAN, value));
}

// An error may or may not be told: EDOM 33, ERANGE 34.
static void some_error(struct translation *t, const struct libm_function *function, const char *name) {
  struct terms *tm = t->f->tm;
  if (!function->has_errors || !LLVMGetNamedGlobal(t->f->module, "__clew_errno")) return;
  struct term is_error = segment_input(t, sort_bool(tm), INPUT_LIBRARY, name, "", true);
  struct term is_range = segment_input(t, sort_bool(tm), INPUT_LIBRARY, name, "", true);
  library_set_errno(t, is_error, term_ite(tm, is_range, term_bv(tm, 32, 34), term_bv(tm, 32, 33)));
}

void library_libm(struct translation *t, LLVMValueRef call, const char *name) {
  struct front *f = t->f;
  struct terms *tm = f->tm;
  const struct libm_function *function = function_of(name);
  LLVMTypeRef type = LLVMTypeOf(call);
  unsigned n = LLVMGetNumArgOperands(call);
  struct term args[2];
  bool is_typed = function && n == (function->unary ? 1 : 2) && sort_kind(tm, type_sort(f, type)) == SORT_FLOAT;
  for (unsigned i = 0; i < n && is_typed; i++) {
    args[i] = operand(t, LLVMGetOperand(call, i));
    is_typed = term_sort(tm, args[i]).id == type_sort(f, type).id;
  }
  if (!is_typed) {
    segment_end_path(t, LOC_UNSUPPORTED, "a math function called with other types than its prototype's");
    return;
  }
  if (!strcmp(function->name, "lgamma") && LLVMGetNamedGlobal(f->module, "signgam")) {
    segment_end_path(t, LOC_UNSUPPORTED, "signgam");
    return;
  }
  list_once(f, &f->cfa->approximated, name);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  const char *ctype = kind == LLVMFloatTypeKind      ? "float"
                      : kind == LLVMX86_FP80TypeKind ? "long double"
                      : kind == LLVMDoubleTypeKind   ? "double"
                                                     : "";
  struct term value = arbitrary(t, type, INPUT_LIBRARY, name, ctype);
  define(t, call, value);
  struct term known = of_constants(t, function, n, args, value);
  if (term_none(known)) some_error(t, function, name);
  segment_guard(t, term_and(tm, of_any(tm, function, n, args, value), term_none(known) ? term_true(tm) : known));
}
