// Text made from and taken apart by formats: sprintf, sscanf and their relatives, from <stdio.h>.
//
// Exact for integers, characters, strings and pointers. Floating-point numbers are written as arbitrary characters and read
// as arbitrary values (__clew_arbitrary_*: no inputs, since the real library of a replay would not read them). What reads files
// or the terminal is in stdio.c.
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

extern unsigned char __clew_arbitrary_uchar(void);
extern unsigned int __clew_arbitrary_uint(void);
extern double __clew_arbitrary_double(void);
void *memcpy(void *to, const void *from, size_t n);
void *__clew_malloc(size_t n);

// Where text goes: `room` bytes at `to`, counted on beyond that.
struct sink { char *to; size_t room, count; };

static void put(struct sink *sink, char c) {
  if (sink->count < sink->room) sink->to[sink->count] = c;
  sink->count++;
}

static void pad(struct sink *sink, char c, int n) {
  for (; n > 0; n--) put(sink, c);
}

// One conversion: %[flags][width][.precision][size]letter
struct conversion {
  _Bool minus, plus, space, zero, alternate;
  int width, precision;   // precision -1: none
  int size;               // in bytes, of the integer
  char letter;
};

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *read_size(const char *p, int *size) {
  *size = sizeof(int);
  switch (*p) {
    case 'h':
      *size = sizeof(short);
      if (*++p == 'h') *size = 1, p++;
      break;
    case 'l':
      *size = sizeof(long);
      if (*++p == 'l') *size = sizeof(long long), p++;
      break;
    case 'z': case 't': *size = sizeof(size_t), p++; break;
    case 'j': case 'q': case 'L': *size = sizeof(long long), p++; break;
  }
  return p;
}

