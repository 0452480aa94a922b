// Input from streams as bytes, lines and blocks, from <stdio.h>. scanf is in stdio_scan.c.
#include "stream.h"

void *malloc(size_t n);
void *realloc(void *block, size_t n);
void abort(void);

// Characters.

int getc(FILE *stream) { return take(stream); }
int fgetc(FILE *stream) { return take(stream); }
int _IO_getc(FILE *stream) { return take(stream); }
int getc_unlocked(FILE *stream) { return take(stream); }
int fgetc_unlocked(FILE *stream) { return take(stream); }
int getchar(void) { return take_readable(&__clew_standard[0]); }
int getchar_unlocked(void) { return take_readable(&__clew_standard[0]); }

// One character; there is room for it even at the end.
MODEL_ONLY int ungetc(int c, FILE *stream) {
  use(stream);
  if (c == EOF) return EOF;
  if (stream->back != NO_CHARACTER) __clew_unsupported("a second character pushed back");
  if (!stream->readable) __clew_unsupported("a character pushed back to a stream that is only written");
  give_back(stream, (unsigned char)c);
  stream->at_end = 0;
  return (unsigned char)c;
}

// Blocks.

// Can a number of bytes be taken at once?
static _Bool is_plain(FILE *stream) {
  use(stream);
  if (stream == &__clew_standard[0]) return stream->back == NO_CHARACTER;
  if (stream->is_private) __clew_unsupported("reading a temporary file");
  return stream->back == NO_CHARACTER && stream->readable;
}

// What follows `got` bytes: nothing if that is all that was wanted, else the end or a failure. Does it fail?
static _Bool after_block(FILE *stream, size_t got, _Bool complete) {
  _Bool ends = __VERIFIER_nondet_bool() | (stream->at_end != 0);
  int error = possible_error() & -(!complete & !ends);
  __VERIFIER_assume((stream->at_end == 0) | (got == 0));
  __VERIFIER_assume(complete | ends | (error != 0));
  set_errno_unless_zero(error);
  stream->at_end |= !complete & ends;
  stream->failed |= error != 0;
  stream->position += stream->position != UNKNOWN_POSITION ? (long)got : 0;
  return error != 0;
}

// Byte by byte, after a character that was pushed back.
static size_t read_slowly(char *to, size_t size, size_t n, FILE *stream) {
  size_t got = 0;
  for (; got < size * n; got++) {
    int c = take(stream);
    if (c == EOF) break;
    to[got] = (char)c;
  }
  return got / size;
}

size_t fread(void *block, size_t size, size_t n, FILE *stream) {
  size_t most;
  if (size == 0 || n == 0) return 0;
  if (__builtin_mul_overflow(size, n, &most)) __clew_unsupported("fread of more than there is memory");
  if (!is_plain(stream)) return read_slowly(block, size, n, stream);
  size_t whole = __VERIFIER_nondet_ulong(), part = 0;
  __VERIFIER_assume(whole <= n);
  if (size > 1) {
    part = __VERIFIER_nondet_ulong();
    __VERIFIER_assume((part < size) & ((whole < n) | (part == 0)));
  }
  size_t got = whole * size + part;
  __VERIFIER_nondet_memory(block, got);
  after_block(stream, got, got == most);
  return whole;
}

size_t fread_unlocked(void *block, size_t size, size_t n, FILE *stream) { return fread(block, size, n, stream); }

size_t __fread_chk(void *block, size_t room, size_t size, size_t n, FILE *stream) {
  size_t most;
  if (__builtin_mul_overflow(size, n, &most) || most > room) abort();
  return fread(block, size, n, stream);
}

int getw(FILE *stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}

// Lines.

enum { MOST_AT_ONCE = 8192 };

// Byte by byte, with a path for each length. After a failure the result is null although bytes were stored.
static char *line_slowly(char *s, int n, FILE *stream) {
  int i = 0, c = 0;
  long failed = stream->failed;
  stream->failed = 0;
  while (i < n - 1 && c != '\n') {
    c = take(stream);
    if (c == EOF) break;
    s[i++] = (char)c;
  }
  _Bool fails = stream->failed != 0;
  stream->failed |= failed;
  if (i == 0 || fails) return 0;
  s[i] = 0;
  return s;
}

// As many bytes as there are up to the end of the line, all at once: the path does not split at each.
char *fgets(char *s, int n, FILE *stream) {
  static char line[MOST_AT_ONCE];
  if (n <= 0) return 0;
  if (n == 1) {
    *s = 0;
    return s;
  }
  if (!is_plain(stream) || n > MOST_AT_ONCE) return line_slowly(s, n, stream);
  size_t most = (size_t)n - 1, length = __VERIFIER_nondet_uint();
  __VERIFIER_assume(length <= most);
  __VERIFIER_nondet_memory(line, most);
  for (size_t i = 0; i + 1 < most; i++) __VERIFIER_assume((i + 1 >= length) | (line[i] != '\n'));
  _Bool complete = (length == most) | ((length > 0) & (line[length - (length > 0)] == '\n'));
  _Bool fails = after_block(stream, length, complete);
  __builtin_memcpy(s, line, length);
  if ((length == 0) | fails) return 0;
  s[length] = 0;
  return s;
}

char *fgets_unlocked(char *s, int n, FILE *stream) { return fgets(s, n, stream); }

char *__fgets_chk(char *s, size_t room, int n, FILE *stream) {
  if (n > 0 && (size_t)n > room) abort();
  return fgets(s, n, stream);
}

// Without the end of the line. Nothing says where it is: every length is a path of its own.
char *gets(char *s) {
  FILE *stream = &__clew_standard[0];
  long failed = stream->failed;
  int c = take(stream), i = 0;
  if (c == EOF) return 0;
  stream->failed = 0;
  for (; c != EOF && c != '\n'; c = take(stream)) s[i++] = (char)c;
  _Bool fails = stream->failed != 0;
  stream->failed |= failed;
  if (fails) return 0;
  s[i] = 0;
  return s;
}

char *__gets_chk(char *s, size_t room) {
  __clew_unsupported("gets with a limit");
  return 0;
}

// A larger block: how large depends on how much of the line the library has seen by then.
static void grow(char **line, size_t *room, size_t needed) {
  size_t more = __VERIFIER_nondet_ulong();
  __VERIFIER_assume((more >= needed) & (more <= 2 * *room + needed + 4096));
  *line = realloc(*line, more);
  *room = more;
}

ssize_t getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
  if (!line || !room) {
    *__errno_location() = EINVAL;
    return -1;
  }
  if (!*line || !*room) {
    *room = 120;
    *line = realloc(*line, 120);
  }
  size_t n = 0;
  for (;;) {
    int c = take(stream);
    if (c == EOF) break;
    if (n + 2 > *room) grow(line, room, n + 2);
    (*line)[n++] = (char)c;
    if (c == delimiter) break;
  }
  if (n == 0) return -1;
  (*line)[n] = 0;
  return (ssize_t)n;
}

ssize_t __getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
  return getdelim(line, room, delimiter, stream);
}
ssize_t getline(char **line, size_t *room, FILE *stream) { return getdelim(line, room, '\n', stream); }
