// Output to streams, from <stdio.h>. Text goes nowhere; what counts is the result.
//
// Output may fail. On the standard output and error streams putchar and puts may, where the program looks at the
// result, and a run that confirms an error does not make them; other output succeeds there: an assumption, without
// which every program that prints would have a second course after each line.
//
// Calls whose result nobody looks at are dropped by the front end, or go to the functions with the prefix __clew_:
// nothing is counted then, unless the format has a %n.
#include "stream.h"

int vsnprintf(char *to, size_t room, const char *format, va_list args);
_Bool __clew_stores(const char *format);
void __clew_check_format(const char *format);
extern unsigned int __clew_arbitrary_uint(void);

static _Bool is_standard(FILE *stream) { return stream == &__clew_standard[1] || stream == &__clew_standard[2]; }

// Does output to the stream fail? Then errno and the stream's state say so.
static _Bool output_fails(FILE *stream) {
  if (is_standard(stream)) return 0;
  if (stream->back != NO_CHARACTER) __clew_unsupported("output to a stream with a character pushed back");
  if (!stream->writable) {
    *__errno_location() = EBADF;
    stream->failed = 1;
    return 1;
  }
  stream->position = UNKNOWN_POSITION;
  if (!may_fail()) return 0;
  stream->failed = 1;
  return 1;
}

// Characters.

int fputc(int c, FILE *stream) { return output_fails(stream) ? EOF : (unsigned char)c; }
int putc(int c, FILE *stream) { return fputc(c, stream); }
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
// An arbitrary value, not an input: in a run these are the machine's own. A macro, since the verdict names the
// function.
#define STANDARD_FAILS()                                                                                               \
  (__clew_arbitrary_uint() & 1 &&                                                                                      \
   (*__errno_location() = (int)(__clew_arbitrary_uint() & 63) + 1, __clew_standard[1].failed = 1))
int putchar(int c) { return STANDARD_FAILS() ? EOF : (unsigned char)c; }
int putchar_unlocked(int c) { return putchar(c); }
int putw(int word, FILE *stream) { return output_fails(stream) ? EOF : 0; }

// Text. puts counts, which would take a path for each length: the number is left open.

int fputs(const char *s, FILE *stream) { return output_fails(stream) ? EOF : 1; }
int fputs_unlocked(const char *s, FILE *stream) { return fputs(s, stream); }
int puts(const char *s) {
  if (STANDARD_FAILS()) return EOF;
  int n = __clew_arbitrary_uint() & 0x7fffffff;
  return n | (n == 0);
}

// It may look what kind of file the error stream is, and leave the error of that.
void perror(const char *s) {
  unsigned error = __clew_arbitrary_uint() & 127;
  if (error) *__errno_location() = (int)error;
}

void psignal(int signal, const char *s) {}

size_t fwrite(const void *block, size_t size, size_t n, FILE *stream) {
  if (size == 0 || n == 0) return 0;
  if (!output_fails(stream)) return n;
  size_t written = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(written < n);
  return written;
}
size_t fwrite_unlocked(const void *block, size_t size, size_t n, FILE *stream) {
  return fwrite(block, size, n, stream);
}

// Formats. vsnprintf counts; in a native run it is the library's.

int vfprintf(FILE *stream, const char *format, va_list args) {
  int n = vsnprintf(0, 0, format, args);
  return output_fails(stream) ? -1 : n;
}

int vprintf(const char *format, va_list args) { return vsnprintf(0, 0, format, args); }

int vdprintf(int file, const char *format, va_list args) {
  int n = vsnprintf(0, 0, format, args);
  return may_fail() ? -1 : n;
}

#define WITH_ARGUMENTS(head, last, call)                                                                               \
  head {                                                                                                               \
    va_list args;                                                                                                      \
    __builtin_va_start(args, last);                                                                                    \
    int n = call;                                                                                                      \
    __builtin_va_end(args);                                                                                            \
    return n;                                                                                                          \
  }
WITH_ARGUMENTS(int printf(const char *format, ...), format, vprintf(format, args))
WITH_ARGUMENTS(int fprintf(FILE *stream, const char *format, ...), format, vfprintf(stream, format, args))
WITH_ARGUMENTS(int dprintf(int file, const char *format, ...), format, vdprintf(file, format, args))

// Where nobody looks at the result: see front/library/output.c. The first for formats that store nothing.

int __clew_output(FILE *stream) { return output_fails(stream); }

int __clew_vprintf(const char *format, va_list args) {
  return __clew_stores(format) ? vsnprintf(0, 0, format, args) : 0;
}

int __clew_vfprintf(FILE *stream, const char *format, va_list args) {
  if (__clew_stores(format)) vsnprintf(0, 0, format, args);
  return __clew_output(stream);
}

WITH_ARGUMENTS(int __clew_printf(const char *format, ...), format, __clew_vprintf(format, args))
WITH_ARGUMENTS(int __clew_fprintf(FILE *stream, const char *format, ...), format, __clew_vfprintf(stream, format, args))

// What the GNU library's headers make of the names above when a program is compiled with _FORTIFY_SOURCE.

int __vprintf_chk(int flag, const char *format, va_list args) {
  __clew_check_format(format);
  return vprintf(format, args);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args) {
  __clew_check_format(format);
  return vfprintf(stream, format, args);
}

WITH_ARGUMENTS(int __printf_chk(int flag, const char *format, ...), format, __vprintf_chk(flag, format, args))
WITH_ARGUMENTS(int __fprintf_chk(FILE *stream, int flag, const char *format, ...), format,
               __vfprintf_chk(stream, flag, format, args))
WITH_ARGUMENTS(int __dprintf_chk(int file, int flag, const char *format, ...), format,
               (__clew_check_format(format), vdprintf(file, format, args)))

// <err.h> and <error.h>: to the standard error stream. errno is as perror leaves it. err and its like end the program in
// the front end.

void vwarnx(const char *format, va_list args) {
  if (format) __clew_vfprintf(&__clew_standard[2], format, args);
}

void vwarn(const char *format, va_list args) {
  vwarnx(format, args);
  perror(0);
}

#define WARN(head, call)                                                                                               \
  head {                                                                                                               \
    va_list args;                                                                                                      \
    __builtin_va_start(args, format);                                                                                  \
    call;                                                                                                              \
    __builtin_va_end(args);                                                                                            \
  }
WARN(void warn(const char *format, ...), vwarn(format, args))
WARN(void warnx(const char *format, ...), vwarnx(format, args))

unsigned error_message_count;
void (*error_print_progname)(void);

_Noreturn void exit(int status);

// A status other than 0 ends the program.
static void end_of_error(int status) {
  perror(0);
  error_message_count++;
  if (status) exit(status);
}

static void begin_of_error(void) {
  if (error_print_progname) error_print_progname();
}

WARN(void error(int status, int number, const char *format, ...),
     (begin_of_error(), __clew_vfprintf(&__clew_standard[2], format, args), end_of_error(status)))
