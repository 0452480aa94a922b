// Functions of <math.h> that the front end does not build in: the parts, scaling and neighbours of floating-point numbers, by
// their bits, and rounding to integers. sin, exp and their like are arbitrary values in their range, given by the front end.
typedef unsigned long long u64;
typedef unsigned int u32;

union bits32 { float f; u32 u; };
union bits64 { double f; u64 u; };
union bits80 { long double f; struct { u64 fraction; unsigned short top; } u; };   // top: sign and exponent

enum { FLOAT_TOP = 0xff, DOUBLE_TOP = 0x7ff, LONG_TOP = 0x7fff, INT_LEAST = -2147483647 - 1, INT_MOST = 2147483647 };

float truncf(float), roundf(float), rintf(float), copysignf(float, float);
double trunc(double), round(double), rint(double), copysign(double, double);
long double truncl(long double), roundl(long double), rintl(long double), copysignl(long double, long double);

static int exponent32(float x) { return (int)(((union bits32){x}).u >> 23) & FLOAT_TOP; }
static int exponent64(double x) { return (int)(((union bits64){x}).u >> 52) & DOUBLE_TOP; }
static int exponent80(long double x) { return ((union bits80){x}).u.top & LONG_TOP; }

static double with_exponent64(double x, int exponent) {
  union bits64 b = {x};
  b.u = (b.u & ~((u64)DOUBLE_TOP << 52)) | (u64)exponent << 52;
  return b.f;
}

static long double with_exponent80(long double x, int exponent) {
  union bits80 b = {x};
  b.u.top = (unsigned short)((b.u.top & 0x8000) | exponent);
  return b.f;
}

// Integral and fractional part, both with the sign of x.
double modf(double x, double *integral) {
  *integral = trunc(x);
  if (exponent64(x) == DOUBLE_TOP) return x == x ? copysign(0, x) : x;
  return copysign(x - *integral, x);
}

float modff(float x, float *integral) {
  *integral = truncf(x);
  if (exponent32(x) == FLOAT_TOP) return x == x ? copysignf(0, x) : x;
  return copysignf(x - *integral, x);
}

long double modfl(long double x, long double *integral) {
  *integral = truncl(x);
  if (exponent80(x) == LONG_TOP) return x == x ? copysignl(0, x) : x;
  return copysignl(x - *integral, x);
}

// x = result * 2^exponent with the result's magnitude in [1/2, 1). A subnormal number is scaled up first, which is exact.
double frexp(double x, int *exponent) {
  *exponent = 0;
  int e = exponent64(x);
  if (x == 0 || e == DOUBLE_TOP) return x;
  if (e == 0) {
    x *= 0x1p64;
    e = exponent64(x) - 64;
  }
  *exponent = e - 1022;
  return with_exponent64(x, 1022);
}

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

long double frexpl(long double x, int *exponent) {
  *exponent = 0;
  int e = exponent80(x);
  if (x == 0 || e == LONG_TOP) return x;
  if (e == 0) {
    x *= 0x1p64L;
    e = exponent80(x) - 64;
  }
  *exponent = e - 16382;
  return with_exponent80(x, 16382);
}

// x * 2^n, rounded once. Steps down stay 53 binary places above the end of the normal range, so that only the last
// multiplication can round to a result that is not tiny.
double scalbn(double x, int n) {
  for (int i = 0; i < 2 && n > 1023; i++, n -= 1023) x *= 0x1p1023;
  for (int i = 0; i < 2 && n < -1022; i++, n += 969) x *= 0x1p-969;
  if (n > 1023) n = 1023;
  if (n < -1022) n = -1022;
  return x * with_exponent64(1, n + 1023);
}

// Every float times 2^n with |n| <= 400 is an exact double: the conversion is the only rounding.
float scalbnf(float x, int n) {
  if (n > 400) n = 400;
  if (n < -400) n = -400;
  return (float)(x * with_exponent64(1, n + 1023));
}

long double scalbnl(long double x, int n) {
  for (int i = 0; i < 2 && n > 16383; i++, n -= 16383) x *= 0x1p16383L;
  for (int i = 0; i < 2 && n < -16382; i++, n += 16318) x *= 0x1p-16318L;
  if (n > 16383) n = 16383;
  if (n < -16382) n = -16382;
  return x * with_exponent80(1, n + 16383);
}

