// scanf and its relatives for streams, from <stdio.h>.
//
// Where a number is read that begins with a new character, its value is one input: digit by digit there would be a path
// for each length. What follows the number is then a character that cannot belong to it. Everything else is read
// character by character.
#include "stream.h"

// is_exact: the format asks how many characters were read (%n), or has to be read character by character for another
// reason.
struct source { FILE *stream; unsigned long count; _Bool is_at_end; int end_errno; _Bool is_exact; };
#include "scan.h"

extern short __VERIFIER_nondet_short(void);
extern long long __VERIFIER_nondet_longlong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern long double __VERIFIER_nondet_longdouble(void);

enum { ERANGE = 34, MOST_AT_ONCE = 1024 };


// The end stays the end: nothing can follow it but what was pushed back.
static void goes_on(const FILE *stream) {
  __VERIFIER_assume((stream->at_end == 0) | (stream->back != NO_CHARACTER));
}

static int fetch(struct source *source) {
  int c = take(source->stream);
  source->count += c != EOF;
  return c;
}

static void unread(struct source *source, int c) {
  if (c == EOF) return;
  source->count--;
  give_back(source->stream, c);
}

// Can a conversion be done at one go?
static _Bool is_quick(struct source *source) {
  if (source->is_exact || source->is_at_end) return 0;
  return source->stream == &__clew_standard[0] || (source->stream->readable && !source->stream->is_private);
}

static void forget_position(FILE *stream) {
  if (stream != &__clew_standard[0]) stream->position = UNKNOWN_POSITION;
}

// What follows is found out, but the program does not see it: a conversion at one go may choose it anew, as long as
// there is something.
static void give_back_unseen(FILE *stream, int c) {
  give_back(stream, c);
  stream->is_fresh = 1;
}

// What the program knows of the next character: it pushed it back itself.
static int seen_character(const FILE *stream) { return (int)(stream->back | -stream->is_fresh); }

// After any number of spaces: the next character is none. One that was pushed back and is none stays.
static void skip(struct source *source) {
  FILE *stream = source->stream;
  int c;
  if (!is_quick(source)) {
    do c = fetch(source);
    while (is_space(c));
    source->is_at_end = c == EOF;
    unread(source, c);
    return;
  }
  forget_position(stream);
  stream->back |= -(long)is_space((int)stream->back);   // NO_CHARACTER has all bits
  c = take(stream);
  __VERIFIER_assume(!is_space(c));
  source->is_at_end = c == EOF;
  give_back_unseen(stream, c);
}

// What was found first in a conversion; at the end errno is that of a failure, or zero.
static int take_first(struct source *source) {
  int *location = __errno_location(), saved = *location;
  *location = 0;
  int c = take(source->stream), is_end = c == EOF;
  *location |= saved & -!is_end;
  source->is_at_end = is_end;
  source->end_errno = *location;
  return c;
}

// What follows a conversion.
static int take_after(struct source *source) {
  int c = take(source->stream);
  source->is_at_end = c == EOF;
  source->end_errno = *__errno_location();
  return c;
}

// There is nothing of a number of this base, but perhaps its sign. `first` was pushed back before.
static enum outcome miss_number(struct source *source, unsigned base, int first) {
  _Bool had_sign = (first == '-') | (first == '+'), other = (first != NO_CHARACTER) & !had_sign & !is_space(first);
  if (other) return NO_MATCH;
  _Bool is_something = source->stream->back != NO_CHARACTER;
  source->stream->back = NO_CHARACTER;
  _Bool sign = __VERIFIER_nondet_bool() | had_sign;
  int c = take_first(source);
  __VERIFIER_assume(!is_digit_of(c, base) & (sign | !(is_space(c) | (c == '-') | (c == '+'))));
  __VERIFIER_assume(!is_something | sign | (c != EOF));
  give_back_unseen(source->stream, c);
  return c == EOF && !sign ? NO_INPUT : NO_MATCH;
}

// base to the power of n; 0 if that is no number of 63 bits.
static unsigned long long power(unsigned base, int n) {
  unsigned long long result = 1;
  for (; n > 0; n--) {
    if (result > ~0ULL / 2 / base) return 0;
    result *= base;
  }
  return result;
}

// Is n written with at most `width` characters, one of them the sign of a negative number?
static _Bool fits_width(long long n, unsigned base, int width) {
  unsigned long long most = power(base, width), least = power(base, width - 1);
  _Bool positive = (n >= 0) & ((most == 0) | ((unsigned long long)n < most));
  _Bool negative = (n < 0) & (width > 1) & ((least == 0) | (-(unsigned long long)n < least));
  return positive | negative;
}

static long long some_integer(int size) {
  if (size == 1) return __VERIFIER_nondet_char();
  if (size == 2) return __VERIFIER_nondet_short();
  if (size == 4) return __VERIFIER_nondet_int();
  return __VERIFIER_nondet_longlong();
}

