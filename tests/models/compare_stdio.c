// The models of streams against the C library: random operations on a file of random bytes. The inputs of the models
// are scripted: bytes come from the same text, nothing fails, and a model that reads a block at once is told how much
// there is. scanf is compared where it reads character by character (a format with %n).
#include "compare.h"

struct stream;
extern struct stream *model_stdout;
extern struct stream *model_fopen(const char *, const char *);
extern int model_getc(struct stream *), model_ungetc(int, struct stream *), model_feof(struct stream *),
    model_ferror(struct stream *);
extern int model_fseek(struct stream *, long, int), model_fscanf(struct stream *, const char *, ...),
    model_fputc(int, struct stream *);
extern int model_fprintf(struct stream *, const char *, ...), model_printf(const char *, ...), model_putchar(int);
extern int model_fputs(const char *, struct stream *), model_setvbuf(struct stream *, char *, int, size_t),
    model_getw(struct stream *);
extern long model_ftell(struct stream *);
extern void model_clearerr(struct stream *), model_rewind(struct stream *);
extern char *model_fgets(char *, int, struct stream *);
extern ssize_t model_getdelim(char **, size_t *, int, struct stream *);
extern size_t model_fread(void *, size_t, size_t, struct stream *),
    model_fwrite(const void *, size_t, size_t, struct stream *);
void model_abort(void) { abort(); }

// The script. A model takes a byte as three inputs: the byte, whether that is the end instead, and an error. The first
// field of a stream says whether a character was pushed back: then none is taken from the text.
enum { SIZE = 80 };
static unsigned char text[SIZE];
static size_t at, length, answers[2];   // answers: for models that ask for numbers
static enum { BYTES, BLOCK, CALM } asks;
static _Bool is_error_next, ended, assumption_failed;
static struct stream *stream;
static _Bool is_pushed(void) { return *(long *)stream != -1; }

unsigned char model___VERIFIER_nondet_uchar(void) {
  if (asks != BYTES || is_error_next) return is_error_next = 0;
  is_error_next = 1;
  ended = !is_pushed() && at == length;
  return is_pushed() || ended ? 0 : text[at++];
}
_Bool model___VERIFIER_nondet_bool(void) { return asks == BYTES ? ended : asks == BLOCK; }
unsigned model___VERIFIER_nondet_uint(void) { return (unsigned)answers[0]; }
unsigned long model___VERIFIER_nondet_ulong(void) {
  size_t answer = answers[0];
  answers[0] = answers[1];
  return answer;
}
void model___VERIFIER_nondet_memory(void *to, size_t n) {
  memset(to, '?', n);
  memcpy(to, text + at, n < length - at ? n : length - at);
}
void model___VERIFIER_assume(int condition) { assumption_failed |= !condition; }
#define UNUSED(type, name)                                                                                             \
  type model___VERIFIER_nondet_##name(void) { return 0; }
UNUSED(int, int)
UNUSED(long, long) UNUSED(long long, longlong) UNUSED(short, short) UNUSED(char, char) UNUSED(float, float)
    UNUSED(double, double) UNUSED(long double, longdouble)

        static char a[300],
    b[300];
static void clear(void) { memset(a, '#', sizeof a), memset(b, '#', sizeof b); }
#define CHECK(what, condition, ...)                                                                                    \
  SAME(what, (condition) && memcmp(a, b, sizeof a) == 0 && !assumption_failed, __VA_ARGS__)

static void line(FILE *file) {
  int n = (int)below(below(3) ? 12 : 60) - 1;
  size_t taken = 0;
  asks = is_pushed() ? BYTES : BLOCK;
  while (n > 1 && taken < (size_t)n - 1 && at + taken < length)
    if (text[at + taken++] == '\n') break;
  if (feof(file)) taken = 0;
  answers[0] = taken;
  char *r1 = model_fgets(a, n, stream), *r2 = fgets(b, n, file);
  if (asks == BLOCK && n > 1) at += taken;
  CHECK("fgets", !r1 == !r2 && (!r1 || r1 == a), "%d at %zu of %zu", n, at, length);
}

static void whole_block(FILE *file) {
  size_t size = below(5), n = below(9), most = size * n, taken = length - at < most ? length - at : most;
  asks = is_pushed() ? BYTES : BLOCK;
  if (feof(file)) taken = 0;
  if (most) answers[0] = taken / size, answers[1] = taken % size;
  size_t r1 = model_fread(a, size, n, stream), r2 = fread(b, size, n, file);
  if (asks == BLOCK) at += taken;
  CHECK("fread", r1 == r2, "%zu of %zu bytes at %zu of %zu: %zu instead of %zu", n, size, at, length, r1, r2);
}

static void delimited(FILE *file, char **line, size_t *room, char **model_line, size_t *model_room) {
  int delimiter = "\nab"[below(3)];
  asks = BYTES;
  ssize_t r1 = model_getdelim(model_line, model_room, delimiter, stream), r2 = getdelim(line, room, delimiter, file);
  SAME("getdelim", r1 == r2 && (r1 < 0 || memcmp(*line, *model_line, (size_t)r1 + 1) == 0) && *room == *model_room,
       "at %zu of %zu: %zd instead of %zd, room %zu %zu", at, length, r1, r2, *model_room, *room);
}