static int clamp(long n) { return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n; }

double scalbln(double x, long n) { return scalbn(x, clamp(n)); }
float scalblnf(float x, long n) { return scalbnf(x, clamp(n)); }
long double scalblnl(long double x, long n) { return scalbnl(x, clamp(n)); }
double ldexp(double x, int n) { return scalbn(x, n); }
float ldexpf(float x, int n) { return scalbnf(x, n); }
long double ldexpl(long double x, int n) { return scalbnl(x, n); }

int ilogb(double x) {
  if (x == 0 || x != x) return INT_LEAST;
  if (exponent64(x) == DOUBLE_TOP) return INT_MOST;
  int e;
  frexp(x, &e);
  return e - 1;
}

int ilogbf(float x) { return ilogb(x); }

int ilogbl(long double x) {
  if (x == 0 || x != x) return INT_LEAST;
  if (exponent80(x) == LONG_TOP) return INT_MOST;
  int e;
  frexpl(x, &e);
  return e - 1;
}

double logb(double x) {
  if (x == 0) return -__builtin_inf();
  if (exponent64(x) == DOUBLE_TOP) return x * x;
  return ilogb(x);
}

float logbf(float x) { return (float)logb(x); }

long double logbl(long double x) {
  if (x == 0) return -__builtin_infl();
  if (exponent80(x) == LONG_TOP) return x * x;
  return ilogbl(x);
}

long lround(double x) { return (long)round(x); }
long lroundf(float x) { return (long)roundf(x); }
long lroundl(long double x) { return (long)roundl(x); }
long long llround(double x) { return (long long)round(x); }
long long llroundf(float x) { return (long long)roundf(x); }
long long llroundl(long double x) { return (long long)roundl(x); }
long lrint(double x) { return (long)rint(x); }
long lrintf(float x) { return (long)rintf(x); }
long lrintl(long double x) { return (long)rintl(x); }
long long llrint(double x) { return (long long)rint(x); }
long long llrintf(float x) { return (long long)rintf(x); }
long long llrintl(long double x) { return (long long)rintl(x); }

// The payload is not kept: all NaNs are one.
double nan(const char *payload) { return __builtin_nan(""); }
float nanf(const char *payload) { return __builtin_nanf(""); }
long double nanl(const char *payload) { return __builtin_nanl(""); }

// The next number from x towards y: as sign and magnitude, numbers are ordered like their bits.
float nextafterf(float x, float y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  union bits32 b = {x};
  if (x == 0) b.u = (y < 0 ? 1u << 31 : 0) | 1;
  else if ((x < y) == (x > 0)) b.u++;
  else b.u--;
  return b.f;
}

double nextafter(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  union bits64 b = {x};
  if (x == 0) b.u = (y < 0 ? 1ULL << 63 : 0) | 1;
  else if ((x < y) == (x > 0)) b.u++;
  else b.u--;
  return b.f;
}

// The format with 64 fraction bits shows its leading bit: it is set in every number but zero and the subnormal ones, and has
// to follow when the exponent changes.
long double nextafterl(long double x, long double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  union bits80 b = {x};
  if (x == 0) {
    b.u.top = y < 0 ? 0x8000 : 0;
    b.u.fraction = 1;
  } else if ((x < y) == (x > 0)) {
    b.u.fraction++;
    if (b.u.fraction == 0 || (b.u.fraction == 1ULL << 63 && (b.u.top & LONG_TOP) == 0)) {
      b.u.fraction = 1ULL << 63;
      b.u.top++;
    }
  } else {
    b.u.fraction--;
    if ((b.u.top & LONG_TOP) != 0 && b.u.fraction < 1ULL << 63) {
      b.u.top--;
      if ((b.u.top & LONG_TOP) != 0) b.u.fraction = ~0ULL;
    }
  }
  return b.f;
}

long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }

double nexttoward(double x, long double y) {
  if (x != x || y != y) return __builtin_nan("");
  if (x == y) return (double)y;
  return nextafter(x, x < y ? __builtin_inf() : -__builtin_inf());
}

float nexttowardf(float x, long double y) {
  if (x != x || y != y) return __builtin_nanf("");
  if (x == y) return (float)y;
  return nextafterf(x, x < y ? __builtin_inff() : -__builtin_inff());
}
