// See worker.h.
//
// The channel is a pair of sockets. A message is its kind, one byte, the size of its text in four, and the text. On the
// parent's side nothing blocks: what cannot be written now waits in a buffer until worker_wait finds room.
//
// A worker's children lead groups of their own, as all children do. Their numbers are in a table that the worker shares
// with its parent, so that they can be counted, suspended and killed with it.
#include "base/process/worker.h"
#include "base/memory/alloc.h"
#include "base/process/child.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HEAD_BYTES = 5, BLOCK_BYTES = 1 << 16 };
#define TABLE_BYTES (LIMITS_CHILDREN * sizeof(_Atomic int))

struct worker {
  struct limits *limits;
  int pid, fd;
  int handle; // becomes readable when it ends; -1: old kernels have none
  bool hung_up; // nothing more will come
  bool ended, suspended;
  int status; // once it has ended
  struct text in, out;
  size_t in_at, out_at; // bytes before these indices were taken out
  _Atomic int *children; // shared with it
};

struct channel {
  int fd;
};

// --- messages --------------------------------------------------------------------------------------------------------

static void add_message(struct text *out, char kind, const char *text, size_t size) {
  assert(size <= UINT32_MAX);
  uint32_t length = (uint32_t)size;
  char head[HEAD_BYTES] = {kind};
  memcpy(head + 1, &length, sizeof length);
  text_add_n(out, head, sizeof head);
  text_add_n(out, text, size);
}

// Drops the bytes before *at.
static void forget(struct text *buffer, size_t *at) {
  if (*at == 0 || (*at < buffer->size && *at < BLOCK_BYTES)) return;
  memmove(buffer->data, buffer->data + *at, buffer->size - *at);
  buffer->size -= *at;
  *at = 0;
}

// --- start -----------------------------------------------------------------------------------------------------------

struct worker *worker_start(struct limits *limits, worker_function *work, void *context) {
  int ends[2], self = getpid();
  _Atomic int *children = mmap(NULL, TABLE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (children == MAP_FAILED) return NULL;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
    int failure = errno;
    munmap((void *)children, TABLE_BYTES);
    errno = failure;
    return NULL;
  }
  fflush(NULL); // or both processes would write the buffers
  int pid = fork();
  if (pid == 0) {
    child_join_run(self);
    limits_become_worker(children);
    close(ends[0]);
    work(context, &(struct channel){.fd = ends[1]});
    _exit(1);
  }
  int failure = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    munmap((void *)children, TABLE_BYTES);
    errno = failure;
    return NULL;
  }
  setpgid(pid, pid); // in both, so that none comes too late
  limits_add_worker(limits, pid);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  struct worker *w = mem_alloc(sizeof *w);
  *w = (struct worker){.limits = limits, .pid = pid, .fd = ends[0], .children = children};
  w->handle = pidfd_open(pid, 0);
  return w;
}

// --- the parent's side -----------------------------------------------------------------------------------------------