static enum outcome quick_number(struct source *source, const struct directive *d, unsigned base, void *to) {
  FILE *stream = source->stream;
  int first = seen_character(stream);
  if (!is_quick(source) || (first != NO_CHARACTER && is_digit_of(first, base ? base : 10))) return NOT_QUICK;
  forget_position(stream);
  if (!__VERIFIER_nondet_bool()) return miss_number(source, base ? base : 10, first);
  __VERIFIER_assume((first == NO_CHARACTER) | is_space(first) | (first == '-') | (first == '+'));
  goes_on(stream);
  stream->back = NO_CHARACTER;
  int size = d->letter == 'p' ? (int)sizeof(void *) : d->size;
  _Bool is_signed = d->letter == 'd' || d->letter == 'i', used_up = 0;
  long long n = some_integer(d->width < 0 ? size : 8);
  if (d->width > 0) {
    used_up = __VERIFIER_nondet_bool();
    int width = d->width - !used_up;
    __VERIFIER_assume(base ? fits_width(n, base, width) : fits_width(n, 10, width) | fits_width(n, 16, width - 2));
  }
  // A sign that was pushed back counts, and takes a character.
  if (d->width > 0 && (first == '-' || first == '+'))
    __clew_unsupported("a width of scanf behind a sign that was pushed back");
  __VERIFIER_assume(!is_signed | (((first != '-') | (n <= 0) | (size < 8)) & ((first != '+') | (n >= 0) | (size < 8))));
  // A number that is too large is the largest, and says so.
  int next = take_after(source);
  _Bool is_out_of_range = __VERIFIER_nondet_bool() & ((d->width < 0) | (d->width > 9));
  long long most = size > (int)sizeof(long) ? (long long)(~0ULL >> 1) : (long long)(~0UL >> 1);
  long long limit = is_signed ? most ^ -(long long)__VERIFIER_nondet_bool() : -1;
  if (size == 4) limit = (int)limit;
  if (size == 2) limit = (short)limit;
  if (size == 1) limit = (char)limit;
  __VERIFIER_assume(!is_out_of_range | (n == limit));
  set_errno_unless_zero(ERANGE & -is_out_of_range);
  __VERIFIER_assume(used_up | !is_digit_of(next, base ? base : 8));
  give_back_unseen(stream, next);
  if (to) store_integer(to, size, (unsigned long long)n);
  return CONVERTED;
}

static _Bool begins_float(int c) {
  int letter = c | 32;
  return (c == '-') | (c == '+') | (c == '.') | ((c >= 0) & ((letter == 'i') | (letter == 'n')));
}

// Words that begin like "inf" or "nan" and do not go on so are lost, with the character that does not fit.
static enum outcome miss_float(struct source *source, int first) {
  FILE *stream = source->stream;
  _Bool other = (first != NO_CHARACTER) & !is_space(first);
  if (other && !begins_float(first)) return NO_MATCH;
  _Bool is_something = stream->back != NO_CHARACTER;
  stream->back = NO_CHARACTER;
  if (other) {
    if (__VERIFIER_nondet_bool()) give_back_unseen(stream, take_after(source));
    return NO_MATCH;
  }
  if (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) give_back_unseen(stream, take_after(source));
    return NO_MATCH;
  }
  int c = take_first(source), letter = c | 32;
  __VERIFIER_assume(!(is_space(c) | is_digit(c) | (c == '-') | (c == '+') | (c == '.')));
  __VERIFIER_assume((c == EOF) | ((letter != 'i') & (letter != 'n')));
  __VERIFIER_assume(!is_something | (c != EOF));
  give_back_unseen(stream, c);
  return c == EOF ? NO_INPUT : NO_MATCH;
}

