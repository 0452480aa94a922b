// Numbers in text, searching, random numbers by formula, texts of errors and signals, paths, and the order of bytes.
#include "compare.h"
#include <inttypes.h>
#include <math.h>
#include <search.h>
#include <unistd.h>

// <arpa/inet.h> and <libgen.h> define macros, and need headers that are not there for 32 bits.
extern uint32_t htonl(uint32_t), ntohl(uint32_t);
extern uint16_t htons(uint16_t), ntohs(uint16_t);
extern char *dirname(char *), *__xpg_basename(char *);
extern int __xpg_strerror_r(int, char *, size_t);

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtoimax);
MODEL(strtoumax);
MODEL(strtoq);
MODEL(strtouq);
MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(strtod);
MODEL(strtof);
MODEL(strtold);
MODEL(atof);
MODEL(nan);
MODEL(nanf);
MODEL(nanl);
extern __typeof__(strtol) model___isoc23_strtol;
extern __typeof__(strtoul) model___isoc23_strtoul;
extern __typeof__(strtoll) model___isoc23_strtoll;
extern __typeof__(strtoull) model___isoc23_strtoull;
extern __typeof__(strtoimax) model___isoc23_strtoimax;
extern __typeof__(strtoumax) model___isoc23_strtoumax;

static void begin(void) { errno = *model___errno_location() = 0; }
static int same_errno(void) { return errno == *model___errno_location(); }

static void integers(void) {
  char a[64], *end, *model_end;
  static const int bases[] = {0, 2, 8, 10, 16, 36, 1, -1, 37};
  static const char *const texts[] = {"2147483647",
                                      "2147483648",
                                      "-2147483648",
                                      "-2147483649",
                                      "4294967295",
                                      "4294967296",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "-9223372036854775808",
                                      "-9223372036854775809",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "-18446744073709551615",
                                      "-1",
                                      "0x",
                                      "0xg",
                                      "+0x1f",
                                      " \t\n\v\f\r12",
                                      "--1",
                                      "",
                                      "-",
                                      "0",
                                      "08",
                                      "0b1"};
  for (int round = 0; round < 40000; round++) {
    if (below(6) == 0) strcpy(a, texts[below(sizeof texts / sizeof *texts)]);
    else random_text(a, below(2) ? 8 : 30, below(2) ? " +-0123456789xXabz" : "0123456789");
    int base = bases[below(9)];
#define INTEGER(f, model)                                                                                              \
  do {                                                                                                                 \
    begin();                                                                                                           \
    end = model_end = a + 63;                                                                                          \
    __typeof__(f(0, 0, 0)) r1 = model(a, &model_end, base), r2 = f(a, &end, base);                                     \
    SAME(#f, r1 == r2 && end == model_end && same_errno(), "'%s' base %d: errno %d, %d", a, base,                      \
         *model___errno_location(), errno);                                                                            \
  } while (0)
    INTEGER(strtol, model_strtol);
    INTEGER(strtoul, model_strtoul);
    INTEGER(strtoll, model_strtoll);
    INTEGER(strtoull, model_strtoull);
    INTEGER(strtoimax, model_strtoimax);
    INTEGER(strtoumax, model_strtoumax);
    INTEGER(strtoq, model_strtoq);
    INTEGER(strtouq, model_strtouq);
    if (!strpbrk(a, "bB")) {   // of C23 this library knows nothing else
      INTEGER(strtol, model___isoc23_strtol);
      INTEGER(strtoul, model___isoc23_strtoul);
      INTEGER(strtoll, model___isoc23_strtoll);
      INTEGER(strtoull, model___isoc23_strtoull);
      INTEGER(strtoimax, model___isoc23_strtoimax);
      INTEGER(strtoumax, model___isoc23_strtoumax);
    }
#define SIMPLE(f) (begin(), SAME(#f, model_##f(a) == f(a) && same_errno(), "'%s'", a))
    SIMPLE(atoi);
    SIMPLE(atol);
    SIMPLE(atoll);
  }
  SAME("__isoc23_strtol", model___isoc23_strtol("0b101", &end, 0) == 5 && !*end, "0b101");
  SAME("__isoc23_strtol", model___isoc23_strtol("0B11", &end, 2) == 3 && !*end, "0B11");
  SAME("__isoc23_strtol", model___isoc23_strtol("0b2", &end, 0) == 0 && *end == 'b', "0b2");
}

