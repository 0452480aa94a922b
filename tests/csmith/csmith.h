// What programs made by csmith need, without a C library: arithmetic that is defined for all operands, and a checksum.
//
// Built with NATIVE the program prints its checksum. Otherwise it is compared with CHECKSUM, the native result: a
// difference is the error, or, with SAME_IS_ERROR, its absence.
#ifndef CSMITH_H
#define CSMITH_H
#include <float.h>
#include <limits.h>
#include <stdint.h>

// op gives its first operand where the result would overflow.
#define ARITHMETIC(type, s)                                                                              \
  static type safe_add_func_##type##_##s##_##s(type a, type b) {                                         \
    type r;                                                                                              \
    return __builtin_add_overflow(a, b, &r) ? a : r;                                                     \
  }                                                                                                      \
  static type safe_sub_func_##type##_##s##_##s(type a, type b) {                                         \
    type r;                                                                                              \
    return __builtin_sub_overflow(a, b, &r) ? a : r;                                                     \
  }                                                                                                      \
  static type safe_mul_func_##type##_##s##_##s(type a, type b) {                                         \
    type r;                                                                                              \
    return MULTIPLY_##s(type, a, b, r);                                                                  \
  }                                                                                                      \
  static type safe_div_func_##type##_##s##_##s(type a, type b) { return b == 0 || LEAST_##s(type, a, b) ? a : a / b; } \
  static type safe_mod_func_##type##_##s##_##s(type a, type b) { return b == 0 || LEAST_##s(type, a, b) ? a : a % b; } \
  static type safe_unary_minus_func_##type##_##s(type a) { return LEAST_##s(type, a, -1) ? a : -a; }     \
  static type safe_lshift_func_##type##_##s##_u(type a, unsigned n) {                                    \
    return NEGATIVE_##s(a) || n >= sizeof(type) * 8 || a > (MOST_##s(type) >> n) ? a : (type)(a << n);   \
  }                                                                                                      \
  static type safe_rshift_func_##type##_##s##_u(type a, unsigned n) {                                    \
    return NEGATIVE_##s(a) || n >= sizeof(type) * 8 ? a : a >> n;                                        \
  }                                                                                                      \
  static type safe_lshift_func_##type##_##s##_s(type a, int n) {                                         \
    return n < 0 ? a : safe_lshift_func_##type##_##s##_u(a, (unsigned)n);                                \
  }                                                                                                      \
  static type safe_rshift_func_##type##_##s##_s(type a, int n) {                                         \
    return n < 0 ? a : safe_rshift_func_##type##_##s##_u(a, (unsigned)n);                                \
  }
// Signed products are checked in the open for the sake of i386, where 64-bit ones would need a function of the
// compiler's own.
#define MOST_u(type) ((type)-1)
#define MOST_s(type) ((type)((1ULL << (sizeof(type) * 8 - 1)) - 1))
#define LEAST_u(type, a, b) 0
#define LEAST_s(type, a, b) ((a) == -MOST_s(type) - 1 && (b) == -1)
#define NEGATIVE_u(a) 0
#define NEGATIVE_s(a) ((a) < 0)
#define MULTIPLY_u(type, a, b, r) (r = (type)((uint64_t)(a) * (b)))
#define MULTIPLY_s(type, a, b, r)                                                                       \
  ((a) != 0 && (b) != 0 && (LEAST_s(type, a, b) || LEAST_s(type, b, a) ||                               \
   ((a) != -1 && (b) != -1 && ((a) > 0) == ((b) > 0) ? ((a) > 0 ? (a) > MOST_s(type) / (b) : (a) < MOST_s(type) / (b)) : \
    (a) != -1 && (b) != -1 ? ((a) > 0 ? (b) < (-MOST_s(type) - 1) / (a) : (a) < (-MOST_s(type) - 1) / (b)) : 0)) \
   ? (a) : (r = (type)((a) * (b))))

ARITHMETIC(int8_t, s)
ARITHMETIC(int16_t, s)
ARITHMETIC(int32_t, s)
ARITHMETIC(int64_t, s)
ARITHMETIC(uint8_t, u)
ARITHMETIC(uint16_t, u)
ARITHMETIC(uint32_t, u)
ARITHMETIC(uint64_t, u)

#define FLOATS(type, letter)                                                                                  \
  static type safe_add_func_##type##_##letter##_##letter(type a, type b) { return a + b; }                    \
  static type safe_sub_func_##type##_##letter##_##letter(type a, type b) { return a - b; }                    \
  static type safe_mul_func_##type##_##letter##_##letter(type a, type b) { return a * b; }                    \
  static type safe_div_func_##type##_##letter##_##letter(type a, type b) { return b == 0 ? a : a / b; }
FLOATS(float, f)
FLOATS(double, d)

static int32_t safe_convert_func_float_to_int32_t(float f) {
  return f > -2147483600.f && f < 2147483600.f ? (int32_t)f : INT_MAX;
}

// Builtins that are undefined for zero, and one that is not there on every machine.
static int clew_clz(unsigned n) { return n ? __builtin_clz(n) : 32; }
static int clew_clzl(unsigned long n) { return n ? __builtin_clzl(n) : 8 * (int)sizeof n; }
static int clew_clzll(unsigned long long n) { return n ? __builtin_clzll(n) : 64; }
static int clew_ctz(unsigned n) { return n ? __builtin_ctz(n) : 32; }
static int clew_ctzl(unsigned long n) { return n ? __builtin_ctzl(n) : 8 * (int)sizeof n; }
static int clew_ctzll(unsigned long long n) { return n ? __builtin_ctzll(n) : 64; }
#define __builtin_clz clew_clz
#define __builtin_clzl clew_clzl
#define __builtin_clzll clew_clzll
#define __builtin_ctz clew_ctz
#define __builtin_ctzl clew_ctzl
#define __builtin_ctzll clew_ctzll
#define __builtin_ia32_crc32qi(a, b) ((a) * 31u + (uint8_t)(b))

static uint32_t crc32_tab[256], crc32_context = 0xFFFFFFFFUL;

static void crc32_gentab(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int j = 0; j < 8; j++) c = c & 1 ? c >> 1 ^ 0xEDB88320UL : c >> 1;
    crc32_tab[i] = c;
  }
}

static void crc32_byte(uint8_t b) { crc32_context = crc32_context >> 8 ^ crc32_tab[(crc32_context ^ b) & 0xFF]; }

static void transparent_crc(uint64_t value, const char *name, int print) {
  for (int i = 0; i < 8; i++) crc32_byte((uint8_t)(value >> 8 * i));
}

static void transparent_crc_bytes(const void *block, int n, const char *name, int print) {
  for (int i = 0; i < n; i++) crc32_byte(((const uint8_t *)block)[i]);
}

static void platform_main_begin(void) {}

extern int printf(const char *, ...);

#ifdef NATIVE
static void platform_main_end(uint32_t crc, int print) { printf("0x%xu\n", (unsigned)crc); }
#else
extern void reach_error(void);
static void platform_main_end(uint32_t crc, int print) {
#ifdef SAME_IS_ERROR
  if (crc == CHECKSUM) reach_error();
#else
  if (crc != CHECKSUM) reach_error();
#endif
}
#endif

#endif
