// The functions of libm.def as a table.
#ifndef FRONT_LIBM_H
#define FRONT_LIBM_H
#include <mpfr.h>
#include <stdbool.h>

typedef int libm_unary(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int libm_binary(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

enum libm_range {
  ANY,          // for numbers, any number
  ONE,          // in [-1, 1]
  POSITIVE,     // not negative
  ANGLE,        // in [-1.6, 1.6]
  HALF_TURN,    // in [0, 3.2]
  TURN,         // in [-3.2, 3.2]
  FROM_ONE,     // at least 1
  TO_TWO,       // in [0, 2]
};

enum libm_domain { ALL, FINITE, NOT_NEGATIVE, FROM_MINUS_ONE, WITHIN_ONE, AT_LEAST_ONE, UNKNOWN_DOMAIN };

struct libm_function {
  const char *name;
  libm_unary *unary;
  libm_binary *binary;
  enum libm_range range;
  enum libm_domain domain;
  bool is_accurate, has_errors;
  int units;
};

// lgamma has a sign as well.
static inline int libm_lgamma(mpfr_t to, const mpfr_t x, mpfr_rnd_t mode) {
  int sign;
  return mpfr_lgamma(to, &sign, x, mode);
}

static const struct libm_function libm_functions[] = {
#define LIBM(name, unary, binary, range, domain, is_accurate, has_errors, units)                                       \
  {#name, unary, binary, range, domain, is_accurate, has_errors, units},
#include "front/library/libm.def"
#undef LIBM
};
#endif
