// A value of the claim as the harness gives it: the C type of a function that returns it, the value as a C initialiser,
// and as the bits that the harness's `union clew_value` has then.
#include "native/harness.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool type_is(const char *ctype, const char *name) { return ctype && strcmp(ctype, name) == 0; }

// Is it one of the three C floating types as bits?
static bool float_as_bits(const struct cfa *cfa, const struct cfa_input *input, const char **name) {
  struct sort sort = term_sort(cfa->tm, input->term);
  if (sort_kind(cfa->tm, sort) != SORT_BV) return false;
  uint32_t width = sort_width(cfa->tm, sort);
  if (width == 32 && type_is(input->ctype, "float")) return *name = "float", true;
  if (width == 64 && type_is(input->ctype, "double")) return *name = "double", true;
  if (width >= 80 && type_is(input->ctype, "long double")) return *name = "long double", true;
  return false;
}

static bool integer_type(const struct cfa *cfa, uint32_t width, bool is_unsigned, struct harness_type *type) {
  type->member = is_unsigned ? "u" : "i";
  if (width <= 8) type->name = is_unsigned ? "unsigned char" : "signed char";
  else if (width <= 16) type->name = is_unsigned ? "unsigned short" : "short";
  else if (width <= 32) type->name = is_unsigned ? "unsigned int" : "int";
  else if (width <= 64) type->name = is_unsigned ? "unsigned long long" : "long long";
  else if (width <= 128 && cfa->pointer_bits == 64) {
    type->name = is_unsigned ? "unsigned __int128" : "__int128";
    type->member = "w";
  } else return false;
  return true;
}

static struct harness_type float_type(const char *name) {
  const char *member = name[0] == 'f' ? "f" : name[0] == 'd' ? "d" : "l";
  return (struct harness_type){name, member};
}

bool harness_type_of(const struct cfa *cfa, const struct cfa_input *input, struct harness_type *type) {
  struct sort sort = term_sort(cfa->tm, input->term);
  const char *name;
  switch (sort_kind(cfa->tm, sort)) {
  case SORT_BOOL: *type = (struct harness_type){"_Bool", "u"}; return true;
  case SORT_FLOAT:
    switch (sort_significand(cfa->tm, sort)) {
    case 24: *type = float_type("float"); return true;
    case 53: *type = float_type("double"); return true;
    case 64: *type = float_type("long double"); return true;
    default: return false;
    }
  case SORT_BV:
    if (float_as_bits(cfa, input, &name)) return *type = float_type(name), true;
    if (sort_width(cfa->tm, sort) == 1 || type_is(input->ctype, "_Bool") || type_is(input->ctype, "bool"))
      return *type = (struct harness_type){"_Bool", "u"}, true;
    return integer_type(cfa, sort_width(cfa->tm, sort), input->is_unsigned, type);
  default: return false;
  }
}

static uint64_t low64(const mpz_t value) {
  uint64_t result = 0;
  for (int i = 63; i >= 0; i--) result = result << 1 | (uint64_t)mpz_tstbit(value, (mp_bitcnt_t)i);
  return result;
}

// Of the largest exponent: the payload of a quiet or signalling NaN, whose sign is seen by programs that look at bits.
static void nan_or_infinity(bool negative, bool quiet, uint64_t payload, const char *suffix, struct text *out) {
  text_add(out, negative ? "-" : "");
  if (quiet || payload) text_printf(out, "__builtin_nan%s%s(\"0x%" PRIx64 "\")", quiet ? "" : "s", suffix, payload);
  else text_printf(out, "__builtin_inf%s()", suffix);
}

static void float_literal(uint64_t bits, struct text *out) {
  if (bits >> 23 == 0xff || bits >> 23 == 0x1ff) {
    nan_or_infinity(bits >> 31, bits & 0x400000, bits & 0x3fffff, "f", out);
    return;
  }
  uint32_t narrow = (uint32_t)bits;
  float value;
  memcpy(&value, &narrow, sizeof value);
  text_printf(out, "%af", (double)value);
}

static void double_literal(uint64_t bits, struct text *out) {
  if ((bits >> 52 & 0x7ff) == 0x7ff) {
    nan_or_infinity(bits >> 63, bits >> 51 & 1, bits & 0x7ffffffffffff, "", out);
    return;
  }
  double value;
  memcpy(&value, &bits, sizeof value);
  text_printf(out, "%a", value);
}

// exponent: 15 bits, biased; significand: 64 bits with the leading one.
static void extended_literal(bool negative, uint32_t exponent, uint64_t significand, struct text *out) {
  if (exponent == 0x7fff) {
    nan_or_infinity(negative, significand >> 62 & 1, significand & (UINT64_MAX >> 2), "l", out);
    return;
  }
  int scale = (exponent ? (int)exponent : 1) - 16383 - 63;
  text_printf(out, "%s%LaL", negative ? "-" : "", ldexpl((long double)significand, scale));
}