static void position(FILE *file) {
  asks = CALM;
  switch (below(4)) {
  case 0: {
    if (is_pushed()) return;
    long r1 = model_ftell(stream), r2 = ftell(file);
    SAME("ftell", r1 == r2, "at %zu: %ld instead of %ld", at, r1, r2);
    return;
  }
  case 1: model_rewind(stream), rewind(file), at = 0; return;
  case 2: model_clearerr(stream), clearerr(file); return;
  }
  if (is_pushed()) return;
  long offset = (long)below((unsigned)length + 2) - 1;
  if (offset > (long)length) offset = (long)length;
  int origin = below(8) ? 0 : 9;
  int r1 = model_fseek(stream, offset, origin), r2 = fseek(file, offset, origin);
  SAME("fseek", r1 == r2, "to %ld from %d: %d instead of %d", offset, origin, r1, r2);
  if (r2 == 0) at = (size_t)offset;
}

static void scan(FILE *file) {
  static const char *const formats[] = {"%d%n",    "%x %n", " %c%n", "%5c%n", "%s%n", "%3s%n",
                                        "%[ab]%n", "%*d%n", "a%n",   "%i,%n", "%f%n", "%u%n%%"};
  const char *format = formats[below(12)];
  asks = BYTES;
  int n1 = -7, n2 = -7, r1, r2;
  if (format[1] == '*' || format[0] == 'a') r1 = model_fscanf(stream, format, &n1), r2 = fscanf(file, format, &n2);
  else r1 = model_fscanf(stream, format, a, &n1), r2 = fscanf(file, format, b, &n2);
  CHECK("fscanf", r1 == r2 && n1 == n2, "'%s' at %zu of %zu: %d instead of %d, %d %d", format, at, length, r1, r2, n1,
        n2);
}

static void characters(FILE *file) {
  asks = BYTES;
  if (below(3) == 0 && !is_pushed()) {
    int c = below(6) == 0 ? EOF : (int)below(400);
    int r1 = model_ungetc(c, stream), r2 = ungetc(c, file);
    SAME("ungetc", r1 == r2, "%d: %d instead of %d", c, r1, r2);
    return;
  }
  int r1 = model_getc(stream), r2 = getc(file);
  SAME("getc", r1 == r2, "at %zu of %zu: %d instead of %d", at, length, r1, r2);
}

static void input(void) {
  static const char *const alphabets[] = {"ab\n", "0123456789 -x,\n", "ab 12\n"};
  for (int round = 0; round < 6000; round++) {
    FILE *file = tmpfile();
    if (!file) continue;
    const char *letters = alphabets[below(3)];
    length = below(SIZE);
    for (size_t i = 0; i < length; i++)
      text[i] = (unsigned char)(below(20) ? letters[below((unsigned)strlen(letters))] : random64());
    fwrite(text, 1, length, file);
    rewind(file);
    asks = CALM, at = 0, assumption_failed = 0;
    stream = model_fopen("text", "r");
    char *line_read = 0, *model_line = 0;
    size_t room = 0, model_room = 0;
    for (int step = 0; step < 20; step++) {
      clear();
      is_error_next = 0;
      switch (below(7)) {
      case 0: line(file); break;
      case 1: whole_block(file); break;
      case 2: delimited(file, &line_read, &room, &model_line, &model_room); break;
      case 3: position(file); break;
      case 4: scan(file); break;
      default: characters(file);
      }
      SAME("feof", !model_feof(stream) == !feof(file), "at %zu of %zu", at, length);
      SAME("ferror", !model_ferror(stream) == !ferror(file), "at %zu of %zu", at, length);
    }
    fclose(file), free(line_read), free(model_line), free(stream);
  }
}

// Output that does not fail: results only.
static void output(void) {
  FILE *file = tmpfile();
  if (!file) return;
  asks = CALM;
  stream = model_fopen("text", "w");
  for (int round = 0; round < 2000; round++) {
    int c = (int)random64() >> below(25);
    arbitrary_number = 0; // putchar succeeds
    SAME("fputc", model_fputc(c, stream) == fputc(c, file) && model_putchar(c) == (unsigned char)c, "%d", c);
    arbitrary_number = 1;
    SAME("putchar", model_putchar(c) == EOF, "%d", c);
    SAME("fputs", model_fputs("abc", stream) == fputs("abc", file) && model_fputs("", model_stdout) == fputs("", file),
         "%d", c);
    size_t size = below(4), n = below(5);
    SAME("fwrite", model_fwrite(text, size, n, stream) == fwrite(text, size, n, file), "%zu %zu", size, n);
    int written = fprintf(file, "%d %s%x", c, "abc", c);
    SAME("fprintf", model_fprintf(stream, "%d %s%x", c, "abc", c) == written, "%d", c);
    SAME("printf", model_printf("%d %s%x", c, "abc", c) == written, "%d", c);
    int mode = (int)below(6) - 1;
    SAME("setvbuf", !model_setvbuf(stream, 0, mode, 0) == !(mode >= 0 && mode <= 2 ? 0 : setvbuf(file, 0, mode, 0)),
         "%d", mode);
  }
  fclose(file);
}

int main(void) {
  input();
  output();
  return report();
}
