// The models of the C library against the C library itself, on random arguments. Linked with the models, whose symbols
// all have the prefix model_ (see ../check-models). Prints the first differences; the last line counts functions: "N
// passed, N failed".
#include "compare.h"
#include <ctype.h>
#include <math.h>
#include <strings.h>

OUTSIDE(trunc, double)
OUTSIDE(round, double) OUTSIDE(rint, double) OUTSIDE(truncf, float) OUTSIDE(roundf, float) OUTSIDE(rintf, float)
    OUTSIDE(truncl, long double) OUTSIDE(roundl, long double)
        OUTSIDE(rintl, long double) double model_copysign(double a, double b) {
  return copysign(a, b);
}
float model_copysignf(float a, float b) { return copysignf(a, b); }
long double model_copysignl(long double a, long double b) { return copysignl(a, b); }

// Functions of models.
MODEL(memcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(memmem);
MODEL(strlen);
MODEL(strnlen);
MODEL(strcmp);
int model___clew_order(int difference);
MODEL(strncmp);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(strchr);
MODEL(strrchr);
MODEL(strchrnul);
MODEL(strstr);
MODEL(strcasestr);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strcpy);
MODEL(strncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(stpcpy);
MODEL(stpncpy);
MODEL(strtok);
MODEL(strsep);
MODEL(strdup);
MODEL(strndup);
MODEL(memccpy);
MODEL(strxfrm);

static void strings(void) {
  char a[40], b[40], x[100], y[100];
  for (int round = 0; round < 20000; round++) {
    random_text(a, 12, "abAB\xff");
    random_text(b, 5, "abAB\xff");
    size_t n = below(8), m = strlen(a) + 1, k = strlen(b) + 1, least = m < k ? m : k;
    int c = "abAB\xffz"[below(6)];
    if (below(10) == 0) c = 0;
#define TEXT(f, ...) SAME(#f, model_##f(__VA_ARGS__) == f(__VA_ARGS__), "'%s' '%s' %d %zu", a, b, c, n)
#define ORDER(f, ...) SAME(#f, sign(model_##f(__VA_ARGS__)) == sign(f(__VA_ARGS__)), "'%s' '%s' %zu", a, b, n)
    TEXT(strlen, a);
    TEXT(strnlen, a, n);
    TEXT(strchr, a, c);
    TEXT(strrchr, a, c);
    TEXT(strchrnul, a, c);
    TEXT(strstr, a, b);
    TEXT(strcasestr, a, b);
    TEXT(strspn, a, b);
    TEXT(strcspn, a, b);
    TEXT(strpbrk, a, b);
    TEXT(memchr, a, c, m);
    TEXT(memrchr, a, c, m);
    TEXT(memmem, a, m, b, k - 1);
    ORDER(strcmp, a, b);
    ORDER(strncmp, a, b, n);
    ORDER(strcasecmp, a, b);
    ORDER(strncasecmp, a, b, n);
    ORDER(memcmp, a, b, least);
    SAME("__clew_order", sign(model___clew_order(strcmp(a, b))) == sign(strcmp(a, b)), "'%s' '%s'", a, b);
    arbitrary = 0;
#define WRITE(f, ...)                                                                                                  \
  do {                                                                                                                 \
    memset(x, '#', sizeof x);                                                                                          \
    strcpy(x, a);                                                                                                      \
    memcpy(y, x, sizeof x);                                                                                            \
    char *to = x;                                                                                                      \
    char *r1 = (char *)model_##f(__VA_ARGS__);                                                                         \
    to = y;                                                                                                            \
    char *r2 = (char *)f(__VA_ARGS__);                                                                                 \
    SAME(#f, memcmp(x, y, sizeof x) == 0 && (r1 ? r1 - x : -1) == (r2 ? r2 - y : -1), "'%s' '%s' %zu", a, b, n);       \
  } while (0)
    WRITE(strcpy, to, b);
    WRITE(strncpy, to, b, n);
    WRITE(strcat, to, b);
    WRITE(strncat, to, b, n);
    WRITE(stpcpy, to, b);
    WRITE(stpncpy, to, b, n);
    WRITE(memccpy, to, b, c, least);
    SAME("strxfrm", model_strxfrm(x, a, n) == strxfrm(y, a, n), "'%s' %zu", a, n);
    char *d = model_strdup(a), *e = model_strndup(a, n), *f = strndup(a, n);
    SAME("strdup", strcmp(d, a) == 0 && strcmp(e, f) == 0, "'%s' %zu", a, n);
    free(d), free(e), free(f);
    strcpy(x, a), strcpy(y, a);
    char *p = model_strtok(x, b), *q = strtok(y, b);
    for (;; p = model_strtok(0, b), q = strtok(0, b)) {
      SAME("strtok", (p ? p - x : -1) == (q ? q - y : -1) && (!p || strcmp(p, q) == 0), "'%s' '%s'", a, b);
      if (!p || !q) break;
    }
    char *rx = strcpy(x, a), *ry = strcpy(y, a);
    for (;;) {
      p = model_strsep(&rx, b), q = strsep(&ry, b);
      SAME("strsep", (p ? p - x : -1) == (q ? q - y : -1) && (!p || strcmp(p, q) == 0), "'%s' '%s'", a, b);
      if (!p || !q) break;
    }
  }
}

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtod);
MODEL(atoi);
MODEL(qsort);
MODEL(bsearch);
MODEL(div);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);
MODEL(labs);
MODEL(lldiv);

