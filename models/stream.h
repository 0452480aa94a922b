// Streams: what the models of <stdio.h> know of a FILE, and how one byte is taken from it.
//
// What a stream will give and whether it fails are inputs (__VERIFIER_nondet_*): every content of every file, and every
// failure, is covered. Files may change at any time, so nothing relates what is written to what is read, and reading may
// go on after a failure. Output to the standard output and to the standard error stream succeeds: an assumption. A stream is the address of its state. In a native run a model
// that gets a stream is run instead of the library's function (MODEL_ONLY, or it reads inputs), since the library could
// not make anything of such an address.
//
// All fields have one width, so that memory has cells of that width, and bytes are taken without branches, so that a
// path does not split at each of them.
#ifndef STREAM_H
#define STREAM_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;

// A function that a native run takes from here although it reads no input.
#define MODEL_ONLY __attribute__((section("clew-model-only")))

enum { EOF = -1, EIO = 5, EBADF = 9, EINVAL = 22 };
enum { CLOSED = -2 };                                // a descriptor
enum { UNKNOWN_POSITION = -2, NO_CHARACTER = -1 };   // position -1: a character was pushed back at the beginning

typedef struct stream {
  long back;              // a character that was pushed back, or NO_CHARACTER
  long is_fresh;          // scanf pushed it back: the program has not seen it
  long at_end, failed;    // feof, ferror
  long position;          // what ftell says, where something determines it; nothing does for a standard stream
  long readable, writable;
  long descriptor;        // -1: not yet asked for; CLOSED of a standard stream: there is none any more
  long is_private;        // nobody else can write to it: what it holds would have to be remembered
} FILE;

extern FILE __clew_standard[3];

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_nondet_memory(void *block, size_t n);
extern void __VERIFIER_assume(int condition);
void __clew_unsupported(const char *what);
void *__clew_malloc(size_t n);
void *__clew_scratch(size_t n);
int *__errno_location(void);
int __clew_new_descriptor(void);
void __clew_ends(void *block);   // front/check/provenance: it must not be used any more

// errno becomes the number where it is not zero.
static void set_errno_unless_zero(int error) {
  int *location = __errno_location();
  *location ^= (*location ^ error) & -(error != 0);
}

// A number of an error, or zero: the system has fewer than 128 that a file gives.
static int possible_error(void) { return __VERIFIER_nondet_uchar() & 127; }

// Sets errno to what a call that fails may give; -1.
static int some_failure(void) {
  int error = possible_error();
  __VERIFIER_assume(error != 0);
  *__errno_location() = error;
  return -1;
}

// Does a call fail? Then errno is set.
static _Bool may_fail(void) {
  if (!__VERIFIER_nondet_bool()) return 0;
  some_failure();
  return 1;
}

// A number from low to high. An assumption, not a remainder: solvers divide slowly.
static long number_between(long low, long high) {
  long n = __VERIFIER_nondet_long();
  __VERIFIER_assume(n >= low & n <= high);
  return n;
}

// Every function reads the state of its stream. That of one that was closed is no object any more, so memory checks
// see it.
static void use(FILE *stream) {
  if ((stream->descriptor == CLOSED) & (stream == &__clew_standard[0]))
    __clew_unsupported("the standard input after it was closed");
}

// The next byte of a stream that can be read, or EOF. The end stays the end until clearerr or a change of the position,
// as since version 2.28 of the GNU library.
static int take_readable(FILE *stream) {
  use(stream);
  int pushed = stream->back != NO_CHARACTER;
  int byte = __VERIFIER_nondet_uchar(), ends = __VERIFIER_nondet_bool(), error = possible_error();
  int at_end = !pushed & (ends | (stream->at_end != 0));
  error &= -(!pushed & !at_end);
  set_errno_unless_zero(error);
  int result = ((int)stream->back & -pushed) | ((byte | -(at_end | (error != 0))) & -!pushed);
  stream->at_end |= at_end;
  stream->failed |= error != 0;
  stream->back = NO_CHARACTER;
  return result;
}

static int take(FILE *stream) {
  if (stream == &__clew_standard[0]) return take_readable(stream);
  if (stream->is_private) __clew_unsupported("reading a temporary file");
  if (!stream->readable) {
    *__errno_location() = EBADF;
    stream->failed = 1;
    return EOF;
  }
  int result = take_readable(stream);
  stream->position += (stream->position != UNKNOWN_POSITION) & (result >= 0);
  return result;
}

// What is not taken goes back; nothing is there after the end.
static void give_back(FILE *stream, int c) {
  stream->back = c;
  stream->is_fresh = 0;
  if (stream == &__clew_standard[0]) return;
  stream->position -= (stream->position != UNKNOWN_POSITION) & (c >= 0);
}
#endif
