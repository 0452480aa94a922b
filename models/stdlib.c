// Arithmetic, sorting, searching and blocks of memory, from <stdlib.h>, and errno.
//
// malloc, calloc, free, alloca, exit and abort are built into the front end. What reads the outside world (rand, getenv) is
// in system.c and environment.c, conversions are in numbers.c.
typedef __SIZE_TYPE__ size_t;

void __clew_unsupported(const char *what);
void *__clew_malloc(size_t n);
void *__clew_malloc_32(size_t n), *__clew_malloc_64(size_t n), *__clew_malloc_128(size_t n);
void *__clew_malloc_256(size_t n), *__clew_malloc_512(size_t n), *__clew_malloc_1024(size_t n);
void *__clew_malloc_2048(size_t n), *__clew_malloc_4096(size_t n);
void __clew_free(void *block); // the C library's own, whatever the program has
void *__clew_scratch(size_t n); // the library's own, whatever malloc is
size_t __clew_object_size(const void *block);

enum { ENOMEM = 12, EINVAL = 22 };

// The front end finds it by this name, for the functions that are built in.
int __clew_errno;
int *__errno_location(void) { return &__clew_errno; }

// Arithmetic.

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
lldiv_t imaxdiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

int ffs(int n) {
  if (!n) return 0;
  int i = 1;
  for (; !(n & 1); i++) n = (int)((unsigned)n >> 1);
  return i;
}

int ffsll(long long n) { return (int)n ? ffs((int)n) : (n >> 32) ? 32 + ffs((int)(n >> 32)) : 0; }
int ffsl(long n) { return ffsll(sizeof n == 4 ? (long long)(unsigned long)n : n); }

// Sorting and searching.

// The merge sort of the GNU library, comparison by comparison: a program may count them, or have a comparison that is
// no order. (It sorts pointers to elements of more than 32 bytes, in the same steps.) `tmp` has room for all elements.
#define MERGE_SORT(name, function, context, argument)                                           \
  static void name(char *p, size_t n, size_t size, char *tmp, int (*compare)function context) { \
    if (n < 2) return;                                                                          \
    size_t left = n / 2, right = n - left;                                                      \
    char *a = p, *b = p + left * size, *to = tmp;                                               \
    name(a, left, size, tmp, compare argument);                                                 \
    name(b, right, size, tmp, compare argument);                                                \
    while (left > 0 && right > 0) {                                                             \
      if (compare(a, b argument) <= 0) {                                                        \
        __builtin_memcpy(to, a, size);                                                                    \
        a += size, left--;                                                                      \
      } else {                                                                                  \
        __builtin_memcpy(to, b, size);                                                                    \
        b += size, right--;                                                                     \
      }                                                                                         \
      to += size;                                                                               \
    }                                                                                           \
    if (left > 0) __builtin_memcpy(to, a, left * size);                                                   \
    __builtin_memcpy(p, tmp, (n - right) * size);                                                         \
  }
#define NOTHING
#define CONTEXT , void *context
#define ARGUMENT , context
MERGE_SORT(sort, (const void *, const void *), NOTHING, NOTHING)
MERGE_SORT(sort_r, (const void *, const void *, void *), CONTEXT, ARGUMENT)

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  if (n > 1) sort(base, n, size, __clew_scratch(n * size), compare);
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
  if (n > 1) sort_r(base, n, size, __clew_scratch(n * size), compare, context);
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

// The key goes behind the elements if it is not among them.
void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, n, size, compare);
  if (found) return found;
  __builtin_memcpy((char *)base + *n * size, key, size);
  return (char *)base + (*n)++ * size;
}

// Memory. Allocation does not fail, but for blocks that are larger than any object may be.
static int is_refused(size_t size) {
  if (size <= (size_t)-1 / 2) return 0;
  *__errno_location() = ENOMEM;
  return 1;
}

// The old block stays where it was: a program that never uses it again cannot tell. A size of zero frees it.
void *realloc(void *old, size_t size) {
  if (is_refused(size)) return 0;
  if (!old) return __clew_malloc(size);
  void *block = 0;
  if (size > 0) {
    size_t before = __clew_object_size(old);
    block = __clew_malloc(size);
    __builtin_memcpy(block, old, before < size ? before : size);
  }
  __clew_free(old);
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

// Versions of the library differ on an alignment that is no power of two.
static void *aligned(size_t alignment, size_t size) {
  if (alignment == 0 || (alignment & (alignment - 1))) __clew_unsupported("an alignment that is no power of two");
  size_t whole;
  if (__builtin_add_overflow(size, alignment - 1, &whole)) {
    *__errno_location() = ENOMEM;
    return 0;
  }
  if (is_refused(whole)) return 0;
  switch (alignment) {
  case 32: return __clew_malloc_32(size);
  case 64: return __clew_malloc_64(size);
  case 128: return __clew_malloc_128(size);
  case 256: return __clew_malloc_256(size);
  case 512: return __clew_malloc_512(size);
  case 1024: return __clew_malloc_1024(size);
  case 2048: return __clew_malloc_2048(size);
  case 4096: return __clew_malloc_4096(size);
  default:
    if (alignment > 16) __clew_unsupported("a block with an alignment of more than 4096");
    return __clew_malloc(size);
  }
}

void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }
void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }
void *valloc(size_t size) { return aligned(4096, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || alignment == 0) return EINVAL;
  void *made = aligned(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}
