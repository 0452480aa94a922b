// Wide characters and their conversions, in the locale "C".
#include "compare.h"
#include <inttypes.h>
#include <wchar.h>
#include <wctype.h>

static void begin(void) { errno = *model___errno_location() = 0; }
static int same_errno(void) { return errno == *model___errno_location(); }

static const wchar_t *random_wide(wchar_t *to, unsigned most, const wchar_t *letters) {
  unsigned n = below(most), count = (unsigned)wcslen(letters);
  for (unsigned i = 0; i < n; i++) to[i] = letters[below(count)];
  to[n] = 0;
  return to;
}

MODEL(wcslen);
MODEL(wcsnlen);
MODEL(wmemcpy);
MODEL(wmemmove);
MODEL(wmempcpy);
MODEL(wmemset);
MODEL(wmemcmp);
MODEL(wmemchr);
MODEL(wcpcpy);
MODEL(wcscpy);
MODEL(wcpncpy);
MODEL(wcsncpy);
MODEL(wcscat);
MODEL(wcsncat);
MODEL(wcscmp);
MODEL(wcsncmp);
MODEL(wcscoll);
MODEL(wcscasecmp);
MODEL(wcsncasecmp);
MODEL(wcschr);
MODEL(wcsrchr);
MODEL(wcschrnul);
MODEL(wcsstr);
MODEL(wcsspn);
MODEL(wcscspn);
MODEL(wcspbrk);
MODEL(wcstok);
MODEL(wcsdup);

