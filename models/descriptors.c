// Files by descriptor, from <unistd.h> and <fcntl.h>, and what changes directories. Every call may fail.
#include "stream.h"

enum { MOST_OPEN = 8, MOST_BYTES = 0x7ffff000, ESPIPE = 29 };

static int open_files[MOST_OPEN], n_open;   // the descriptors that the program has got and not closed
static int closed_files[MOST_OPEN], n_closed; // those closed last: none of them can be used

static void reopen(int file) {
  for (int i = 0; i < n_closed; i++)
    if (closed_files[i] == file) closed_files[i] = -1;
}

static void remember_closed(int file) {
  if (n_closed == MOST_OPEN) n_closed = 0;
  closed_files[n_closed++] = file;
}

// One that is not in use. 0, 1 and 2 are.
MODEL_ONLY int __clew_new_descriptor(void) {
  int file = __VERIFIER_nondet_int();
  __VERIFIER_assume(file > 2);
  for (int i = 0; i < n_open; i++) __VERIFIER_assume(file != open_files[i]);
  if (n_open == MOST_OPEN) __clew_unsupported("more than 8 open files");
  open_files[n_open++] = file;
  reopen(file);
  return file;
}

// No descriptor is negative, or one that the program has closed.
MODEL_ONLY _Bool __clew_is_no_descriptor(int file) {
  _Bool none = file < 0;
  for (int i = 0; i < n_closed; i++) none |= closed_files[i] == file;
  if (none) *__errno_location() = EBADF;
  return none;
}

static _Bool is_none(int file) { return __clew_is_no_descriptor(file); }
static _Bool fails(int file) { return is_none(file) || may_fail(); }

// A pipe holds what was written and not yet read: nobody but the program has its ends. As the process is alone, what it
// waits for never comes: the path ends.
enum { ROOM = 4096 };

static struct pipe {
  int ends[2];
  long n;
  unsigned char held[ROOM];
} one_pipe = {{-1, -1}};

MODEL_ONLY _Bool __clew_is_pipe(int file) {
  return file >= 0 && (file == one_pipe.ends[0] || file == one_pipe.ends[1]);
}
MODEL_ONLY _Bool __clew_has_pipe(void) { return one_pipe.ends[0] >= 0 || one_pipe.ends[1] >= 0; }

static int open_file(void) { return may_fail() ? -1 : __clew_new_descriptor(); }

// No file has an empty name.
static int open_named(const char *name) {
  if (may_fail()) return -1;
  __VERIFIER_assume(*name != 0);
  return __clew_new_descriptor();
}

int open(const char *name, int flags, ...) { return open_named(name); }
int open64(const char *name, int flags, ...) { return open_named(name); }
int __open_2(const char *name, int flags) { return open_named(name); }
int openat(int folder, const char *name, int flags, ...) { return open_named(name); }
int creat(const char *name, int mode) { return open_named(name); }

static int duplicate(int file) {
  if (__clew_is_pipe(file)) __clew_unsupported("a second descriptor of a pipe");
  return is_none(file) ? -1 : open_file();
}

int dup(int file) { return duplicate(file); }

int dup2(int file, int to) {
  if (__clew_is_pipe(file) || __clew_is_pipe(to)) __clew_unsupported("a second descriptor of a pipe");
  if (to >= 0 && to <= 2) __clew_unsupported("another file behind a standard stream");
  if (to < 0 ? is_none(to) : fails(file)) return -1;
  reopen(to);
  return to;
}

// Successful or not, the descriptor is none afterwards on this system.
int close(int file) {
  if (file >= 0 && file <= 2) __clew_unsupported("closing a standard stream");
  for (int i = 0; i < n_open; i++)
    if (open_files[i] == file) {
      open_files[i] = open_files[--n_open];
      break;
    }
  _Bool failed = fails(file);
  remember_closed(file);
  for (int i = 0; i < 2; i++)
    if (one_pipe.ends[i] == file) one_pipe.ends[i] = -1;
  return failed ? -1 : 0;
}

int pipe2(int *ends, int flags) {
  enum { O_CLOEXEC = 02000000 };
  if (flags & ~O_CLOEXEC) __clew_unsupported("a pipe that does not block");
  if (may_fail()) return -1;
  if (__clew_has_pipe()) __clew_unsupported("two pipes");
  for (int i = 0; i < 2; i++) ends[i] = one_pipe.ends[i] = __clew_new_descriptor();
  one_pipe.n = 0;
  return 0;
}

int pipe(int *ends) { return pipe2(ends, 0); }

static ssize_t read_pipe(int file, unsigned char *block, size_t n) {
  if (file == one_pipe.ends[1]) {
    *__errno_location() = EBADF;
    return -1;
  }
  long got = n < (size_t)one_pipe.n ? (long)n : one_pipe.n;
  __VERIFIER_assume(n == 0 || got > 0 || one_pipe.ends[1] < 0);
  for (long i = 0; i < got; i++) block[i] = one_pipe.held[i];
  for (long i = got; i < one_pipe.n; i++) one_pipe.held[i - got] = one_pipe.held[i];
  one_pipe.n -= got;
  return got;
}

