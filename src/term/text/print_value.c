// Constants as C writes them.
#include "term/node.h"
#include "term/rewrite/constructors.h"
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

// An array shows so many of its cells.
#define CELLS_SHOWN 32

// 2^exponent · digits as C would: plain where that is short, else with an exponent.
static void print_decimal(struct text *out, const char *digits, long point, const char *suffix) {
  if (*digits == '-') text_addc(out, *digits++);
  size_t count = strlen(digits);
  while (count > 1 && digits[count - 1] == '0') count--;
  if (point > -5 && point <= 0) {
    text_add(out, "0.");
    for (long i = point; i < 0; i++) text_addc(out, '0');
    text_add_n(out, digits, count);
  } else if (point > 0 && point <= 17) {
    for (long i = 0; i < point; i++) text_addc(out, i < (long)count ? digits[i] : '0');
    text_addc(out, '.');
    if ((long)count > point) text_add_n(out, digits + point, count - (size_t)point);
    else text_addc(out, '0');
  } else {
    text_addc(out, digits[0]);
    if (count > 1) {
      text_addc(out, '.');
      text_add_n(out, digits + 1, count - 1);
    }
    text_printf(out, "e%ld", point - 1);
  }
  text_add(out, suffix);
}

// The fewest digits from which a float or double is read back.
static void shortest_digits(double value, bool is_single, char *digits, size_t size, long *point) {
  char buffer[40];
  for (int precision = 0; precision < 17; precision++) {
    snprintf(buffer, sizeof buffer, "%.*e", precision, value);
    if (is_single ? strtof(buffer, NULL) == (float)value : strtod(buffer, NULL) == value) break;
  }
  size_t n = 0;
  char *p = buffer;
  for (; *p != 'e'; p++) {
    if (*p != '.' && n + 1 < size) digits[n++] = *p;
  }
  digits[n] = 0;
  *point = strtol(p + 1, NULL, 10) + 1;
}

static void print_finite(struct terms *tm, struct sort s, mpz_srcptr bits, const char *suffix, struct text *out) {
  uint32_t exponent = sort_exponent(tm, s), significand = sort_significand(tm, s);
  long bias = (1L << (exponent - 1)) - 1;
  mpz_t field, fraction;
  mpz_inits(field, fraction, NULL);
  mpz_fdiv_q_2exp(field, bits, significand - 1);
  mpz_fdiv_r_2exp(field, field, exponent);
  mpz_fdiv_r_2exp(fraction, bits, significand - 1);
  long e = (long)mpz_get_ui(field);
  if (e) mpz_setbit(fraction, significand - 1);
  else e = 1;
  e -= bias + (long)significand - 1;
  if (mpz_tstbit(bits, exponent + significand - 1)) text_addc(out, '-');
  if (!mpz_sgn(fraction)) {
    text_printf(out, "0.0%s", suffix);
  } else if (exponent <= 11 && significand <= 53) {
    char digits[40];
    long point;
    shortest_digits(ldexp(mpz_get_d(fraction), (int)e), exponent <= 8 && significand <= 24, digits, sizeof digits,
                    &point);
    print_decimal(out, digits, point, suffix);
  } else {
    mpfr_t value;
    mpfr_init2(value, significand);
    mpfr_set_z_2exp(value, fraction, e, MPFR_RNDN);
    mpfr_exp_t point;
    char *digits = mpfr_get_str(NULL, &point, 10, 0, value, MPFR_RNDN);
    print_decimal(out, digits, (long)point, suffix);
    mpfr_free_str(digits);
    mpfr_clear(value);
  }
  mpz_clears(field, fraction, NULL);
}

static void print_float(struct terms *tm, struct term t, struct text *out) {
  struct sort s = sort_of(tm, t);
  uint32_t exponent = sort_exponent(tm, s), significand = sort_significand(tm, s);
  const char *suffix = significand == 24 ? "f" : significand == 64 ? "L" : significand == 113 ? "Q" : "";
  mpz_t bits;
  mpz_init(bits);
  term_value(tm, t, bits);
  bool special = mpz_scan0(bits, significand - 1) >= significand - 1 + exponent;
  if (special) {
    bool infinite = mpz_scan1(bits, 0) == significand - 1;
    text_add(out, !infinite ? "NAN" : mpz_tstbit(bits, exponent + significand - 1) ? "-INFINITY" : "INFINITY");
  } else {
    print_finite(tm, s, bits, suffix, out);
  }
  mpz_clear(bits);
}

static void print_integer(struct terms *tm, struct term t, bool is_unsigned, struct text *out) {
  mpz_t value;
  mpz_init(value);
  term_value(tm, t, value);
  uint32_t width = width_of(tm, t);
  if (is_bv_const(tm, t) && !is_unsigned && width > 1 && mpz_tstbit(value, width - 1)) {
    mpz_t modulus;
    mpz_init_set_ui(modulus, 1);
    mpz_mul_2exp(modulus, modulus, width);
    mpz_sub(value, value, modulus);
    mpz_clear(modulus);
  }
  char *digits = mpz_get_str(NULL, 10, value);
  text_add(out, digits);
  free(digits);
  mpz_clear(value);
}

static void print_array(struct terms *tm, struct term t, bool is_unsigned, struct text *out) {
  t = array_canonical(tm, t);
  text_addc(out, '{');
  if (is_kind(tm, t, TERM_STORES)) {
    uint32_t n = node_at(tm, t)->arity, shown = 0;
    for (uint32_t i = 1; i < n && shown < CELLS_SHOWN; i += 2, shown++) {
      text_addc(out, '[');
      print_integer(tm, child_of(tm, t, i), true, out);
      text_add(out, "] = ");
      term_print_value(tm, child_of(tm, t, i + 1), is_unsigned, out);
      text_add(out, ", ");
    }
    if (n / 2 > shown) text_printf(out, "%u more, ", n / 2 - shown);
    t = child_of(tm, t, 0);
  }
  if (is_kind(tm, t, TERM_ARRAY_CONST)) {
    text_add(out, "[...] = ");
    term_print_value(tm, child_of(tm, t, 0), is_unsigned, out);
  } else {
    text_add(out, "...");
  }
  text_addc(out, '}');
}

void term_print_value(struct terms *tm, struct term t, bool is_unsigned, struct text *out) {
  switch (kind_of(tm, t)) {
  case TERM_TRUE: text_add(out, "1"); break;
  case TERM_FALSE: text_add(out, "0"); break;
  case TERM_CONST_FLOAT: print_float(tm, t, out); break;
  case TERM_CONST_BV:
  case TERM_CONST_INT: print_integer(tm, t, is_unsigned, out); break;
  default:
    if (is_const(tm, t)) print_array(tm, t, is_unsigned, out);
    else term_print_c(tm, t, out);
  }
}