static void strings(void) {
  wchar_t a[40], b[40], x[100], y[100];
  for (int round = 0; round < 20000; round++) {
    random_wide(a, 12, L"abAB\x80\x7fffffff\x80000000\xffffffff");
    random_wide(b, 5, L"abAB\x80\x80000000\xffffffff");
    size_t n = below(8), m = wcslen(a) + 1, k = wcslen(b) + 1, least = m < k ? m : k;
    wchar_t c = L"abAB\x80zq"[below(7)];
    if (below(10) == 0) c = 0;
#define VALUE(f, ...) SAME(#f, model_##f(__VA_ARGS__) == f(__VA_ARGS__), "round %d %zu", round, n)
    VALUE(wcslen, a);
    VALUE(wcsnlen, a, n);
    VALUE(wmemcmp, a, b, least);
    VALUE(wmemchr, a, c, m);
    VALUE(wcschr, a, c);
    VALUE(wcsrchr, a, c);
    VALUE(wcschrnul, a, c);
    VALUE(wcsstr, a, b);
    VALUE(wcsspn, a, b);
    VALUE(wcscspn, a, b);
    VALUE(wcspbrk, a, b);
#define ORDER(f, ...) SAME(#f, sign(model_##f(__VA_ARGS__)) == sign(f(__VA_ARGS__)), "round %d", round)
    ORDER(wcscmp, a, b);
    ORDER(wcsncmp, a, b, n);
    ORDER(wcscoll, a, b);
    ORDER(wcscasecmp, a, b);
    ORDER(wcsncasecmp, a, b, n);
#define WRITE(f, ...)                                                                                                  \
  do {                                                                                                                 \
    wmemset(x, '#', 100), wcscpy(x, a), memcpy(y, x, sizeof x);                                                        \
    wchar_t *to = x, *r1 = model_##f(__VA_ARGS__), *r2 = (to = y, f(__VA_ARGS__));                                     \
    SAME(#f, memcmp(x, y, sizeof x) == 0 && r1 - x == r2 - y, "round %d", round);                                      \
  } while (0)
    WRITE(wcscpy, to, b);
    WRITE(wcpcpy, to, b);
    WRITE(wcsncpy, to, b, n);
    WRITE(wcpncpy, to, b, n);
    WRITE(wcscat, to, b);
    WRITE(wcsncat, to, b, n);
    WRITE(wmemcpy, to, b, least);
    WRITE(wmempcpy, to, b, least);
    WRITE(wmemset, to, c, n);
    WRITE(wmemmove, to + 1, to, n);
    wchar_t *p = model_wcsdup(a);
    SAME("wcsdup", wcscmp(p, a) == 0, "round %d", round);
    free(p);
    wchar_t *rx = 0, *ry = 0, *q;
    wcscpy(x, a), wcscpy(y, a);
    p = model_wcstok(x, b, &rx), q = wcstok(y, b, &ry);
    for (;; p = model_wcstok(0, b, &rx), q = wcstok(0, b, &ry)) {
      SAME("wcstok",
           (p ? p - x : -1) == (q ? q - y : -1) && (rx ? rx - x : -1) == (ry ? ry - y : -1) && !memcmp(x, y, m * 4),
           "round %d", round);
      if (!p || !q) break;
    }
  }
}

MODEL(iswalpha);
MODEL(iswdigit);
MODEL(iswalnum);
MODEL(iswspace);
MODEL(iswupper);
MODEL(iswlower);
MODEL(iswpunct);
MODEL(iswprint);
MODEL(iswgraph);
MODEL(iswblank);
MODEL(iswcntrl);
MODEL(iswxdigit);
MODEL(towupper);
MODEL(towlower);
MODEL(btowc);
MODEL(wctob);
MODEL(mbsinit);
extern size_t __ctype_get_mb_cur_max(void);
MODEL(__ctype_get_mb_cur_max);

static void character(wint_t c) {
#define CLASS(f) SAME(#f, !model_##f(c) == !f(c), "%x", c)
  CLASS(iswalpha);
  CLASS(iswdigit);
  CLASS(iswalnum);
  CLASS(iswspace);
  CLASS(iswupper);
  CLASS(iswlower);
  CLASS(iswpunct);
  CLASS(iswprint);
  CLASS(iswgraph);
  CLASS(iswblank);
  CLASS(iswcntrl);
  CLASS(iswxdigit);
#define SINGLE(f) SAME(#f, model_##f(c) == f(c), "%x: %x %x", c, model_##f(c), f(c))
  SINGLE(towupper);
  SINGLE(towlower);
  SINGLE(btowc);
  SINGLE(wctob);
}

MODEL(mbrtowc);
MODEL(mbrlen);
MODEL(mbtowc);
MODEL(mblen);
MODEL(wcrtomb);
MODEL(wctomb);
MODEL(mbsrtowcs);
MODEL(mbsnrtowcs);
MODEL(mbstowcs);
MODEL(wcsrtombs);
MODEL(wcsnrtombs);
MODEL(wcstombs);

static void conversions(void) {
  char a[40], c[100], d[100];
  wchar_t b[40], x[100], y[100];
  for (int round = 0; round < 20000; round++) {
    random_text(a, 8, below(2) ? "abc" : "ab\x80\xff");
    random_wide(b, 8, below(2) ? L"abc" : L"ab\x80\x100\xffffffff");
    size_t n = below(9), m = below(9);
    mbstate_t s = {0}, t = {0};
#define CONVERT(f, room, model_call, call, source)                                                                     \
  do {                                                                                                                 \
    begin();                                                                                                           \
    memset(c, '#', sizeof c), memset(d, '#', sizeof d), memset(x, '#', sizeof x), memset(y, '#', sizeof y);            \
    const char *from = a;                                                                                              \
    const wchar_t *wide = b;                                                                                           \
    const void *after;                                                                                                 \
    long long r1 = (long long)model_call, r2;                                                                          \
    after = source;                                                                                                    \
    from = a, wide = b;                                                                                                \
    r2 = (long long)call;                                                                                              \
    SAME(#f, r1 == r2 && after == source && !memcmp(c, d, sizeof c) && !memcmp(x, y, sizeof x) && same_errno(),        \
         "'%s' %zu %zu: %lld instead of %lld", a, n, m, r1, r2);                                                       \
  } while (0)
    CONVERT(mbrtowc, x, model_mbrtowc(x, a, n, &s), mbrtowc(y, a, n, &t), 0);
    CONVERT(mbrtowc, x, model_mbrtowc(0, a, n, &s), mbrtowc(0, a, n, &t), 0);
    memset(&s, 0, sizeof s), memset(&t, 0, sizeof t);
    CONVERT(mbrlen, x, model_mbrlen(a, n, &s), mbrlen(a, n, &t), 0);
    CONVERT(mbtowc, x, model_mbtowc(x, a, n), mbtowc(y, a, n), 0);
    CONVERT(mbtowc, x, model_mbtowc(x, 0, n), mbtowc(y, 0, n), 0);
    CONVERT(mblen, x, model_mblen(a, n), mblen(a, n), 0);
    CONVERT(wcrtomb, c, model_wcrtomb(c, b[0], &s), wcrtomb(d, b[0], &t), 0);
    CONVERT(wcrtomb, c, model_wcrtomb(0, b[0], &s), wcrtomb(0, b[0], &t), 0);
    CONVERT(wctomb, c, model_wctomb(c, b[0]), wctomb(d, b[0]), 0);
    CONVERT(wctomb, c, model_wctomb(0, b[0]), wctomb(0, b[0]), 0);
    CONVERT(mbsrtowcs, x, model_mbsrtowcs(x, &from, n, &s), mbsrtowcs(y, &from, n, &t), from);
    CONVERT(mbsrtowcs, x, model_mbsrtowcs(0, &from, n, &s), mbsrtowcs(0, &from, n, &t), from);
    CONVERT(mbsnrtowcs, x, model_mbsnrtowcs(x, &from, m, n, &s), mbsnrtowcs(y, &from, m, n, &t), from);
    CONVERT(mbstowcs, x, model_mbstowcs(x, a, n), mbstowcs(y, a, n), 0);
    CONVERT(mbstowcs, x, model_mbstowcs(0, a, n), mbstowcs(0, a, n), 0);
    CONVERT(wcsrtombs, c, model_wcsrtombs(c, &wide, n, &s), wcsrtombs(d, &wide, n, &t), wide);
    CONVERT(wcsrtombs, c, model_wcsrtombs(0, &wide, n, &s), wcsrtombs(0, &wide, n, &t), wide);
    CONVERT(wcsnrtombs, c, model_wcsnrtombs(c, &wide, m, n, &s), wcsnrtombs(d, &wide, m, n, &t), wide);
    CONVERT(wcstombs, c, model_wcstombs(c, b, n), wcstombs(d, b, n), 0);
    CONVERT(wcstombs, c, model_wcstombs(0, b, n), wcstombs(0, b, n), 0);
  }
  SAME("mbsinit", !!model_mbsinit(0) == !!mbsinit(0), "null");
  SAME("__ctype_get_mb_cur_max", model___ctype_get_mb_cur_max() == __ctype_get_mb_cur_max(), "");
}

MODEL(wcstol);
MODEL(wcstoul);
MODEL(wcstoll);
MODEL(wcstoull);
MODEL(wcstoimax);
MODEL(wcstoumax);
MODEL(wcstod);
MODEL(wcstof);
MODEL(wcstold);
extern __typeof__(wcstol) model___isoc23_wcstol;
extern __typeof__(wcstoul) model___isoc23_wcstoul;
extern __typeof__(wcstoll) model___isoc23_wcstoll;
extern __typeof__(wcstoull) model___isoc23_wcstoull;

static void numbers(void) {
  wchar_t a[40], *end, *model_end;
  static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};
  for (int round = 0; round < 30000; round++) {
    random_wide(a, below(2) ? 8 : 25, below(2) ? L" +-0123456789xXaz\x100" : L"0123456789");
    int base = bases[below(8)];
#define INTEGER(f, model)                                                                                              \
  do {                                                                                                                 \
    begin(), end = model_end = 0;                                                                                      \
    SAME(#f, model(a, &model_end, base) == f(a, &end, base) && end == model_end && same_errno(), "round %d base %d",   \
         round, base);                                                                                                 \
  } while (0)
    INTEGER(wcstol, model_wcstol);
    INTEGER(wcstoul, model_wcstoul);
    INTEGER(wcstoll, model_wcstoll);
    INTEGER(wcstoull, model_wcstoull);
    INTEGER(wcstoimax, model_wcstoimax);
    INTEGER(wcstoumax, model_wcstoumax);
    INTEGER(wcstol, model___isoc23_wcstol);
    INTEGER(wcstoul, model___isoc23_wcstoul);
    INTEGER(wcstoll, model___isoc23_wcstoll);
    INTEGER(wcstoull, model___isoc23_wcstoull);
    random_wide(a, 14, below(2) ? L"0123456789.e-" : L"+-0123456789.einfatyxp\x661");
#define REAL(f, type, bytes)                                                                                           \
  WHERE_COVERED(begin(); type r1 = model_##f(a, &model_end); type r2 = f(a, &end);                                     \
                SAME(#f, !memcmp(&r1, &r2, bytes) && end == model_end && same_errno(), "round %d", round);)
    REAL(wcstod, double, 8);
    REAL(wcstof, float, 4);
    REAL(wcstold, long double, 10);
  }
}

int main(void) {
  strings();
  for (wint_t c = 0; c < 3000; c++) character(c);
  for (int i = 0; i < 3000; i++) character((wint_t)random64() >> below(32));
  character((wint_t)-1);
  conversions();
  numbers();
  return report();
}
