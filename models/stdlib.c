// Conversions, sorting, searching and blocks of memory, from <stdlib.h>, and errno.
//
// malloc, calloc, free, alloca, exit and abort are built into the front end. What reads the outside world (rand, getenv) is
// in system.c.
typedef __SIZE_TYPE__ size_t;

extern double __clew_arbitrary_double(void);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *__clew_malloc(size_t n);
size_t __clew_object_size(const void *block);

enum { ENOMEM = 12, EINVAL = 22, ERANGE = 34 };

int *__errno_location(void) {
  static int value;
  return &value;
}

// Numbers in text. All integer conversions are one: an unsigned magnitude, saturated at `limit`.

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit_value(int c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

// Reads an integer: its magnitude, its sign, and whether the magnitude is above positive_limit (or negative_limit after a
// minus sign), in which case the limit is the result.
static unsigned long long read_integer(const char *s, char **end, int base, unsigned long long positive_limit,
                                       unsigned long long negative_limit, int *negative) {
  const char *p = s;
  *negative = 0;
  if (end) *end = (char *)s;
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = EINVAL;
    return 0;
  }
  while (is_space(*p)) p++;
  if (*p == '-' || *p == '+') *negative = *p++ == '-';
  if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit_value(p[2]) < 16) {
    base = 16;
    p += 2;
  } else if (base == 0) {
    base = *p == '0' ? 8 : 10;
  }
  unsigned long long limit = *negative ? negative_limit : positive_limit, n = 0;
  int too_large = 0, any = 0;
  for (;; p++) {
    int d = digit_value(*p);
    if (d >= base) break;
    any = 1;
    if (n > (limit - (unsigned)d) / (unsigned)base) too_large = 1;
    else n = n * (unsigned)base + (unsigned)d;
  }
  if (!any) return 0;
  if (end) *end = (char *)p;
  if (!too_large) return n;
  *__errno_location() = ERANGE;
  return limit;
}

#define LLONG_MAX_ 0x7fffffffffffffffULL
#define LONG_MAX_ ((unsigned long)-1 >> 1)

long long strtoll(const char *s, char **end, int base) {
  int negative;
  unsigned long long n = read_integer(s, end, base, LLONG_MAX_, LLONG_MAX_ + 1, &negative);
  return (long long)(negative ? -n : n);
}

long strtol(const char *s, char **end, int base) {
  int negative;
  unsigned long long n = read_integer(s, end, base, LONG_MAX_, LONG_MAX_ + 1, &negative);
  return (long)(negative ? -n : n);
}

// A number that does not fit is the largest one, whatever its sign; one that fits is negated as an unsigned number.
unsigned long long strtoull(const char *s, char **end, int base) {
  int negative, *error = __errno_location(), before = *error;
  *error = 0;
  unsigned long long n = read_integer(s, end, base, ~0ULL, ~0ULL, &negative);
  int too_large = *error == ERANGE;
  if (!*error) *error = before;
  return negative && !too_large ? -n : n;
}

unsigned long strtoul(const char *s, char **end, int base) {
  int negative, *error = __errno_location(), before = *error;
  *error = 0;
  unsigned long n = (unsigned long)read_integer(s, end, base, ~0UL, ~0UL, &negative);
  int too_large = *error == ERANGE;
  if (!*error) *error = before;
  return negative && !too_large ? -n : n;
}

