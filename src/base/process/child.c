// See child.h.
#include "base/process/child.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// --- in the child -------------------------------------------------------------------------------------

void child_join_run(int parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1); // it died before it could be said that we go with it
}

static void redirect(int stream, const char *file, int flags) {
  int fd = open(file, flags, 0600);
  if (fd < 0) _exit(127);
  if (fd == stream) return;
  dup2(fd, stream);
  close(fd);
}

void child_silence(void) {
  redirect(0, "/dev/null", O_RDONLY);
  redirect(1, "/dev/null", O_WRONLY);
  dup2(1, 2);
}

void child_limit(int resource, uint64_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return;
  if (limit.rlim_cur > most) limit.rlim_cur = most;
  limit.rlim_max = limit.rlim_cur;
  setrlimit(resource, &limit);
}

// Runs on the parent's memory until it executes the tool (vfork): it only makes system calls.
_Noreturn static void become_tool(const char *folder, char *const *argv, const char *output, int parent,
                                  volatile int *failure) {
  child_join_run(parent);
  redirect(0, "/dev/null", O_RDONLY);
  redirect(1, output, O_WRONLY | O_CREAT | O_TRUNC);
  dup2(1, 2);
  if (!folder || chdir(folder) == 0) execvp(argv[0], argv);
  *failure = errno;
  _exit(127);
}

// --- start --------------------------------------------------------------------------------------------

static void adopt(struct limits *limits, int pid) {
  setpgid(pid, pid); // in both, so that none comes too late
  limits_add_child(limits, pid);
}

int child_start_tool(struct limits *limits, char *const *argv, const char *output) {
  return child_start_tool_in(limits, NULL, argv, output);
}

int child_start_tool_in(struct limits *limits, const char *folder, char *const *argv, const char *output) {
  volatile int failure = 0;
  int self = getpid();
  // Not fork: the copy of a large process takes longer than a small file takes to compile.
  int pid = vfork();
  if (pid == 0) become_tool(folder, argv, output, self, &failure);
  if (pid < 0) return 0;
  if (failure) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
    errno = failure;
    return 0;
  }
  adopt(limits, pid);
  return pid;
}

int child_start_fork(struct limits *limits, child_function *work, void *context, int *from) {
  int ends[2], self = getpid();
  if (pipe2(ends, O_CLOEXEC)) return 0;
  int pid = fork();
  if (pid == 0) {
    child_join_run(self);
    limits_become_child();
    work(context, ends[1]);
    _exit(1);
  }
  int failure = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    errno = failure;
    return 0;
  }
  adopt(limits, pid);
  *from = ends[0];
  return pid;
}

// --- end ----------------------------------------------------------------------------------------------

// The rest of its group dies with it. All that while it is not reaped, and out of the registry before it is: then its
// number may be another's.
static int reap(struct limits *limits, int pid) {
  int raw = 0;
  kill(-pid, SIGKILL);
  limits_remove_child(limits, pid);
  while (waitpid(pid, &raw, 0) < 0)
    if (errno != EINTR) return -1;
  return raw;
}

void child_kill(struct limits *limits, int pid) {
  kill(pid, SIGKILL);
  reap(limits, pid);
}

// Whether it has ended, without reaping it; -1 if there is no such child.
static int has_ended(int pid) {
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT)) return errno == EINTR ? 0 : -1;
  return info.si_pid == pid;
}

// Until it has ended or some time has passed. Old kernels cannot be asked to wake us: there we look often at first, as
// tools end within milliseconds.
static void nap(int handle, useconds_t *pause) {
  if (handle >= 0) {
    struct pollfd wait = {.fd = handle, .events = POLLIN};
    poll(&wait, 1, 20);
  } else {
    usleep(*pause);
    if (*pause < 20000) *pause += *pause / 4;
  }
}

static enum child_end child_status(int raw, int *status) {
  if (WIFSIGNALED(raw)) {
    *status = WTERMSIG(raw);
    return CHILD_SIGNALLED;
  }
  *status = WEXITSTATUS(raw);
  return CHILD_EXITED;
}

static enum child_end await(struct limits *limits, int pid, double end, int handle, int *status) {
  for (useconds_t pause = 500;; nap(handle, &pause)) {
    int ended = has_ended(pid);
    if (ended < 0) {
      *status = errno;
      limits_remove_child(limits, pid);
      return CHILD_NOT_STARTED;
    }
    if (ended) return child_status(reap(limits, pid), status);
    bool stopped = limits_stopped(limits);
    if (stopped || clock_now() > end) {
      child_kill(limits, pid);
      return stopped ? CHILD_STOPPED : CHILD_TIMED_OUT;
    }
  }
}

enum child_end child_wait(struct limits *limits, int pid, double seconds, int *status) {
  *status = 0;
  double end = clock_now() + seconds;
  int handle = pidfd_open(pid, 0);
  enum child_end how = await(limits, pid, end, handle, status);
  if (handle >= 0) close(handle);
  return how;
}

bool child_hear(struct limits *limits, int from, double end, char last, size_t most, struct text *said) {
  char block[4096];
  while (!limits_stopped(limits) && said->size <= most) {
    double left = end - clock_now();
    if (left <= 0) return false;
    struct pollfd wait = {.fd = from, .events = POLLIN};
    int ready = poll(&wait, 1, left > 0.02 ? 20 : (int)(left * 1000) + 1);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    ssize_t got = read(from, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    const char *found = memchr(block, last, (size_t)got);
    text_add_n(said, block, found ? (size_t)(found - block) : (size_t)got);
    if (found) return said->size <= most;
  }
  return false;
}
