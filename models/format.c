// Text made by formats: snprintf and its relatives, from <stdio.h>, as the GNU library makes it in the C locale.
//
// Exact for integers, characters, strings and pointers; floating-point numbers are in format_float.c. Positions (%1$d),
// characters that are not ASCII in wide strings and %m are unsupported. Nothing here reads inputs; printf counts with
// vsnprintf, without room: then nothing loops over digits.
#include "format.h"

void *__clew_malloc(size_t n);
int *__errno_location(void);

enum { EINVAL = 22, EOVERFLOW = 75, INT_LARGEST = 0x7fffffff };

static _Bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A number of a format; INT_LARGEST + 1 if it is too large.
static const char *read_number(const char *p, long long *n) {
  for (*n = 0; is_digit(*p); p++) {
    *n = *n * 10 + *p - '0';
    if (*n > INT_LARGEST) *n = (long long)INT_LARGEST + 1;
  }
  return p;
}

static const char *read_size(const char *p, struct conversion *c) {
  c->size = sizeof(int);
  switch (*p) {
    case 'h':
      c->size = sizeof(short);
      if (*++p == 'h') c->size = 1, p++;
      break;
    case 'l':
      c->size = sizeof(long);
      c->is_long = 1;
      if (*++p == 'l') c->size = sizeof(long long), c->is_long = 0, c->is_long_double = 1, p++;
      break;
    case 'z': case 't': case 'Z': c->size = sizeof(size_t), p++; break;
    case 'j': c->size = sizeof(long long), p++; break;
    case 'q': case 'L': c->size = sizeof(long long), c->is_long_double = 1, p++; break;
  }
  return p;
}

// The argument of a '*' is the next one.
static const char *read_width(const char *p, struct conversion *c, va_list *args) {
  if (*p == '*') {
    if (is_digit(p[1])) __clew_unsupported("positions in a format of printf");
    c->width = __builtin_va_arg(*args, int);
    if (c->width < 0) c->minus = 1, c->width = -c->width;
    return p + 1;
  }
  p = read_number(p, &c->width);
  if (*p == '$') __clew_unsupported("positions in a format of printf");
  return p;
}

static const char *read_precision(const char *p, struct conversion *c, va_list *args) {
  c->precision = -1;
  if (*p != '.') return p;
  if (*++p != '*') return read_number(p, &c->precision);
  if (is_digit(p[1])) __clew_unsupported("positions in a format of printf");
  c->precision = __builtin_va_arg(*args, int);
  if (c->precision < 0) c->precision = -1;
  return p + 1;
}

// %[flags][width][.precision][size]letter, from behind '%' to the letter.
static const char *read_conversion(const char *p, struct conversion *c, va_list *args) {
  *c = (struct conversion){0};
  for (;; p++) {
    if (*p == '-') c->minus = 1;
    else if (*p == '+') c->plus = 1;
    else if (*p == ' ') c->space = 1;
    else if (*p == '0') c->zero = 1;
    else if (*p == '#') c->alternate = 1;
    else if (*p == 'I') __clew_unsupported("the flag I of printf");
    else if (*p != '\'') break;   // there is no grouping in the C locale
  }
  p = read_size(read_precision(read_width(p, c, args), c, args), c);
  c->letter = *p;
  return p;
}

// Integers.

static unsigned base_of(char letter) {
  return letter == 'o' ? 8 : letter == 'd' || letter == 'i' || letter == 'u' ? 10 : 16;
}

// How many digits n has, 0 for zero, without a branch.
static int count_digits(unsigned long long n, unsigned base) {
  int count = n != 0;
  unsigned long long power = base;
  for (;;) {
    count += n >= power;
    if (power > ~0ULL / base) return count;
    power *= base;
  }
}

static long long larger(long long a, long long b) { return a ^ ((a ^ b) & -(long long)(b > a)); }

