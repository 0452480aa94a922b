// Files by descriptor, from <unistd.h> and <fcntl.h>, and what changes directories. Every call may fail.
#include "stream.h"

enum { MOST_OPEN = 8, MOST_BYTES = 0x7ffff000 };

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
int dup(int file) { return is_none(file) ? -1 : open_file(); }

int dup2(int file, int to) {
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
  return failed ? -1 : 0;
}

int pipe(int *ends) {
  __clew_unsupported("a pipe");
  return -1;
}

static ssize_t read_some(int file, void *block, size_t n) {
  if (fails(file)) return -1;
  ssize_t got = number_between(0, n < MOST_BYTES ? (long)n : MOST_BYTES);
  __VERIFIER_nondet_memory(block, (size_t)got);
  return got;
}

static ssize_t write_some(int file, size_t n) {
  return fails(file) ? -1 : number_between(0, n < MOST_BYTES ? (long)n : MOST_BYTES);
}

ssize_t read(int file, void *block, size_t n) { return read_some(file, block, n); }
ssize_t pread(int file, void *block, size_t n, long at) { return read_some(file, block, n); }
ssize_t __read_chk(int file, void *block, size_t n, size_t room) { return read_some(file, block, n); }
ssize_t write(int file, const void *block, size_t n) { return write_some(file, n); }
ssize_t pwrite(int file, const void *block, size_t n, long at) { return write_some(file, n); }

long lseek(int file, long offset, int origin) {
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

// What they store has many parts that depend on each other.
#define NOT_COVERED(head, what) head { __clew_unsupported(what); return 0; }
NOT_COVERED(int stat(const char *name, void *to), "the state of a file")
NOT_COVERED(int lstat(const char *name, void *to), "the state of a file")
NOT_COVERED(int fstat(int file, void *to), "the state of a file")
NOT_COVERED(int fstatat(int folder, const char *name, void *to, int flags), "the state of a file")
NOT_COVERED(int stat64(const char *name, void *to), "the state of a file")
NOT_COVERED(int lstat64(const char *name, void *to), "the state of a file")
NOT_COVERED(int fstat64(int file, void *to), "the state of a file")
NOT_COVERED(int __xstat(int version, const char *name, void *to), "the state of a file")
NOT_COVERED(int __fxstat(int version, int file, void *to), "the state of a file")
NOT_COVERED(int __lxstat(int version, const char *name, void *to), "the state of a file")
NOT_COVERED(char *tmpnam(char *to), "a name that no file has")
NOT_COVERED(char *tempnam(const char *folder, const char *prefix), "a name that no file has")
NOT_COVERED(int mkstemp(char *pattern), "a name that no file has")
NOT_COVERED(char *mktemp(char *pattern), "a name that no file has")
