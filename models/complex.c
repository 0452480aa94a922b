// Complex numbers: parts, and the functions that the compiler calls for products and quotients, as C's Annex G has them.
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

// A product that came out as two NaNs though a factor is infinite is an infinity: finite parts of an infinite factor count as zero, its
// infinite ones as one, and NaNs of the other as zero.
#define PRODUCT(NAME, SUFFIX, TYPE)                                                                      \
  static TYPE boxed##SUFFIX(TYPE x) { return __builtin_copysign##SUFFIX(__builtin_isinf(x) ? 1 : 0, x); } \
  static TYPE cleaned##SUFFIX(TYPE x) { return x != x ? __builtin_copysign##SUFFIX(0, x) : x; }           \
  _Complex TYPE NAME(TYPE a, TYPE b, TYPE c, TYPE d) {                                                   \
    TYPE ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                       \
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

PRODUCT(__muldc3, , double)
PRODUCT(__mulsc3, f, float)
PRODUCT(__mulxc3, l, long double)