static void put_integer(struct sink *sink, const struct conversion *c, unsigned long long n, char sign) {
  unsigned base = base_of(c->letter);
  char digits[24], ten = c->letter == 'X' ? 'A' : 'a';
  int count = 0;
  _Bool prefix = (base == 16) & c->alternate & (n != 0), counts_only = sink->room == 0;
  if (counts_only) count = count_digits(n, base);
  else
    for (; n; n /= base) {
      unsigned d = (unsigned)(n % base);
      digits[count++] = (char)(d < 10 ? '0' + d : ten + d - 10);
    }
  long long least = c->precision < 0 ? 1 : c->precision;
  least = larger(least, (count + 1) & -(long long)((base == 8) & c->alternate));
  long long zeros = larger(least - count, 0), length = (sign != 0) + 2 * prefix + zeros + count;
  if (counts_only) {
    sink->count += (unsigned long long)larger(c->width, length);
    return;
  }
  if (c->zero && !c->minus && c->precision < 0 && c->width > length) {
    zeros += c->width - length;
    length = c->width;
  }
  if (!c->minus) pad(sink, ' ', c->width - length);
  if (sign) put(sink, sign);
  if (prefix) put(sink, '0'), put(sink, c->letter == 'X' ? 'X' : 'x');
  pad(sink, '0', zeros);
  while (count > 0) put(sink, digits[--count]);
  if (c->minus) pad(sink, ' ', c->width - length);
}

static void put_number(struct sink *sink, const struct conversion *c, long long n) {
  unsigned long long mask = (unsigned long long)(n >> 63);
  char otherwise = c->plus ? '+' : c->space ? ' ' : 0;
  // The sign of a number that is only counted is a number, too: no branch.
  char sign = otherwise ? (char)(n < 0 ? '-' : otherwise) : (char)('-' & -(n < 0));
  put_integer(sink, c, ((unsigned long long)n ^ mask) - mask, sign);
}

static void put_signed(struct sink *sink, const struct conversion *c, va_list *args) {
  long long n = c->size == 8 ? __builtin_va_arg(*args, long long) : __builtin_va_arg(*args, int);
  if (c->size == 1) n = (signed char)n;
  if (c->size == 2) n = (short)n;
  put_number(sink, c, n);
}

static void put_unsigned(struct sink *sink, const struct conversion *c, va_list *args) {
  unsigned long long n = c->size == 8 ? __builtin_va_arg(*args, unsigned long long) : __builtin_va_arg(*args, unsigned);
  if (c->size == 1) n = (unsigned char)n;
  if (c->size == 2) n = (unsigned short)n;
  put_integer(sink, c, n, 0);
}

// Characters.

static void put_string(struct sink *sink, const struct conversion *c, const char *s) {
  if (!s) s = c->precision < 0 || c->precision >= 6 ? "(null)" : "";
  long long length = 0;
  while ((c->precision < 0 || length < c->precision) && s[length]) length++;
  if (!c->minus) pad(sink, ' ', c->width - length);
  if (sink->room == 0) sink->count += (unsigned long long)length;
  else
    for (long long i = 0; i < length; i++) put(sink, s[i]);
  if (c->minus) pad(sink, ' ', c->width - length);
}

static char narrow(unsigned wide) {
  if (wide > 127) __clew_unsupported("a wide character that is not ASCII in a format of printf");
  return (char)wide;
}

static void put_wide_string(struct sink *sink, const struct conversion *c, const unsigned *s) {
  if (!s) {
    put_string(sink, c, 0);
    return;
  }
  long long length = 0;
  while ((c->precision < 0 || length < c->precision) && s[length]) narrow(s[length++]);
  if (!c->minus) pad(sink, ' ', c->width - length);
  for (long long i = 0; i < length; i++) put(sink, narrow(s[i]));
  if (c->minus) pad(sink, ' ', c->width - length);
}

static void put_character(struct sink *sink, const struct conversion *c, char character) {
  if (!c->minus) pad(sink, ' ', c->width - 1);
  put(sink, character);
  if (c->minus) pad(sink, ' ', c->width - 1);
}

static void put_pointer(struct sink *sink, const struct conversion *c, void *pointer) {
  struct conversion hexadecimal = *c;
  hexadecimal.alternate = 1;
  if (pointer) {
    hexadecimal.letter = 'x';
    put_integer(sink, &hexadecimal, (size_t)pointer, c->plus ? '+' : c->space ? ' ' : 0);
    return;
  }
  hexadecimal.precision = -1;
  put_string(sink, &hexadecimal, "(nil)");
}