long long strtoq(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtouq(const char *s, char **end, int base) { return strtoull(s, end, base); }
long long strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

// Compares the beginning of s with a word in lower case; the number of characters, or 0.
static int starts_with(const char *s, const char *word) {
  int n = 0;
  for (; word[n]; n++)
    if ((s[n] | 32) != word[n]) return 0;
  return n;
}

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// A decimal number with at most 2^53 as its digits and a power of ten up to 22 is one correctly rounded operation on exact
// operands. Other numbers, and hexadecimal ones, are arbitrary values (__clew_arbitrary_double: no input, since the real library
// of a replay would not read it).
double strtod(const char *s, char **end) {
  const char *p = s;
  if (end) *end = (char *)s;
  while (is_space(*p)) p++;
  int negative = 0, n;
  if (*p == '-' || *p == '+') negative = *p++ == '-';
  double value;
  if ((n = starts_with(p, "inf"))) {
    p += n;
    p += starts_with(p, "inity");
    value = __builtin_inf();
  } else if ((n = starts_with(p, "nan"))) {
    p += n;
    value = __builtin_nan("");
  } else if (p[0] == '0' && (p[1] | 32) == 'x' && (digit_value(p[2]) < 16 || (p[2] == '.' && digit_value(p[3]) < 16))) {
    p += 2;
    while (digit_value(*p) < 16) p++;
    if (*p == '.') p++;
    while (digit_value(*p) < 16) p++;
    if ((*p | 32) == 'p') {
      int sign = p[1] == '-' || p[1] == '+';
      if (digit_value(p[1 + sign]) < 10) {
        p += 1 + sign;
        while (digit_value(*p) < 10) p++;
      }
    }
    value = __clew_arbitrary_double();
  } else {
    unsigned long long digits = 0;
    int exponent = 0, any = 0, exact = 1, point = 0;
    for (;; p++) {
      if (*p == '.' && !point) {
        point = 1;
        continue;
      }
      int d = digit_value(*p);
      if (d > 9) break;
      any = 1;
      digits = digits * 10 + (unsigned)d;
      if (digits > 1ULL << 53) exact = 0, digits = 1;
      exponent -= point;
    }
    if (!any) return 0;
    if ((*p | 32) == 'e') {
      int sign = p[1] == '-' || p[1] == '+';
      if (digit_value(p[1 + sign]) < 10) {
        int minus = p[1] == '-', e = 0;
        for (p += 1 + sign; digit_value(*p) < 10; p++)
          if (e < 100000) e = e * 10 + digit_value(*p);
        exponent += minus ? -e : e;
      }
    }
    if (exact && digits == 0) value = 0;
    else if (exact && exponent >= 0 && exponent <= 22) value = (double)digits * tens[exponent];
    else if (exact && exponent < 0 && exponent >= -22) value = (double)digits / tens[-exponent];
    else value = __clew_arbitrary_double();
  }
  if (end) *end = (char *)p;
  return negative ? -value : value;
}

double atof(const char *s) { return strtod(s, 0); }

// Arithmetic.

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
long long imaxabs(long long n) { return n < 0 ? -n : n; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

int ffs(int n) {
  if (!n) return 0;
  int i = 1;
  for (; !(n & 1); i++) n = (int)((unsigned)n >> 1);
  return i;
}

int ffsll(long long n) { return (int)n ? ffs((int)n) : (n >> 32) ? 32 + ffs((int)(n >> 32)) : 0; }
int ffsl(long n) { return ffsll(sizeof n == 4 ? (long long)(unsigned long)n : n); }

// Sorting and searching.

// Insertion sort: stable like the merge sort of the GNU library, so that elements that compare equal end in the same order.
void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
  char *p = base;
  if (n < 2) return;
  char *element = __clew_malloc(size);
  for (size_t i = 1; i < n; i++) {
    size_t to = i;
    while (to > 0 && compare(p + (to - 1) * size, p + i * size, context) > 0) to--;
    if (to == i) continue;
    memcpy(element, p + i * size, size);
    memmove(p + (to + 1) * size, p + to * size, (i - to) * size);
    memcpy(p + to * size, element, size);
  }
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *p = base;
  if (n < 2) return;
  char *element = __clew_malloc(size);
  for (size_t i = 1; i < n; i++) {
    size_t to = i;
    while (to > 0 && compare(p + (to - 1) * size, p + i * size) > 0) to--;
    if (to == i) continue;
    memcpy(element, p + i * size, size);
    memmove(p + (to + 1) * size, p + to * size, (i - to) * size);
    memcpy(p + to * size, element, size);
  }
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t i = 0; i < *n; i++)
    if (compare(key, (const char *)base + i * size) == 0) return (char *)base + i * size;
  return 0;
}

// Memory. Allocation does not fail.

// The old block stays where it was: a program that never uses it again cannot tell.
void *realloc(void *old, size_t size) {
  size_t before = old ? __clew_object_size(old) : 0;
  void *block = __clew_malloc(size);
  memcpy(block, old, before < size ? before : size);
  return block;
}

void *reallocarray(void *old, size_t n, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(n, size, &total)) {
    *__errno_location() = ENOMEM;
    return 0;
  }
  return realloc(old, total);
}

// A block that is larger than asked for has an aligned address in it.
static void *aligned(size_t alignment, size_t size) {
  if (alignment <= 16) return __clew_malloc(size);
  size_t address = (size_t)__clew_malloc(size + alignment - 1);
  return (void *)((address + alignment - 1) & -alignment);
}

void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }
void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }
void *valloc(size_t size) { return aligned(4096, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || alignment == 0) return EINVAL;
  *block = aligned(alignment, size);
  return 0;
}

void cfree(void *block) {}
