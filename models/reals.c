// Real numbers in text: strtof, strtod, strtold and nan, correctly rounded.
//
// A decimal number whose digits and power of ten are exact in the format is one operation on them. The others, and hexadecimal ones, are
// a natural number of many limbs times a power of two, with what was cut off below it known to be zero or not, and are rounded from that.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long u64;
typedef unsigned int u32;

void __clew_unsupported(const char *what);
int *__errno_location(void);
unsigned long long strtoull(const char *s, char **end, int base);

enum { ERANGE = 34, LIMBS = 76, MOST_DIGITS = 100, FAR = 100000 };

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int hex_value(int c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Formats: bits of the significand, the exponents of the least normal number and of the largest one.
struct format { int bits, least, most; };
static const struct format binary32 = {24, -126, 127}, binary64 = {53, -1022, 1023}, binary80 = {64, -16382, 16383};

struct bits { u64 fraction; int exponent; _Bool is_negative; };   // the exponent is biased; the fraction has its leading bit

// (limb[n-1] ... limb[0]) * 2^scale, and more than that if is_more.
struct natural { u32 limb[LIMBS]; int n, scale; _Bool is_more; };

static void multiply_add(struct natural *a, u32 factor, u32 more) {
  u64 carry = more;
  for (int i = 0; i < a->n; i++) {
    carry += (u64)a->limb[i] * factor;
    a->limb[i] = (u32)carry;
    carry >>= 32;
  }
  if (carry) a->limb[a->n++] = (u32)carry;
}

static void divide(struct natural *a, u32 divisor) {
  u64 rest = 0;
  for (int i = a->n - 1; i >= 0; i--) {
    rest = rest << 32 | a->limb[i];
    a->limb[i] = (u32)(rest / divisor);
    rest %= divisor;
  }
  if (rest) a->is_more = 1;
  while (a->n > 0 && !a->limb[a->n - 1]) a->n--;
}

static void shift_limbs(struct natural *a, int count) {
  for (int i = a->n - 1; i >= 0; i--) a->limb[i + count] = a->limb[i];
  for (int i = 0; i < count; i++) a->limb[i] = 0;
  a->n += count;
  a->scale -= 32 * count;
}

static void scale_ten(struct natural *a, int exponent) {
  static const u32 tens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};
  if (exponent < 0) shift_limbs(a, (-exponent * 10 / 3 + 100) / 32);
  for (; exponent >= 9; exponent -= 9) multiply_add(a, tens[9], 0);
  for (; exponent <= -9; exponent += 9) divide(a, tens[9]);
  if (exponent > 0) multiply_add(a, tens[exponent], 0);
  if (exponent < 0) divide(a, tens[-exponent]);
}

static int bit_length(const struct natural *a) {
  int n = 0;
  for (u32 top = a->limb[a->n - 1]; top; top >>= 1) n++;
  return n + 32 * (a->n - 1);
}

static int bit_at(const struct natural *a, int i) {
  return i >= 0 && i < 32 * a->n ? a->limb[i / 32] >> i % 32 & 1 : 0;
}

static _Bool has_bits_below(const struct natural *a, int i) {
  if (i <= 0) return a->is_more;
  for (int k = 0; k < i / 32 && k < a->n; k++)
    if (a->limb[k]) return 1;
  return a->is_more || (i / 32 < a->n && i % 32 && (a->limb[i / 32] & ((1u << i % 32) - 1)));
}

// The `keep` leading bits of `length`, rounded to nearest, ties to even. is_carry: to 2^keep.
static u64 rounded(const struct natural *a, int length, int keep, _Bool *is_carry) {
  u64 m = 0;
  for (int i = 0; i < keep; i++) m = m << 1 | (u64)bit_at(a, length - 1 - i);
  int next = length - 1 - keep;
  _Bool up = bit_at(a, next) && (has_bits_below(a, next) || (m & 1));
  *is_carry = up && (keep == 64 ? m == ~0ULL : m == (1ULL << keep) - 1);
  return m + up;
}

static struct bits out_of_range(const struct format *f, _Bool is_large) {
  *__errno_location() = ERANGE;
  if (!is_large) return (struct bits){0};
  return (struct bits){.fraction = 1ULL << (f->bits - 1), .exponent = f->most - f->least + 2};
}

