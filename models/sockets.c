// Sockets, and waiting for descriptors: <sys/socket.h>, <poll.h>, <sys/select.h>. Every call may fail; what arrives, and
// from whom, is an input.
#include "stream.h"

typedef unsigned int socklen_t;

_Bool __clew_is_no_descriptor(int file);
_Bool __clew_has_pipe(void);   // what it is ready for is no input

enum { MOST_BYTES = 0x7ffff000, LONGEST_ADDRESS = 128, MSG_TRUNC = 0x20 };

static _Bool fails(int file) { return __clew_is_no_descriptor(file) || may_fail(); }
static int zero_or_failure(int file) { return fails(file) ? -1 : 0; }

int socket(int domain, int type, int protocol) { return may_fail() ? -1 : __clew_new_descriptor(); }
int bind(int file, const void *address, socklen_t n) { return zero_or_failure(file); }
int listen(int file, int most) { return zero_or_failure(file); }
int connect(int file, const void *address, socklen_t n) { return zero_or_failure(file); }
int shutdown(int file, int how) { return zero_or_failure(file); }
int setsockopt(int file, int level, int name, const void *value, socklen_t n) { return zero_or_failure(file); }

// As much of an address as there is room for, and how long it is.
static void give_address(void *address, socklen_t *length) {
  if (!address) return;
  socklen_t whole = (socklen_t)number_between(0, LONGEST_ADDRESS), room = *length;
  __VERIFIER_nondet_memory(address, whole < room ? whole : room);
  *length = whole;
}

static int give_descriptor(int file, void *address, socklen_t *length) {
  if (fails(file)) return -1;
  give_address(address, length);
  return __clew_new_descriptor();
}

int accept(int file, void *address, socklen_t *length) { return give_descriptor(file, address, length); }
int accept4(int file, void *address, socklen_t *length, int flags) { return give_descriptor(file, address, length); }

static int name_socket(int file, void *address, socklen_t *length) {
  if (fails(file)) return -1;
  give_address(address, length);
  return 0;
}

int getsockname(int file, void *address, socklen_t *length) { return name_socket(file, address, length); }
int getpeername(int file, void *address, socklen_t *length) { return name_socket(file, address, length); }

ssize_t recvfrom(int file, void *block, size_t n, int flags, void *address, socklen_t *length) {
  if (flags & MSG_TRUNC) __clew_unsupported("messages whose length is told though they do not fit");
  if (fails(file)) return -1;
  ssize_t got = number_between(0, n < MOST_BYTES ? (long)n : MOST_BYTES);
  __VERIFIER_nondet_memory(block, (size_t)got);
  give_address(address, length);
  return got;
}

ssize_t recv(int file, void *block, size_t n, int flags) { return recvfrom(file, block, n, flags, 0, 0); }

static ssize_t send_some(int file, size_t n) {
  return fails(file) ? -1 : number_between(0, n < MOST_BYTES ? (long)n : MOST_BYTES);
}

ssize_t send(int file, const void *block, size_t n, int flags) { return send_some(file, n); }
ssize_t sendto(int file, const void *block, size_t n, int flags, const void *address, socklen_t length) {
  return send_some(file, n);
}

// Waiting. Without a limit of time it ends when there is something, or by a signal.

struct pollfd { int file; short events, happened; };

enum { POLLERR = 8, POLLHUP = 16, POLLNVAL = 32 };

int poll(struct pollfd *files, unsigned long n, int limit) {
  if (__clew_has_pipe()) __clew_unsupported("waiting for descriptors beside a pipe");
  _Bool failed = may_fail();
  if (failed && __VERIFIER_nondet_bool()) return -1;
  int ready = 0;
  for (unsigned long i = 0; i < n; i++) {
    short possible = files[i].file < 0 || failed ? 0 : files[i].events | POLLERR | POLLHUP | POLLNVAL;
    files[i].happened = (short)__VERIFIER_nondet_int() & possible;
    ready += files[i].happened != 0;
  }
  if (failed) return -1;
  __VERIFIER_assume(limit >= 0 | ready > 0);
  return ready;
}

struct timeval { long seconds, microseconds; };

enum { SET_BITS = 1024, WORD_BITS = 8 * sizeof(long) };

// Some of the first n files of the set stay; how many.
static int choose(unsigned long *set, int n) {
  if (!set) return 0;
  int chosen = 0;
  for (int i = 0; i < n; i += WORD_BITS) {
    unsigned long in_range = n - i >= WORD_BITS ? ~0UL : ~(~0UL << (n - i));
    set[i / WORD_BITS] &= __VERIFIER_nondet_ulong() & in_range;
    chosen += __builtin_popcountl(set[i / WORD_BITS]);
  }
  return chosen;
}

// The system leaves what is left of the time.
static void pass_time(struct timeval *limit) {
  struct timeval left = {__VERIFIER_nondet_long(), number_between(0, 999999)};
  __VERIFIER_assume(left.seconds >= 0 &
                    (left.seconds < limit->seconds |
                     (left.seconds == limit->seconds & left.microseconds <= limit->microseconds)));
  *limit = left;
}

int select(int n, unsigned long *readable, unsigned long *writable, unsigned long *excepted, struct timeval *limit) {
  if (n < 0 || limit && (limit->seconds < 0 || limit->microseconds < 0)) {
    *__errno_location() = EINVAL;
    return -1;
  }
  if (readable && (readable == writable || readable == excepted) || writable && writable == excepted)
    __clew_unsupported("one set for several kinds of descriptors");
  if (__clew_has_pipe()) __clew_unsupported("waiting for descriptors beside a pipe");
  if (n > SET_BITS) __clew_unsupported("more descriptors than a set has");
  if (limit && limit->microseconds > 999999) __clew_unsupported("more than a million microseconds");
  if (limit) pass_time(limit);
  if (may_fail()) return -1;
  int ready = choose(readable, n) + choose(writable, n) + choose(excepted, n);
  __VERIFIER_assume(limit != 0 | ready > 0);
  return ready;
}
