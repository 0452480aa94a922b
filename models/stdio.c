// Opening, closing and positioning of streams, and their state, from <stdio.h>. See stream.h for what a stream is.
#include "stream.h"

// The front end lets the program's stdin, stdout and stderr be these. They are 0, 1 and 2, and the file behind any of
// them may be one that has a position.
FILE __clew_standard[3] = {
  {NO_CHARACTER, 0, 0, 0, UNKNOWN_POSITION, 1, 0, 0, 0},
  {NO_CHARACTER, 0, 0, 0, UNKNOWN_POSITION, 0, 1, 1, 0},
  {NO_CHARACTER, 0, 0, 0, UNKNOWN_POSITION, 0, 1, 2, 0},
};
FILE *stdin = &__clew_standard[0], *stdout = &__clew_standard[1], *stderr = &__clew_standard[2];

static _Bool is_opened;   // the program has opened a stream of its own

static _Bool is_output(FILE *stream) { return stream == &__clew_standard[1] || stream == &__clew_standard[2]; }

// "r", "w" or "a", then "+" among others. Zero if it is none of these.
static int readable_writable(const char *mode, long *readable, long *writable) {
  char kind = mode[0];
  if (kind != 'r' && kind != 'w' && kind != 'a') return 0;
  _Bool both = 0;
  for (int i = 1; i < 7 && mode[i] && mode[i] != ','; i++) both |= mode[i] == '+';
  *readable = kind == 'r' || both;
  *writable = kind != 'r' || both;
  return 1;
}

// No file has an empty name.
static void opened(const char *name) { __VERIFIER_assume(*name != 0); }

// A stream of its own, or null.
static FILE *open_stream(const char *mode, long descriptor, long position) {
  long readable, writable;
  if (!readable_writable(mode, &readable, &writable)) {
    *__errno_location() = EINVAL;
    return 0;
  }
  if (may_fail()) return 0;
  FILE *stream = __clew_scratch(sizeof *stream);
  *stream = (FILE){NO_CHARACTER, 0, 0, 0, position, readable, writable, descriptor, 0};
  is_opened = 1;
  return stream;
}

FILE *fopen(const char *name, const char *mode) {
  FILE *stream = open_stream(mode, -1, mode[0] == 'a' ? UNKNOWN_POSITION : 0);
  if (stream) opened(name);
  return stream;
}
FILE *fopen64(const char *name, const char *mode) { return fopen(name, mode); }
FILE *fdopen(int file, const char *mode) { return open_stream(mode, file, UNKNOWN_POSITION); }

// The command may be one that cannot be started: the stream is there all the same.
FILE *popen(const char *command, const char *mode) {
  _Bool both = 0;
  for (int i = 0; mode[i]; i++) both |= i > 0 && mode[i] != 'e';
  if ((mode[0] != 'r' && mode[0] != 'w') || both) {
    __clew_unsupported("popen with another mode than r or w");
  }
  return open_stream(mode, -1, UNKNOWN_POSITION);
}

FILE *tmpfile(void) {
  FILE *stream = open_stream("w+", -1, 0);
  if (stream) stream->is_private = 1;
  return stream;
}
FILE *tmpfile64(void) { return tmpfile(); }

void __clew_ends(void *block) {}

// The stream is closed also where that fails.
static void end(FILE *stream) {
  if (stream == &__clew_standard[0]) stream->descriptor = CLOSED;
  else __clew_ends(stream);
}

int fclose(FILE *stream) {
  if (is_output(stream)) __clew_unsupported("closing the standard output or error stream");
  use(stream);
  end(stream);
  return may_fail() ? EOF : 0;
}

// The status of the command as wait gives it.
int pclose(FILE *stream) {
  use(stream);
  end(stream);
  if (may_fail()) return -1;
  return (int)number_between(0, 65535);
}

// The stream keeps its address. On failure it is closed.
FILE *freopen(const char *name, const char *mode, FILE *stream) {
  if (is_output(stream)) __clew_unsupported("reopening the standard output or error stream");
  if (!name) __clew_unsupported("freopen without a name");
  use(stream);
  if (stream == stdin && mode[0] != 'r') __clew_unsupported("the standard input opened to be written");
  long readable, writable;
  if (!readable_writable(mode, &readable, &writable)) {
    *__errno_location() = EINVAL;
    end(stream);
    return 0;
  }
  if (may_fail()) {
    end(stream);
    return 0;
  }
  opened(name);
  *stream = (FILE){NO_CHARACTER,
                   0,
                   0,
                   0,
                   stream == stdin || mode[0] == 'a' ? UNKNOWN_POSITION : 0,
                   readable,
                   writable,
                   stream == stdin ? 0 : -1,
                   0};
  return stream;
}
FILE *freopen64(const char *name, const char *mode, FILE *stream) { return freopen(name, mode, stream); }

FILE *fmemopen(void *block, size_t size, const char *mode) {
  __clew_unsupported("a stream in memory");
  return 0;
}
FILE *open_memstream(char **block, size_t *size) {
  __clew_unsupported("a stream in memory");
  return 0;
}
FILE *fopencookie(void *cookie, const char *mode, ...) {
  __clew_unsupported("a stream of the program's own functions");
  return 0;
}

// State.