static ssize_t write_pipe(int file, const unsigned char *block, size_t n) {
  if (file == one_pipe.ends[0]) {
    *__errno_location() = EBADF;
    return -1;
  }
  if (one_pipe.ends[0] < 0) __clew_unsupported("writing to a pipe that nobody reads: a signal");
  if (n > (size_t)(ROOM - one_pipe.n)) __clew_unsupported("more than 4096 bytes in a pipe");
  for (size_t i = 0; i < n; i++) one_pipe.held[one_pipe.n + (long)i] = block[i];
  one_pipe.n += (long)n;
  return (ssize_t)n;
}

// Flags are what the program or the system made them; locks may be somebody else's.
enum { F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_SETLK = 6, F_SETLKW, F_SETLK64 = 13, F_SETLKW64 };
enum { F_DUPFD_CLOEXEC = 1030, O_NONBLOCK = 04000 };

int fcntl(int file, int command, ...) {
  va_list list;
  __builtin_va_start(list, command);
  if (fails(file)) return -1;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC: {
    int least = __builtin_va_arg(list, int), got = duplicate(file);
    __VERIFIER_assume(got < 0 || got >= least);
    return got;
  }
  case F_GETFD: return __VERIFIER_nondet_bool();
  case F_GETFL: return (int)number_between(0, 0x7fffff);
  case F_SETFL:
    if (__clew_is_pipe(file)) __clew_unsupported("other flags of a pipe");
  case F_SETFD:
  case F_SETLK:
  case F_SETLKW:
  case F_SETLK64:
  case F_SETLKW64: return 0;
  default: __clew_unsupported("this command of fcntl"); return -1;
  }
}
int fcntl64(int file, int command, ...) {
  va_list list;
  __builtin_va_start(list, command);
  return fcntl(file, command, __builtin_va_arg(list, long));
}

static ssize_t read_some(int file, void *block, size_t n) {
  if (__clew_is_pipe(file)) return read_pipe(file, block, n);
  if (fails(file)) return -1;
  ssize_t got = number_between(0, n < MOST_BYTES ? (long)n : MOST_BYTES);
  __VERIFIER_nondet_memory(block, (size_t)got);
  return got;
}

static ssize_t write_some(int file, const void *block, size_t n) {
  if (__clew_is_pipe(file)) return write_pipe(file, block, n);
  return fails(file) ? -1 : number_between(0, n < MOST_BYTES ? (long)n : MOST_BYTES);
}

// A pipe has no positions.
static _Bool has_no_place(int file) {
  if (!__clew_is_pipe(file)) return 0;
  *__errno_location() = ESPIPE;
  return 1;
}

static ssize_t read_at(int file, void *block, size_t n) { return has_no_place(file) ? -1 : read_some(file, block, n); }

ssize_t read(int file, void *block, size_t n) { return read_some(file, block, n); }
ssize_t pread(int file, void *block, size_t n, long at) { return read_at(file, block, n); }
ssize_t __read_chk(int file, void *block, size_t n, size_t room) { return read_some(file, block, n); }
ssize_t write(int file, const void *block, size_t n) { return write_some(file, block, n); }
ssize_t pwrite(int file, const void *block, size_t n, long at) { return has_no_place(file) ? -1 : write_some(file, block, n); }

long lseek(int file, long offset, int origin) {
  if (has_no_place(file)) return -1;
  if (fails(file)) return -1;
  if (origin == 0) {
    __VERIFIER_assume(offset >= 0);
    return offset;
  }
  return number_between(0, (long)(~0UL >> 1));
}

// A standard stream stays what it is; ENOTTY and EBADF are what a failure sets.
int isatty(int file) {
  static char known[3];   // 0: not yet asked, 1: none, 2: a terminal
  if (is_none(file)) return 0;
  _Bool is_standard = file >= 0 && file <= 2;
  if (is_standard && known[file]) {
    if (known[file] == 1) *__errno_location() = 25;
    return known[file] == 2;
  }
  _Bool is_terminal = __VERIFIER_nondet_bool();
  if (is_standard) known[file] = 1 + is_terminal;
  if (!is_terminal) *__errno_location() = is_standard || __VERIFIER_nondet_bool() ? 25 : EBADF;
  return is_terminal;
}

static int zero_or_failure(void) { return may_fail() ? -1 : 0; }

int remove(const char *name) { return zero_or_failure(); }
int rename(const char *from, const char *to) { return zero_or_failure(); }
int unlink(const char *name) { return zero_or_failure(); }
int rmdir(const char *name) { return zero_or_failure(); }
int mkdir(const char *name, unsigned mode) { return zero_or_failure(); }
int access(const char *name, int mode) { return zero_or_failure(); }
int chdir(const char *name) { return zero_or_failure(); }
int chmod(const char *name, unsigned mode) { return zero_or_failure(); }
int link(const char *from, const char *to) { return zero_or_failure(); }
int symlink(const char *from, const char *to) { return zero_or_failure(); }
int fsync(int file) { return fails(file) ? -1 : 0; }
int fdatasync(int file) { return fails(file) ? -1 : 0; }
int truncate(const char *name, long size) { return zero_or_failure(); }
int ftruncate(int file, long size) { return fails(file) ? -1 : 0; }
