// One interpreter of scanf's formats, for text in memory (format_scan.c) and for streams (stdio_scan.c), as the GNU
// library interprets them in the C locale. Who includes it defines
//
//   struct source               with the fields count, the characters read so far, and is_at_end, end_errno
//   fetch(source)               a character or EOF
//   unread(source, c)           c, if it is not EOF, is the next one again
//   skip(source)                spaces; is_at_end is set if the end is found
//   quick_number, quick_float, quick_string   a conversion at one go, or NOT_QUICK
//
// What is not covered (positions, wide characters, grouping) is unsupported.
#ifndef SCAN_H
#define SCAN_H

extern double strtod(const char *text, char **end);
extern float strtof(const char *text, char **end);
extern long double strtold(const char *text, char **end);
extern long strtol(const char *text, char **end, int base);
extern unsigned long strtoul(const char *text, char **end, int base);
extern long long strtoll(const char *text, char **end, int base);
extern unsigned long long strtoull(const char *text, char **end, int base);

enum outcome {
  CONVERTED,
  NO_MATCH,
  NO_INPUT,
  NOT_QUICK
};   // a conversion succeeds, finds something else, finds the end

// %[*][width][m][size]letter
struct directive {
  _Bool is_skipped, is_allocated;
  int width;               // -1: none
  int size;                // in bytes, of an integer
  _Bool is_long, is_long_double;   // l, L
  char letter;
  const char *set;         // after "[" or "[^"
  _Bool is_negated;
};

static int fetch(struct source *source);
static void unread(struct source *source, int c);
static void skip(struct source *source);
static enum outcome quick_number(struct source *source, const struct directive *d, unsigned base, void *to);
static enum outcome quick_float(struct source *source, const struct directive *d, void *to);
static enum outcome quick_string(struct source *source, const struct directive *d, char *to);

static _Bool is_space(int c) { return (c == ' ') | ((c >= '\t') & (c <= '\r')); }
static _Bool is_digit(int c) { return (c >= '0') & (c <= '9'); }
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static _Bool is_digit_of(int c, unsigned base) {
  return ((c >= '0') & (c < '0' + (int)(base < 10 ? base : 10))) |
         ((base == 16) & ((c | 32) >= 'a') & ((c | 32) <= 'f'));
}

// The GNU library does not try again after the end, and lets errno be what it was when it was found.
static int next_character(struct source *source) {
  if (source->is_at_end) {
    *__errno_location() = source->end_errno;
    return EOF;
  }
  int c = fetch(source);
  if (c == EOF) source->is_at_end = 1, source->end_errno = *__errno_location();
  return c;
}

// Before a conversion: errno is kept, but is zero at an end that is found here.
static void skip_spaces(struct source *source) {
  int saved = *__errno_location();
  if (source->is_at_end) return;
  *__errno_location() = 0;
  skip(source);
  if (source->is_at_end) source->end_errno = *__errno_location();
  *__errno_location() = saved;
}

// Before text of the format or its end: errno is what the end makes of it.
static void skip_before_literal(struct source *source) {
  if (source->is_at_end) {
    *__errno_location() = source->end_errno;
    return;
  }
  skip(source);
  if (source->is_at_end) source->end_errno = *__errno_location();
}

static const char *read_directive(const char *p, struct directive *d) {
  *d = (struct directive){.width = -1, .size = sizeof(int)};
  for (; *p == '*' || *p == '\'' || *p == 'I'; p++) {
    if (*p != '*') __clew_unsupported("a flag of scanf that depends on the locale");
    d->is_skipped = 1;
  }
  if (is_digit(*p)) {
    long width = 0;
    for (; is_digit(*p); p++) {
      width = width * 10 + *p - '0';
      if (width > 0xfffffff) __clew_unsupported("a width of scanf that is too large");
    }
    if (*p == '$') __clew_unsupported("positions in a format of scanf");
    d->width = width ? (int)width : -1;
  }
  if (*p == '*' || *p == '\'' || *p == 'I') __clew_unsupported("a flag of scanf behind the width");
  switch (*p) {
    case 'h': d->size = *++p == 'h' ? 1 : 2, p += *p == 'h'; break;
    case 'l':
      d->size = *++p == 'l' ? 8 : sizeof(long), d->is_long = *p != 'l', d->is_long_double = *p == 'l', p += *p == 'l';
      break;
    case 'q': case 'L': d->size = 8, d->is_long_double = 1, p++; break;
    case 'j': d->size = 8, p++; break;
    case 'z': case 't': case 'Z': d->size = sizeof(size_t), p++; break;
    case 'm':
      d->is_allocated = 1;
      if (*++p == 'l') d->is_long = 1, p++;
      break;
  }
  d->letter = *p;
  if (*p == 'a' && (p[1] == 's' || p[1] == 'S' || p[1] == '['))
    __clew_unsupported("%a before s or [ in a format of scanf");
  return p;
}