static const char *random_real(char *a) {
  static const char *const texts[] = {"nan",
                                      "NAN(",
                                      "nan()",
                                      "nan(1)",
                                      "nan(0x12)",
                                      "-nan(77)x",
                                      "nan(12a)",
                                      "nan(_)",
                                      "nan( 1)",
                                      "nan(123456789012345678901)",
                                      "nan(-1)",
                                      "inf",
                                      "-Infinity",
                                      "infinit",
                                      "0x1p-1074",
                                      "0x1p-1075",
                                      "0x1.8p-1075",
                                      "0x1.fffffffffffff8p1023",
                                      "0x1.fffffffffffff7fp1023",
                                      "2.2250738585072014e-308",
                                      "2.2250738585072011e-308",
                                      "2.2250738585072012e-308",
                                      "4.9e-324",
                                      "2.4e-324",
                                      "2.5e-324",
                                      "1.7976931348623157e308",
                                      "1.7976931348623159e308",
                                      "1e309",
                                      "-1e400",
                                      "1e-400",
                                      "0e99999",
                                      "1e99999999999",
                                      "1e-99999999999",
                                      "3.4028235e38",
                                      "3.4028236e38",
                                      "1.17549435e-38",
                                      "1.1754943e-38",
                                      "1e-45",
                                      "7e-46",
                                      "0x1p-149",
                                      "0x1p-150",
                                      "0x1.8p-150",
                                      "0x1.fffffep127",
                                      "0x1.ffffffp127",
                                      "9007199254740993",
                                      "9007199254740992.5",
                                      "0.1",
                                      "123456789012345678",
                                      "0x",
                                      "0x.",
                                      "0x.p1",
                                      "0x.8p",
                                      "0x1p+",
                                      "0x1.8P3",
                                      ".",
                                      "-.",
                                      ".e1",
                                      "1.",
                                      "1.e2",
                                      "1e",
                                      "1e+",
                                      "+.5",
                                      "",
                                      "-",
                                      "0x0p5",
                                      "-0",
                                      "-0x0",
                                      "0x1p99999",
                                      "0x1p-99999",
                                      "0x10000000000000.8",
                                      "0x10000000000000.80000000000000001",
                                      "0x1p-16445",
                                      "0x1p-16446",
                                      "0x1.8p-16446",
                                      "0x1.fffffffffffffffep16383",
                                      "1e4932",
                                      "1e5000",
                                      "0x1.fffffffffffffffffp-16383",
                                      "0x1.fffffffffffffp-1023",
                                      "0x1.fffffffffffff8p-1023",
                                      "0x1.fffffep-127",
                                      "0x1.ffffffp-127"};
  static const char *const formats[] = {"%.17g", "%.3g", "%.9g", "%a", "%.25e", "%.40g", "%f"};
  char number[512];
  if (below(4) == 0) return strcpy(a, texts[below(sizeof texts / sizeof *texts)]);
  if (below(3) == 0) return random_text(a, 14, below(2) ? "0123456789.e-" : "+-0123456789.einfatyxp");
  union {
    uint64_t n;
    double d;
  } u = {random64()};
  if (below(2))
    u.n = (u.n & 0x800fffffffffffffULL) | (uint64_t)(below(4)   ? 1023 - 60 + below(120)
                                                     : below(4) ? below(60)
                                                                : 2040 + below(7))
                                              << 52;
  snprintf(number, sizeof number, formats[below(7)], u.d);
  if (below(4) == 0) snprintf(number, sizeof number, "%.*e", (int)below(30), ldexpl((long double)u.d, 0) * 0x1p-900L);
  number[99] = 0;
  return strcpy(a, number);
}

static void reals(void) {
  char a[512], *end, *model_end;
  for (int round = 0; round < 60000; round++) {
    random_real(a);
#define REAL(f, type, bytes)                                                                                           \
  WHERE_COVERED(                                                                                                       \
      begin(); union {                                                                                                 \
        type v;                                                                                                        \
        unsigned char b[sizeof(type)];                                                                                 \
      } r1;                                                                                                            \
      union {                                                                                                          \
        type v;                                                                                                        \
        unsigned char b[sizeof(type)];                                                                                 \
      } r2;                                                                                                            \
      r1.v = model_##f(a, &model_end); r2.v = f(a, &end);                                                              \
      SAME(#f, memcmp(r1.b, r2.b, bytes) == 0 && model_end == end && same_errno(), "'%s' %La %La, %d %d, errno %d %d", \
           a, (long double)r1.v, (long double)r2.v, (int)(model_end - a), (int)(end - a), *model___errno_location(),   \
           errno);)
    REAL(strtod, double, 8);
    REAL(strtof, float, 4);
    REAL(strtold, long double, 10);
    WHERE_COVERED(begin(); double x = model_atof(a), y = atof(a);
                  SAME("atof", memcmp(&x, &y, 8) == 0 && same_errno(), "'%s'", a););
#define TAGGED(f, type, bytes)                                                                                         \
  do {                                                                                                                 \
    type x = model_##f(a), y = f(a);                                                                                   \
    SAME(#f, memcmp(&x, &y, bytes) == 0 && same_errno(), "'%s'", a);                                                   \
  } while (0)
    random_text(a, 8, below(2) ? "0123456789" : "0x7a_ 9(z");
    begin();
    TAGGED(nan, double, 8);
    TAGGED(nanf, float, 4);
    TAGGED(nanl, long double, 10);
  }
}

MODEL(qsort);
MODEL(qsort_r);
MODEL(bsearch);
MODEL(lfind);
MODEL(lsearch);
MODEL(div);
MODEL(ldiv);
MODEL(lldiv);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);
MODEL(imaxdiv);