static enum outcome quick_float(struct source *source, const struct directive *d, void *to) {
  FILE *stream = source->stream;
  int first = seen_character(stream);
  if (d->width > 0 || !is_quick(source) || is_digit(first)) return NOT_QUICK;
  forget_position(stream);
  if (!__VERIFIER_nondet_bool()) return miss_float(source, first);
  __VERIFIER_assume((first == NO_CHARACTER) | is_space(first) | begins_float(first));
  goes_on(stream);
  stream->back = NO_CHARACTER;
  _Bool is_finite, is_normal, is_nan, is_negative;
  if (d->is_long_double) {
    long double x = __VERIFIER_nondet_longdouble(), size = x < 0 ? -x : x;
    is_nan = x != x, is_negative = __builtin_signbit(x) != 0;
    is_finite = size < __builtin_infl(), is_normal = is_finite & (size > 0x1p-16382L);
    if (to) *(long double *)to = x;
  } else if (d->is_long) {
    double x = __VERIFIER_nondet_double(), size = x < 0 ? -x : x;
    is_nan = x != x, is_negative = __builtin_signbit(x) != 0;
    is_finite = size < __builtin_inf(), is_normal = is_finite & (size > 0x1p-1022);
    if (to) *(double *)to = x;
  } else {
    float x = __VERIFIER_nondet_float(), size = x < 0 ? -x : x;
    is_nan = x != x, is_negative = __builtin_signbit(x) != 0;
    is_finite = size < __builtin_inff(), is_normal = is_finite & (size > 0x1p-126f);
    if (to) *(float *)to = x;
  }
  // What was pushed back begins the number.
  int letter = first | 32;
  __VERIFIER_assume((is_negative | (first != '-')) &
                    (!is_negative | (first == '-') | (first == NO_CHARACTER) | is_space(first)));
  __VERIFIER_assume(
      ((first != '.') | !is_nan) &
      ((first == NO_CHARACTER) | (((letter != 'n') | is_nan) & ((letter != 'i') | (!is_finite & !is_nan)))));
  int next = take_after(source);
  _Bool is_out_of_range = __VERIFIER_nondet_bool();
  __VERIFIER_assume(!is_out_of_range | !is_normal);
  set_errno_unless_zero(ERANGE & -is_out_of_range);
  __VERIFIER_assume(!is_digit(next) | !is_finite);
  give_back_unseen(stream, next);
  return CONVERTED;
}

// A word with a limit, all at once.
static enum outcome quick_string(struct source *source, const struct directive *d, char *to) {
  static char word[MOST_AT_ONCE];
  FILE *stream = source->stream;
  if (d->width < 2 || d->width > MOST_AT_ONCE || !to || !is_quick(source)) return NOT_QUICK;
  skip_spaces(source);
  if (stream->back == NO_CHARACTER) {
    *__errno_location() = source->end_errno;
    return NO_INPUT;
  }
  word[0] = (char)stream->back;
  stream->back = NO_CHARACTER;
  unsigned long length = __VERIFIER_nondet_uint(), width = (unsigned long)d->width;
  __VERIFIER_assume((length >= 1) & (length <= width));
  __VERIFIER_nondet_memory(word + 1, width - 1);
  for (unsigned long i = 1; i < width; i++) __VERIFIER_assume((i >= length) | !is_space(word[i]));
  __builtin_memcpy(to, word, length);
  to[length] = 0;
  if (length == width) return CONVERTED;
  int next = take_after(source);
  __VERIFIER_assume(is_space(next) | (next == EOF));
  give_back_unseen(stream, next);
  return CONVERTED;
}

// Has the format a %n?
static _Bool counts(const char *p) {
  for (; *p; p++) {
    if (*p != '%') continue;
    for (p++; *p == '*' || is_digit(*p) || *p == 'h' || *p == 'l' || *p == 'j' || *p == 'z' || *p == 't' || *p == 'q' ||
              *p == 'L';)
      p++;
    if (*p == 'n' || *p == 'm') return 1;
    if (!*p) return 0;
  }
  return 0;
}

int vfscanf(FILE *stream, const char *format, va_list args) {
  struct source source = {stream, 0, 0, 0, counts(format)};
  return scan(&source, format, args);
}
int vscanf(const char *format, va_list args) { return vfscanf(&__clew_standard[0], format, args); }

#define WITH_ARGUMENTS(head, function, stream)  \
  head {                                        \
    va_list args;                               \
    __builtin_va_start(args, format);           \
    int n = function(stream, format, args);     \
    __builtin_va_end(args);                     \
    return n;                                   \
  }
WITH_ARGUMENTS(int scanf(const char *format, ...), vfscanf, &__clew_standard[0])
WITH_ARGUMENTS(int fscanf(FILE *stream, const char *format, ...), vfscanf, stream)

// The names that the GNU library's headers use.
int __isoc99_vscanf(const char *format, va_list args) { return vscanf(format, args); }
int __isoc99_vfscanf(FILE *stream, const char *format, va_list args) { return vfscanf(stream, format, args); }
WITH_ARGUMENTS(int __isoc99_scanf(const char *format, ...), vfscanf, &__clew_standard[0])
WITH_ARGUMENTS(int __isoc99_fscanf(FILE *stream, const char *format, ...), vfscanf, stream)

// In C23 %i reads binary numbers too, and there is %b.
int __isoc23_vfscanf(FILE *stream, const char *format, va_list args) {
  if (has_binary(format)) __clew_unsupported("binary numbers in a format of scanf");
  return vfscanf(stream, format, args);
}
int __isoc23_vscanf(const char *format, va_list args) { return __isoc23_vfscanf(&__clew_standard[0], format, args); }
WITH_ARGUMENTS(int __isoc23_scanf(const char *format, ...), __isoc23_vfscanf, &__clew_standard[0])
WITH_ARGUMENTS(int __isoc23_fscanf(FILE *stream, const char *format, ...), __isoc23_vfscanf, stream)