// Integers.

static void store_integer(void *to, int size, unsigned long long n) {
  if (size == 1) *(unsigned char *)to = (unsigned char)n;
  else if (size == 2) *(unsigned short *)to = (unsigned short)n;
  else if (size == 4) *(unsigned *)to = (unsigned)n;
  else *(unsigned long long *)to = n;
}

static unsigned long long value_of(const char *text, const struct directive *d, unsigned base) {
  _Bool is_signed = d->letter == 'd' || d->letter == 'i';
  if (d->size > (int)sizeof(long) && d->letter != 'p')
    return is_signed ? (unsigned long long)strtoll(text, 0, (int)base) : strtoull(text, 0, (int)base);
  return is_signed ? (unsigned long long)strtol(text, 0, (int)base) : strtoul(text, 0, (int)base);
}

enum { MOST_DIGITS = 300 };

// A sign, a prefix, digits: those in `text` are what the number is made of. The character behind them has been read
// when the width is used up, too.
static enum outcome scan_integer(struct source *source, const struct directive *d, unsigned base, void *to) {
  char text[MOST_DIGITS + 4];
  int n = 0, width = d->width, c = next_character(source);
  _Bool has_sign = 0;
  if (c == EOF) return NO_INPUT;
  if (c == '-' || c == '+') {
    text[n++] = (char)c, has_sign = 1;
    width -= width > 0;
    c = next_character(source);
  }
  if (width != 0 && c == '0') {
    text[n++] = '0';
    width -= width > 0;
    c = next_character(source);
    if (width != 0 && (c == 'x' || c == 'X')) {
      if (base == 0) base = 16;
      if (base == 16) {
        width -= width > 0;
        c = next_character(source);
      }
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  for (; c != EOF && width != 0 && is_digit_of(c, base); c = next_character(source)) {
    if (n == MOST_DIGITS) __clew_unsupported("a number of more than 300 digits");
    text[n++] = (char)c;
    width -= width > 0;
  }
  if (n == has_sign) {
    if (d->letter == 'p' && c == '(') __clew_unsupported("(nil) for scanf");
    unread(source, c);
    return NO_MATCH;
  }
  unread(source, c);
  text[n] = 0;
  unsigned long long value = value_of(text, d, base);
  if (to) store_integer(to, d->letter == 'p' ? (int)sizeof(void *) : d->size, value);
  return CONVERTED;
}

// Floating-point numbers.

// The next character, if there is one and the width allows it, else EOF.
static int within_width(struct source *source, int *width) {
  if (*width == 0) return EOF;
  int c = next_character(source);
  if (c != EOF) *width -= *width > 0;
  return c;
}

// The rest of "nan", "inf" or "infinity", of which the first letter has been read. What does not fit is lost.
static _Bool scan_word(struct source *source, int *width, const char *word, char *text, int *n) {
  for (; *word; word++) {
    int c = within_width(source, width);
    if (c == EOF || lower(c) != *word) return 0;
    text[(*n)++] = (char)c;
  }
  return 1;
}

static _Bool scan_infinity(struct source *source, int *width, char *text, int *n) {
  if (!scan_word(source, width, "nf", text, n)) return 0;
  int c = within_width(source, width);
  if (c == EOF) return 1;
  if (lower(c) != 'i') {
    *width += *width >= 0;
    unread(source, c);
    return 1;
  }
  text[(*n)++] = (char)c;
  return scan_word(source, width, "nity", text, n);
}

// Digits with a point and an exponent, `c` first. The text may end where strtod would not read on.
static _Bool scan_digits(struct source *source, int *width, int c, char *text, int *n) {
  int sign = *n;
  _Bool hexadecimal = 0, any = 0, point = 0, exponent = 0;
  if (*width != 0 && c == '0') {
    text[(*n)++] = '0';
    c = next_character(source);
    *width -= *width > 0;
    if (*width != 0 && lower(c) == 'x') {
      text[(*n)++] = (char)c;
      hexadecimal = 1;
      c = next_character(source);
      *width -= *width > 0;
    } else {
      any = 1;
    }
  }
  for (;;) {
    int letter = hexadecimal ? 'p' : 'e';
    if (*n == MOST_DIGITS) __clew_unsupported("a number of more than 300 digits");
    if (is_digit(c)) text[(*n)++] = (char)c, any = 1;
    else if (!exponent && hexadecimal && is_digit_of(c, 16)) text[(*n)++] = (char)c, any = 1;
    else if (exponent && text[*n - 1] == letter && (c == '-' || c == '+')) text[(*n)++] = (char)c;
    else if (any && !exponent && lower(c) == letter) text[(*n)++] = (char)letter, exponent = point = 1;
    else if (!point && c == '.') text[(*n)++] = '.', point = 1;
    else {
      unread(source, c);
      break;
    }
    c = within_width(source, width);
    if (c == EOF) break;
  }
  return *n != sign && !(hexadecimal && *n == sign + 2);
}

static enum outcome scan_float(struct source *source, const struct directive *d, void *to) {
  char text[MOST_DIGITS + 16], *end;
  int n = 0, width = d->width, c = next_character(source);
  width -= width > 0;
  if (c == EOF) return NO_INPUT;
  if (c == '-' || c == '+') {
    text[n++] = (char)c;
    c = within_width(source, &width);
    if (c == EOF) return NO_MATCH;
  }
  _Bool fits;
  if (lower(c) == 'n') text[n++] = (char)c, fits = scan_word(source, &width, "an", text, &n);
  else if (lower(c) == 'i') text[n++] = (char)c, fits = scan_infinity(source, &width, text, &n);
  else fits = scan_digits(source, &width, c, text, &n);
  if (!fits) return NO_MATCH;
  text[n] = 0;
  long double value = 0;
  if (d->is_long_double) value = strtold(text, &end);
  else if (d->is_long) value = strtod(text, &end);
  else value = strtof(text, &end);
  if (end == text) return NO_MATCH;
  if (!to) return CONVERTED;
  if (d->is_long_double) *(long double *)to = value;
  else if (d->is_long) *(double *)to = (double)value;
  else *(float *)to = (float)value;
  return CONVERTED;
}

// Characters.

// Is c among the characters from p on, up to the bracket? The first may be a bracket or a minus sign itself.
static _Bool in_set(const char *p, int c) {
  _Bool found = 0;
  const char *first = p;
  for (; *p && (*p != ']' || p == first); p++) {
    unsigned char after = (unsigned char)p[1];
    if (*p == '-' && p != first && after && after != ']' && (unsigned char)p[-1] <= after)
      found |= (c >= (unsigned char)p[-1]) & (c < after);
    else
      found |= c == (unsigned char)*p;
  }
  return found;
}

// The bracket that ends a set, or the end of the format.
static const char *set_end(const char *p) {
  if (*p == ']') p++;
  while (*p && *p != ']') p++;
  return p;
}

// %c, %s and %[: characters that fit, at least one.
static enum outcome scan_text(struct source *source, const struct directive *d, char *to) {
  int width = d->width < 0 ? d->letter == 'c' ? 1 : 0x7fffffff : d->width, n = 0;
  int c = next_character(source);
  if (c == EOF) return NO_INPUT;
  for (;;) {
    _Bool fits = d->letter == 'c' || (d->letter == 's' ? !is_space(c) : in_set(d->set, c) != d->is_negated);
    if (!fits) {
      unread(source, c);
      break;
    }
    if (to) to[n] = (char)c;
    n++;
    if (n == width) break;
    c = next_character(source);
    if (c == EOF) break;
  }
  if (n == 0) return NO_MATCH;
  if (to && d->letter != 'c') to[n] = 0;
  return CONVERTED;
}

// With m: into a block of its own.
static enum outcome scan_allocated(struct source *source, const struct directive *d, char **to) {
  char text[MOST_DIGITS + 1];
  struct directive limited = *d;
  if (d->width < 0 && d->letter != 'c') limited.width = MOST_DIGITS;
  if (limited.width > MOST_DIGITS) __clew_unsupported("an allocated string of scanf with more than 300 characters");
  unsigned long before = source->count;
  enum outcome outcome = scan_text(source, &limited, to ? text : 0);
  if (outcome != CONVERTED) __clew_unsupported("an allocated string of scanf that is not there");
  int n = (int)(source->count - before);
  if (n == MOST_DIGITS) __clew_unsupported("an allocated string of scanf with more than 300 characters");
  if (!to) return CONVERTED;
  *to = __clew_malloc((size_t)n + 1);
  for (int i = 0; i < n; i++) (*to)[i] = text[i];
  if (d->letter != 'c') (*to)[n] = 0;
  return CONVERTED;
}

// Directives.

// Is there a %i or %b? Sizes and widths may precede the letter.
static _Bool has_binary(const char *p) {
  for (; *p; p++) {
    if (*p != '%') continue;
    for (p++; *p == '*' || is_digit(*p) || *p == 'h' || *p == 'l' || *p == 'j' || *p == 'z' || *p == 't' || *p == 'q' ||
              *p == 'L';)
      p++;
    if (*p == 'i' || *p == 'b') return 1;
    if (!*p) return 0;
  }
  return 0;
}

static enum outcome scan_percent(struct source *source) {
  int c = next_character(source);
  if (c == EOF) return NO_INPUT;
  if (c == '%') return CONVERTED;
  unread(source, c);
  return NO_MATCH;
}

static enum outcome convert(struct source *source, const struct directive *d, void *to) {
  unsigned base = 10;
  enum outcome outcome;
  switch (d->letter) {
    case 'o': base = 8; break;
    case 'i': base = 0; break;
    case 'x': case 'X': case 'p': base = 16; break;
    case 'd': case 'u': break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
      if ((outcome = quick_float(source, d, to)) != NOT_QUICK) return outcome;
      skip_spaces(source);
      return scan_float(source, d, to);
    default:
      if (d->is_long) __clew_unsupported("wide characters in a format of scanf");
      if (d->letter == 's') {
        if (!d->is_allocated && (outcome = quick_string(source, d, to)) != NOT_QUICK) return outcome;
        skip_spaces(source);
      }
      return d->is_allocated ? scan_allocated(source, d, to) : scan_text(source, d, to);
  }
  if (d->letter == 'p' && d->size != sizeof(int)) __clew_unsupported("a size before p in a format of scanf");
  if (d->is_allocated) __clew_unsupported("m before a number in a format of scanf");
  if ((outcome = quick_number(source, d, base, to)) != NOT_QUICK) return outcome;
  skip_spaces(source);
  return scan_integer(source, d, base, to);
}

static _Bool is_conversion(char letter) {
  for (const char *p = "diouxXpeEfFgGaAcs["; *p; p++)
    if (*p == letter) return 1;
  return 0;
}

static enum outcome scan_literal(struct source *source, char wanted) {
  int c = next_character(source);
  if (c == EOF) return NO_INPUT;
  if (c == (unsigned char)wanted) return CONVERTED;
  unread(source, c);
  return NO_MATCH;
}

// Ranges and brackets of %[ are part of the directive.
static const char *read_set(const char *p, struct directive *d) {
  d->is_negated = p[1] == '^';
  d->set = p + 1 + d->is_negated;
  return set_end(d->set);
}

static int scan(struct source *source, const char *p, va_list args) {
  int done = 0;
  _Bool spaces = 0;
  for (; *p; p++) {
    enum outcome outcome = CONVERTED;
    struct directive d;
    if ((unsigned char)*p > 127) __clew_unsupported("a format of scanf with characters that are not ASCII");
    if (is_space(*p)) {
      spaces = 1;
      continue;
    }
    _Bool is_directive = *p == '%';
    if (is_directive) p = read_directive(p + 1, &d);
    if (is_directive && !*p) return done;
    if (spaces && !is_directive) skip_before_literal(source);
    else if (is_directive && (d.letter == '%' || (spaces && (d.letter == 'c' || d.letter == '[' || d.letter == 'n'))))
      skip_spaces(source);
    spaces = 0;
    if (!is_directive) {
      outcome = scan_literal(source, *p);
    } else if (d.letter == '%') {
      outcome = scan_percent(source);
    } else if (d.letter == 'n') {
      if (!d.is_skipped) store_integer(__builtin_va_arg(args, void *), d.size, source->count);
    } else {
      if (d.letter == 'S' || d.letter == 'C') __clew_unsupported("wide characters in a format of scanf");
      if (!is_conversion(d.letter)) {
        skip_spaces(source);
        return done;
      }
      if (d.letter == '[') p = read_set(p, &d);
      void *to = d.is_skipped ? 0 : __builtin_va_arg(args, void *);
      if (d.letter == '[' && !*p) return done;
      outcome = convert(source, &d, to);
      if (outcome == CONVERTED) done += !d.is_skipped;
    }
    if (outcome == NO_INPUT) return done ? done : EOF;
    if (outcome == NO_MATCH) return done;
  }
  if (spaces) skip_before_literal(source);
  return done;
}
#endif
