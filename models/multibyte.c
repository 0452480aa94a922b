// Conversions between bytes and wide characters in the locale "C": ASCII, one byte each. No state lies between calls.
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef struct { int count; unsigned value; } mbstate_t;

int *__errno_location(void);

enum { EILSEQ = 84 };
#define INVALID ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

static size_t illegal(void) {
  *__errno_location() = EILSEQ;
  return INVALID;
}

static _Bool is_ascii(unsigned c) { return c < 128; }

wint_t btowc(int c) { return c >= 0 && c < 128 ? (wint_t)c : (wint_t)-1; }
int wctob(wint_t c) { return is_ascii(c) ? (int)c : -1; }
int mbsinit(const mbstate_t *state) { return !state || state->count == 0; }
size_t __ctype_get_mb_cur_max(void) { return 1; }

size_t mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state) {
  if (!s) return 0;
  if (n == 0) return INCOMPLETE;
  if (!is_ascii((unsigned char)*s)) return illegal();
  if (to) *to = *s;
  return *s != 0;
}

size_t mbrlen(const char *s, size_t n, mbstate_t *state) { return mbrtowc(0, s, n, state); }

int mbtowc(wchar_t *to, const char *s, size_t n) {
  if (!s) return 0;
  if (!*s) {   // the library looks at it even if n is 0
    if (to) *to = 0;
    return 0;
  }
  size_t used = mbrtowc(to, s, n, 0);
  return used == INVALID || used == INCOMPLETE ? -1 : (int)used;
}

int mblen(const char *s, size_t n) { return mbtowc(0, s, n); }

size_t wcrtomb(char *to, wchar_t c, mbstate_t *state) {
  if (!to) return 1;
  if (!is_ascii((unsigned)c)) return illegal();
  *to = (char)c;
  return 1;
}

int wctomb(char *to, wchar_t c) { return to ? (int)wcrtomb(to, c, 0) : 0; }

// Without a block to write to, the length is counted and the source stays where it is.
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t most, size_t n, mbstate_t *state) {
  const char *s = *from;
  size_t i = 0;
  for (; (!to || i < n) && i < most; i++) {
    if (!is_ascii((unsigned char)s[i])) {
      if (to) *from = s + i;
      return illegal();
    }
    if (to) to[i] = s[i];
    if (!s[i]) {
      if (to) *from = 0;
      return i;
    }
  }
  if (to) *from = s + i;
  return i;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, mbstate_t *state) { return mbsnrtowcs(to, from, INVALID, n, state); }
size_t mbstowcs(wchar_t *to, const char *from, size_t n) { return mbsnrtowcs(to, &from, INVALID, n, 0); }

size_t wcsnrtombs(char *to, const wchar_t **from, size_t most, size_t n, mbstate_t *state) {
  const wchar_t *s = *from;
  size_t i = 0;
  for (; (!to || i < n) && i < most; i++) {
    if (!is_ascii((unsigned)s[i])) {
      if (to) *from = s + i;
      return illegal();
    }
    if (to) to[i] = (char)s[i];
    if (!s[i]) {
      if (to) *from = 0;
      return i;
    }
  }
  if (to) *from = s + i;
  return i;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t n, mbstate_t *state) { return wcsnrtombs(to, from, INVALID, n, state); }
size_t wcstombs(char *to, const wchar_t *from, size_t n) { return wcsnrtombs(to, &from, INVALID, n, 0); }
