// See isolate.h.
//
// What goes through the pipe is the text and a byte of zero behind it; the child is killed as soon as that byte is
// seen, as taking down a library's data can take long. A text without it is of a child that died.
#include "base/isolate.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// What the child may take beyond what it is born with, and what it is not worth starting below.
static const size_t most_bytes = (size_t)1 << 30, least_bytes = (size_t)64 << 20;
static const size_t longest_text = (size_t)8 << 20;

// --- the child ----------------------------------------------------------------------------------------

static void lower(int resource, rlim_t to) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) || limit.rlim_cur <= to) return;
  limit.rlim_cur = limit.rlim_max = to;
  setrlimit(resource, &limit);
}

static void silence(void) {
  int null = open("/dev/null", O_RDWR);
  if (null < 0) _exit(1);
  for (int fd = 0; fd < 3; fd++)
    if (null != fd) dup2(null, fd);
  if (null > 2) close(null);
}

static bool write_all(int fd, const char *data, size_t size) {
  while (size) {
    ssize_t n = write(fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= (size_t)n;
  }
  return true;
}

_Noreturn static void child(int fd, int parent, size_t space, double seconds, isolated_function *work, void *context) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1); // it died before it could be said that we go with it
  limits_become_child();
  silence();
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_CPU, (rlim_t)ceil(seconds) + 1);
#ifndef CLEW_SANITIZED
  lower(RLIMIT_AS, space);
#else
  (void)space; // the sanitizers map more than any limit allows
#endif
  struct text said = {0};
  bool done = work(context, &said) && said.size <= longest_text && !memchr(text_cstr(&said), 0, said.size);
  _exit(done && write_all(fd, text_cstr(&said), said.size + 1) ? 0 : 1);
}

// --- the parent ---------------------------------------------------------------------------------------

// Reads up to the byte of zero. False: it did not come, in time or at all.
static bool hear(struct limits *limits, int fd, double end, struct text *said) {
  char block[4096];
  while (!limits_stopped(limits) && said->size <= longest_text) {
    double left = end - clock_now();
    if (left <= 0) return false;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    int ready = poll(&wait, 1, left > 0.02 ? 20 : (int)(left * 1000) + 1);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    ssize_t got = read(fd, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    const char *zero = memchr(block, 0, (size_t)got);
    text_add_n(said, block, zero ? (size_t)(zero - block) : (size_t)got);
    if (zero) return true;
  }
  return false;
}

static void reap(struct limits *limits, int pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
  // Out of the registry first: after it is reaped the number may be another's.
  limits_remove_child(limits, pid);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
}

// The size of this process in bytes; zeros if it cannot be known.
static void measure(size_t *address_space, size_t *resident) {
  unsigned long pages[2] = {0, 0};
  FILE *file = fopen("/proc/self/statm", "re");
  if (file && fscanf(file, "%lu %lu", &pages[0], &pages[1]) != 2) pages[0] = pages[1] = 0;
  if (file) fclose(file);
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  *address_space = pages[0] * page;
  *resident = pages[1] * page;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }
static size_t less(size_t a, size_t b) { return a > b ? a - b : 0; }

// How large the child's address space may become; 0: there is no room for a child. For the watchdog a copy counts as
// much as the original, and the run must not end because of an attempt that it could do without.
static size_t allowance(const struct limits *limits) {
  size_t space, resident, most = most_bytes;
  struct rlimit limit;
  measure(&space, &resident);
  if (limits->memory) most = smaller(most, less(limits->memory - limits->memory / 8, 2 * resident));
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    most = smaller(most, less(limit.rlim_cur - limit.rlim_cur / 6, space));
  return most < least_bytes ? 0 : space + most;
}

bool isolate_run(struct limits *limits, double seconds, isolated_function *work, void *context, struct text *said) {
  size_t space = allowance(limits);
  int ends[2], self = getpid();
  text_clear(said);
  if (seconds <= 0 || !space || limits_stopped(limits) || pipe2(ends, O_CLOEXEC)) return false;
  double end = clock_now() + seconds;
  int pid = fork();
  if (pid == 0) child(ends[1], self, space, seconds, work, context);
  close(ends[1]);
  bool done = false;
  if (pid > 0) {
    setpgid(pid, pid); // in both, so that none comes too late
    limits_add_child(limits, pid);
    done = hear(limits, ends[0], end, said);
    reap(limits, pid);
  }
  close(ends[0]);
  if (!done) text_clear(said);
  return done;
}