static void store_count(const struct conversion *c, void *to, unsigned long long n) {
  if (c->size == 1) *(char *)to = (char)n;
  else if (c->size == 2) *(short *)to = (short)n;
  else if (c->size == 4) *(int *)to = (int)n;
  else *(long long *)to = (long long)n;
}

static _Bool is_float(char letter) {
  return letter == 'f' || letter == 'F' || letter == 'e' || letter == 'E' || letter == 'g' || letter == 'G' ||
         letter == 'a' || letter == 'A';
}

static void put_conversion(struct sink *sink, const struct conversion *c, va_list *args) {
  switch (c->letter) {
    case 'd': case 'i': put_signed(sink, c, args); break;
    case 'u': case 'x': case 'X': case 'o': put_unsigned(sink, c, args); break;
    case 'p': put_pointer(sink, c, __builtin_va_arg(*args, void *)); break;
    case 'c':
      if (c->is_long) put_character(sink, c, narrow(__builtin_va_arg(*args, unsigned)));
      else put_character(sink, c, (char)__builtin_va_arg(*args, int));
      break;
    case 'C': put_character(sink, c, narrow(__builtin_va_arg(*args, unsigned))); break;
    case 's':
      if (c->is_long) put_wide_string(sink, c, __builtin_va_arg(*args, unsigned *));
      else put_string(sink, c, __builtin_va_arg(*args, char *));
      break;
    case 'S': put_wide_string(sink, c, __builtin_va_arg(*args, unsigned *)); break;
    case 'n': store_count(c, __builtin_va_arg(*args, void *), sink->count); break;
    case '%': put(sink, '%'); break;
    default: __clew_unsupported("an unknown conversion in a format of printf");
  }
}

// The result of a call that fails; the text so far is there.
static int fail(struct sink *sink, int error) {
  *__errno_location() = error;
  if (sink->room > 0) sink->to[sink->count < sink->room ? sink->count : sink->room - 1] = 0;
  return -1;
}

int vsnprintf(char *to, size_t room, const char *p, va_list list) {
  struct sink sink = {to, room, 0};
  va_list args;
  __builtin_va_copy(args, list);
  for (; *p; p++) {
    if (*p != '%') {
      put(&sink, *p);
      continue;
    }
    struct conversion c;
    p = read_conversion(p + 1, &c, &args);
    if (!*p) return fail(&sink, EINVAL);
    if (c.width > INT_LARGEST || c.precision > INT_LARGEST) {
      if (room > 0) __clew_unsupported("text of more than INT_MAX characters");
      return fail(&sink, EOVERFLOW);
    }
    if (is_float(c.letter)) {
      if (c.is_long_double) __clew_put_long_double(&sink, &c, __builtin_va_arg(args, long double));
      else __clew_put_double(&sink, &c, __builtin_va_arg(args, double));
    } else {
      put_conversion(&sink, &c, &args);
    }
    if (sink.count > INT_LARGEST) {
      if (room > 0) __clew_unsupported("text of more than INT_MAX characters");
      return fail(&sink, EOVERFLOW);
    }
  }
  __builtin_va_end(args);
  if (room > 0) to[sink.count < room ? sink.count : room - 1] = 0;
  return (int)sink.count;
}

int vsprintf(char *to, const char *format, va_list args) { return vsnprintf(to, ~(size_t)0 >> 1, format, args); }

// malloc does not fail here.
int vasprintf(char **result, const char *format, va_list args) {
  int n = vsnprintf(0, 0, format, args);
  if (n < 0) {
    *result = 0;
    return n;
  }
  *result = __clew_malloc((size_t)n + 1);
  return vsnprintf(*result, (size_t)n + 1, format, args);
}

// The GNU library's headers call these with _FORTIFY_SOURCE: what does not fit ends the program, and %n in memory that
// can be written.
void abort(void);

int __vsnprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, va_list args) {
  if (room > size) abort();
  if (flag > 0) __clew_check_format(format);
  return vsnprintf(to, room, format, args);
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list args) {
  if (flag > 0) __clew_check_format(format);
  int n = vsnprintf(to, size, format, args);
  if (n >= 0 && (size_t)n >= size) abort();
  return n;
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list args) {
  if (flag > 0) __clew_check_format(format);
  return vasprintf(result, format, args);
}