MODEL_ONLY int feof(FILE *stream) {
  use(stream);
  return stream->at_end != 0;
}
MODEL_ONLY int ferror(FILE *stream) {
  use(stream);
  return stream->failed != 0;
}
MODEL_ONLY void clearerr(FILE *stream) {
  use(stream);
  stream->at_end = stream->failed = 0;
}
MODEL_ONLY int feof_unlocked(FILE *stream) { return feof(stream); }
MODEL_ONLY int ferror_unlocked(FILE *stream) { return ferror(stream); }
MODEL_ONLY void clearerr_unlocked(FILE *stream) { clearerr(stream); }
MODEL_ONLY void flockfile(FILE *stream) { use(stream); }
MODEL_ONLY int ftrylockfile(FILE *stream) {
  use(stream);
  return 0;
}
MODEL_ONLY void funlockfile(FILE *stream) { use(stream); }

MODEL_ONLY int fileno(FILE *stream) {
  use(stream);
  if (stream->descriptor < 0) stream->descriptor = __clew_new_descriptor();
  return (int)stream->descriptor;
}
MODEL_ONLY int fileno_unlocked(FILE *stream) { return fileno(stream); }

// A buffer changes nothing that the program may look at, unless it is the program's own: that would show what was read
// or written. The mode must be one of _IOFBF, _IOLBF and _IONBF.
static void take_buffer(FILE *stream, const char *buffer) {
  use(stream);
  if (buffer) __clew_unsupported("a stream with a buffer of the program's own");
}

MODEL_ONLY int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  if (mode < 0 || mode > 2) return EOF;
  take_buffer(stream, mode == 2 ? 0 : buffer);   // _IONBF
  return 0;
}
MODEL_ONLY void setbuf(FILE *stream, char *buffer) { take_buffer(stream, buffer); }
MODEL_ONLY void setbuffer(FILE *stream, char *buffer, size_t size) { take_buffer(stream, buffer); }
MODEL_ONLY void setlinebuf(FILE *stream) { use(stream); }

// Null is all streams: those that the program did not open do not fail.
int fflush(FILE *stream) {
  if (stream ? is_output(stream) : !is_opened) return 0;
  if (stream) use(stream);
  if (stream && stream->back != NO_CHARACTER) __clew_unsupported("fflush of a stream with a character pushed back");
  if (!may_fail()) return 0;
  if (stream) stream->failed |= __VERIFIER_nondet_bool();
  return EOF;
}
int fflush_unlocked(FILE *stream) { return fflush(stream); }

// Positions.

enum { SEEK_SET, SEEK_CUR, SEEK_END };

// Where the stream is: a number from now on, unless nothing determines it and the file has no position.
static _Bool is_standard(FILE *stream) { return is_output(stream) || stream == &__clew_standard[0]; }

static long position(FILE *stream) {
  if (is_standard(stream)) __clew_unsupported("the position of a standard stream");
  if (stream->position == -1)
    __clew_unsupported("the position of a stream with a character pushed back at its beginning");
  if (stream->position == UNKNOWN_POSITION) {
    if (may_fail()) return -1;
    stream->position = number_between(0, (long)(~0UL >> 1));
  } else if (may_fail()) {
    return -1;
  }
  return stream->position;
}

static int seek(FILE *stream, long offset, int origin) {
  use(stream);
  long to = origin == SEEK_SET ? offset : UNKNOWN_POSITION;
  _Bool wrong = origin < SEEK_SET || origin > SEEK_END || (origin == SEEK_SET && offset < 0);
  if (origin == SEEK_CUR && stream->position != UNKNOWN_POSITION) {
    wrong = __builtin_add_overflow(stream->position, offset, &to) || to < 0;
  }
  if (wrong) {
    *__errno_location() = EINVAL;
    return -1;
  }
  if (may_fail()) return -1;
  stream->position = is_standard(stream) ? UNKNOWN_POSITION : to;
  stream->at_end = 0;
  stream->back = NO_CHARACTER;
  return 0;
}

int fseek(FILE *stream, long offset, int origin) { return seek(stream, offset, origin); }
int fseeko(FILE *stream, long offset, int origin) { return seek(stream, offset, origin); }
long ftell(FILE *stream) { return position(stream); }
long ftello(FILE *stream) { return position(stream); }

void rewind(FILE *stream) {
  seek(stream, 0, SEEK_SET);
  clearerr(stream);
}

// An fpos_t begins with the position; what follows is for wide characters.
int fgetpos(FILE *stream, long *to) {
  long at = position(stream);
  if (at < 0) return -1;
  *to = at;
  return 0;
}
int fsetpos(FILE *stream, const long *from) { return seek(stream, *from, SEEK_SET); }

// Where long has 32 bits, these have positions of 64 bits.
static int wide_position(void) {
  __clew_unsupported("a position of 64 bits");
  return -1;
}
int fseeko64(FILE *stream, long long offset, int origin) {
  return sizeof(long) == 8 ? seek(stream, (long)offset, origin) : wide_position();
}
long long ftello64(FILE *stream) { return sizeof(long) == 8 ? position(stream) : wide_position(); }
int fgetpos64(FILE *stream, long *to) { return sizeof(long) == 8 ? fgetpos(stream, to) : wide_position(); }
int fsetpos64(FILE *stream, const long *from) { return sizeof(long) == 8 ? fsetpos(stream, from) : wide_position(); }