static int order(const void *a, const void *b) { return sign(*(const int *)a / 4 - *(const int *)b / 4); }

static void numbers(void) {
  char a[40], *end, *model_end;
  static const int bases[] = {0, 2, 8, 10, 16, 36};
  for (int round = 0; round < 60000; round++) {
    random_text(a, below(2) ? 8 : 30, below(2) ? " +-0123456789xXabz" : "0123456789");
    if (below(3) == 0) memmove(a + 1, a, strlen(a) + 1), a[0] = '-';
    int base = bases[below(6)];
#define INTEGER(f)                                                                                                     \
  do {                                                                                                                 \
    errno = *model___errno_location() = 0;                                                                             \
    __typeof__(f(0, 0, 0)) r1 = model_##f(a, &model_end, base), r2 = f(a, &end, base);                                 \
    SAME(#f, r1 == r2 && end == model_end && errno == *model___errno_location(), "'%s' base %d", a, base);             \
  } while (0)
    INTEGER(strtol);
    INTEGER(strtoul);
    INTEGER(strtoll);
    INTEGER(strtoull);
    SAME("atoi", model_atoi(a) == atoi(a), "'%s'", a);
    random_text(a, 14, below(2) ? "0123456789.e-" : "+-0123456789.einfatyxp");
    arbitrary = 0;
    double d1 = model_strtod(a, &model_end), d2 = strtod(a, &end);
    SAME("strtod", (arbitrary || memcmp(&d1, &d2, sizeof d1) == 0 || (d1 != d1 && d2 != d2)) && model_end == end,
         "'%s' %a %a", a, d1, d2);
  }
  for (int round = 0; round < 3000; round++) {
    int x[12], y[12], n = (int)below(12), key = (int)below(20);
    for (int i = 0; i < n; i++) x[i] = y[i] = (int)below(40);
    model_qsort(x, (size_t)n, sizeof *x, order);
    qsort(y, (size_t)n, sizeof *y, order);
    SAME("qsort", memcmp(x, y, (size_t)n * sizeof *x) == 0, "%d elements", n);
    int *p = model_bsearch(&key, x, (size_t)n, sizeof *x, order), *q = bsearch(&key, x, (size_t)n, sizeof *x, order);
    SAME("bsearch", !p == !q && (!p || order(p, q) == 0), "%d in %d elements", key, n);
    int u = (int)random64() >> below(30), v = (int)below(9) - 4 ? (int)random64() >> below(30) : 3;
    if (v == 0) v = 1;
    if (v == -1) v = 2;
    div_t d = model_div(u, v), e = div(u, v);
    SAME("div", d.quot == e.quot && d.rem == e.rem, "%d %d", u, v);
    long l = (long)(random64() << below(64));
    long long ll = (long long)(random64() << below(64));
    SAME("ffs", model_ffs(u) == ffs(u) && model_ffsl(l) == ffsl(l) && model_ffsll(ll) == ffsll(ll), "%x %lx %llx", u, l,
         ll);
  }
}

MODEL(isalpha);
MODEL(isdigit);
MODEL(isalnum);
MODEL(isspace);
MODEL(isupper);
MODEL(islower);
MODEL(ispunct);
MODEL(isprint);
MODEL(isgraph);
MODEL(isblank);
MODEL(iscntrl);
MODEL(isxdigit);
MODEL(toupper);
MODEL(tolower);
MODEL(__ctype_b_loc);
MODEL(__ctype_toupper_loc);
MODEL(__ctype_tolower_loc);

static void characters(void) {
  for (int c = -1; c < 256; c++) {
#define CLASS(f) SAME(#f, !model_##f(c) == !(f)(c), "%d", c)
    CLASS(isalpha);
    CLASS(isdigit);
    CLASS(isalnum);
    CLASS(isspace);
    CLASS(isupper);
    CLASS(islower);
    CLASS(ispunct);
    CLASS(isprint);
    CLASS(isgraph);
    CLASS(isblank);
    CLASS(iscntrl);
    CLASS(isxdigit);
    SAME("toupper", model_toupper(c) == toupper(c) && model_tolower(c) == tolower(c), "%d", c);
  }
  for (int c = -128; c < 256; c++) {
    SAME("__ctype_b_loc", (*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
    SAME("__ctype_toupper_loc", (*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    SAME("__ctype_tolower_loc", (*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
  }
}

MODEL(modf);
MODEL(modff);
MODEL(modfl);
MODEL(frexp);
MODEL(frexpf);
MODEL(frexpl);
MODEL(scalbn);
MODEL(scalbnf);
MODEL(scalbnl);
MODEL(ldexp);
MODEL(ilogb);
MODEL(ilogbf);
MODEL(ilogbl);
MODEL(logb);
MODEL(logbf);
MODEL(logbl);
MODEL(lround);
MODEL(llround);
MODEL(lrint);
MODEL(llrint);
MODEL(lroundf);
MODEL(llrintl);
MODEL(nextafter);
MODEL(nextafterf);
MODEL(nextafterl);
MODEL(nexttoward);
MODEL(nexttowardf);

static double random_double(void) {
  static const double special[] = {
      0.0,      -0.0,    1, -1, 0.5, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023,
      0x1p-149, 0x1p-126};
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

static void reals(void) {
  for (int round = 0; round < 60000; round++) {
    double d = random_double(), e = random_double();
    float f = (float)random_double(), g = (float)random_double();
    long double l = ldexpl((long double)d + (long double)e * 0x1p-60L, below(4) ? 0 : (int)below(33000) - 16500), m = e;
    int n = below(2) ? (int)below(4400) - 2200 : (int)below(60) - 30, i, j;
#define REAL(what, a, b, x)                                                                                            \
  ({                                                                                                                   \
    __typeof__(b) r1 = a, r2 = b;                                                                                      \
    SAME(what, EQUAL(r1, r2), "%La %d: %La instead of %La", (long double)x, n, (long double)r1, (long double)r2);      \
  })
    double di, dj;
    float fi, fj;
    long double li, lj;
    REAL("modf", model_modf(d, &di), modf(d, &dj), d), REAL("modf", di, dj, d);
    REAL("modff", model_modff(f, &fi), modff(f, &fj), f), REAL("modff", fi, fj, f);
    REAL("modfl", model_modfl(l, &li), modfl(l, &lj), l), REAL("modfl", li, lj, l);
    REAL("frexp", model_frexp(d, &i), frexp(d, &j), d), SAME("frexp", i == j, "%a", d);
    REAL("frexpf", model_frexpf(f, &i), frexpf(f, &j), f), SAME("frexpf", i == j, "%a", f);
    REAL("frexpl", model_frexpl(l, &i), frexpl(l, &j), l), SAME("frexpl", i == j, "%La", l);
    REAL("scalbn", model_scalbn(d, n), scalbn(d, n), d), REAL("scalbnf", model_scalbnf(f, n), scalbnf(f, n), f);
    REAL("ldexp", model_ldexp(d, n), ldexp(d, n), d);
    int wide = below(3) ? n : n * 16;
    REAL("scalbnl", model_scalbnl(l, wide), scalbnl(l, wide), l);
    REAL("logb", model_logb(d), logb(d), d), REAL("logbf", model_logbf(f), logbf(f), f),
        REAL("logbl", model_logbl(l), logbl(l), l);
    SAME("ilogb", model_ilogb(d) == ilogb(d) && model_ilogbf(f) == ilogbf(f) && model_ilogbl(l) == ilogbl(l),
         "%a %a %La", d, f, l);
    REAL("nextafter", model_nextafter(d, e), nextafter(d, e), d),
        REAL("nextafterf", model_nextafterf(f, g), nextafterf(f, g), f);
    REAL("nextafterl", model_nextafterl(l, m), nextafterl(l, m), l);
    REAL("nexttoward", model_nexttoward(d, m), nexttoward(d, m), d),
        REAL("nexttowardf", model_nexttowardf(f, m), nexttowardf(f, m), f);
    if (fabs(d) < 2e9 && fabsf(f) < 2e9f && fabsl(l) < 2e9L) {
      SAME("lround", model_lround(d) == lround(d) && model_lroundf(f) == lroundf(f) && model_llround(d) == llround(d),
           "%a %a", d, f);
      SAME("lrint", model_lrint(d) == lrint(d) && model_llrint(d) == llrint(d) && model_llrintl(l) == llrintl(l),
           "%a %La", d, l);
    }
  }
}

int main(void) {
  strings();
  numbers();
  characters();
  reals();
  return report();
}