// A number that is too small to be normal, and inexact, is a range error too.
static struct bits round_to(const struct format *f, const struct natural *a) {
  if (__builtin_flt_rounds() != 1) __clew_unsupported("a number in text, rounded other than to nearest");
  int length = bit_length(a), exponent = length - 1 + a->scale, keep = f->bits;
  _Bool is_carry;
  u64 m = rounded(a, length, keep, &is_carry);
  if (exponent < f->least) {
    _Bool is_tiny = exponent < f->least - 1 || !is_carry;
    keep -= f->least - exponent;
    if (keep < 0) return out_of_range(f, 0);
    m = rounded(a, length, keep, &is_carry);
    if (is_tiny && has_bits_below(a, length - keep)) *__errno_location() = ERANGE;
    return (struct bits){.fraction = m, .exponent = m >> (f->bits - 1) ? 1 : 0};
  }
  if (is_carry) m = 1ULL << (f->bits - 1), exponent++;
  if (exponent > f->most) return out_of_range(f, 1);
  return (struct bits){.fraction = m, .exponent = exponent - f->least + 1};
}

// Reading.

// Compares the beginning of s with a word in lower case; the number of characters, or 0.
static int starts_with(const char *s, const char *word) {
  int n = 0;
  for (; word[n]; n++)
    if ((s[n] | 32) != word[n]) return 0;
  return n;
}

static struct bits nan_bits(const struct format *f, u64 payload) {
  u64 quiet = 1ULL << (f->bits - 2);
  return (struct bits){.fraction = quiet << 1 | quiet | (payload & (quiet - 1)), .exponent = f->most - f->least + 2};
}