#define WITH_ARGUMENTS(head, call)        \
  head {                                  \
    va_list args;                         \
    __builtin_va_start(args, format);     \
    int n = call;                         \
    __builtin_va_end(args);               \
    return n;                             \
  }
WITH_ARGUMENTS(int snprintf(char *to, size_t room, const char *format, ...), vsnprintf(to, room, format, args))
WITH_ARGUMENTS(int sprintf(char *to, const char *format, ...), vsprintf(to, format, args))
WITH_ARGUMENTS(int asprintf(char **result, const char *format, ...), vasprintf(result, format, args))
WITH_ARGUMENTS(int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, ...),
               __vsnprintf_chk(to, room, flag, size, format, args))
WITH_ARGUMENTS(int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...),
               __vsprintf_chk(to, flag, size, format, args))
WITH_ARGUMENTS(int __asprintf_chk(char **result, int flag, const char *format, ...),
               __vasprintf_chk(result, flag, format, args))

// Text by a format that is known when the program is read (src/front/library/texts.c): a call for each part, with the number of
// characters so far, and one at the end. The flags are those of TEXT_MINUS and so on there.
enum { TEXT_MINUS = 1, TEXT_PLUS = 2, TEXT_SPACE = 4, TEXT_ZERO = 8, TEXT_ALTERNATE = 16 };

static struct conversion conversion_of(int letter, int flags, int width, int precision) {
  return (struct conversion){.minus = (flags & TEXT_MINUS) != 0, .plus = (flags & TEXT_PLUS) != 0,
                             .space = (flags & TEXT_SPACE) != 0, .zero = (flags & TEXT_ZERO) != 0,
                             .alternate = (flags & TEXT_ALTERNATE) != 0, .width = width, .precision = precision,
                             .letter = (char)letter};
}

unsigned long long __clew_text_plain(char *to, size_t room, unsigned long long count, const char *text, size_t n) {
  struct sink sink = {to, room, count};
  for (size_t i = 0; i < n; i++) put(&sink, text[i]);
  return sink.count;
}

unsigned long long __clew_text_string(char *to, size_t room, unsigned long long count, const char *s, int flags,
                                      int width, int precision) {
  struct sink sink = {to, room, count};
  struct conversion c = conversion_of('s', flags, width, precision);
  put_string(&sink, &c, s);
  return sink.count;
}

unsigned long long __clew_text_character(char *to, size_t room, unsigned long long count, int character, int flags,
                                         int width) {
  struct sink sink = {to, room, count};
  struct conversion c = conversion_of('c', flags, width, -1);
  put_character(&sink, &c, (char)character);
  return sink.count;
}

unsigned long long __clew_text_signed(char *to, size_t room, unsigned long long count, long long n, int flags,
                                      int width, int precision) {
  struct sink sink = {to, room, count};
  struct conversion c = conversion_of('d', flags, width, precision);
  put_number(&sink, &c, n);
  return sink.count;
}

unsigned long long __clew_text_unsigned(char *to, size_t room, unsigned long long count, unsigned long long n,
                                        int letter, int flags, int width, int precision) {
  struct sink sink = {to, room, count};
  struct conversion c = conversion_of(letter, flags, width, precision);
  put_integer(&sink, &c, n, 0);
  return sink.count;
}

int __clew_text_end(char *to, size_t room, unsigned long long count) {
  struct sink sink = {to, room, count};
  if (count > INT_LARGEST) return fail(&sink, EOVERFLOW);
  if (room > 0) to[count < room ? count : room - 1] = 0;
  return (int)count;
}

// Has the format a conversion that stores something, or one that is cut off, which fails? Between '%' and the letter
// only flags, digits, sizes and the like are.
_Bool __clew_stores(const char *p) {
  for (; *p; p++) {
    if (*p != '%') continue;
    for (p++; (*p >= ' ' && *p <= '9' && *p != '%') || *p == 'h' || *p == 'l' || *p == 'j' || *p == 'z' || *p == 't' ||
              *p == 'q' || *p == 'L' || *p == 'I' || *p == 'Z';)
      p++;
    if (*p == 'n' || !*p) return 1;
  }
  return 0;
}

void __clew_check_format(const char *format) {
  if (__clew_stores(format)) __clew_unsupported("%n in a format that is checked");
}