static void bits_literal(const char *type, bool has_leading_one, const mpz_t bits, struct text *out) {
  if (type[0] == 'f') float_literal(low64(bits), out);
  else if (type[0] == 'd') double_literal(low64(bits), out);
  else {
    // A float sort leaves out the leading one that the 80-bit format spells.
    mpz_t high;
    mpz_init(high);
    mpz_fdiv_q_2exp(high, bits, has_leading_one ? 64 : 63);
    uint64_t top = low64(high), significand = low64(bits);
    uint32_t exponent = top & 0x7fff;
    if (!has_leading_one) significand = (significand & ~(UINT64_C(1) << 63)) | (uint64_t)(exponent != 0) << 63;
    extended_literal(top >> 15 & 1, exponent, significand, out);
    mpz_clear(high);
  }
}

static void integer_literal(uint32_t width, bool is_unsigned, const mpz_t bits, struct text *out) {
  if (width > 64) {
    mpz_t high;
    mpz_init(high);
    mpz_fdiv_q_2exp(high, bits, 64);
    text_printf(out, "(unsigned __int128)0x%" PRIx64 "u << 64 | 0x%" PRIx64 "u", low64(high), low64(bits));
    mpz_clear(high);
    return;
  }
  uint64_t value = low64(bits);
  if (is_unsigned) {
    text_printf(out, "%" PRIu64 "u", value);
    return;
  }
  int64_t number = width < 64 && value >> (width - 1) ? (int64_t)(value | ~UINT64_C(0) << width) : (int64_t)value;
  if (number == INT64_MIN) text_add(out, "-9223372036854775807 - 1");
  else text_printf(out, "%" PRId64, number);
}

void harness_literal(const struct cfa *cfa, const struct cfa_input *input, struct term value, struct text *out) {
  struct sort sort = term_sort(cfa->tm, input->term);
  enum sort_kind kind = sort_kind(cfa->tm, sort);
  struct harness_type type;
  if (term_none(value) || !harness_type_of(cfa, input, &type)) {
    text_add(out, "0");
    return;
  }
  uint64_t truth;
  if (kind == SORT_BOOL) {
    text_add(out, term_value64(cfa->tm, value, &truth) && truth ? "1" : "0");
    return;
  }
  mpz_t bits;
  mpz_init(bits);
  term_value(cfa->tm, value, bits);
  if (kind == SORT_FLOAT) bits_literal(type.name, false, bits, out);
  else if (type.member[0] == 'f' || type.member[0] == 'd' || type.member[0] == 'l')
    bits_literal(type.name, true, bits, out);
  else integer_literal(sort_width(cfa->tm, sort), type.member[0] == 'u', bits, out);
  mpz_clear(bits);
}

// --- as bits --------------------------------------------------

static void extended_bits(bool has_leading_one, const mpz_t bits, uint64_t value[2]) {
  mpz_t high;
  mpz_init(high);
  mpz_fdiv_q_2exp(high, bits, has_leading_one ? 64 : 63);
  value[1] = low64(high) & 0xffff;
  value[0] = low64(bits);
  uint32_t exponent = value[1] & 0x7fff;
  if (!has_leading_one) value[0] = (value[0] & ~(UINT64_C(1) << 63)) | (uint64_t)(exponent != 0) << 63;
  mpz_clear(high);
}

static void integer_bits(uint32_t width, bool is_signed, const mpz_t bits, uint64_t value[2]) {
  value[0] = low64(bits);
  if (width > 64) {
    mpz_t high;
    mpz_init(high);
    mpz_fdiv_q_2exp(high, bits, 64);
    value[1] = low64(high);
    mpz_clear(high);
  } else if (is_signed && width < 64 && value[0] >> (width - 1)) {
    value[0] |= ~UINT64_C(0) << width;
  }
}

void harness_bits(const struct cfa *cfa, const struct cfa_input *input, struct term value, uint64_t out[2]) {
  struct sort sort = term_sort(cfa->tm, input->term);
  enum sort_kind kind = sort_kind(cfa->tm, sort);
  struct harness_type type;
  out[0] = out[1] = 0;
  if (term_none(value) || !harness_type_of(cfa, input, &type)) return;
  if (kind == SORT_BOOL) {
    uint64_t truth;
    out[0] = term_value64(cfa->tm, value, &truth) && truth;
    return;
  }
  mpz_t bits;
  mpz_init(bits);
  term_value(cfa->tm, value, bits);
  if (type.member[0] == 'f' || type.member[0] == 'd') out[0] = low64(bits);
  else if (type.member[0] == 'l') extended_bits(kind != SORT_FLOAT, bits, out);
  else integer_bits(sort_width(cfa->tm, sort), type.member[0] == 'i', bits, out);
  mpz_clear(bits);
}