static unsigned n_orders, trace;
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  n_orders++, trace = trace * 31 + (unsigned)(x * 64 + y);   // which comparisons are made, in which order
  return sign(x / 4 - y / 4);
}
static int no_order(const void *a, const void *b) { return order(a, b), (*(const int *)a ^ *(const int *)b) % 3 - 1; }
static int order_r(const void *a, const void *b, void *context) { return order(a, b) * *(int *)context; }

static void searching(void) {
  for (int round = 0; round < 5000; round++) {
    int x[16], y[16], n = (int)below(12), key = (int)below(40), direction = below(2) ? 1 : -1;
    for (int i = 0; i < n; i++) x[i] = y[i] = (int)below(40);
    size_t p = (size_t)n, q = (size_t)n;
    int *f = model_lfind(&key, x, &p, sizeof *x, order), *g = lfind(&key, y, &q, sizeof *y, order);
    SAME("lfind", (f ? f - x : -1) == (g ? g - y : -1), "%d in %d elements", key, n);
    f = model_lsearch(&key, x, &p, sizeof *x, order), g = lsearch(&key, y, &q, sizeof *y, order);
    SAME("lsearch", f - x == g - y && p == q && memcmp(x, y, p * sizeof *x) == 0, "%d in %d elements", key, n);
    n_orders = trace = 0;
    model_qsort_r(x, p, sizeof *x, order_r, &direction);
    unsigned count = n_orders, traced = trace;
    n_orders = trace = 0;
    qsort_r(y, p, sizeof *y, order_r, &direction);
    SAME("qsort_r", memcmp(x, y, p * sizeof *x) == 0 && count == n_orders && traced == trace, "%d elements", n);
    for (int i = 0; i < (int)p; i++) x[i] = y[i] = (int)below(40);
    int (*compare)(const void *, const void *) = below(3) ? order : no_order;
    n_orders = trace = 0;
    model_qsort(x, p, sizeof *x, compare);
    count = n_orders, traced = trace;
    n_orders = trace = 0;
    qsort(y, p, sizeof *y, compare);
    SAME("qsort", memcmp(x, y, p * sizeof *x) == 0 && count == n_orders && traced == trace, "%d elements", n);
    model_qsort(x, p, sizeof *x, order);
    f = model_bsearch(&key, x, p, sizeof *x, order), g = bsearch(&key, x, p, sizeof *x, order);
    SAME("bsearch", f == g, "%d in %d elements", key, n);
    long long u = (long long)random64() >> below(60), v = (long long)random64() >> below(60);
    if (below(4) == 0) v = (int)below(9) - 4;
    if (v == 0 || (int)v == 0 || v == -1 || (int)v == -1) v = 3;
#define DIVIDE(f, type)                                                                                                \
  ({                                                                                                                   \
    __typeof__(f(1, 1)) d = model_##f((type)u, (type)v), e = f((type)u, (type)v);                                      \
    SAME(#f, d.quot == e.quot && d.rem == e.rem, "%lld %lld", u, v);                                                   \
  })
    DIVIDE(div, int);
    DIVIDE(ldiv, long);
    DIVIDE(lldiv, long long);
    DIVIDE(imaxdiv, long long);
#define UNARY(f) SAME(#f, model_##f(u) == f(u), "%lld", u)
    UNARY(ffs);
    UNARY(ffsl);
    UNARY(ffsll);
  }
}

MODEL(drand48);
MODEL(lrand48);
MODEL(mrand48);
MODEL(erand48);
MODEL(nrand48);
MODEL(jrand48);
MODEL(srand48);
MODEL(seed48);
MODEL(lcong48);
MODEL(rand_r);

static void random_numbers(void) {
  unsigned short x[7], y[7];
  unsigned seed = 1, other = 1;
  for (int round = 0; round < 30000; round++) {
    SAME("drand48", model_drand48() == drand48(), "round %d", round);
    SAME("lrand48", model_lrand48() == lrand48(), "round %d", round);
    SAME("mrand48", model_mrand48() == mrand48(), "round %d", round);
    for (int i = 0; i < 7; i++) x[i] = y[i] = (unsigned short)random64();
    SAME("erand48", model_erand48(x) == erand48(y) && !memcmp(x, y, 6), "round %d", round);
    SAME("nrand48", model_nrand48(x) == nrand48(y) && !memcmp(x, y, 6), "round %d", round);
    SAME("jrand48", model_jrand48(x) == jrand48(y) && !memcmp(x, y, 6), "round %d", round);
    SAME("rand_r", model_rand_r(&seed) == rand_r(&other) && seed == other, "round %d", round);
    if (below(50) == 0) seed = other = (unsigned)random64();
    long start = (long)random64();
    if (below(50) == 0) model_srand48(start), srand48(start);
    if (below(50) == 0) SAME("seed48", memcmp(model_seed48(x), seed48(y), 6) == 0, "round %d", round);
    if (below(50) == 0) model_lcong48(x), lcong48(y);
  }
}

MODEL(strerror);
MODEL(strsignal);
MODEL(strerror_r);
MODEL(__xpg_strerror_r);
MODEL(dirname);
MODEL(__xpg_basename);
MODEL(basename);
MODEL(htonl);
MODEL(htons);
MODEL(ntohl);
MODEL(ntohs);
MODEL(swab);
extern char *model_strerror_l(int, void *);
extern int model___clew_error_made, model___clew_signal_made;

static void texts(void) {
  char a[40], x[60], y[60];
  for (int i = -3; i < 200; i++) {
    model___clew_error_made = model___clew_signal_made = 0;
    SAME("strerror", strcmp(model_strerror(i), strerror(i)) == 0, "%d", i);
    model___clew_error_made = 0;
    SAME("strerror_l", strcmp(model_strerror_l(i, 0), strerror(i)) == 0, "%d", i);
    SAME("strsignal", strcmp(model_strsignal(i), strsignal(i)) == 0, "%d", i);
    size_t n = below(2) ? sizeof x : below(20);
    memset(x, '#', sizeof x), memset(y, '#', sizeof y);
    int r1 = model___xpg_strerror_r(i, x, n), r2 = __xpg_strerror_r(i, y, n);
    SAME("__xpg_strerror_r", r1 == r2 && memcmp(x, y, sizeof x) == 0, "%d of %zu: %d %d '%.50s' '%.50s'", i, n, r1, r2,
         x, y);
    if (n == 0) n = 1;
    char *p = model_strerror_r(i, x, n), *q = strerror_r(i, y, n);
    SAME("strerror_r", (p == x) == (q == y) && strcmp(p, q) == 0 && memcmp(x, y, sizeof x) == 0, "%d of %zu", i, n);
  }
  for (int round = 0; round < 20000; round++) {
    random_text(a, 10, below(2) ? "ab/" : "a///");
#define PATH(f)                                                                                                        \
  ({                                                                                                                   \
    strcpy(x, a), strcpy(y, a);                                                                                        \
    char *p = model_##f(x), *q = f(y);                                                                                 \
    SAME(#f,                                                                                                           \
         (p >= x && p < x + 60 ? p - x : -1) == (q >= y && q < y + 60 ? q - y : -1) && !strcmp(p, q) && !strcmp(x, y), \
         "'%s': '%s' instead of '%s'", a, p, q);                                                                       \
  })
    PATH(dirname);
    PATH(__xpg_basename);
    PATH(basename);
    uint32_t n = (uint32_t)random64();
    SAME("htonl", model_htonl(n) == htonl(n), "%x", n), SAME("ntohl", model_ntohl(n) == ntohl(n), "%x", n);
    SAME("htons", model_htons((uint16_t)n) == htons((uint16_t)n), "%x", n),
        SAME("ntohs", model_ntohs((uint16_t)n) == ntohs((uint16_t)n), "%x", n);
    memset(x, '#', sizeof x), memset(y, '#', sizeof y);
    int length = (int)below(13) - 2;
    model_swab(a, x, length), swab(a, y, length);
    SAME("swab", memcmp(x, y, sizeof x) == 0, "%d", length);
  }
  SAME("dirname", !strcmp(model_dirname(0), dirname(0)) && !strcmp(model___xpg_basename(0), __xpg_basename(0)), "null");
}

int main(void) {
  integers();
  reals();
  searching();
  random_numbers();
  texts();
  return report();
}
