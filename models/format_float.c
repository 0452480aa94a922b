// Floating-point numbers as text, for format.c.
//
// Exact for infinities and NaNs, and for %f of numbers below 2^53 that are multiples of 2^-63, with up to 40 digits
// behind the point. Otherwise the characters are arbitrary (__clew_arbitrary_*: no inputs, since a native run has the
// real library), and their number is what is known of it.
#include "format.h"

extern unsigned char __clew_arbitrary_uchar(void);
extern unsigned int __clew_arbitrary_uint(void);
extern void __VERIFIER_assume(int condition);

enum { MOST_PLACES = 40 };

// `length` characters from `text` with a sign, padded.
static void put_padded(struct sink *sink, const struct conversion *c, char sign, const char *text, long long length,
                       _Bool zeros) {
  long long left = c->width - length - (sign != 0);
  if (!c->minus && !zeros) pad(sink, ' ', left);
  if (sign) put(sink, sign);
  if (!c->minus && zeros) pad(sink, '0', left);
  for (long long i = 0; i < length; i++) put(sink, text[i]);
  if (c->minus) pad(sink, ' ', left);
}

// From `least` to `most` characters about which nothing is known.
static void put_unknown(struct sink *sink, const struct conversion *c, char sign, long long least, long long most) {
  long long length = __clew_arbitrary_uint();
  __VERIFIER_assume((length >= least) & (length <= most));
  long long left = c->width - length - (sign != 0);
  if (!c->minus && !c->zero) pad(sink, ' ', left);
  if (sign) put(sink, sign);
  if (!c->minus && c->zero) pad(sink, '0', left);
  if (sink->count >= sink->room) sink->count += (unsigned long long)length;
  else
    for (long long i = 0; i < length; i++) {
      unsigned char character = __clew_arbitrary_uchar();
      put(sink, (char)(character | (character == 0)));
    }
  if (c->minus) pad(sink, ' ', left);
}

// Numbers of characters without the sign, for a number whose integral part has from least to most digits.
static void put_approximately(struct sink *sink, const struct conversion *c, char sign, long long least, long long most,
                              int exponent) {
  long long places = c->precision < 0 ? 6 : c->precision, fraction = places + (places > 0 || c->alternate);
  switch (c->letter | 32) {
    case 'f': put_unknown(sink, c, sign, least + fraction, most + fraction); break;
    case 'e': put_unknown(sink, c, sign, 1 + fraction + 4, 1 + fraction + 2 + exponent); break;
    case 'g': put_unknown(sink, c, sign, 1, (places ? places : 1) + 2 + 4 + 2 + exponent); break;
    default: put_unknown(sink, c, sign, 6, 4 + (c->precision < 0 ? 16 : places) + 3 + 5); break;
  }
}

// Are results rounded to the nearest number? There are other modes, which conversions obey.
static _Bool rounds_to_nearest(void) {
  double one = 1, little = 0x1p-60, minus = -1;
  return one + little == one && minus - little == minus && one - little == one;
}

// Digits behind the point of high * 2^-31 + low * 2^-63, and whether there is one to carry.
static _Bool fraction_digits(char *digits, int places, unsigned long long high, unsigned long long low, _Bool is_odd) {
  for (int i = 0; i < places; i++) {
    low *= 10;
    high = high * 10 + (low >> 32);
    low &= 0xffffffff;
    digits[i] = (char)('0' + (high >> 31));
    high &= 0x7fffffff;
  }
  if (places > 0) is_odd = digits[places - 1] & 1;
  _Bool carry = high > 0x40000000 || (high == 0x40000000 && (low > 0 || is_odd));
  for (int i = places - 1; i >= 0 && carry; i--) {
    carry = digits[i] == '9';
    digits[i] = carry ? '0' : (char)(digits[i] + 1);
  }
  return carry;
}

static void put_fixed(struct sink *sink, const struct conversion *c, char sign, unsigned long long whole,
                      unsigned long long fraction) {
  char text[24 + MOST_PLACES], digits[24];
  int places = c->precision < 0 ? 6 : (int)c->precision, n = 0, count = 0;
  char behind[MOST_PLACES + 1];
  whole += fraction_digits(behind, places, fraction >> 32, fraction & 0xffffffff, whole & 1);
  for (; whole; whole /= 10) digits[count++] = (char)('0' + whole % 10);
  if (count == 0) digits[count++] = '0';
  while (count > 0) text[n++] = digits[--count];
  if (places > 0 || c->alternate) text[n++] = '.';
  for (int i = 0; i < places; i++) text[n++] = behind[i];
  put_padded(sink, c, sign, text, n, c->zero);
}

static void put_special(struct sink *sink, const struct conversion *c, char sign, _Bool is_nan) {
  _Bool is_upper = c->letter < 'a';
  put_padded(sink, c, sign, is_nan ? is_upper ? "NAN" : "nan" : is_upper ? "INF" : "inf", 3, 0);
}

static char sign_of(const struct conversion *c, _Bool is_negative) {
  return is_negative ? '-' : c->plus ? '+' : c->space ? ' ' : 0;
}

void __clew_put_double(struct sink *sink, const struct conversion *c, double x) {
  char sign = sign_of(c, __builtin_signbit(x) != 0);
  if (x != x || x == __builtin_inf() || x == -__builtin_inf()) {
    put_special(sink, c, sign, x != x);
    return;
  }
  double size = x < 0 ? -x : x;
  if (size >= 0x1p53) {
    put_approximately(sink, c, sign, 16, 309, 3);
    return;
  }
  unsigned long long whole = (unsigned long long)size;
  double scaled = (size - (double)whole) * 0x1p63;
  unsigned long long fraction = (unsigned long long)scaled;
  if ((c->letter | 32) == 'f' && c->precision <= MOST_PLACES && (double)fraction == scaled && rounds_to_nearest()) {
    put_fixed(sink, c, sign, whole, fraction);
    return;
  }
  int digits = 1;
  for (unsigned long long power = 10; power <= 1000000000000000ULL; power *= 10) digits += whole >= power;
  put_approximately(sink, c, sign, digits, digits + 1, 3);
}

void __clew_put_long_double(struct sink *sink, const struct conversion *c, long double x) {
  char sign = sign_of(c, __builtin_signbit(x) != 0);
  if (x != x || x == __builtin_infl() || x == -__builtin_infl()) put_special(sink, c, sign, x != x);
  else if (x < 0x1p53L && x > -0x1p53L && (long double)(double)x == x) {
    if ((c->letter | 32) == 'a') put_approximately(sink, c, sign, 1, 17, 4);
    else __clew_put_double(sink, c, (double)x);
  } else put_approximately(sink, c, sign, 1, 4933, 4);
}
