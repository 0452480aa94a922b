// Strings and blocks of bytes, from <string.h> and <strings.h>.
//
// memcpy, memmove and memset are not here: the front end gives them their meaning as operations on ranges. Comparisons give
// the difference of the first two bytes that differ. Real libraries agree on its sign only: where the program looks at
// more, the front end calls __clew_order (front/library/orders.c).
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

void *__clew_malloc(size_t n);

unsigned __clew_arbitrary_uint(void);

// Any difference of two bytes that has the same sign.
int __clew_order(int difference) {
  int distance = 1 + (int)(__clew_arbitrary_uint() & 127) + (int)(__clew_arbitrary_uint() & 127);
  return difference == 0 ? 0 : difference < 0 ? -distance : distance;
}

static int lower(int c) { return c + (((unsigned)c - 'A' < 26u) << 5); }

int memcmp(const void *a, const void *b, size_t n) {
  const byte *p = a, *q = b;
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] - q[i];
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *block, int c, size_t n) {
  const byte *p = block;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (byte)c) return (void *)(p + i);
  return 0;
}

void *rawmemchr(const void *block, int c) {
  const byte *p = block;
  while (*p != (byte)c) p++;
  return (void *)p;
}

void *memrchr(const void *block, int c, size_t n) {
  const byte *p = block;
  while (n > 0)
    if (p[--n] == (byte)c) return (void *)(p + n);
  return 0;
}

void *memmem(const void *block, size_t n, const void *part, size_t m) {
  const byte *p = block;
  if (n > 0) (void)((const volatile byte *)p)[n - 1]; // both are blocks of that size, however early a part is found
  if (m > 0) (void)((const volatile byte *)part)[m - 1];
  if (m > n) return 0;
  for (size_t i = 0; i <= n - m; i++)
    if (memcmp(p + i, part, m) == 0) return (void *)(p + i);
  return 0;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  byte *p = to;
  const byte *q = from;
  for (size_t i = 0; i < n; i++)
    if ((p[i] = q[i]) == (byte)c) return p + i + 1;
  return 0;
}

void *mempcpy(void *to, const void *from, size_t n) { return (byte *)__builtin_memcpy(to, from, n) + n; }
void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }
void bzero(void *block, size_t n) { __builtin_memset(block, 0, n); }
void explicit_bzero(void *block, size_t n) { __builtin_memset(block, 0, n); }

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}

char *stpcpy(char *to, const char *from) {
  while ((*to = *from)) to++, from++;
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  char *end = to + i;
  for (; i < n; i++) to[i] = 0;
  return end;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *strncpy(char *to, const char *from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  char *p = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) p[i] = from[i];
  p[i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (byte)*a - (byte)*b;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    if (*a != *b) return (byte)*a - (byte)*b;
    if (!*a) return 0;
  }
  return 0;
}

int strcasecmp(const char *a, const char *b) {
  while (*a && lower((byte)*a) == lower((byte)*b)) a++, b++;
  return lower((byte)*a) - lower((byte)*b);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    int difference = lower((byte)*a) - lower((byte)*b);
    if (difference) return difference;
    if (!*a) return 0;
  }
  return 0;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  s = strchrnul(s, c);
  return *s == (char)c ? (char *)s : 0;
}

char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (!*s) return (char *)last;
  }
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

char *strstr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}

char *strcasestr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && lower((byte)s[i]) == lower((byte)part[i])) i++;
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}

static int contains(const char *set, char c) {
  for (; *set; set++)
    if (*set == c) return 1;
  return 0;
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && contains(set, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !contains(set, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}

char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  *rest = *end ? end + 1 : end;
  *end = 0;
  return s;
}

char *__strtok_r(char *s, const char *set, char **rest) { return strtok_r(s, set, rest); }

char *strtok(char *s, const char *set) {
  static char *rest;
  return strtok_r(s, set, &rest);
}

char *strsep(char **rest, const char *set) {
  char *s = *rest;
  if (!s) return 0;
  char *end = s + strcspn(s, set);
  *rest = *end ? end + 1 : 0;
  *end = 0;
  return s;
}

char *strndup(const char *s, size_t max) {
  size_t n = strnlen(s, max);
  char *copy = __clew_malloc(n + 1);
  __builtin_memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

char *strdup(const char *s) {
  size_t n = strlen(s) + 1;
  return __builtin_memcpy(__clew_malloc(n), s, n);
}

char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t max) { return strndup(s, max); }

size_t strxfrm(char *to, const char *from, size_t n) {
  size_t length = strlen(from);
  if (n > 0) {
    size_t i = 0;
    for (; i < n - 1 && from[i]; i++) to[i] = from[i];
    to[i] = 0;
  }
  return length;
}

static int is_number(char c) { return c >= '0' && c <= '9'; }

// Compares versions: runs of digits as numbers, those with leading zeros as fractions.
int strverscmp(const char *a, const char *b) {
  size_t i = 0, start;
  while (a[i] && a[i] == b[i]) i++;
  if (a[i] == b[i]) return 0;
  for (start = i; start > 0 && is_number(a[start - 1]);) start--;
  int difference = (byte)a[i] - (byte)b[i];
  if (!is_number(a[i]) && !is_number(b[i])) return difference;
  if (start == i && (!is_number(a[i]) || !is_number(b[i])))
    return difference;   // no run of digits that both have begun
  size_t zeros = start;
  while (zeros < i && a[zeros] == '0') zeros++;
  _Bool is_fraction = zeros > start ? 1 : start == i && (a[i] == '0' || b[i] == '0');
  if (is_fraction) {
    if (zeros == i) {   // only zeros so far: a further digit makes the number smaller than none
      if (!is_number(a[i])) return 1;
      if (!is_number(b[i])) return -1;
    }
    return difference;
  }
  size_t n = i, m = i;
  while (is_number(a[n])) n++;
  while (is_number(b[m])) m++;
  return n == m ? difference : n > m ? 1 : -1;
}
