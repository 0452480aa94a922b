// What the front end takes of libm's functions (front/library/libm.def) against the machine's library, on random and
// simple arguments: domains, ranges, how near the result is to the true one, and exact results.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "front/library/libm.h"
#include "random.h"
#include <math.h>
#include <string.h>

enum format { DOUBLE, SINGLE, EXTENDED };
enum { ROUNDS = 1500 };

static struct rng rng = {88172645463325252u};
static uint64_t random64(void) { return rng_next(&rng) >> 7; }

// A number of the format: small ones that are often exact, and random ones of all or of middling sizes.
static long double random_number(enum format format) {
  static const double simple[] = {0,    1,    -1, 2,   3,  4,  8,    10, 100, 1000, 0.5,  0.25, 27,  64,
                                  1e-3, -0.5, 5,  1.5, -2, -3, -1.5, 20, 30,  -2.5, 1e10, 33,   -0.0};
  if (random64() % 3 == 0) return simple[random64() % (sizeof simple / sizeof *simple)];
  union {
    uint64_t bits;
    double value;
  } u = {random64()};
  if (random64() % 2) u.bits = (u.bits & 0x800fffffffffffffu) | (1023 - 12 + random64() % 22) << 52;
  long double x = u.value;
  if (random64() % 7 == 0) x = rintl(x);
  if (format == SINGLE) x = (float)x;
  if (format == EXTENDED) x += x * (long double)(random64() % 4096) * 0x1p-65L;
  return x - x == 0 ? x : 1;
}

static long double unary_of(const char *name, enum format format, long double x) {
#define UNARY(function)                                                                                                \
  if (!strcmp(name, #function))                                                                                        \
    return format == DOUBLE ? function((double)x) : format == SINGLE ? function##f((float)x) : function##l(x);
  UNARY(acos)
  UNARY(acosh)
  UNARY(asin)
  UNARY(asinh)
  UNARY(atan) UNARY(atanh) UNARY(cbrt) UNARY(cos) UNARY(cosh) UNARY(erf) UNARY(erfc) UNARY(exp) UNARY(exp10) UNARY(exp2)
      UNARY(expm1) UNARY(lgamma) UNARY(log) UNARY(log10) UNARY(log1p) UNARY(log2) UNARY(sin) UNARY(sinh) UNARY(tan)
          UNARY(tanh) UNARY(tgamma) fail_msg("%s is not known to the test", name);
  return 0;
}

static long double binary_of(const char *name, enum format format, long double x, long double y) {
#define BINARY(function)                                                                                               \
  if (!strcmp(name, #function))                                                                                        \
    return format == DOUBLE   ? function((double)x, (double)y)                                                         \
           : format == SINGLE ? function##f((float)x, (float)y)                                                        \
                              : function##l(x, y);
  BINARY(atan2) BINARY(hypot) BINARY(pow) fail_msg("%s is not known to the test", name);
  return 0;
}

static bool in_domain(enum libm_domain domain, long double x) {
  switch (domain) {
  case NOT_NEGATIVE: return x >= 0;
  case FROM_MINUS_ONE: return x >= -1;
  case WITHIN_ONE: return x >= -1 && x <= 1;
  case AT_LEAST_ONE: return x >= 1;
  default: return true;
  }
}

static bool in_range(enum libm_range range, long double v) {
  switch (range) {
  case ONE: return v >= -1 && v <= 1;
  case POSITIVE: return v >= 0;
  case ANGLE: return v >= -1.6L && v <= 1.6L;
  case HALF_TURN: return v >= 0 && v <= 3.2L;
  case TURN: return v >= -3.2L && v <= 3.2L;
  case FROM_ONE: return v >= 1;
  case TO_TWO: return v >= 0 && v <= 2;
  default: return v == v;
  }
}

// Is the value among the neighbours of the true result that the front end allows?
static bool is_near(const struct libm_function *f, long double v, mpfr_t result, bool exact) {
  if (exact && (f->is_accurate || mpfr_zero_p(result))) {
    long double r = mpfr_get_ld(result, MPFR_RNDN);
    return v == r && !signbit(v) == !signbit(r);
  }
  if (mpfr_zero_p(result)) return true;
  mpfr_t bound;
  mpfr_init2(bound, mpfr_get_prec(result));
  mpfr_set(bound, result, MPFR_RNDN);
  for (int i = 0; i < f->units; i++) mpfr_nextbelow(bound);
  bool good = mpfr_cmp_ld(bound, v) <= 0;
  mpfr_set(bound, result, MPFR_RNDN);
  for (int i = 0; i < f->units; i++) mpfr_nextabove(bound);
  good = good && mpfr_cmp_ld(bound, v) >= 0;
  mpfr_clear(bound);
  return good;
}

static bool is_normal(enum format format, const mpfr_t x) {
  long most = format == DOUBLE ? 1024 : format == SINGLE ? 128 : 16384;
  return mpfr_zero_p(x) || (mpfr_regular_p(x) && mpfr_get_exp(x) <= most - 1 && mpfr_get_exp(x) >= 4 - most);
}

static void check(const struct libm_function *f, enum format format, long double x, long double y) {
  static const int precisions[] = {53, 24, 64};
  long double v = f->unary ? unary_of(f->name, format, x) : binary_of(f->name, format, x, y);
  bool good = f->domain == UNKNOWN_DOMAIN ? v != v || in_range(f->range, v)
              : in_domain(f->domain, x)   ? in_range(f->range, v)
                                          : v != v;
  mpfr_t a, b, result;
  mpfr_inits2(precisions[format], a, b, result, (mpfr_ptr)NULL);
  mpfr_set_ld(a, x, MPFR_RNDN);
  mpfr_set_ld(b, y, MPFR_RNDN);
  int inexact = f->unary ? f->unary(result, a, MPFR_RNDN) : f->binary(result, a, b, MPFR_RNDN);
  if (is_normal(format, result)) good = good && is_near(f, v, result, !inexact);
  mpfr_clears(a, b, result, (mpfr_ptr)NULL);
  if (!good) fail_msg("%s(%La, %La) = %La, format %d", f->name, x, y, v, (int)format);
}

static void test_functions(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof libm_functions / sizeof *libm_functions; i++)
    for (enum format format = DOUBLE; format <= EXTENDED; format++)
      for (int round = 0; round < ROUNDS; round++)
        check(&libm_functions[i], format, random_number(format), random_number(format));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_functions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