static int is_word(int c) { return is_digit(c) || c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z'); }

// The payload in a word that ends at `last`: a number in C's notation, or 0. One that is too large sets errno.
static u64 payload_of(const char *s, const char *last) {
  char *end = 0;
  u64 payload = is_word(*s) ? strtoull(s, &end, 0) : 0;
  return end == last ? payload : 0;
}

static const char *read_nan(const struct format *f, const char *p, struct bits *to) {
  const char *q = p + 1;
  *to = nan_bits(f, 0);
  if (*p != '(') return p;
  while (is_word(*q)) q++;
  if (*q != ')') return p;
  *to = nan_bits(f, payload_of(p + 1, q));
  return q + 1;
}

// An exponent after `letter`; without digits it is not there.
static const char *read_exponent(const char *p, int letter, int *exponent) {
  if ((*p | 32) != letter) return p;
  int sign = p[1] == '-' || p[1] == '+', e = 0;
  if (!is_digit(p[1 + sign])) return p;
  _Bool is_minus = p[1] == '-';
  for (p += 1 + sign; is_digit(*p); p++)
    if (e < FAR) e = e * 10 + *p - '0';
  *exponent += is_minus ? -e : e;
  return p;
}

// Digits of `base` with a point among them; *point counts those behind it, *count those that are significant.
static const char *read_digits(const char *p, u32 base, struct natural *to, int *point, int *count) {
  _Bool seen = 0;
  for (;; p++) {
    if (*p == '.' && !seen) {
      seen = 1;
      continue;
    }
    int d = hex_value(*p);
    if (d >= (int)base) return p;
    *point += seen;
    if (!d && !*count) continue;
    if (++*count > MOST_DIGITS) __clew_unsupported("a number of more than 100 digits");
    multiply_add(to, base, (u32)d);
  }
}

static const char *read_hexadecimal(const struct format *f, const char *p, struct bits *to) {
  struct natural a = {.n = 0};
  int point = 0, count = 0, exponent = 0;
  p = read_digits(p, 16, &a, &point, &count);
  p = read_exponent(p, 'p', &exponent);
  a.scale = exponent - 4 * point;
  *to = count ? round_to(f, &a) : (struct bits){0};
  return p;
}

// Decimal digits, if they are few: digits * 10^exponent.
struct decimal { u64 digits; int exponent; _Bool is_small; };

static const char *read_small(const char *p, struct decimal *to) {
  _Bool seen = 0;
  *to = (struct decimal){.is_small = 1};
  for (;; p++) {
    if (*p == '.' && !seen) {
      seen = 1;
      continue;
    }
    if (!is_digit(*p)) break;
    if (to->digits > 1ULL << 59) to->is_small = 0;
    else to->digits = to->digits * 10 + (u64)(*p - '0');
    to->exponent -= seen;
  }
  return read_exponent(p, 'e', &to->exponent);
}

static struct bits read_decimal(const struct format *f, const char *p) {
  struct natural a = {.n = 0};
  int point = 0, count = 0, exponent = 0;
  p = read_digits(p, 10, &a, &point, &count);
  read_exponent(p, 'e', &exponent);
  exponent -= point;
  if (!count) return (struct bits){0};
  int size = count + exponent;   // 10^(size - 1) <= the number < 10^size
  if (size - 1 > f->most * 302LL / 1000) return out_of_range(f, 1);
  if (size < (f->least - f->bits - 2) * 302LL / 1000) return out_of_range(f, 0);
  if (exponent > 340 || exponent < -460) __clew_unsupported("a long double with a large exponent");
  scale_ten(&a, exponent);
  return round_to(f, &a);
}

enum kind { NOTHING, BITS, SMALL };

// What is at the beginning of s: a decimal number that is small, something else that has bits, or nothing.
static enum kind read_real(const struct format *f, const char *s, char **end, struct bits *bits, struct decimal *decimal) {
  const char *p = s;
  enum kind kind = BITS;
  if (end) *end = (char *)s;
  while (is_space(*p)) p++;
  _Bool is_negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if (starts_with(p, "inf")) {
    p += 3;
    p += starts_with(p, "inity");
    *bits = (struct bits){.fraction = 1ULL << (f->bits - 1), .exponent = f->most - f->least + 2};
  } else if (starts_with(p, "nan")) {
    p = read_nan(f, p + 3, bits);
  } else if (p[0] == '0' && (p[1] | 32) == 'x' && (hex_value(p[2]) < 16 || (p[2] == '.' && hex_value(p[3]) < 16))) {
    p = read_hexadecimal(f, p + 2, bits);
  } else if (is_digit(*p) || (*p == '.' && is_digit(p[1]))) {
    const char *digits = p;
    p = read_small(p, decimal);
    u64 exact = f->bits == 64 ? ~0ULL : 1ULL << f->bits;
    int powers = f->bits == 24 ? 10 : f->bits == 53 ? 22 : 27;
    if (decimal->is_small && decimal->digits <= exact && decimal->exponent <= powers && decimal->exponent >= -powers) kind = SMALL;
    else *bits = read_decimal(f, digits);
  } else {
    return NOTHING;
  }
  bits->is_negative = is_negative;
  if (end) *end = (char *)p;
  return kind;
}

union bits32 { float f; u32 u; };
union bits64 { double f; u64 u; };
union bits80 { long double f; struct { u64 fraction; unsigned short top; } u; };

static double make64(struct bits b) {
  u64 fraction = b.fraction & ((1ULL << 52) - 1);
  return (union bits64){.u = (u64)b.is_negative << 63 | (u64)b.exponent << 52 | fraction}.f;
}

static float make32(struct bits b) {
  u32 fraction = (u32)b.fraction & ((1u << 23) - 1);
  return (union bits32){.u = (u32)b.is_negative << 31 | (u32)b.exponent << 23 | fraction}.f;
}

static long double make80(struct bits b) {
  union bits80 made = {0};
  made.u.fraction = b.fraction;
  made.u.top = (unsigned short)(b.is_negative << 15 | b.exponent);
  return made.f;
}

double strtod(const char *s, char **end) {
  static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  struct bits bits = {0};
  struct decimal d;
  enum kind kind = read_real(&binary64, s, end, &bits, &d);
  if (kind == NOTHING) return 0;
  if (kind == BITS) return make64(bits);
  double digits = bits.is_negative ? -(double)d.digits : (double)d.digits;
  return d.exponent < 0 ? digits / tens[-d.exponent] : digits * tens[d.exponent];
}

float strtof(const char *s, char **end) {
  static const float tens[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
  struct bits bits = {0};
  struct decimal d;
  enum kind kind = read_real(&binary32, s, end, &bits, &d);
  if (kind == NOTHING) return 0;
  if (kind == BITS) return make32(bits);
  float digits = bits.is_negative ? -(float)d.digits : (float)d.digits;
  return d.exponent < 0 ? digits / tens[-d.exponent] : digits * tens[d.exponent];
}

long double strtold(const char *s, char **end) {
  static const long double tens[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                     1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                     1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
  struct bits bits = {0};
  struct decimal d;
  enum kind kind = read_real(&binary80, s, end, &bits, &d);
  if (kind == NOTHING) return 0;
  if (kind == BITS) return make80(bits);
  long double digits = bits.is_negative ? -(long double)d.digits : (long double)d.digits;
  return d.exponent < 0 ? digits / tens[-d.exponent] : digits * tens[d.exponent];
}

double atof(const char *s) { return strtod(s, 0); }

// A NaN with the payload that the whole word says.
static struct bits tagged(const struct format *f, const char *tag) {
  const char *end = tag;
  while (is_word(*end)) end++;
  return nan_bits(f, *end ? 0 : payload_of(tag, end));
}

double nan(const char *tag) { return make64(tagged(&binary64, tag)); }
float nanf(const char *tag) { return make32(tagged(&binary32, tag)); }
long double nanl(const char *tag) { return make80(tagged(&binary80, tag)); }
