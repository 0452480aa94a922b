// Strings and blocks of wide characters, from <wchar.h>. Blocks compare as -1, 0 or 1, as the GNU library does.
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;

void *__clew_malloc(size_t n);
extern unsigned __clew_arbitrary_uint(void);

static int order(wchar_t a, wchar_t b) { return a < b ? -1 : a > b; }
static wchar_t lower(wchar_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t wcsnlen(const wchar_t *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { return __builtin_memcpy(to, from, n * sizeof *to); }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return __builtin_memmove(to, from, n * sizeof *to); }
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) { return wmemcpy(to, from, n) + n; }

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return order(a[i], b[i]);
  return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)s + i;
  return 0;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  while ((*to = *from)) to++, from++;
  return to;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  wcpcpy(to, from);
  return to;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  wchar_t *end = to + i;
  for (; i < n; i++) to[i] = 0;
  return end;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  wcpncpy(to, from, n);
  return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcscpy(to + wcslen(to), from);
  return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
  wchar_t *p = to + wcslen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) p[i] = from[i];
  p[i] = 0;
  return to;
}

// What the machine's own function says besides the sign depends on the processor and on where the strings lie.
static int some_order(wchar_t a, wchar_t b) {
  int difference = a == b ? 0 : (int)__clew_arbitrary_uint();
  return a < b ? difference < 0 ? difference : -1 : a > b ? difference > 0 ? difference : 1 : 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  while (*a && *a == *b) a++, b++;
  return some_order(*a, *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n > 0; n--, a++, b++)
    if (*a != *b || !*a) return some_order(*a, *b);
  return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  while (*a && lower(*a) == lower(*b)) a++, b++;
  return (int)((unsigned)lower(*a) - (unsigned)lower(*b));
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n > 0; n--, a++, b++)
    if (lower(*a) != lower(*b) || !*a) return (int)((unsigned)lower(*a) - (unsigned)lower(*b));
  return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c) return (wchar_t *)s;
    if (!*s) return 0;
  }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *last = 0;
  for (;; s++) {
    if (*s == c) last = s;
    if (!*s) return (wchar_t *)last;
  }
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return (wchar_t *)s;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (wchar_t *)s;
    if (!*s) return 0;
  }
}

static _Bool contains(const wchar_t *set, wchar_t c) {
  for (; *set; set++)
    if (*set == c) return 1;
  return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && contains(set, s[n])) n++;
  return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && !contains(set, s[n])) n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  s += wcscspn(s, set);
  return *s ? (wchar_t *)s : 0;
}

// After the last token the library has nothing left to search in: another call finds nothing.
wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += wcsspn(s, set);
  if (!*s) {
    *rest = 0;
    return 0;
  }
  wchar_t *end = wcspbrk(s, set);
  if (end) *end++ = 0;
  *rest = end;
  return s;
}

wchar_t *wcsdup(const wchar_t *s) {
  size_t bytes = (wcslen(s) + 1) * sizeof *s;
  return __builtin_memcpy(__clew_malloc(bytes), s, bytes);
}

// Classes in the locale "C": those of ASCII, nothing beyond.

static _Bool within(wint_t c, int low, int high) { return c >= (wint_t)low && c <= (wint_t)high; }

int iswupper(wint_t c) { return within(c, 'A', 'Z'); }
int iswlower(wint_t c) { return within(c, 'a', 'z'); }
int iswalpha(wint_t c) { return within(c, 'A', 'Z') || within(c, 'a', 'z'); }
int iswdigit(wint_t c) { return within(c, '0', '9'); }
int iswalnum(wint_t c) { return iswalpha(c) || iswdigit(c); }
int iswxdigit(wint_t c) { return iswdigit(c) || within(c, 'A', 'F') || within(c, 'a', 'f'); }
int iswspace(wint_t c) { return c == ' ' || within(c, '\t', '\r'); }
int iswblank(wint_t c) { return c == ' ' || c == '\t'; }
int iswcntrl(wint_t c) { return c < 32 || c == 127; }
int iswprint(wint_t c) { return within(c, ' ', '~'); }
int iswgraph(wint_t c) { return within(c, '!', '~'); }
int iswpunct(wint_t c) { return iswgraph(c) && !iswalnum(c); }
wint_t towupper(wint_t c) { return within(c, 'a', 'z') ? c - 32 : c; }
wint_t towlower(wint_t c) { return within(c, 'A', 'Z') ? c + 32 : c; }
