// Complex numbers: parts, and the functions that the compiler calls for products and quotients, as C's Annex G has
// them.
#define FUNCTIONS(SUFFIX, TYPE)                                                                          \
  TYPE creal##SUFFIX(_Complex TYPE z) { return __real__ z; }                                             \
  TYPE cimag##SUFFIX(_Complex TYPE z) { return __imag__ z; }                                             \
  static _Complex TYPE make##SUFFIX(TYPE a, TYPE b) {                                                    \
    _Complex TYPE z;                                                                                     \
    __real__ z = a;                                                                                      \
    __imag__ z = b;                                                                                      \
    return z;                                                                                            \
  }                                                                                                      \
  _Complex TYPE conj##SUFFIX(_Complex TYPE z) { return make##SUFFIX(__real__ z, -__imag__ z); }          \
  _Complex TYPE cproj##SUFFIX(_Complex TYPE z) {                                                         \
    if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z)) return z;                          \
    return make##SUFFIX((TYPE)__builtin_inf(), __builtin_copysign##SUFFIX(0, __imag__ z));               \
  }

FUNCTIONS(, double)
FUNCTIONS(f, float)
FUNCTIONS(l, long double)

extern double __clew_arbitrary_double(void);
extern float __clew_arbitrary_float(void);
extern long double __clew_arbitrary_longdouble(void);

// With 32 bits the compilers' libraries compute in registers of 80 bits, or not: only what is the same either way is
// known.
#if __SIZEOF_POINTER__ == 4
#define IS_OPEN(a, b, c, d, x, y)                                                                        \
  ((long double)(a) * (c) != ac || (long double)(b) * (d) != bd || (long double)(a) * (d) != ad ||       \
   (long double)(b) * (c) != bc || (long double)ac - bd != x || (long double)ad + bc != y)
#else
#define IS_OPEN(a, b, c, d, x, y) 0
#endif

// A product that came out as two NaNs though a factor is infinite is an infinity: finite parts of an infinite factor
// count as zero, its infinite ones as one, and NaNs of the other as zero.
#define PRODUCT(NAME, SUFFIX, TYPE, ARBITRARY)                                                                    \
  static TYPE boxed##SUFFIX(TYPE x) { return __builtin_copysign##SUFFIX(__builtin_isinf(x) ? 1 : 0, x); } \
  static TYPE cleaned##SUFFIX(TYPE x) { return x != x ? __builtin_copysign##SUFFIX(0, x) : x; }           \
  _Complex TYPE NAME(TYPE a, TYPE b, TYPE c, TYPE d) {                                                   \
    TYPE ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                       \
    if (IS_OPEN(a, b, c, d, x, y)) return make##SUFFIX(ARBITRARY(), ARBITRARY());                        \
    if (x == x || y == y) return make##SUFFIX(x, y);                                                     \
    _Bool again = 0;                                                                                     \
    if (__builtin_isinf(a) || __builtin_isinf(b)) {                                                      \
      a = boxed##SUFFIX(a), b = boxed##SUFFIX(b), c = cleaned##SUFFIX(c), d = cleaned##SUFFIX(d);        \
      again = 1;                                                                                         \
    }                                                                                                    \
    if (__builtin_isinf(c) || __builtin_isinf(d)) {                                                      \
      c = boxed##SUFFIX(c), d = boxed##SUFFIX(d), a = cleaned##SUFFIX(a), b = cleaned##SUFFIX(b);        \
      again = 1;                                                                                         \
    }                                                                                                    \
    if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
      a = cleaned##SUFFIX(a), b = cleaned##SUFFIX(b), c = cleaned##SUFFIX(c), d = cleaned##SUFFIX(d);    \
      again = 1;                                                                                         \
    }                                                                                                    \
    if (again) {                                                                                         \
      TYPE infinity = (TYPE)__builtin_inf();                                                             \
      x = infinity * (a * c - b * d);                                                                    \
      y = infinity * (a * d + b * c);                                                                    \
    }                                                                                                    \
    return make##SUFFIX(x, y);                                                                           \
  }

PRODUCT(__muldc3, , double, __clew_arbitrary_double)
PRODUCT(__mulsc3, f, float, __clew_arbitrary_float)
PRODUCT(__mulxc3, l, long double, __clew_arbitrary_longdouble)

double hypot(double, double), atan2(double, double);
float hypotf(float, float), atan2f(float, float);
long double hypotl(long double, long double), atan2l(long double, long double);

double cabs(_Complex double z) { return hypot(__real__ z, __imag__ z); }
float cabsf(_Complex float z) { return hypotf(__real__ z, __imag__ z); }
long double cabsl(_Complex long double z) { return hypotl(__real__ z, __imag__ z); }
double carg(_Complex double z) { return atan2(__imag__ z, __real__ z); }
float cargf(_Complex float z) { return atan2f(__imag__ z, __real__ z); }
long double cargl(_Complex long double z) { return atan2l(__imag__ z, __real__ z); }

// Quotients: the compilers' libraries differ in how they round.

_Complex double __divdc3(double a, double b, double c, double d) {
  return make(__clew_arbitrary_double(), __clew_arbitrary_double());
}
_Complex float __divsc3(float a, float b, float c, float d) {
  return makef(__clew_arbitrary_float(), __clew_arbitrary_float());
}
_Complex long double __divxc3(long double a, long double b, long double c, long double d) {
  return makel(__clew_arbitrary_longdouble(), __clew_arbitrary_longdouble());
}
