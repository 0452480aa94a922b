// Parts, scaling, neighbours and rounding of floating-point numbers with their errors in errno, and products of complex
// numbers.
#include "compare.h"
#include <complex.h>
#include <math.h>

OUTSIDE(trunc, double)
OUTSIDE(round, double) OUTSIDE(rint, double) OUTSIDE(truncf, float) OUTSIDE(roundf, float) OUTSIDE(rintf, float)
    OUTSIDE(truncl, long double) OUTSIDE(roundl, long double)
        OUTSIDE(rintl, long double) double model_copysign(double a, double b) {
  return copysign(a, b);
}
float model_copysignf(float a, float b) { return copysignf(a, b); }
long double model_copysignl(long double a, long double b) { return copysignl(a, b); }
// Their errors are those of the models too.
#define PASS(f, type)                                                                                                  \
  type model_##f(type a, type b) {                                                                                     \
    type r = f(a, b);                                                                                                  \
    *model___errno_location() = errno;                                                                                 \
    return r;                                                                                                          \
  }
PASS(hypot, double)
PASS(hypotf, float)
PASS(hypotl, long double) PASS(atan2, double) PASS(atan2f, float) PASS(atan2l, long double)

#define THREE(name)                                                                                                    \
  MODEL(name);                                                                                                         \
  MODEL(name##f);                                                                                                      \
  MODEL(name##l)
    THREE(modf);
THREE(frexp);
THREE(scalbn);
THREE(scalbln);
THREE(ldexp);
THREE(ilogb);
THREE(logb);
THREE(lround);
THREE(llround);
THREE(lrint);
THREE(llrint);
THREE(nextafter);
THREE(nexttoward);
THREE(creal);
THREE(cimag);
THREE(conj);
THREE(cproj);
THREE(cabs);
THREE(carg);

static void begin(void) { errno = *model___errno_location() = 0; }
static int same_errno(void) { return errno == *model___errno_location(); }

static double random_double(void) {
  static const double special[] = {0.0,
                                   -0.0,
                                   1,
                                   -1,
                                   0.5,
                                   INFINITY,
                                   -INFINITY,
                                   NAN,
                                   0x1p-1074,
                                   0x1p-1022,
                                   0x1.fffffffffffffp1023,
                                   0x1p-149,
                                   0x1p-126,
                                   -0x1p-1074,
                                   0x1.fffffep127,
                                   1.5,
                                   2.5,
                                   -2.5,
                                   0x1p52,
                                   0x1p31,
                                   -0x1p31};
  if (below(3) == 0) return special[below(sizeof special / sizeof *special)];
  union {
    uint64_t n;
    double d;
  } u = {random64()};
  if (below(2)) u.n = (u.n & 0x800fffffffffffffULL) | (uint64_t)(1023 - 40 + below(100)) << 52;
  if (below(8) == 0) u.n &= 0x800fffffffffffffULL;
  return u.d;
}

#define EQUAL(a, b) (((a) == (b) && !signbit(a) == !signbit(b)) || ((a) != (a) && (b) != (b)))
#define REAL(f, x, ...)                                                                                                \
  do {                                                                                                                 \
    begin();                                                                                                           \
    __typeof__(f(__VA_ARGS__)) r1 = model_##f(__VA_ARGS__), r2 = f(__VA_ARGS__);                                       \
    SAME(#f, EQUAL(r1, r2) && same_errno(), "%La %d: %La instead of %La, errno %d %d", (long double)(x), n,            \
         (long double)r1, (long double)r2, *model___errno_location(), errno);                                          \
  } while (0)
#define WHOLE(f, x)                                                                                                    \
  do {                                                                                                                 \
    begin();                                                                                                           \
    long long r1 = model_##f(x), r2 = f(x);                                                                            \
    SAME(#f, r1 == r2 && same_errno(), "%La: %lld instead of %lld, errno %d %d", (long double)(x), r1, r2,             \
         *model___errno_location(), errno);                                                                            \
  } while (0)
#define PARTS(f, type, x)                                                                                              \
  do {                                                                                                                 \
    type p = 7, q = 7;                                                                                                 \
    begin();                                                                                                           \
    __typeof__(x) r1 = model_##f(x, &p), r2 = f(x, &q);                                                                \
    SAME(#f, EQUAL(r1, r2) && EQUAL((long double)p, (long double)q) && same_errno(), "%La", (long double)(x));         \
  } while (0)

static void reals(void) {
  for (int round = 0; round < 40000; round++) {
    double d = random_double(), e = random_double();
    float f = (float)random_double(), g = (float)random_double();
    long double l = ldexpl((long double)d + (long double)e * 0x1p-60L, below(4) ? 0 : (int)below(33000) - 16500),
                m = random_double();
    int n = below(2) ? (int)below(4400) - 2200 : below(2) ? (int)below(60) - 30 : (int)random64();
    long w = below(2) ? n : (long)random64();
    PARTS(modf, double, d);
    PARTS(modff, float, f);
    PARTS(modfl, long double, l);
    PARTS(frexp, int, d);
    PARTS(frexpf, int, f);
    PARTS(frexpl, int, l);
    REAL(scalbn, d, d, n);
    REAL(scalbnf, f, f, n);
    REAL(scalbnl, l, l, n);
    REAL(ldexp, d, d, n);
    REAL(ldexpf, f, f, n);
    REAL(ldexpl, l, l, n);
    REAL(scalbln, d, d, w);
    REAL(scalblnf, f, f, w);
    REAL(scalblnl, l, l, w);
    REAL(logb, d, d);
    REAL(logbf, f, f);
    REAL(logbl, l, l);
    REAL(nextafter, d, d, e);
    REAL(nextafterf, f, f, g);
    REAL(nextafterl, l, l, m);
    REAL(nexttoward, d, d, m);
    REAL(nexttowardf, f, f, m);
    REAL(nexttowardl, l, l, m);
    WHOLE(ilogb, d);
    WHOLE(ilogbf, f);
    WHOLE(ilogbl, l);
    if (fabs(d) < 2e9 && fabsf(f) < 2e9f && fabsl(l) < 2e9L) {
      WHOLE(lround, d);
      WHOLE(lroundf, f);
      WHOLE(lroundl, l);
      WHOLE(llround, d);
      WHOLE(llroundf, f);
      WHOLE(llroundl, l);
      WHOLE(lrint, d);
      WHOLE(lrintf, f);
      WHOLE(lrintl, l);
      WHOLE(llrint, d);
      WHOLE(llrintf, f);
      WHOLE(llrintl, l);
    }
  }
}

extern double complex model___muldc3(double, double, double, double), __muldc3(double, double, double, double);
extern float complex model___mulsc3(float, float, float, float), __mulsc3(float, float, float, float);
extern long double complex model___mulxc3(long double, long double, long double, long double),
    __mulxc3(long double, long double, long double, long double);

#define SAME_COMPLEX(what, type, x, y)                                                                                 \
  ({                                                                                                                   \
    type p[2], q[2];                                                                                                   \
    arbitrary = 0;                                                                                                     \
    __auto_type z1 = x, z2 = y;                                                                                        \
    memcpy(p, &z1, sizeof p), memcpy(q, &z2, sizeof q);                                                                \
    SAME(what, arbitrary || (EQUAL(p[0], q[0]) && EQUAL(p[1], q[1])), "%La %La: %La %La instead of %La %La",           \
         (long double)d, (long double)e, (long double)p[0], (long double)p[1], (long double)q[0], (long double)q[1]);  \
  })

static void complexes(void) {
  for (int round = 0; round < 40000; round++) {
    double d = random_double(), e = random_double(), a = random_double(), b = random_double();
    double complex z = __builtin_complex(d, e);
    float complex y = __builtin_complex((float)d, (float)e);
    long double complex x = __builtin_complex((long double)d, (long double)e);
    int n = 0;
    REAL(creal, d, z);
    REAL(crealf, d, y);
    REAL(creall, d, x);
    REAL(cimag, d, z);
    REAL(cimagf, d, y);
    REAL(cimagl, d, x);
    SAME_COMPLEX("conj", double, model_conj(z), conj(z)), SAME_COMPLEX("conjf", float, model_conjf(y), conjf(y));
    SAME_COMPLEX("conjl", long double, model_conjl(x), conjl(x));
    SAME_COMPLEX("cproj", double, model_cproj(z), cproj(z)), SAME_COMPLEX("cprojf", float, model_cprojf(y), cprojf(y));
    SAME_COMPLEX("cprojl", long double, model_cprojl(x), cprojl(x));
    REAL(cabs, d, z);
    REAL(cabsf, d, y);
    REAL(cabsl, d, x);
    REAL(carg, d, z);
    REAL(cargf, d, y);
    REAL(cargl, d, x);
    SAME_COMPLEX("__muldc3", double, model___muldc3(d, e, a, b), __muldc3(d, e, a, b));
    SAME_COMPLEX("__mulsc3", float, model___mulsc3((float)d, (float)e, (float)a, (float)b),
                 __mulsc3((float)d, (float)e, (float)a, (float)b));
    SAME_COMPLEX("__mulxc3", long double, model___mulxc3(d, e, a, b), __mulxc3(d, e, a, b));
  }
}

int main(void) {
  reals();
  complexes();
  return report();
}
