// See isolate.h.
//
// What goes through the pipe is the text and a byte of zero behind it; the child is killed as soon as that byte is
// seen, as taking down a library's data can take long. A text without it is of a child that died.
#include "base/process/isolate.h"
#include "base/process/child.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// What the child may take beyond what it is born with, and what it is not worth starting below.
static const size_t most_bytes = (size_t)1 << 30, least_bytes = (size_t)64 << 20;
static const size_t longest_text = (size_t)8 << 20;

struct isolated {
  isolated_function *work;
  void *context;
  size_t space;
  double seconds;
};

// --- the child ----------------------------------------------------------------------------------------

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

static void run(void *context, int to) {
  const struct isolated *isolated = context;
  child_silence();
  child_limit(RLIMIT_CORE, 0);
  child_limit(RLIMIT_CPU, (uint64_t)ceil(isolated->seconds) + 1);
#ifndef CLEW_SANITIZED // the sanitizers map more than any limit allows
  child_limit(RLIMIT_AS, isolated->space);
#endif
  struct text said = {0};
  bool done = isolated->work(isolated->context, &said) && said.size <= longest_text &&
              !memchr(text_cstr(&said), 0, said.size);
  _exit(done && write_all(to, text_cstr(&said), said.size + 1) ? 0 : 1);
}

// --- the parent ---------------------------------------------------------------------------------------

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
  struct isolated isolated = {work, context, allowance(limits), seconds};
  text_clear(said);
  if (seconds <= 0 || !isolated.space || limits_stopped(limits)) return false;
  double end = clock_now() + seconds;
  int from, pid = child_start_fork(limits, run, &isolated, &from);
  if (!pid) return false;
  bool done = child_hear(limits, from, end, 0, longest_text, said);
  child_kill(limits, pid);
  close(from);
  if (!done) text_clear(said);
  return done;
}