static void put_integer(struct sink *sink, struct conversion *c, unsigned long long n, char sign) {
  char digits[24];
  int count = 0;
  unsigned base = c->letter == 'o' ? 8 : c->letter == 'd' || c->letter == 'i' || c->letter == 'u' ? 10 : 16;
  char ten = c->letter == 'X' ? 'A' : 'a';
  _Bool prefix = base == 16 && c->alternate && n != 0;
  for (; n; n /= base) {
    unsigned d = (unsigned)(n % base);
    digits[count++] = (char)(d < 10 ? '0' + d : ten + d - 10);
  }
  int least = c->precision < 0 ? 1 : c->precision;
  if (base == 8 && c->alternate && least <= count) least = count + 1;
  int zeros = least > count ? least - count : 0;
  int length = (sign != 0) + 2 * prefix + zeros + count;
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

static void put_string(struct sink *sink, struct conversion *c, const char *s) {
  if (!s) s = c->precision < 0 || c->precision >= 6 ? "(null)" : "";
  int length = 0;
  while ((c->precision < 0 || length < c->precision) && s[length]) length++;
  if (!c->minus) pad(sink, ' ', c->width - length);
  for (int i = 0; i < length; i++) put(sink, s[i]);
  if (c->minus) pad(sink, ' ', c->width - length);
}

// At least one character, at most what the longest double needs with its precision.
static void put_float(struct sink *sink, struct conversion *c) {
  unsigned length = __clew_arbitrary_uint(), most = 330 + (c->precision < 0 ? 6 : (unsigned)c->precision);
  if (length < 1 || length > most) length = 1;
  pad(sink, ' ', c->width - (int)length);
  for (unsigned i = 0; i < length; i++) {
    char character = (char)__clew_arbitrary_uchar();
    put(sink, character ? character : '0');
  }
}

int vsnprintf(char *to, size_t room, const char *p, va_list args) {
  struct sink sink = {to, room, 0};
  for (; *p; p++) {
    if (*p != '%') {
      put(&sink, *p);
      continue;
    }
    struct conversion c = {.precision = -1};
    for (p++;; p++) {
      if (*p == '-') c.minus = 1;
      else if (*p == '+') c.plus = 1;
      else if (*p == ' ') c.space = 1;
      else if (*p == '0') c.zero = 1;
      else if (*p == '#') c.alternate = 1;
      else if (*p != '\'') break;
    }
    if (*p == '*') {
      c.width = __builtin_va_arg(args, int);
      if (c.width < 0) c.minus = 1, c.width = -c.width;
      p++;
    } else {
      for (; is_digit(*p); p++) c.width = c.width * 10 + *p - '0';
    }
    if (*p == '.') {
      c.precision = 0;
      if (*++p == '*') {
        c.precision = __builtin_va_arg(args, int);
        if (c.precision < 0) c.precision = -1;
        p++;
      } else {
        for (; is_digit(*p); p++) c.precision = c.precision * 10 + *p - '0';
      }
    }
    _Bool long_double = *p == 'L';
    p = read_size(p, &c.size);
    c.letter = *p;
    switch (*p) {
      case 'd': case 'i': {
        long long n = c.size == 8 ? __builtin_va_arg(args, long long) : __builtin_va_arg(args, int);
        if (c.size == 1) n = (signed char)n;
        if (c.size == 2) n = (short)n;
        put_integer(&sink, &c, n < 0 ? -(unsigned long long)n : (unsigned long long)n,
                    n < 0 ? '-' : c.plus ? '+' : c.space ? ' ' : 0);
        break;
      }
      case 'u': case 'x': case 'X': case 'o': {
        unsigned long long n = c.size == 8 ? __builtin_va_arg(args, unsigned long long) : __builtin_va_arg(args, unsigned);
        if (c.size == 1) n = (unsigned char)n;
        if (c.size == 2) n = (unsigned short)n;
        put_integer(&sink, &c, n, 0);
        break;
      }
      case 'p': {
        size_t n = (size_t)__builtin_va_arg(args, void *);
        c.alternate = 1;
        if (n) put_integer(&sink, &c, n, 0);
        else put_string(&sink, &c, "(nil)");
        break;
      }
      case 'c': {
        char character = (char)__builtin_va_arg(args, int);
        if (!c.minus) pad(&sink, ' ', c.width - 1);
        put(&sink, character);
        if (c.minus) pad(&sink, ' ', c.width - 1);
        break;
      }
      case 's': put_string(&sink, &c, __builtin_va_arg(args, char *)); break;
      case 'n': *__builtin_va_arg(args, int *) = (int)sink.count; break;
      case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        if (long_double) (void)__builtin_va_arg(args, long double);
        else (void)__builtin_va_arg(args, double);
        put_float(&sink, &c);
        break;
      case '%': put(&sink, '%'); break;
      case 0: p--; break;
      default: put(&sink, '%'), put(&sink, *p); break;
    }
  }
  if (room > 0) to[sink.count < room ? sink.count : room - 1] = 0;
  return (int)sink.count;
}

int vsprintf(char *to, const char *format, va_list args) { return vsnprintf(to, ~(size_t)0 >> 1, format, args); }

int snprintf(char *to, size_t room, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  int n = vsnprintf(to, room, format, args);
  __builtin_va_end(args);
  return n;
}

int sprintf(char *to, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  int n = vsnprintf(to, ~(size_t)0 >> 1, format, args);
  __builtin_va_end(args);
  return n;
}

int vasprintf(char **result, const char *format, va_list args) {
  va_list again;
  __builtin_va_copy(again, args);
  int n = vsnprintf(0, 0, format, again);
  __builtin_va_end(again);
  *result = __clew_malloc((size_t)n + 1);
  vsnprintf(*result, (size_t)n + 1, format, args);
  return n;
}

int asprintf(char **result, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  int n = vasprintf(result, format, args);
  __builtin_va_end(args);
  return n;
}

// Reading.

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static unsigned digit_value(char c) {
  if (is_digit(c)) return (unsigned)(c - '0');
  if ((c | 32) >= 'a' && (c | 32) <= 'z') return (unsigned)((c | 32) - 'a' + 10);
  return 99;
}

static void store(void *to, int size, unsigned long long n) {
  if (size == 1) *(unsigned char *)to = (unsigned char)n;
  else if (size == 2) *(unsigned short *)to = (unsigned short)n;
  else if (size == 4) *(unsigned *)to = (unsigned)n;
  else *(unsigned long long *)to = n;
}

// An integer in at most `width` characters; null if there is none. What is larger than `most` (one more with a minus sign, for
// signed ones) becomes that, as strtol and strtoul do.
static const char *scan_integer(const char *s, int width, unsigned base, unsigned long long most, unsigned long long *result) {
  int left = width;
  _Bool negative = 0, any = 0;
  if (left > 0 && (*s == '-' || *s == '+')) negative = *s++ == '-', left--;
  if ((base == 0 || base == 16) && left > 1 && s[0] == '0' && (s[1] | 32) == 'x') {
    s += 2, left -= 2, base = 16, any = 1;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  _Bool is_signed = most >> 63 == 0 && most != ~0UL, too_large = 0;
  if (is_signed && negative) most++;
  unsigned long long n = 0;
  for (; left > 0 && digit_value(*s) < base; s++, left--, any = 1) {
    if (n > (most - digit_value(*s)) / base) too_large = 1;
    else n = n * base + digit_value(*s);
  }
  if (too_large) n = most;
  *result = negative && (is_signed || !too_large) ? -n : n;
  return any ? s : 0;
}

// A floating-point number in at most `width` characters, without its value; null if there is none.
static const char *scan_float(const char *s, int width) {
  int left = width, any = 0;
  if (left > 0 && (*s == '-' || *s == '+')) s++, left--;
  for (; left > 0 && is_digit(*s); left--) s++, any = 1;
  if (left > 0 && *s == '.') s++, left--;
  for (; left > 0 && is_digit(*s); left--) s++, any = 1;
  if (any && left > 1 && (*s | 32) == 'e') {
    int sign = s[1] == '-' || s[1] == '+';
    if (left > 1 + sign && is_digit(s[1 + sign]))
      for (s += 1 + sign, left -= 1 + sign; left > 0 && is_digit(*s); left--) s++;
  }
  return any ? s : 0;
}

// Is c in the set that starts at p, after "%["? Ranges like a-z count.
static int in_set(const char *p, char c) {
  int negated = *p == '^', found = 0, first = 1;
  for (p += negated; *p && (*p != ']' || first); p++, first = 0) {
    if (p[1] == '-' && p[2] && p[2] != ']') {
      if ((unsigned char)c >= (unsigned char)p[0] && (unsigned char)c <= (unsigned char)p[2]) found = 1;
      p += 2;
    } else if (*p == c) {
      found = 1;
    }
  }
  return found != negated;
}

static const char *set_end(const char *p) {
  if (*p == '^') p++;
  if (*p == ']') p++;
  while (*p && *p != ']') p++;
  return p;
}

int vsscanf(const char *text, const char *p, va_list args) {
  const char *s = text;
  int done = 0;
  for (; *p; p++) {
    if (is_space(*p)) {
      while (is_space(*s)) s++;
      continue;
    }
    if (*p != '%') {
      if (*s != *p) return !*s && !done ? -1 : done;
      s++;
      continue;
    }
    _Bool skip = *++p == '*';
    p += skip;
    int width = 0, size;
    for (; is_digit(*p); p++) width = width * 10 + *p - '0';
    _Bool limited = width > 0, is_double = *p == 'l', is_long_double = *p == 'L';
    if (!limited) width = *p == 'c' ? 1 : 0x7fffffff;
    p = read_size(p, &size);
    if (*p != 'c' && *p != '[' && *p != 'n')
      while (is_space(*s)) s++;
    if (!*s && *p != 'n') return done ? done : -1;
    switch (*p) {
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p': {
        unsigned base = *p == 'i' ? 0 : *p == 'o' ? 8 : *p == 'd' || *p == 'u' ? 10 : 16;
        unsigned long long n, most = size > (int)sizeof(long) ? ~0ULL : ~0UL;
        if (*p == 'd' || *p == 'i') most >>= 1;
        if (!(s = scan_integer(s, width, base, most, &n))) return done;
        if (!skip) store(__builtin_va_arg(args, void *), *p == 'p' ? (int)sizeof(void *) : size, n), done++;
        break;
      }
      case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': {
        if (!(s = scan_float(s, width))) return done;
        if (skip) break;
        void *to = __builtin_va_arg(args, void *);
        if (is_double) *(double *)to = __clew_arbitrary_double();
        else if (is_long_double) *(long double *)to = __clew_arbitrary_double();
        else *(float *)to = (float)__clew_arbitrary_double();
        done++;
        break;
      }
      case 'c': {
        char *to = skip ? 0 : __builtin_va_arg(args, char *);
        for (int i = 0; i < (limited ? width : 1); i++) {
          if (!*s) return done ? done : -1;
          if (!skip) to[i] = *s;
          s++;
        }
        done += !skip;
        break;
      }
      case 's': case '[': {
        char *to = skip ? 0 : __builtin_va_arg(args, char *);
        int i = 0;
        for (; i < width && *s && (*p == 's' ? !is_space(*s) : in_set(p + 1, *s)); i++, s++)
          if (!skip) to[i] = *s;
        if (i == 0) return done;
        if (!skip) to[i] = 0, done++;
        if (*p == '[') p = set_end(p + 1);
        break;
      }
      case 'n': store(__builtin_va_arg(args, void *), size, (unsigned long long)(s - text)); break;
      case '%':
        if (*s++ != '%') return done;
        break;
      default: return done;
    }
  }
  return done;
}

int sscanf(const char *text, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  int n = vsscanf(text, format, args);
  __builtin_va_end(args);
  return n;
}

// The names that the GNU library's headers use.
int __isoc99_vsscanf(const char *text, const char *format, va_list args) { return vsscanf(text, format, args); }

int __isoc99_sscanf(const char *text, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  int n = vsscanf(text, format, args);
  __builtin_va_end(args);
  return n;
}