static void write_now(struct worker *w) {
  while (w->out_at < w->out.size && !w->hung_up) {
    ssize_t n = send(w->fd, w->out.data + w->out_at, w->out.size - w->out_at, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (n < 0) { // it is gone, and will be found to be
      w->out_at = w->out.size;
      break;
    }
    w->out_at += (size_t)n;
  }
  forget(&w->out, &w->out_at);
}

static void read_now(struct worker *w) {
  char block[BLOCK_BYTES];
  while (!w->hung_up) {
    ssize_t n = read(w->fd, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (n <= 0) w->hung_up = true;
    else text_add_n(&w->in, block, (size_t)n);
  }
}

void worker_send(struct worker *w, char kind, const char *text, size_t size) {
  add_message(&w->out, kind, text, size);
  write_now(w);
}

char worker_receive(struct worker *w, struct text *text) {
  text_clear(text);
  read_now(w);
  uint32_t length;
  if (w->in.size - w->in_at < HEAD_BYTES) return 0;
  memcpy(&length, w->in.data + w->in_at + 1, sizeof length);
  if (w->in.size - w->in_at - HEAD_BYTES < length) return 0;
  char kind = w->in.data[w->in_at];
  text_add_n(text, w->in.data + w->in_at + HEAD_BYTES, length);
  w->in_at += HEAD_BYTES + length;
  forget(&w->in, &w->in_at);
  return kind;
}

void worker_wait(struct limits *limits, uint32_t n, struct worker *const *workers, double until) {
  if (limits_stopped(limits)) return;
  struct pollfd *waits = mem_alloc((2 * n + 1) * sizeof *waits);
  for (uint32_t i = 0; i < n; i++) {
    const struct worker *w = workers[i];
    bool writes = w->out_at < w->out.size;
    // poll ignores descriptors that are -1.
    waits[2 * i] = (struct pollfd){.fd = w->hung_up ? -1 : w->fd, .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
    waits[2 * i + 1] = (struct pollfd){.fd = w->ended ? -1 : w->handle, .events = POLLIN};
  }
  double left = until - clock_now();
  int milliseconds = left <= 0 ? 0 : left > 1 ? 1000 : (int)(left * 1000) + 1;
  if (poll(waits, 2 * n, milliseconds) > 0)
    for (uint32_t i = 0; i < n; i++) {
      if (waits[2 * i].revents & POLLOUT) write_now(workers[i]);
      if (waits[2 * i].revents) read_now(workers[i]);
    }
  mem_free(waits);
}

// --- its life --------------------------------------------------------------------------------------------------------

// A signal to its children, then to itself, or the other way round: it must not miss one that is started meanwhile.
static void tell_children(const struct worker *w, int number) {
  for (int i = 0; i < LIMITS_CHILDREN; i++) {
    int pid = atomic_load(&w->children[i]);
    if (pid > 0) kill(-pid, number);
  }
}

void worker_suspend(struct worker *w) {
  if (w->suspended || w->ended) return;
  kill(-w->pid, SIGSTOP);
  tell_children(w, SIGSTOP);
  w->suspended = true;
}

void worker_resume(struct worker *w) {
  if (!w->suspended || w->ended) return;
  tell_children(w, SIGCONT);
  kill(-w->pid, SIGCONT);
  w->suspended = false;
}

bool worker_has_ended(struct worker *w, int *status) {
  siginfo_t info = {0};
  // It is not reaped before worker_free: until then its number is not used again.
  if (!w->ended && waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == w->pid) {
    w->ended = true;
    w->status = info.si_code == CLD_EXITED ? info.si_status : -info.si_status;
  }
  if (w->ended) *status = w->status;
  return w->ended;
}

static double cpu_of(int pid) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t)) return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double worker_cpu(const struct worker *w) {
  double seconds = cpu_of(w->pid);
  for (int i = 0; i < LIMITS_CHILDREN; i++) {
    int pid = atomic_load(&w->children[i]);
    if (pid > 0) seconds += cpu_of(pid);
  }
  return seconds;
}

// Pages that several processes share count for each of them with its part only.
static size_t proportional_memory(int pid) {
  char line[256];
  unsigned long long kibibytes = 0;
  snprintf(line, sizeof line, "/proc/%d/smaps_rollup", pid);
  FILE *file = fopen(line, "re");
  if (!file) return limits_memory_of(pid);
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "Pss: %llu", &kibibytes) == 1) break;
  fclose(file);
  return (size_t)kibibytes << 10;
}

size_t worker_memory(const struct worker *w, bool exact) {
  size_t (*memory_of)(int) = exact ? proportional_memory : limits_memory_of;
  size_t bytes = memory_of(w->pid);
  for (int i = 0; i < LIMITS_CHILDREN; i++) {
    int pid = atomic_load(&w->children[i]);
    if (pid > 0) bytes += memory_of(pid);
  }
  return bytes;
}

void worker_free(struct worker *w) {
  if (!w) return;
  int status;
  if (!worker_has_ended(w, &status)) {
    kill(-w->pid, SIGKILL);
    kill(w->pid, SIGKILL);
    tell_children(w, SIGKILL); // they die with it anyway, but not at once
  }
  limits_remove_worker(w->limits, w->pid);
  while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR) continue;
  if (w->handle >= 0) close(w->handle);
  close(w->fd);
  munmap((void *)w->children, TABLE_BYTES);
  text_release(&w->in);
  text_release(&w->out);
  mem_free(w);
}

// --- the worker's side -----------------------------------------------------------------------------------------------

bool channel_send(struct channel *c, char kind, const char *text, size_t size) {
  struct text message = {0};
  add_message(&message, kind, text, size);
  size_t at = 0;
  while (at < message.size) {
    ssize_t n = send(c->fd, message.data + at, message.size - at, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    at += (size_t)n;
  }
  bool sent = at == message.size;
  text_release(&message);
  return sent;
}

static bool read_all(int fd, char *to, size_t size) {
  while (size) {
    ssize_t n = read(fd, to, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    size -= (size_t)n;
  }
  return true;
}

bool channel_receive(struct channel *c, char *kind, struct text *text) {
  char head[HEAD_BYTES], block[4096];
  uint32_t length;
  text_clear(text);
  if (!read_all(c->fd, head, sizeof head)) return false;
  *kind = head[0];
  memcpy(&length, head + 1, sizeof length);
  while (length) {
    size_t part = length < sizeof block ? length : sizeof block;
    if (!read_all(c->fd, block, part)) return false;
    text_add_n(text, block, part);
    length -= (uint32_t)part;
  }
  return true;
}
